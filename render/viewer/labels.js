/* Labels: a pool of them. Each is cut to what fits, so that nothing has to be clipped. */

/* The declared width of a character is trusted unless the font here is clearly wider. */
function measureCharacter(v) {
	const sample = make(v.frames, 'text', { class: 'label' });
	sample.textContent = 'x'.repeat(50);
	const declared = v.profile.fontSize * v.profile.fontWidth, measured = sample.getComputedTextLength() / 50;
	sample.remove();
	return measured > declared * 1.02 ? measured : declared;
}

function poolLabel(v, i) {
	if (i === v.pool.length)
		v.pool.push({ text: make(v.labels, 'text', { role: 'treeitem' }), key: '' });
	return v.pool[i];
}

function labelClass(v, i) {
	const node = v.view.node[i];
	if (i < v.view.faded)
		return 'label faded';
	if (v.isMatch && v.isMatch(node))
		return 'label matching';
	return v.profile.light.has(fillOf(v.profile, node)) ? 'label w' : 'label';
}

/* What a screen reader says of a frame: its name and share, and as attributes its place. */
function spoken(profile, node) {
	return nameOf(profile, node) + ', ' + percent(profile.width[node], profile.width[0]);
}

function paintLabels(v) {
	const { profile, view, pool, charWidth } = v;
	let used = 0;
	for (const i of labelled(view, charWidth, ...v.painted)) {
		const node = view.node[i], label = poolLabel(v, used++), depth = profile.depth[node];
		const place = { class: labelClass(v, i), x: view.x[i] / PIXEL + LABEL_MARGIN,
			y: rowTop(profile, view, v.rows, depth) + profile.row - Math.floor(profile.row / LABEL_RISE) };
		const key = [node, view.w[i], place.class, place.x, place.y].join();
		if (label.key === key)
			continue;
		label.key = key;
		label.text.textContent = labelText(profile, view, i, charWidth);
		setAll(label.text, { ...place, 'aria-label': spoken(profile, node), 'aria-level': Math.abs(depth) + 1 });
		label.text.removeAttribute('display');
	}
	for (; used < pool.length && pool[used].key; used++) {
		pool[used].key = '';
		pool[used].text.setAttribute('display', 'none');
	}
}
