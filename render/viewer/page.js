/* Page: elements, and the place of everything in the picture. */

const SVG = 'http://www.w3.org/2000/svg', HTML = 'http://www.w3.org/1999/xhtml';

function make(parent, name, attributes, space) {
	const element = document.createElementNS(space || SVG, name);
	setAll(element, attributes || {});
	return parent ? parent.appendChild(element) : element;
}

function setAll(element, attributes) {
	for (const key of Object.keys(attributes))
		element.setAttribute(key, attributes[key]);
}

function on(target, handlers, options) {
	for (const type of Object.keys(handlers))
		target.addEventListener(type, handlers[type], options);
}

/* The file's own measures, from which a taller or narrower picture is computed. Taken once, at the start. */
function readGeometry(v) {
	const { root, frames, profile } = v, height = +frames.getAttribute('height');
	const texts = Array.from(root.children).filter(child => child.localName === 'text').map(text => ({
		text, y: +text.getAttribute('y'), length: text.getComputedTextLength(),
		size: parseFloat(getComputedStyle(text).fontSize), header: /heading|subtitle/.test(text.getAttribute('class')) }));
	return { texts, top: +frames.getAttribute('y'), rows: Math.round(height / profile.row), height: +root.getAttribute('height'),
		header: Math.max(0, ...texts.map(({ header, y }) => header ? y + 8 : 0)) };
}

/* A text that is too long for a narrow window is made smaller. */
function shrink(v, { text, size }, length) {
	const room = TEXT_PERCENT / 100 * v.width;
	text.style.fontSize = length > room ? Math.max(TEXT_LEAST, Math.floor(10 * size * room / length) / 10) + 'px' : '';
}

/* Of one that says something else now; what the first measurement is still to come of, it will fit. */
function fitAgain(v, element) {
	const entry = v.geometry && v.geometry.texts.find(({ text }) => text === element);
	if (!entry)
		return;
	element.style.fontSize = '';
	shrink(v, entry, entry.length = element.getComputedTextLength());
}

/* ... and the controls go below the heading. */
function fitWidth(v) {
	const { texts } = v.geometry, heading = texts.find(({ text }) => text === v.heading);
	texts.forEach(entry => shrink(v, entry, entry.length));
	v.stacked = (v.width + heading.length) / 2 + 12 > v.width - barWidth(v);
	v.lower = v.stacked ? barHeight(v) : 0;
}

/* Deeper rows than the file shows, or a row for the controls, make the picture taller. */
function placeAll(v) {
	const { geometry, profile, lower, bottom } = v, grown = (v.rows - geometry.rows) * profile.row;
	v.top = geometry.top + lower;
	v.bottom = v.top + v.rows * profile.row;
	if (bottom === v.bottom && v.placed === lower)
		return;
	v.placed = lower;
	setAll(v.root, { height: geometry.height + lower + grown });
	setAll(v.frames, { y: v.top, height: v.rows * profile.row });
	for (const { text, y, header } of geometry.texts)
		text.setAttribute('y', header ? y : y + lower + (y > geometry.top ? grown : 0));
	placeCrumbs(v);
	placeBar(v);
	if (v.standalone && profile.up && bottom)
		scrollPage(v, v.bottom - bottom);
}

function scrollPage(v, by) {
	scrollBy(0, by);
	measure(v);
}

/* The controls stay in sight while a tall picture scrolls, as long as some of it is. */
function placeBar(v) {
	v.bar.setAttribute('y', Math.max(v.stacked ? v.geometry.header : 4, Math.min(4 - v.at, v.bottom - 34)));
}

/* Rows [from, to) that are in the window, or so many heights of it away; of low pictures all. */
function rowsNear(v, margin) {
	const { profile, view, rows } = v, { height } = v.window, y = -v.at - v.top;
	if (profile.sandwich || view.depth * profile.row < 4 * height)
		return [0, view.depth];
	const ends = [y - margin * height, y + (1 + margin) * height].map(end => depthAt(profile, view, rows, end));
	return [Math.min(...ends), Math.max(...ends) + 1].map(row => Math.min(Math.max(row, 0), view.depth));
}

/*
 * A path element for each class, kept between draws; matches are painted over the other frames, whose
 * paths are made once for a view.
 */
function paintPaths(v) {
	const { profile, view, rows, painted, isMatch } = v, height = rows * profile.row, key = [rows, ...painted].join();
	const draw = classOf => [...pathsOf(profile, view, rows, classOf, ...painted)];
	if (view.key !== key)
		Object.assign(view, { key, paths: draw(node => 'f' + fillOf(profile, node)) });
	const paths = new Map(view.paths.concat(isMatch ? draw(node => isMatch(node) ? 'match' : '') : []));
	setAll(v.shapes, { viewBox: '0 0.5 ' + view.units + ' ' + height, height });
	for (const name of new Set([...v.paths.keys(), ...paths.keys()]))
		setPath(v, name, paths.get(name) || '');
}

/* Only what changed costs the browser anything. */
function setPath(v, key, text) {
	const path = v.paths.get(key) || { text: '', element: make(null, 'path', { class: key }) };
	if (!v.paths.has(key))
		v.shapes[key.startsWith('match') ? 'append' : 'prepend'](path.element);
	v.paths.set(key, path);
	if (path.text === text)
		return;
	path.text = text;
	if (text)
		path.element.setAttribute('d', text);
	else
		path.element.removeAttribute('d');
}

/* How many frames are not drawn. All letters are as wide, so nothing is measured. */
function paintNote(v) {
	const entry = v.geometry.texts.find(({ text }) => text === v.note), text = hiddenNote(v.view.hidden);
	v.note.textContent = text;
	shrink(v, entry, text.length * v.charWidth * entry.size / v.profile.fontSize);
}

/* What of the totals' line a reader can change; as in render/picture/legend.c. */
function paintTotals(v) {
	const line = v.root.querySelector('.totals'), { widthby, changeOfSelf } = v.base;
	if (!line)
		return;
	line.querySelector('tspan').textContent = WORD_WIDTH + WIDTH_WORDS[WIDTHS.indexOf(widthby)] + (changeOfSelf ? WORD_OF_SELF : '');
	fitAgain(v, line);
}
