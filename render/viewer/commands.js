/* Commands: one table for keys, buttons, menus and the help. */

/* What can be chosen: key of the state, keyboard, title, names, and values if they are not the names. */
const SETTINGS = [
	['up', 'i', 'Direction', ['flame', 'icicle'], [true, false]],
	['callers', 'r', 'Stacks', ['callees', 'callers'], [false, true]],
	['order', 'o', 'Order', ORDERS],
	['merge', '', 'Fold recursion', ['none', 'direct', 'all']],
	['widthby', 'w', 'Width', WIDTHS],
	['self', '', 'Change of', ['total', 'self'], [false, true]],
	['relative', '', 'Change', ['relative', 'absolute'], [true, false]],
	['only', '', 'Show', ['all', WORD_GREW, WORD_SHRANK, WORD_NEW, WORD_GONE, WORD_MAY_BE_NOISE.replace(/ /g, '\u00a0')],
		['', ...Object.keys(CHANGES)]],
	['palette', '', 'Colours', []],
	['theme', 'd', 'Theme', ['auto', 'dark', 'light']],
];

/* [value, its name] ...; those about change are for profiles that have one. */
function choices(v, [id, , , names, values]) {
	if (/widthby|self|relative|only/.test(id) && v.base.columns === 1)
		return [];
	const palette = id === 'palette', list = palette ? palettesOf(v.base) : names;
	return list.map((name, i) => [palette && !i ? 'file' : values ? values[i] : name, name])
		.filter(([value]) => value !== 'noise' || v.base.beyond);
}

function isSet(v, id, value) {
	return (id === 'theme' ? v.theme : v.state[id]) === value;
}

function set(v, id, value) {
	if (id === 'theme')
		setTheme(v, rememberTheme(value));
	else
		change(v, { [id]: value });
}

function setNext(v, setting) {
	const [id] = setting, list = choices(v, setting), at = list.findIndex(([value]) => isSet(v, id, value)) + 1;
	set(v, id, list[at % list.length][0]);
}

/* The frame that a command is about: the cursor's, else the mouse's; -1 none. */
function target(v) {
	const selected = v.selected >= 0 && indexOf(v.profile, v.view, v.selected) >= 0 ? v.selected : -1;
	return selected < 0 && v.hovered >= 0 ? v.view.node[v.hovered] : selected;
}

/* What the commands of a group have in common; `on` is for what is on or off. */
const GROUPS = {
	Frame: { when: v => target(v) >= 0 && v.profile.name[target(v)] >= 0 },
	Edit: { run: (v, node, name, id) => edit(v, id, name) },
	Match: { when: v => v.isMatch !== null },
	How: { on: (v, id) => v.state.search[id], run: (v, node, name, id) => find(v, { [id]: !v.state.search[id] }) },
	Panel: { on: panelIs },
	Export: { run: (v, node, name, id) => download(v, id) },
};
GROUPS.Edit.when = GROUPS.Frame.when;

