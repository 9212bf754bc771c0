/* Tooltip, details line and outline. */

function frameUnder(v, event) {
	const rect = v.root.getBoundingClientRect();
	const x = (event.clientX - rect.left - 0.01 * v.width) * 10, y = event.clientY - rect.top - v.top;
	const row = Math.floor(y / v.profile.row);
	return frameAt(v.view, v.profile.up ? v.rows - 1 - row : row, x);
}

/* What does not fit: of a long name all but some letters, then the last facts (the tooltip has them). */
function detailsText(v, node) {
	const { profile, width, charWidth } = v, name = nameOf(profile, node), facts = describe(profile, node, v.zoom);
	const room = () => Math.floor(0.97 * width / charWidth) - profile.nametype.length - 3 - facts.join('; ').length;
	while (facts.length > 1 && room() < Math.min(name.length, 20))
		facts.pop();
	return profile.nametype + ' ' + fitText(name, Math.max(room(), 3)) + ' (' + facts.join('; ') + ')';
}

function hover(v, event) {
	const i = event ? frameUnder(v, event) : -1;
	v.root.classList.toggle('over', i >= 0);
	if (i !== v.hovered) {
		v.hovered = i;
		outline(v, i);
		v.details.textContent = i < 0 ? v.message : detailsText(v, v.view.node[i]);
		fillTooltip(v, i);
	}
	if (i >= 0)
		placeTooltip(v, event);
}

function outline(v, i) {
	if (i < 0) {
		v.outline.setAttribute('display', 'none');
		return;
	}
	const { profile, view } = v, y = rowTop(profile, v.rows, profile.depth[view.node[i]]);
	v.outline.removeAttribute('display');
	setAll(v.outline, { x: view.x[i] / 10 + 0.5, y: y + 0.5, height: profile.row - 2,
		width: Math.max(drawnWidth(view.w[i]) / 10 - 1, 0.5) });
}

/* Measured once for each frame that the mouse comes to. */
function fillTooltip(v, i) {
	v.tooltip.setAttribute('display', i < 0 ? 'none' : 'inline');
	if (i < 0)
		return;
	const node = v.view.node[i], columns = Math.max(10, Math.min(80, Math.floor((v.width - 40) / v.charWidth)));
	const name = wrap(nameOf(v.profile, node), columns, 8);
	const facts = describe(v.profile, node, v.zoom).flatMap(line => wrap(line, columns, 4));
	const text = v.tooltip.lastChild, line = Math.round(v.profile.fontSize * 1.4);
	text.replaceChildren();
	name.concat(facts).forEach((words, k) => {
		make(text, 'tspan', { x: 8, y: 6 + line * (k + 0.8), class: k < name.length ? 'name' : 'fact' }).textContent = words;
	});
	const box = text.getBBox();
	v.tooltipSize = [box.width + 16, line * text.childNodes.length + 12];
	setAll(v.tooltip.firstChild, { width: v.tooltipSize[0], height: v.tooltipSize[1] });
}

/* Beside the mouse, and inside of both the window and the picture. */
function placeTooltip(v, event) {
	const rect = v.root.getBoundingClientRect(), [width, height] = v.tooltipSize;
	const right = Math.min(window.innerWidth, rect.right), bottom = Math.min(window.innerHeight, rect.bottom);
	let x = event.clientX + 12, y = event.clientY + 18;
	if (x + width > right - 4)
		x = Math.max(Math.max(0, rect.left) + 4, right - width - 4);
	if (y + height > bottom - 4)
		y = Math.max(Math.max(0, rect.top) + 4, event.clientY - height - 12);
	v.tooltip.setAttribute('transform', 'translate(' + (x - rect.left) + ' ' + (y - rect.top) + ')');
}
