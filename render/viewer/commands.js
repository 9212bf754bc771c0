/* Commands: one table for keys, buttons, menus and the help. */

/* What can be chosen: key of the state, keyboard, title, names, and values if they are not the names. */
const SETTINGS = [
	['up', 'i', 'Direction', 'flame icicle', [true, false]],
	['callers', 'r', 'Stacks', 'callees callers', [false, true]],
	['order', 'o', 'Order', 'name width input'],
	['merge', '', 'Fold recursion', 'none direct all'],
	['widthby', 'w', 'Width', 'before after larger'],
	['self', '', 'Change of', 'total self', [false, true]],
	['relative', '', 'Change', 'relative absolute', [true, false]],
	['only', '', 'Show', 'all grew shrank new gone', ['', 'grew', 'shrank', 'new', 'gone']],
	['palette', '', 'Colours', ''],
	['theme', 'd', 'Theme', 'auto light dark'],
];

/* [value, its name] ...; those about change are for profiles that have one. */
function choices(v, [id, , , names, values]) {
	if (/widthby|self|relative|only/.test(id) && v.base.columns === 1)
		return [];
	const palette = id === 'palette', list = palette ? palettesOf(v.base) : names.split(' ');
	return list.map((name, i) => [palette && !i ? 'file' : values ? values[i] : name, name]);
}

function isSet(v, id, value) {
	return (id === 'theme' ? v.theme : v.state[id]) === value;
}

function set(v, id, value) {
	if (id === 'theme')
		setTheme(v, value);
	else
		change(v, { [id]: value });
}

/* The next value; of themes the one that is not seen now. */
function cycle(v, setting) {
	const id = setting[0], values = choices(v, setting).map(([value]) => value);
	const next = id === 'theme' ? isDark(v) ? 1 : 2 : values.findIndex(value => isSet(v, id, value)) + 1;
	set(v, id, values[next % values.length]);
}

/* The frame that a command is about: the cursor's, else the mouse's; -1 none. */
function target(v) {
	return v.selected < 0 && v.hovered >= 0 ? v.view.node[v.hovered] : v.selected;
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
	['row', '', 'Frame', 'Show it in the table', (v, node) => openTable(v, nameOf(v.profile, node))],
	['copy', 'c', 'Frame', 'Copy its name', (v, node) => copyText(v, nameOf(v.profile, node), 'name')],
	['stack', 'C', 'Frame', 'Copy its stack', (v, node) => copyText(v, stackText(v.profile, node), 'stack')],
	['subtree', '', 'Frame', 'Copy all stacks through it', (v, node) => copyText(v, () => foldedText({ profile: v.profile, zoom: node }), 'stacks')],
	['menu', 'm ContextMenu Shift-F10', 'Go', 'Menu of the frame', (v, node) => openMenu(v, node), v => target(v) >= 0],
	['up', 'ArrowUp', 'Go', 'To the frame above', v => step(v, v.state.up ? 'child' : 'parent')],
	['down', 'ArrowDown', 'Go', 'To the frame below', v => step(v, v.state.up ? 'parent' : 'child')],
	['left', 'ArrowLeft', 'Go', 'To the frame on the left', v => step(v, 'left')],
	['right', 'ArrowRight', 'Go', 'To the frame on the right', v => step(v, 'right')],
	['reset', '0 Home', 'Go', 'Reset zoom', v => zoomTo(v, 0), v => v.zoom > 0 || v.span[1] - v.span[0] < 1],
	['undo', 'u', 'Go', 'Undo', undo, v => v.undoable > 0],
	['search', '/ Ctrl-F', 'Go', 'Search', openSearch],
	['next', 'n', 'Match', 'Next match', v => nextMatch(v, 1)],
	['previous', 'N', 'Match', 'Previous match', v => nextMatch(v, -1)],
	['dim', '', 'How', 'Fade what does not match', v => change(v, { dim: !v.state.dim }), null, v => v.state.dim],
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
		setting[2] + ': ' + setting[3].replace(/ /g, ', '), v => cycle(v, setting), v => choices(v, setting).length > 0]),
].map(([id, keys, group, text, run, when, on]) => {
	const common = GROUPS[group] || {};
	return { id, keys: keys.split(' '), group, text, run: run || common.run, when: when || common.when, on: on || common.on };
});

/* A menu closes; the button of an open panel closes it. */
function runCommand(v, { id, group, run }) {
	const node = target(v), open = panelIs(v, id);
	if (open || panelIs(v, 'menu'))
		closePanels(v);
	if (!open)
		run(v, node, node < 0 ? -1 : v.profile.name[node], id);
}

function canRun(v, { when }) {
	return !when || when(v);
}

/* ---- keys ---- */

/* In somebody else's page only keys that are meant for this picture count. */
function hasKeys(v) {
	return v.standalone || v.inside || v.root.contains(document.activeElement);
}

/* What has the focus may want letters, or Enter and arrows, for itself. */
function wantsKey(v, element, key) {
	if (element === null || element === document.body || element === v.root)
		return false;
	return key.length > 1 ? !v.root.contains(element) || element.closest('foreignObject') !== null :
		/^(input|textarea|select)$/i.test(element.localName) || element.isContentEditable;
}

function escapeKey(v) {
	if (closePanels(v))
		return true;
	const searching = v.state.search.text !== '' || document.activeElement === v.input;
	if (searching)
		closeSearch(v);
	else if (v.zoom)
		zoomTo(v, 0);
	return searching || v.zoom > 0;
}

/* True if the key was for us. The browser's own find stays within reach: press Ctrl-F again. */
function pressed(v, event) {
	const control = event.ctrlKey || event.metaKey, active = document.activeElement, { key } = event;
	if (event.altKey || event.isComposing)
		return false;
	if (key === 'Escape' && !control)
		return escapeKey(v);
	if (key === 'Enter' && !control && active === v.input) {
		searchNow(v);
		nextMatch(v, event.shiftKey ? -1 : 1);
		return true;
	}
	const name = control ? 'Ctrl-' + key.toUpperCase() : key === 'F10' && event.shiftKey ? 'Shift-F10' : key;
	const command = COMMANDS.find(command => command.keys.includes(name) && canRun(v, command));
	if (!command || (control ? active === v.input : wantsKey(v, active, name)))
		return false;
	runCommand(v, command);
	return true;
}