/* Id, keys, group, text, what it does with the frame and its name's id, when it can be done. */
const COMMANDS = [
	['zoom', 'Enter', 'Frame', 'Zoom to it', zoomTo],
	['sandwich', 's', 'Frame', 'Its callers and callees', (v, node, name) => change(v, { pivot: name })],
	['focus', 'f', 'Edit', 'Only stacks through it'],
	['hide', 'h', 'Edit', 'Hide it, keep its callees'],
	['remove', 'x', 'Edit', 'Remove it and its callees'],
	['same', '', 'Frame', 'Search for its name', (v, node) =>
		find(v, { text: nameOf(v.profile, node), regex: false, matchCase: true, word: false })],
	['list', '', 'Frame', 'Show it in the table', (v, node) => openTable(v, nameOf(v.profile, node))],
	['copy', 'c', 'Frame', 'Copy its name', (v, node) => copyText(v, nameOf(v.profile, node), 'name')],
	['stack', 'C', 'Frame', 'Copy its stack', (v, node) => copyText(v, stackText(v.profile, node), 'stack')],
	['subtree', '', 'Frame', 'Copy all stacks through it', (v, zoom) =>
		copyText(v, () => foldedText({ profile: v.profile, zoom }), 'stacks')],
	['menu', 'm ContextMenu Shift-F10', 'Go', 'Menu of the frame', (v, node) => openMenu(v, node), GROUPS.Frame.when],
	['step', 'ArrowUp ArrowDown ArrowLeft ArrowRight', 'Go', 'To a frame beside it', (v, node, name, id, key) =>
		step(v, key.slice('Arrow'.length).toLowerCase())],
	['reset', '0 Home', 'Go', 'Reset zoom', v => zoomTo(v, 0), v => v.zoom > 0 || isWindow(v)],
	['undo', 'u', 'Go', 'Undo', undo, v => v.undoable > 0],
	['search', '/ Ctrl-F F3', 'Go', 'Search', openSearch],
	['next', 'n', 'Match', 'Next match', v => nextMatch(v, 1)],
	['previous', 'N', 'Match', 'Previous match', v => nextMatch(v, -1)],
	['dim', '', 'How', 'Dim what does not match', v => change(v, { dim: !v.state.dim }), null, v => v.state.dim],
	['matchCase', '', 'How', 'Match case'],
	['word', '', 'How', 'Whole words'],
	['regex', '', 'How', 'Regular expression'],
	['clear', '', 'Go', 'Clear the search', closeSearch, v => v.state.search.text !== ''],
	['options', 'v', 'Panel', 'Options', openOptions],
	['table', 't', 'Panel', 'Table of functions', v => openTable(v)],
	['help', '?', 'Panel', 'Help', openHelp],
	['folded', '', 'Export', 'Stacks'],
	['svg', '', 'Export', 'SVG'],
	['png', '', 'Export', 'PNG'],
	...SETTINGS.filter(([, key]) => key).map(setting => [setting[0], setting[1], 'Set',
		setting[2] + ': ' + setting[3].join(', '), v => setNext(v, setting), v => choices(v, setting).length > 0]),
].map(([id, keys, group, text, run, when, on]) => {
	const common = GROUPS[group] || {};
	return { id, keys: keys.split(' ').filter(Boolean), group, text,
		run: run || common.run, when: when || common.when, on: on || common.on };
});

function canRun(v, { when }) {
	return !when || when(v);
}

/* A menu closes then, and a panel that is open already. */
function runCommand(v, { id, run }, key) {
	const node = target(v), open = panelIs(v, id);
	if (open || panelIs(v, 'menu'))
		closePanels(v);
	if (!open)
		run(v, node, node < 0 ? -1 : v.profile.name[node], id, key);
	paintButtons(v);
}

/* ---- keys ---- */

/* In somebody else's page only keys that are meant for this picture count. */
function hasKeys({ standalone, root, inside }) {
	const active = document.activeElement, owner = active && active.closest('svg.flamegraph, input, textarea, select, dialog');
	return standalone || root.contains(active) || (inside && root.isConnected && !owner);
}

/* Whether what has the focus makes use of a key: letters are typed, Enter and arrows work the controls. */
function wantsKey(v, element, key) {
	return ![null, document.body, v.root, v.frames].includes(element) &&
		(key.length > 1 || element.matches('input, textarea, select, [contenteditable]'));
}

/* Takes back the last thing that covers or narrows the picture. */
function escapeKey(v) {
	const searching = v.state.search.text || document.activeElement === v.input;
	const back = v.panel ? closePanels : searching ? closeSearch : v.zoom || isWindow(v) ? zoomTo : null;
	if (back)
		back(v, 0);
	return back !== null;
}

/* True if the key was for us. The browser's own find stays within reach: press Ctrl-F again. */
function pressed(v, { key, ctrlKey, metaKey, altKey, shiftKey, isComposing }) {
	const control = ctrlKey || metaKey, active = document.activeElement, typing = active === v.input;
	const name = control ? 'Ctrl-' + key.toUpperCase() : key === 'F10' && shiftKey ? 'Shift-F10' : key;
	if (altKey || isComposing)
		return false;
	if (name === 'Escape')
		return escapeKey(v);
	if (name === 'Enter' && typing) {
		searchNow(v);
		nextMatch(v, shiftKey ? -1 : 1);
		return true;
	}
	const command = COMMANDS.find(command => command.keys.includes(name) && canRun(v, command));
	if (!command || (control ? typing : wantsKey(v, active, name)))
		return false;
	runCommand(v, command, key);
	return true;
}
