/* Panels over the picture, one at a time: options, menu of a frame, help. */

function panelIs(v, name) {
	return v.panel !== null && v.panel.name === name;
}

/* They stay in the visible part of the picture, below the controls if that leaves enough room. */
function placePanels(v) {
	if (!v.panel)
		return;
	const bar = v.bar.firstChild.getBoundingClientRect(), { left, at } = v, x = Math.max(0, left);
	const y = Math.max(0, innerHeight - bar.bottom < 240 ? at : bar.bottom + 4);
	const width = Math.min(left + v.width, innerWidth) - x, height = Math.max(160, innerHeight - y);
	setAll(v.panels, { x: x - left, y: y - at, width, height });
}

function buildPanels(v) {
	const place = () => placePanels(v);
	v.panels = make(v.root, 'foreignObject', { class: 'panels' });
	window.addEventListener('scroll', place, { capture: true, passive: true });
	window.addEventListener('resize', place);
	new ResizeObserver(place).observe(v.root);
	document.addEventListener('pointerdown', event => {
		if (!panelIs(v, 'table') && !v.panels.contains(event.target) && !v.bar.contains(event.target))
			closePanels(v);
	});
}

function openPanel(v, name, title) {
	closePanels(v);
	hover(v, null);
	if (!v.panels)
		buildPanels(v);
	const element = html(v.panels, 'div.panel', '', { role: 'dialog', 'aria-label': title, tabindex: -1 });
	element.classList.add(name);
	v.panel = { name, element, from: document.activeElement };
	placePanels(v);
	const head = html(element, 'div.head');
	html(head, 'span', title);
	button(v, head, { id: 'close', text: 'Close', keys: ['Escape'], run: closePanels }, '\u00d7');
	element.focus({ preventScroll: true });
	return html(element, 'div.body');
}

function closePanels(v) {
	if (!v.panel)
		return false;
	const { element, from } = v.panel, inside = element.contains(document.activeElement);
	v.panel = null;
	element.remove();
	v.buttons = v.buttons.filter(({ element }) => element.isConnected);
	if (inside && from)
		from.focus({ preventScroll: true });
	paintButtons(v);
	return true;
}

function openOptions(v) {
	const body = openPanel(v, 'options', 'Options');
	const rows = SETTINGS.map(setting => [setting[2], choices(v, setting).map(([value, text]) =>
		({ text, on: () => isSet(v, setting[0], value), run: () => set(v, setting[0], value) }))]);
	rows.push(['Save', COMMANDS.filter(({ group }) => group === 'Export')]);
	for (const [title, commands] of rows.filter(([, commands]) => commands.length > 1)) {
		const row = html(body, 'div.row', '', { role: 'group', 'aria-label': title });
		html(row, 'span.name', title);
		const list = html(row, 'span.choices');
		commands.forEach(command => button(v, list, command));
	}
}

/* Of a function; at a point, or at the frame. */
function openMenu(v, node, clientX, clientY) {
	if (v.profile.name[node] < 0)
		return;
	select(v, node);
	const { profile, view } = v, name = nameOf(profile, node), body = openPanel(v, 'menu', name), { element } = v.panel;
	setAll(body, { role: 'menu', 'aria-label': name });
	const items = COMMANDS.filter(({ group }) => group === 'Frame' || group === 'Edit').map(command => {
		const item = button(v, body, command);
		setAll(item, { role: 'menuitem', tabindex: -1 });
		html(item, 'kbd', command.keys[0]);
		return item;
	});
	body.addEventListener('keydown', event => {
		const at = items.indexOf(document.activeElement), to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
		if (event.key in to) {
			event.preventDefault();
			items.at(to[event.key] % items.length).focus();
		}
	});
	const area = v.panels.getBoundingClientRect(), size = element.getBoundingClientRect();
	const x = clientX || v.left + marginOf(v) + view.x[indexOf(profile, view, node)] / PIXEL;
	const y = clientY || v.at + v.top + rowTop(profile, view, v.rows, profile.depth[node]) + profile.row;
	const within = (at, room) => Math.max(0, Math.min(at, room)) + 'px';
	element.style.marginTop = within(y - area.top, area.height - size.height);
	element.style.marginLeft = within(x - area.left, area.width - size.width);
	items[0].focus({ preventScroll: true });
}

const GESTURES = [{ keys: ['Click'], text: 'Zoom to a frame, or back to one below' },
	{ keys: ['Right click', 'Long press'], text: 'Menu of a frame' },
	{ keys: ['Pinch', 'Ctrl-Wheel'], text: 'Zoom in and out' }];

function openHelp(v) {
	const body = openPanel(v, 'help', 'Help'), list = html(null, 'dl');
	html(body, 'p', 'Each box is a function, as wide as its share of ' + (v.base.countname && !/ /.test(formatNumber(v.base, 0)) ? 'all ' + v.base.countname : 'the whole') +
		'; the boxes on it, towards the tips, are what it called.' +
		(v.state.order === 'input' ? '' : ' From left to right is no order of time.'));
	html(body, 'p', 'Below, it is the frame that the arrow keys chose, or else that under the mouse.');
	body.append(list);
	for (const { keys, text } of GESTURES.concat(COMMANDS.filter(({ keys }) => keys[0]))) {
		const name = html(list, 'dt');
		keys.forEach(key => html(name, 'kbd', key.replace('Arrow', '')));
		html(list, 'dd', text);
	}
	body.tabIndex = 0;
	body.focus({ preventScroll: true });
}
