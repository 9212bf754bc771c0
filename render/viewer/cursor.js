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
	const { profile } = v, drawn = () => indexOf(profile, v.view, node) >= 0;
	v.selected = node;
	if (!drawn() && Number(profile.width[node]) * v.width > 2 * Number(profile.width[0]))
		zoomTo(v, 0);
	if (!drawn())
		zoomTo(v, node);
	v.cursors.reverse();
	v.cursors[1].setAttribute('display', 'none');
	paintCursor(v);
	setDetails(v, detailsText(v, node));
	describeCursor(v, v.cursors[0], node);
	showRow(v, node);
}

function describeCursor(v, cursor, node) {
	const { profile } = v, siblings = node ? childrenOf(profile, profile.parent[node]) : [0];
	setAll(cursor, { 'aria-label': nameOf(profile, node) + ', ' + describe(profile, node, v.zoom).join(', '),
		'aria-level': Math.abs(profile.depth[node]) + 1, 'aria-selected': true,
		'aria-expanded': layOut(profile, node) > 0, 'aria-setsize': siblings.length, 'aria-posinset': siblings.indexOf(node) + 1 });
	setAll(v.frames, { 'aria-activedescendant': cursor.id });
}

function paintCursor(v) {
	outline(v, v.cursors[0], v.selected < 0 ? -1 : indexOf(v.profile, v.view, v.selected));
}

/* Scrolls where a frame is out of sight, so that what grows from it has room. */
function showRow(v, node) {
	const { profile, view, rows } = v, y = v.at + v.top + rowTop(profile, view, rows, profile.depth[node]);
	if (v.standalone && (y < 40 || y + profile.row > v.window.height))
		scrollPage(v, y - v.window.height * (profile.up ? 0.8 : 0.2));
}

/* The arrow keys: to the frame below, the widest one above (or the other way round), or the next of the row. */
function step(v, where) {
	const { profile: { depth, width, parent }, view } = v, node = v.selected < 0 ? v.zoom : v.selected;
	const vertical = where === 'up' || where === 'down', beside = view.node[indexOf(v.profile, view, node) + (where === 'left' ? -1 : 1)];
	const side = (where === 'up') === (v.profile.up && !v.profile.sandwich) ? 1 : -1;
	const to = !vertical ? beside : depth[node] * side < 0 || (!depth[node] && side < 0 && !v.profile.sandwich) ? parent[node] :
		childrenOf(v.profile, node).filter(child => depth[child] * side > 0).reduce((best, child) => best < 0 || width[child] > width[best] ? child : best, -1);
	select(v, to >= 0 && (vertical || depth[to] === depth[node]) ? to : node);
}

/* The widest frame of a function. In a sandwich or among callers it may not have been drawn yet. */
function selectName(v, id) {
	const { count, name, width } = v.profile;
	let best = -1;
	for (let i = 0; i < count; i++)
		if (name[i] === id && (best < 0 || width[i] > width[best]))
			best = i;
	if (best >= 0)
		select(v, best);
}

/* ---- the way to the zoomed frame ---- */

const MANY_CRUMBS = 9;  /* of a longer way, both ends */

function buildCrumbs(v) {
	v.crumbs = make(v.root, 'foreignObject', { class: 'crumbs', x: '1%', width: '98%', height: 22 });
	v.way = make(v.crumbs, 'nav', { 'aria-label': 'Zoomed stack' }, HTML);
	[v.tooltip, v.ghost] = ['tooltip', 'ghost'].map(name =>
		make(v.crumbs, 'div', { class: name, popover: 'manual', 'aria-hidden': true }, HTML));
	v.ghost.showPopover();
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
	v.way.replaceChildren(...(note ? [html(null, 'span.note', note)] : []), ...shown.map(node => {
		if (node < 0)
			return html(null, 'span', '\u2026');
		const crumb = html(null, 'button', nameOf(profile, node), { type: 'button', 'aria-current': node === zoom });
		on(crumb, { click: () => zoomTo(v, node) });
		return crumb;
	}));
	setDetails(v, v.message);
}
