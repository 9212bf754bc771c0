/* Paths and labels: what is written for a view. */

function drawnWidth(w) {
	return w >= GAP_FROM ? w - GAP : w;
}

/*
 * Class name -> path text, for rows [from, to); classOf(node) may be '' for frames to leave out. In a
 * row, each frame but the first is placed relative to the last.
 */
function pathsOf(profile, view, rows, classOf, from = 0, to = view.depth) {
	const pens = new Map();
	for (let row = from; row < to; row++) {
		const y = rowTop(profile, view, rows, depthOf(view, row)) + profile.row / 2;
		for (let i = view.rows[row]; i < view.rows[row + 1]; i++) {
			const name = classOf(view.node[i]), w = drawnWidth(view.w[i]), key = i < view.faded ? name + ' faded' : name;
			let pen = pens.get(key);
			if (!name)
				continue;
			if (!pen)
				pens.set(key, pen = { text: '', row: -1, x: 0 });
			pen.text += pen.row === row ? 'm' + (view.x[i] - pen.x) + ' 0h' + w : 'M' + view.x[i] + ' ' + y + 'h' + w;
			pen.row = row;
			pen.x = view.x[i] + w;
		}
	}
	return new Map([...pens].map(([key, pen]) => [key, pen.text]));
}

/* The characters of a list that fit, from the first on; wide ones, such as CJK, take two columns. */
function charactersThatFit(characters, columns) {
	let used = 0;
	const end = characters.findIndex(char => (used += char < '\u1100' ? 1 : 2) > columns);
	return end < 0 ? characters : characters.slice(0, end);
}

/* As much of a name as fits: its start, or its end. */
function fitText(name, columns, keepEnd = false) {
	const ascii = /^[\0-\x7f]*$/.test(name), most = columns - 2;
	if (ascii && name.length <= columns)
		return name;
	if (ascii)
		return keepEnd ? '..' + name.slice(name.length - most) : name.slice(0, most) + '..';
	const characters = [...name];
	if (charactersThatFit(characters, columns).length === characters.length)
		return name;
	return keepEnd ? '..' + charactersThatFit(characters.reverse(), most).reverse().join('') :
		charactersThatFit(characters, most).join('') + '..';
}

function roomFor(view, i, charWidth) {
	return Math.floor((drawnWidth(view.w[i]) / PIXEL - 2 * LABEL_MARGIN) / charWidth);
}

/* Indices of the frames of rows [from, to) that are wide enough for a label. */
function labelled(view, charWidth, from = 0, to = view.depth) {
	const list = [];
	for (let i = view.rows[from]; i < view.rows[to]; i++)
		if (roomFor(view, i, charWidth) >= LABEL_LEAST)
			list.push(i);
	return list;
}

function labelText(profile, view, i, charWidth) {
	return fitText(nameOf(profile, view.node[i]), roomFor(view, i, charWidth), profile.cutsLeft);
}

function hiddenNote(count) {
	if (!count)
		return '';
	return commas(count) + (count === 1 ? WORD_THIN_FRAME + WORD_SEE_FRAME : WORD_THIN_FRAMES + WORD_SEE_FRAMES);
}
