/*
 * Zoom: which frame fills the picture, or which part of it. Where its frames then are is computed by
 * layoutView() in layout.js, as for the whole picture.
 */

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
