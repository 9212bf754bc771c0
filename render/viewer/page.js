/* Picture: shapes, and the place of everything. */

const SVG = 'http://www.w3.org/2000/svg', HTML = 'http://www.w3.org/1999/xhtml';
const STACKED_ROW = 30;  /* px that the controls take when they do not fit beside the heading */

function make(parent, name, attributes, space) {
	const element = document.createElementNS(space || SVG, name);
	setAll(element, attributes || {});
	return parent ? parent.appendChild(element) : element;
}

function setAll(element, attributes) {
	for (const [key, value] of Object.entries(attributes))
		element.setAttribute(key, value);
}

/* The file's own measures, from which a taller picture is computed. */
function readGeometry(root, frames, row) {
	const top = +frames.getAttribute('y'), height = +frames.getAttribute('height');
	const header = Array.from(root.querySelectorAll('.heading, .subtitle'));
	const texts = Array.from(root.children).filter(child => child.localName === 'text' && !header.includes(child));
	return { top, rows: Math.round(height / row), height: +root.getAttribute('height'),
		header: Math.max(0, ...header.map(text => +text.getAttribute('y') + 8)),
		texts: texts.map(text => ({ text, y: +text.getAttribute('y') })) };
}

/* Deeper rows than the file shows, or a row for the controls, make the picture taller. */
function placeAll(v) {
	const { geometry, profile } = v, lower = v.stacked ? STACKED_ROW : 0;
	const grown = (v.rows - geometry.rows) * profile.row, before = v.bottom;
	v.top = geometry.top + lower;
	v.bottom = v.top + v.rows * profile.row;
	setAll(v.root, { height: geometry.height + lower + grown });
	setAll(v.frames, { y: v.top, height: v.rows * profile.row });
	for (const { text, y } of geometry.texts)
		text.setAttribute('y', y + lower + (y > geometry.top ? grown : 0));
	setAll(v.bar, { y: v.stacked ? geometry.header : 4 });
	if (v.standalone && profile.up && before && before !== v.bottom)
		window.scrollBy(0, v.bottom - before);
}

/* A path element for each class, kept between draws. */
function paintPaths(v) {
	const paths = pathsOf(v.profile, v.view, v.rows, v.marks), height = v.rows * v.profile.row;
	setAll(v.shapes, { viewBox: '0 0.5 ' + v.view.units + ' ' + height, height });
	for (const [key, path] of v.paths)
		if (!paths.has(key))
			path.removeAttribute('d');
	for (const [key, text] of paths) {
		if (!v.paths.has(key))
			v.paths.set(key, make(v.shapes, 'path', { class: key }));
		v.paths.get(key).setAttribute('d', text);
	}
}

function widthOf(v) {
	return v.root.getBoundingClientRect().width;
}

/* Everything, for the present zoom, marks and width. */
function redraw(v) {
	v.width = widthOf(v);
	if (!v.width)
		return;  /* not displayed; the observer calls again */
	v.view = layoutView(v.profile, v.zoom, Math.round(0.98 * v.width * 10));
	if (!v.zoom)
		v.tallest = Math.max(v.geometry.rows, v.view.depth);
	v.rows = Math.max(v.tallest, v.view.depth);
	hover(v, null);
	paintStatus(v);
	fitTexts(v);
	fitControls(v);
	placeAll(v);
	paintPaths(v);
	paintLabels(v);
}

/* Any number of calls make one redraw before the next frame. */
function redrawSoon(v) {
	if (v.waiting)
		return;
	v.waiting = requestAnimationFrame(() => {
		v.waiting = 0;
		redraw(v);
	});
}
