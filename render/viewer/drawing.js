/* Paths and labels: what is written for a view. */

/* marks: one byte for each name that the search found, or null. */
function isMarked(profile, node, marks) {
	return marks !== null && node !== 0 && marks[profile.name[node]] === 1;
}

/* Frames of 3 pixels and more leave half a pixel to their right. */
function drawnWidth(w) {
	return w >= 30 ? w - 5 : w;
}

function rowTop(profile, rows, d) {
	return profile.row * (profile.up ? rows - 1 - d : d);
}

/* Class name -> path text. In a row, each frame but the first is placed relative to the last. */
function pathsOf(profile, view, rows, marks) {
	const pens = new Map();
	for (let d = 0; d < view.depth; d++) {
		const y = rowTop(profile, rows, d) + profile.row / 2, suffix = d < view.faded ? ' faded' : '';
		for (let i = view.rows[d]; i < view.rows[d + 1]; i++) {
			const node = view.node[i], w = drawnWidth(view.w[i]);
			const key = (isMarked(profile, node, marks) ? 'match' : 'f' + fillOf(profile, node)) + suffix;
			let pen = pens.get(key);
			if (!pen)
				pens.set(key, pen = { text: '', row: -1, x: 0 });
			pen.text += pen.row === d ? 'm' + (view.x[i] - pen.x) + ' 0h' + w : 'M' + view.x[i] + ' ' + y + 'h' + w;
			pen.row = d;
			pen.x = view.x[i] + w;
		}
	}
	return new Map([...pens].map(([key, pen]) => [key, pen.text]));
}

/* As much of a name as fits, counted in characters, not in UTF-16 units. */
function fitText(name, chars) {
	if (name.length <= chars)
		return name;
	if (/^[\0-\x7f]*$/.test(name))
		return name.slice(0, chars - 2) + '..';
	const points = Array.from(name);
	return points.length <= chars ? name : points.slice(0, chars - 2).join('') + '..';
}

function roomFor(view, i, charWidth) {
	return Math.floor((drawnWidth(view.w[i]) / 10 - 6) / charWidth);
}

/* Indices of the frames that are wide enough for a label. */
function labelled(view, charWidth) {
	const list = [];
	for (let i = 0; i < view.node.length; i++)
		if (roomFor(view, i, charWidth) >= 3)
			list.push(i);
	return list;
}

function labelText(profile, view, i, charWidth) {
	return fitText(nameOf(profile, view.node[i]), roomFor(view, i, charWidth));
}

function hiddenNote(count) {
	if (!count)
		return '';
	return commas(count) + (count === 1 ? ' frame is too thin to draw here; zoom in to see it' :
		' frames are too thin to draw here; zoom in to see them');
}
