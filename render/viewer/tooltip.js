/* Tooltip, details line and outlines. */

function frameUnder(v, { clientX, clientY }) {
	return frameAt(v.view, depthAt(v.profile, v.view, v.rows, clientY - v.at - v.top), (clientX - v.left - marginOf(v)) * PIXEL);
}

/* What does not fit: of a long name all but some letters, then the last facts, and of the first its end. */
function detailsText(v, node) {
	const { nametype } = v.profile, facts = describe(v.profile, node, v.zoom);
	const all = Math.floor(TEXT_PERCENT / 100 * v.width / v.charWidth), room = () => all - (nametype + facts.join('; ')).length - 4;
	while (facts.length > 1 && room() < 20)
		facts.pop();
	return fitText(nametype + ' ' + fitText(nameOf(v.profile, node), Math.max(room(), 3)) + ' (' + facts.join('; ') + ')', all);
}

/* The details line has the place of the way to the zoomed frame. */
function setDetails(v, text) {
	v.details.textContent = text;
	v.crumbs.setAttribute('visibility', text ? 'hidden' : 'visible');
}

/* event: where the mouse is, null away from the picture. */
function hover(v, event) {
	const i = event ? frameUnder(v, event) : -1, node = v.view.node[i], { tooltip } = v;
	v.mouse = event;
	if (i !== v.hovered) {
		v.hovered = i;
		v.root.classList.toggle('over', i >= 0);
		outline(v, v.outline, i);
		setDetails(v, i < 0 ? v.message : detailsText(v, node));
		tooltip.replaceChildren(...(i < 0 ? [] : [nameOf(v.profile, node)].concat(describe(v.profile, node, v.zoom)))
			.map(line => html(null, 'div', line)));
		if (i >= 0 && markOf(v.profile, node))
			html(tooltip.firstChild, 'small', ' ' + markOf(v.profile, node)[0]);
		if (v.tipped !== i >= 0)
			tooltip.togglePopover(v.tipped = i >= 0);
	}
	if (i >= 0)
		placeTooltip(v, event.clientX, event.clientY);
}

/* On the mouse's side that has more room. */
function placeTooltip({ tooltip, window: { width, height } }, x, y) {
	const right = x > width / 2, low = y > height / 2;
	Object.assign(tooltip.style, { left: right ? 'auto' : x + 12 + 'px', right: right ? width - x + 12 + 'px' : 'auto',
		top: low ? 'auto' : y + 16 + 'px', bottom: low ? height - y + 12 + 'px' : 'auto' });
}

/* Around frame i of the view; -1 none. */
function outline(v, rect, i) {
	const { profile, view } = v;
	setAll(rect, i < 0 ? { display: 'none' } : { display: 'inline', x: view.x[i] / PIXEL + 0.5, height: profile.row - 2,
		y: rowTop(profile, view, v.rows, profile.depth[view.node[i]]) + 0.5, width: Math.max(drawnWidth(view.w[i]) / PIXEL - 1, 0.5) });
}
