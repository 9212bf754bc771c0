/* Cursor: the selected frame, for the keyboard, the frame menu and screen readers. */

/*
 * The frames are a tree for screen readers: the focus stays on it and its active descendant, one of two
 * outlines in turn, says what is selected, so that each move is announced.
 */
function buildCursor(v) {
	v.cursors = [0, 1].map(i => make(v.frames, 'rect', { class: 'cursor', role: 'treeitem', id: v.mark + i,
		'aria-label': 'nothing selected', 'aria-level': 1, display: 'none' }));
	setAll(v.frames, { role: 'tree', tabindex: 0, 'aria-label': 'Frames, use the arrow keys' });
	v.frames.addEventListener('focus', () => v.selected < 0 && v.keyed && select(v, v.zoom));
}

function select(v, node) {
	const { profile } = v, drawn = () => node < 0 || indexOf(profile, v.view, node) >= 0;
	if (!drawn() && Number(profile.width[node]) * v.width > 2 * Number(profile.width[0]))
		zoomTo(v, 0);
	if (!drawn())
		zoomTo(v, node);
	v.selected = node;
	v.cursors.reverse();
	v.cursors[1].setAttribute('display', 'none');
	paintCursor(v);
	setDetails(v, node < 0 ? '' : detailsText(v, node));
	if (node >= 0) {
		describeCursor(v, v.cursors[0], node);
		showRow(v, node);
	}
}

function describeCursor(v, cursor, node) {
	const { profile } = v, siblings = profile.children(profile.parent[node]), open = layOut(profile, node) !== 0;
	setAll(cursor, { 'aria-label': nameOf(profile, node) + ', ' + describe(profile, node, v.zoom).join(', '),
		'aria-level': Math.abs(profile.depth[node]) + 1, 'aria-selected': true, 'aria-expanded': open,
		'aria-setsize': node ? siblings.length : 1, 'aria-posinset': node ? siblings.indexOf(node) + 1 : 1 });
	setAll(v.frames, { 'aria-activedescendant': cursor.id });
}

function paintCursor(v) {
	const i = v.selected < 0 ? -1 : indexOf(v.profile, v.view, v.selected);
	outline(v, v.cursors[0], i);
}

/* Scrolls where a frame is out of sight, so that what grows from it has room. */
function showRow(v, node) {
	const { profile, view, rows } = v, y = v.at + v.top + rowTop(profile, view, rows, profile.depth[node]);
	const height = window.innerHeight;
	if (v.standalone && (y < 40 || y + profile.row > height))
		window.scrollBy(0, y - height * (profile.up ? 0.8 : 0.2));
}

/* The arrow keys: to the caller, the widest callee, or the next frame of the row. */
function step(v, where) {
	const { profile, view } = v, node = v.selected < 0 ? v.zoom : v.selected;
	let to = node;
	if (where === 'parent')
		to = profile.parent[node];
	if (where === 'child')
		for (let child = layOut(profile, node), most = -1; child; child = profile.next[child])
			if (profile.width[child] > most) {
				to = child;
				most = profile.width[child];
			}
	if (where === 'left' || where === 'right') {
		const i = indexOf(profile, view, node) + (where === 'left' ? -1 : 1), beside = view.node[i];
		to = beside !== undefined && profile.depth[beside] === profile.depth[node] ? beside : node;
	}
	select(v, to);
}

/* The widest frame of a function. In a sandwich or among callers it may not have been drawn yet. */
function selectName(v, name) {
	const { profile } = v;
	let best = -1;
	for (let i = 1; i < profile.count; i++)
		if (profile.name[i] === name && (best < 0 || profile.width[i] > profile.width[best]))
			best = i;
	if (best >= 0)
		select(v, best);
}

/* ---- the way to the zoomed frame ---- */

const MANY_CRUMBS = 9;  /* of a longer way, both ends */

function buildCrumbs(v) {
	v.crumbs = make(v.root, 'foreignObject', { class: 'crumbs', x: '1%', width: '98%', height: 22 });
	v.way = make(v.crumbs, 'nav', { 'aria-label': 'Zoomed stack' }, HTML);
}

function placeCrumbs(v) {
	v.crumbs.setAttribute('y', +v.details.getAttribute('y') - 15);
}

/* What was done to the stacks that are shown. */
function viewNote(v) {
	const { callers, pivot, edits } = v.state, nameText = id => stripped(shownName(v.base.names[id]));
	return (pivot >= 0 ? ['callers and callees of ' + nameText(pivot)] : callers ? ['callers'] : []).concat(
		edits.map(({ kind, name }) => (kind === 'focus' ? 'only with ' : 'without ') + nameText(name))).join(', ');
}

function paintCrumbs(v) {
	const { profile, zoom } = v, path = zoom ? ancestors(profile, zoom).concat(zoom) : [], note = viewNote(v);
	const shown = path.length > MANY_CRUMBS ? path.slice(0, 2).concat(-1, path.slice(3 - MANY_CRUMBS)) : path;
	v.way.replaceChildren();
	if (note)
		make(v.way, 'span', { class: 'note' }, HTML).textContent = note;
	shown.forEach((node, i) => {
		const crumb = make(v.way, node < 0 ? 'span' : 'button', node < 0 ? {} : { type: 'button' }, HTML);
		crumb.textContent = node < 0 ? '\u2026' : nameOf(profile, node);
		if (i === shown.length - 1)
			crumb.setAttribute('aria-current', 'true');
		crumb.addEventListener('click', () => node >= 0 && zoomTo(v, node));
	});
	setDetails(v, v.message);
}
