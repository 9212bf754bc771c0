/* Tooltip, details line and outlines. */

function frameUnder(v, event) {
	const x = (event.clientX - v.left - 0.01 * v.width) * 10, y = event.clientY - v.at - v.top;
	return frameAt(v.view, depthAt(v.profile, v.view, v.rows, y), x);
}

/* What does not fit: of a long name all but some letters, then the last facts (the tooltip has them). */
function detailsText(v, node) {
	const { profile, width, charWidth } = v, name = nameOf(profile, node), facts = describe(profile, node, v.zoom);
	const room = () => Math.floor(0.97 * width / charWidth) - profile.nametype.length - 3 - facts.join('; ').length;
	while (facts.length > 1 && room() < Math.min(name.length, 20))
		facts.pop();
	return profile.nametype + ' ' + fitText(name, Math.max(room(), 3)) + ' (' + facts.join('; ') + ')';
}

/* The details line has the place of the way to the zoomed frame. */
function setDetails(v, text) {
	v.details.textContent = text;
	v.crumbs.setAttribute('visibility', text ? 'hidden' : 'visible');
}

function hover(v, event) {
	const i = event && !event.target.closest('foreignObject') ? frameUnder(v, event) : -1;
	if (i !== v.hovered) {
		v.hovered = i;
		v.root.classList.toggle('over', i >= 0);
		outline(v, v.outline, i);
		setDetails(v, i < 0 ? v.message : detailsText(v, v.view.node[i]));
		fillTooltip(v, i);
	}
	if (i >= 0)
		placeTooltip(v, event);
}

/* Around frame i of the view; -1 none. */
function outline(v, rect, i) {
	if (i < 0) {
		rect.setAttribute('display', 'none');
		return;
	}
	const { profile, view } = v, y = rowTop(profile, view, v.rows, profile.depth[view.node[i]]);
	rect.removeAttribute('display');
	setAll(rect, { x: view.x[i] / 10 + 0.5, y: y + 0.5, height: profile.row - 2,
		width: Math.max(drawnWidth(view.w[i]) / 10 - 1, 0.5) });
}

/* Its size comes from the number of characters: measuring would make the browser lay out the page. */
function fillTooltip(v, i) {
	v.tooltip.setAttribute('display', i < 0 ? 'none' : 'inline');
	if (i < 0)
		return;
	const node = v.view.node[i], columns = Math.max(10, Math.min(80, Math.floor((v.width - 40) / v.charWidth)));
	const name = wrap(nameOf(v.profile, node), columns, 8);
	const lines = name.concat(describe(v.profile, node, v.zoom).flatMap(fact => wrap(fact, columns, 4)));
	const text = v.tooltip.lastChild, height = Math.round(v.profile.fontSize * 1.4);
	text.replaceChildren();
	lines.forEach((words, k) => {
		const attributes = { x: 8, y: 6 + height * (k + 0.8), class: k < name.length ? 'name' : 'fact' };
		make(text, 'tspan', attributes).textContent = words;
	});
	const longest = Math.max(...lines.map(line => Array.from(line).reduce((sum, char) => sum + columnsOf(char), 0)));
	v.tooltipSize = [longest * v.charWidth + 16, height * lines.length + 12];
	setAll(v.tooltip.firstChild, { width: v.tooltipSize[0], height: v.tooltipSize[1] });
}

/* Beside the mouse, and inside of both the window and the picture. */
function placeTooltip(v, event) {
	const [width, height] = v.tooltipSize, { left, at, bottom } = v;
	const right = Math.min(window.innerWidth, left + v.width), foot = Math.min(window.innerHeight, at + bottom + 40);
	let x = event.clientX + 12, y = event.clientY + 18;
	if (x + width > right - 4)
		x = Math.max(Math.max(0, left) + 4, right - width - 4);
	if (y + height > foot - 4)
		y = Math.max(Math.max(0, at) + 4, event.clientY - height - 12);
	v.tooltip.setAttribute('transform', 'translate(' + (x - left) + ' ' + (y - at) + ')');
}
