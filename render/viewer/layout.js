/* Layout: which frames are visible, and where. */

function inOrder(profile) {
	const { name, width, order } = profile, byName = (a, b) => name[a] - name[b] || a - b;
	if (order === 'input')
		return (a, b) => a - b;
	if (order === 'width')
		return (a, b) => width[a] < width[b] ? 1 : width[a] > width[b] ? -1 : byName(a, b);
	return byName;
}

/*
 * The first child of a node, in the order of the picture; next[] leads to the others, 0 ends. Done
 * when a node is first needed: most of a large profile is never looked at.
 */
function layOut(profile, node) {
	const { size, first, next, start, width } = profile;
	if (first[node] || size[node] === 1)
		return first[node];
	const children = [];
	for (let child = node + 1; child < node + size[node]; child += size[child])
		children.push(child);
	children.sort(inOrder(profile));
	let at = start[node];
	for (let i = 0; i < children.length; i++) {
		start[children[i]] = at;
		at += width[children[i]];
		next[children[i]] = i + 1 < children.length ? children[i + 1] : 0;
	}
	return first[node] = children[0];
}

function ancestors(profile, node) {
	const path = [];
	for (; node; node = profile.parent[node])
		path.push(profile.parent[node]);
	return path.reverse();
}

/* Edges of frames lie on a grid of half pixels; a unit is a tenth of a pixel. */
function addVisibleChildren(profile, view, parent) {
	const { start, width, next } = profile, { origin, scale } = view;
	for (let child = layOut(profile, parent); child; child = next[child]) {
		const left = Math.floor((Number(start[child]) - origin) * scale + 0.5) * 5;
		const right = Math.floor((Number(start[child] + width[child]) - origin) * scale + 0.5) * 5;
		if (right > left && !(Number(width[child]) < view.least))
			addFrame(view, child, left, right - left);
	}
}

function addFrame(view, node, x, w) {
	view.node.push(node);
	view.x.push(x);
	view.w.push(w);
}

/*
 * Row by row from the root, so the frames come in order of depth, then x; rows[d] is where row d
 * starts. A frame that is not drawn hides all above it. Ancestors of the zoomed frame get the full
 * width.
 */
function layoutView(profile, zoom, units) {
	const above = ancestors(profile, zoom), zoomWidth = Number(profile.width[zoom]);
	const least = profile.minPercent ? profile.minwidth / 100 * units : profile.minwidth * 10;
	for (const node of above)
		layOut(profile, node);
	const view = { units, scale: units / 5 / zoomWidth, least: least / units * zoomWidth,
		origin: Number(profile.start[zoom]), node: [], x: [], w: [], rows: [], faded: above.length };
	for (const node of above.concat(zoom)) {
		view.rows.push(view.node.length);
		addFrame(view, node, 0, units);
	}
	for (let i = view.faded; zoomWidth && i < view.node.length;) {
		const end = view.node.length;
		for (view.rows.push(end); i < end; i++)
			addVisibleChildren(profile, view, view.node[i]);
	}
	if (view.rows[view.rows.length - 1] < view.node.length)
		view.rows.push(view.node.length);
	view.depth = view.rows.length - 1;
	view.hidden = profile.size[zoom] - (view.node.length - view.faded);
	return view;
}

/* Index in the view of the frame at depth d and x units, or -1. */
function frameAt(view, d, x) {
	if (!(d >= 0 && d < view.depth))
		return -1;
	let low = view.rows[d], high = view.rows[d + 1];
	while (high - low > 1) {
		const middle = (low + high) >> 1;
		if (view.x[middle] <= x)
			low = middle;
		else
			high = middle;
	}
	return low < view.rows[d + 1] && x >= view.x[low] && x < view.x[low] + view.w[low] ? low : -1;
}
