/* State: what is shown, how it changes, and the address that says so. */

const TREE_FIELDS = ['callers', 'pivot', 'merge', 'edits', 'widthby'];

function fileState(profile) {
	return { callers: false, pivot: -1, merge: 'none', edits: [], up: profile.up, order: profile.order,
		widthby: profile.widthby, self: profile.changeOfSelf, relative: true, only: '', palette: 'file', dim: false,
		search: { text: profile.search, regex: false, matchCase: false, word: false } };
}

/* Makes v.profile the tree that the state asks for; ids of nodes mean something else afterwards. */
function growTree(v) {
	const { base, state } = v;
	if (base.widthby !== state.widthby)
		weigh(Object.assign(base, { widthby: state.widthby }));
	const tree = MERGES[state.merge](state.edits.reduce((edited, { kind, name }) => EDITS[kind](edited, name), base));
	v.profile = state.callers || state.pivot >= 0 ? growingTree(tree, state.pivot) : tree;
	v.pool.forEach(label => { label.key = '-'; });
	Object.assign(v, { selected: -1, span: [0, 1], message: '' });
	if (panelIs(v, 'menu'))
		closePanels(v);
}

/* The rest of the state: what does not change the tree. */
function applyState(v) {
	const { base, state, profile } = v, { up, order, self, relative, palette } = state;
	if (base.order !== order)
		[base, profile.base || base, profile].forEach(tree => { tree.first = tree.first.map(() => 0); });
	Object.assign(base, { up, order, changeOfSelf: self, relative });
	if (v.palette !== palette)
		setPalette(v, v.palette = palette);
	v.undoable = state.edits.length + (state.pivot >= 0);
	v.home = null;
	paintTotals(v);
	mark(v);
}

/* A new state. Of another tree the zoomed frame is the one with the same names. */
function change(v, patch) {
	const path = v.zoom && !('callers' in patch || 'pivot' in patch) ? zoomPath(v.profile, v.zoom) : '';
	Object.assign(v.state, patch);
	if (TREE_FIELDS.some(field => field in patch)) {
		growTree(v);
		v.zoom = path ? findPath(v.profile, path).node : 0;
	}
	applyState(v);
	redraw(v);
	saveLink(v, true);
}

/* Of the function in a sandwich it leaves nothing to see there. */
function edit(v, kind, name) {
	const patch = { edits: v.state.edits.concat({ kind, name }) };
	change(v, v.state.pivot === name ? { ...patch, pivot: -1 } : patch);
}

function undo(v) {
	if (v.state.pivot >= 0)
		change(v, { pivot: -1 });
	else if (v.state.edits.length)
		change(v, { edits: v.state.edits.slice(0, -1) });
}

/* ---- address ---- */

/* push: a step that the browser's back button takes back. */
function saveLink(v, push) {
	if (!v.standalone)
		return;  /* the address belongs to the page around */
	const zoom = v.zoom ? zoomPath(v.profile, v.zoom) : '', query = writeQuery(v.file, location.search, v.state, zoom);
	if (query === location.search)
		return;
	try {
		history[push ? 'pushState' : 'replaceState'](null, '', location.pathname + query + location.hash);
	} catch (error) {
		/* not allowed here (sandbox, data: address); all but the link works */
	}
}

function loadLink(v) {
	const link = readQuery(v.file, v.standalone ? location.search : '');
	v.state = link.state;
	v.zoom = 0;
	growTree(v);
	v.message = link.missing.length ? 'Functions of this link are not in this profile: ' + link.missing.join(', ') : '';
	applyState(v);
	if (!link.zoom)
		return;
	const { node, missing } = findPath(v.profile, link.zoom);
	v.zoom = node;
	if (missing)
		v.message = 'The frame of this link is not in this profile (' + commas(missing) + ' of its names not found); ' +
			(node ? 'zoomed to the nearest frame above it: ' + nameOf(v.profile, node) : 'nothing is zoomed');
}
