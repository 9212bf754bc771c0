/* Labels: a pool of them, each in a nested svg that clips. */

/* The declared width of a character is trusted unless the font here is clearly wider. */
function measureCharacter(v) {
	const sample = make(make(v.frames, 'svg', { class: 'label' }), 'text');
	sample.textContent = 'x'.repeat(50);
	const declared = v.profile.fontSize * v.profile.fontWidth, measured = sample.getComputedTextLength() / 50;
	sample.parentNode.remove();
	return measured > declared * 1.02 ? measured : declared;
}

function poolLabel(v, i) {
	if (i === v.pool.length) {
		const row = v.profile.row, box = make(v.labels, 'svg', { height: row, role: 'treeitem' });
		v.pool.push({ box, text: make(box, 'text', { x: 3, y: row - Math.floor(row / 4) }), key: '' });
	}
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
		const place = [labelClass(v, i), view.x[i] / 10, rowTop(profile, view, v.rows, depth), drawnWidth(view.w[i]) / 10];
		const key = node + ' ' + place.join(' ');
		if (label.key === key)
			continue;
		label.key = key;
		label.text.textContent = labelText(profile, view, i, charWidth);
		setAll(label.box, { class: place[0], x: place[1], y: place[2], width: place[3],
			'aria-label': spoken(profile, node), 'aria-level': Math.abs(depth) + 1 });
		label.box.removeAttribute('display');
	}
	for (; used < pool.length && pool[used].key; used++) {
		pool[used].key = '';
		pool[used].box.setAttribute('display', 'none');
	}
}
