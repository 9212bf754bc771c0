/* Labels: a pool of them, each in a nested svg that clips. */

const MANY_LABELS = 1500;  /* from here on only those near the window are made */

/* The declared width of a character is trusted unless the font here is clearly wider. */
function measureCharacter(v) {
	const sample = make(make(v.frames, 'svg', { class: 'label' }), 'text');
	sample.textContent = 'x'.repeat(50);
	const declared = v.profile.fontSize * v.profile.fontWidth;
	const measured = sample.getComputedTextLength() / 50;
	sample.parentNode.remove();
	return measured > declared * 1.02 ? measured : declared;
}

/* [first, last] y in the frames area that are within a window's height of being seen. */
function nearWindow(v) {
	const at = v.root.getBoundingClientRect().top + v.top, height = window.innerHeight;
	return [-at - height, 2 * height - at];
}

function poolLabel(v, i) {
	if (i === v.pool.length) {
		const row = v.profile.row, box = make(v.labels, 'svg', { height: row });
		v.pool.push({ box, text: make(box, 'text', { x: 3, y: row - Math.floor(row / 4) }) });
	}
	return v.pool[i];
}

function labelClass(v, i, d) {
	const node = v.view.node[i];
	if (d < v.view.faded)
		return 'label faded';
	const dark = v.profile.light.has(fillOf(v.profile, node)) && !isMarked(v.profile, node, v.marks);
	return dark ? 'label w' : 'label';
}

function paintLabels(v) {
	const { profile, view } = v, list = labelled(view, v.charWidth);
	const [from, to] = list.length > MANY_LABELS ? nearWindow(v) : [-Infinity, Infinity];
	let used = 0;
	v.partial = list.length > MANY_LABELS;
	for (const i of list) {
		const d = profile.depth[view.node[i]], y = rowTop(profile, v.rows, d);
		if (y < from || y > to)
			continue;
		const { box, text } = poolLabel(v, used++);
		setAll(box, { class: labelClass(v, i, d), x: view.x[i] / 10, y, width: drawnWidth(view.w[i]) / 10 });
		text.textContent = labelText(profile, view, i, v.charWidth);
		box.removeAttribute('display');
	}
	for (let i = used; i < v.pool.length && !v.pool[i].box.hasAttribute('display'); i++)
		v.pool[i].box.setAttribute('display', 'none');
}
