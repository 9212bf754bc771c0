/* Graph: what is shown, how it changes, and the address that says so. */

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

/* ---- zoom ---- */

function zoomTo(v, node) {
	const { depth } = v.profile, moving = Math.abs(depth[node]) > Math.abs(depth[v.zoom]) ? node : v.zoom, from = placeOf(v, moving);
	v.zoom = node;
	v.span = [0, 1];
	v.message = '';
	redraw(v);
	showRow(v, node);
	animate(v, from, placeOf(v, moving));
	saveLink(v, true);
}

/* Zooms around x by a factor, and moves by so many pixels, within the zoomed frame. */
function panZoom(v, factor, clientX, deltaX) {
	const [from, to] = v.span, margin = marginOf(v), width = v.width - 2 * margin, at = (clientX - v.left - margin) / width;
	const length = Math.min(1, (to - from) / factor), start = from + (to - from) * (at - deltaX / width) - length * at;
	const left = Math.min(Math.max(start, 0), 1 - length);
	v.span = [left, left + length];
	redrawSoon(v);
}

/* Where a frame is drawn in the window, as a transform of a square pixel. */
function placeOf(v, node) {
	const { profile, view, rows, left, at, top } = v, i = indexOf(profile, view, node);
	return i < 0 ? '' : 'translate(' + (left + marginOf(v) + view.x[i] / PIXEL) + 'px, ' +
		(at + top + rowTop(profile, view, rows, profile.depth[node])) + 'px) scale(' + view.w[i] / PIXEL + ', ' + profile.row + ')';
}

/* A box goes from where the frame was to where it is: on the compositor, nothing is painted again. */
function animate(v, from, to) {
	if (from && to && from !== to && !matchMedia('(prefers-reduced-motion: reduce)').matches)
		v.ghost.animate({ transform: [from, to], opacity: [0.6, 0] }, { duration: 220, easing: 'ease-out' });
}

/* ---- search ---- */

function find(v, patch) {
	Object.assign(v.state.search, patch);
	mark(v);
	repaint(v);
	saveLink(v, false);
}

function mark(v) {
	const { marks, note } = runSearch(v.base, v.state.search);
	const isMatch = matcherOf(v.profile, marks, v.state.only);
	Object.assign(v, { marks, searchNote: note, isMatch, found: { count: 0, at: -1, sum: 0, stale: isMatch !== null } });
}

/* The width that matches have of the zoomed frame, null if that is not known, and how many there are. */
function measureFound(v) {
	const { profile, zoom, isMatch, state, found } = v;
	if (!isMatch)
		return;
	const here = profile.size ? measureMatches(profile, zoom, isMatch) :
		{ count: matchesOf(v).length, sum: state.only ? null : measureGrown(profile, zoom, v.marks) };
	found.sum = here.sum;
	if (found.stale || !profile.size)
		found.count = (zoom && profile.size ? measureMatches(profile, 0, isMatch) : here).count;
	if (!profile.size)
		Object.assign(found, { list: matchesOf(v), at: matchesOf(v).indexOf(v.selected) });
	found.stale = false;
}

function matchedText(v) {
	const { count, sum } = v.found;
	if (!v.isMatch || v.searchNote.startsWith('Stopped'))
		return '';
	return !count && !sum ? 'No match' : 'Matched: ' + (sum === null ? commas(count) : percent(sum, v.profile.width[v.zoom]));
}

/* All of the tree; of one that grows those that are drawn. */
function matchesOf({ profile, view, isMatch }) {
	return profile.size ? Array.from(profile.name.keys()).filter(isMatch) :
		view.node.filter((node, i) => i >= view.faded && isMatch(node));
}

/* Goes to the next of all matches, "k of n", and out of or into the graph as far as it takes. */
function nextMatch(v, step) {
	const { found } = v, list = v.isMatch ? found.list = found.list || matchesOf(v) : [], { length } = list;
	if (!length)
		return;
	found.at = found.at < 0 && step < 0 ? length - 1 : (found.at + step + length) % length;
	select(v, list[found.at]);
	paintStatus(v);
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

/* ---- drawing ---- */

/* Everything, for the present state and width. Reads no geometry: what was measured is in v. */
function redraw(v) {
	if (!v.width)
		return;  /* not displayed; the observer calls again */
	const { profile, zoom, home } = v, units = unitsOf(v.width), whole = !zoom && v.span[1] - v.span[0] === 1;
	v.view = whole && home && home.units === units ? home : layoutView(profile, zoom, units, v.span);
	if (whole)
		v.home = v.view;
	if (!zoom)
		v.tallest = profile === v.base ? Math.max(v.geometry.rows, v.view.depth) : v.view.depth;
	v.rows = Math.max(v.tallest, v.view.depth);
	placeAll(v);
	paintNote(v);
	paintCrumbs(v);
	repaint(v);
}

/* What a search changes. */
function repaint(v) {
	if (!v.view)
		return;
	measureFound(v);
	paintStatus(v);
	paint(v);
	v.hovered = null;
	hover(v, v.mouse);
	refreshTable(v);
}

/* Frames and labels near the window. */
function paint(v) {
	v.painted = rowsNear(v, 0.7);
	v.drawing.classList.toggle('dim', v.isMatch !== null && (v.state.dim || v.state.only !== ''));
	paintPaths(v);
	paintLabels(v);
	paintCursor(v);
}

/* Any number of calls make one redraw, or one paint, before the next frame. */
function redrawSoon(v, how = redraw) {
	if (!v.waiting || how === redraw)
		v.how = how;
	v.waiting = v.waiting || requestAnimationFrame(() => {
		v.waiting = 0;
		v.how(v);
	});
}

/* Where the picture is in the window. */
function measure(v) {
	const { width, left, top } = v.root.getBoundingClientRect();
	Object.assign(v, { left, at: top, window: { width: innerWidth, height: innerHeight } });
	return width;
}

function resized(v) {
	const width = measure(v), first = !v.geometry;
	if (width === v.width || !width)
		return;
	if (first) {
		v.charWidth = measureCharacter(v);
		v.geometry = readGeometry(v);
		v.tallest = v.geometry.rows;
	}
	Object.assign(v, { width, placed: null, home: null });
	fitWidth(v);
	redraw(v);
	if (first)
		showRoot(v);
}

function scrolled(v) {
	measure(v);
	if (!v.view)
		return;
	placeBar(v);
	const [from, to] = rowsNear(v, 0);
	if (from < v.painted[0] || to > v.painted[1])
		redrawSoon(v, paint);
}
