/* Redraw: the picture for the present state, width and place in the window. */

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
