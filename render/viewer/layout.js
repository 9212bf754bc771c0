/* Layout: which frames are visible, and where. */

/* In a sandwich the root has callees and callers, of which the latter have negative depths. */
function inOrder(profile) {
	const { name, width, depth, order } = profile, byName = (a, b) => name[a] - name[b] || a - b;
	const compare = order === 'input' ? (a, b) => a - b : order === 'name' ? byName :
		(a, b) => width[a] < width[b] ? 1 : width[a] > width[b] ? -1 : byName(a, b);
	return (a, b) => depth[b] - depth[a] || compare(a, b);
}

/*
 * The first child of a node, in the order of the picture; next[] leads to the others, 0 ends. Done
 * when a node is first needed: most of a large profile is never looked at.
 */
function layOut(profile, node) {
	const { first, next, start, width, depth, parent } = profile;
	if (first[node])
		return first[node] < 0 ? 0 : first[node];
	if (node && !first[parent[node]])
		ancestors(profile, node).forEach(above => layOut(profile, above));
	const children = profile.children(node).sort(inOrder(profile));
	let at = start[node];
	children.forEach((child, i) => {
		if (i && depth[child] !== depth[children[i - 1]])
			at = start[node];
		start[child] = at;
		at += width[child];
		next[child] = i + 1 < children.length ? children[i + 1] : 0;
	});
	first[node] = children.length ? children[0] : -1;
	return children.length ? children[0] : 0;
}

function childrenOf(profile, node) {
	const list = [];
	for (let child = layOut(profile, node); child; child = profile.next[child])
		list.push(child);
	return list;
}

/* The root first, without the node itself. */
function ancestors(profile, node) {
	const path = [];
	for (; node; node = profile.parent[node])
		path.push(profile.parent[node]);
	return path.reverse();
}

function addFrame(view, node, x, w) {
	view.node.push(node);
	view.x.push(x);
	view.w.push(w);
}

/* How many units the frames of a picture have that is so many pixels wide. */
function unitsOf(width) {
	return Math.round(width * (100 - 2 * MARGIN_PERCENT) * PIXEL / 100);
}

/* The pixels at their left. */
function marginOf({ width }) {
	return width * MARGIN_PERCENT / 100;
}

/* render/picture/layout.h tells where edges are; when zoomed, what is beyond the ends is cut off. */
function addVisibleChildren(profile, view, parent, sign) {
	const { start, width, next, depth } = profile, { origin, scale, units } = view;
	const edge = weight => Math.min(Math.max(Math.floor((Number(weight) - origin) * scale + 0.5) * GRID, 0), units);
	for (let child = layOut(profile, parent); child; child = next[child]) {
		const left = edge(start[child]), right = edge(start[child] + width[child]);
		if (right > left && depth[child] * sign > 0 && !(Number(width[child]) < view.least))
			addFrame(view, child, left, right - left);
	}
}

/* Row by row away from the zoomed frame. A frame that is not drawn hides all above it. */
function addRows(profile, view, sign) {
	for (let i = view.faded, end = i + 1; i < end;) {
		for (; i < end; i++)
			addVisibleChildren(profile, view, view.node[i], sign);
		i = view.rows[view.rows.length - 1];
		end = view.node.length;
		if (i < end)
			view.rows.push(end);
	}
}

/*
 * Frames in order of row, then x; rows[r] is where row r starts. Row r has the frames of depth r, and
 * those from `down` on, of a sandwich, the callers: depths -1, -2 … Ancestors of the zoomed frame get
 * the full width. span: which part of the zoomed frame fills the picture.
 */
function layoutView(profile, zoom, units, span = [0, 1]) {
	const above = ancestors(profile, zoom), width = Number(profile.width[zoom]), seen = width * (span[1] - span[0]);
	const least = profile.minPercent ? profile.minwidth / 100 * units : profile.minwidth * PIXEL;
	for (const node of above)
		layOut(profile, node);
	const view = { units, span, scale: units / GRID / seen, least: least / units * seen, faded: above.length,
		origin: Number(profile.start[zoom]) + width * span[0], node: [], x: [], w: [], rows: [0] };
	for (const node of above.concat(zoom)) {
		addFrame(view, node, 0, units);
		view.rows.push(view.node.length);
	}
	const depth = profile.depth[zoom];
	if (width && depth >= 0)
		addRows(profile, view, 1);
	view.down = depth < 0 ? 1 : view.rows.length - 1;
	if (width && profile.sandwich && depth <= 0)
		addRows(profile, view, -1);
	view.depth = view.rows.length - 1;
	view.callers = view.depth - view.down;
	view.hidden = profile.size && seen === width ? profile.size[zoom] - (view.node.length - view.faded) : 0;
	return view;
}

function rowOf(view, depth) {
	const row = depth < 0 ? view.down - 1 - depth : depth < view.down ? depth : -1;
	return row < view.depth ? row : -1;
}

function depthOf(view, row) {
	return row < view.down ? row : view.down - 1 - row;
}

/* The y of a depth in the frames area, which has so many rows; and back. */
function rowTop(profile, view, rows, depth) {
	return profile.row * (profile.sandwich ? view.callers + depth : profile.up ? rows - 1 - depth : depth);
}

function depthAt(profile, view, rows, y) {
	const row = Math.floor(y / profile.row);
	return profile.sandwich ? row - view.callers : profile.up ? rows - 1 - row : row;
}

/* Index in the view of the frame at a depth and x units, or -1. */
function frameAt(view, depth, x) {
	const row = rowOf(view, depth);
	if (row < 0)
		return -1;
	let low = view.rows[row], high = view.rows[row + 1];
	while (high - low > 1) {
		const middle = (low + high) >> 1;
		if (view.x[middle] <= x)
			low = middle;
		else
			high = middle;
	}
	return low < view.rows[row + 1] && x >= view.x[low] && x < view.x[low] + view.w[low] ? low : -1;
}

/* Index of a node in the view, or -1: it is too thin or not part of what is zoomed. */
function indexOf(profile, view, node) {
	const row = rowOf(view, profile.depth[node]), i = row < 0 ? -1 : view.node.indexOf(node, view.rows[row]);
	return i < view.rows[row + 1] ? i : -1;
}
