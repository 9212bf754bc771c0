/* Controls: what is always there, HTML in a foreignObject; and the theme. */

/* html(parent, 'span.found', text, attributes) */
function html(parent, what, text, attributes) {
	const [name, className] = what.split('.'), element = make(parent, name, attributes, HTML);
	if (className)
		element.setAttribute('class', className);
	element.textContent = text || '';
	return element;
}

/* Painted with each redraw: there if `when` says so, pressed if `on` does. */
function button(v, parent, command, text) {
	const { id = 'choice', keys, text: name } = command;
	const element = html(parent, 'button.' + id, text || name, { type: 'button' });
	if (text)
		setAll(element, { 'aria-label': name, title: name + (keys[0] ? ' (' + keys[0] + ')' : '') });
	element.addEventListener('click', () => runCommand(v, command));
	v.buttons.push({ element, command });
	return element;
}

function buttons(v, parent, texts) {
	Object.keys(texts).forEach(id => button(v, parent, COMMANDS.find(command => command.id === id), texts[id]));
}

/* The groups are as wide whatever they show (in the style sheet), so that nothing moves. */
function buildControls(v) {
	Object.assign(v, { buttons: [], panel: null, typing: 0, lower: 0 });
	v.bar = make(v.root.querySelector('.controls'), 'foreignObject', { x: 0, y: 4, width: '100%', height: 30 });
	const bar = html(v.bar, 'div.bar', '', { role: 'toolbar', 'aria-label': 'Flame graph' });
	buttons(v, html(bar, 'div.tools'), { options: 'Options', table: 'Table', help: '?', reset: '', undo: '' });
	v.tools = html(bar, 'div.tools');
	const found = html(v.tools, 'span.found');
	v.count = html(found, 'span.count');
	v.status = html(found, 'span.matched', '', { role: 'status' });
	buttons(v, found, { previous: '\u2039', next: '\u203a' });
	v.box = html(v.tools, 'span.box', '', { role: 'search' });
	v.input = html(v.box, 'input', '', { type: 'text', 'aria-label': 'Search frames', placeholder: 'Search (/)',
		spellcheck: 'false', autocomplete: 'off' });
	v.input.addEventListener('input', () => {
		clearTimeout(v.typing);
		v.typing = setTimeout(searchNow, 60, v);
	});
	buttons(v, v.box, { clear: '\u00d7', matchCase: 'Aa', word: 'W', regex: '.*', dim: 'Dim' });
	v.notice = html(html(bar, 'div.notices'), 'div.notice', '', { role: 'status' });
	v.frames.addEventListener('contextmenu', event => {
		const i = event.shiftKey ? -1 : frameUnder(v, event);
		if (i < 0)
			return;
		event.preventDefault();
		openMenu(v, v.view.node[i], event.clientX, event.clientY);
	});
	setTheme(v, rememberTheme(null));
}

/* Beside the heading, on both of its sides, the wider one counts. Measured when the window changes. */
function barWidth(v) {
	v.bar.firstChild.classList.remove('stacked');
	return v.tools.getBoundingClientRect().width + marginOf(v);
}

/* ... and as many rows as they need below it. */
function barHeight(v) {
	v.bar.firstChild.classList.add('stacked');
	return v.bar.firstChild.getBoundingClientRect().height + 6;
}

/* Texts and states only: this is part of every redraw. */
function paintStatus(v) {
	const { count, at } = v.found;
	v.count.textContent = count ? (at < 0 ? '' : commas(at + 1) + ' of ') + commas(count) : '';
	v.status.textContent = matchedText(v);
	v.notice.textContent = v.searchNote;
	v.notice.hidden = !v.searchNote;
	if (!v.typing)
		v.input.value = v.state.search.text;
	paintButtons(v);
}

function paintButtons(v) {
	for (const { element, command } of v.buttons) {
		element.hidden = !canRun(v, command);
		if (command.on)
			element.setAttribute('aria-pressed', Boolean(command.on(v, command.id)));
	}
}

function openSearch(v) {
	v.input.focus({ preventScroll: true });
	v.input.select();
}

function closeSearch(v) {
	v.input.value = '';
	searchNow(v);
	v.input.blur();
}

function searchNow(v) {
	clearTimeout(v.typing);
	v.typing = 0;
	if (v.input.value !== v.state.search.text)
		find(v, { text: v.input.value });
}

/* ---- theme ---- */

/* Dark values stand in a media rule, which is made to hold always or never: in the whole page, as for its reader. */
const DARK = '(prefers-color-scheme: dark)';
const DARK_WHEN = { auto: DARK, light: DARK + ' and (max-width: 0px)', dark: DARK + ', screen' };

function rememberTheme(theme) {
	try {
		if (theme)
			localStorage.setItem('flamegraph-theme', theme);
		return localStorage.getItem('flamegraph-theme');
	} catch (error) {
		return theme;  /* not allowed here */
	}
}

function setTheme(v, theme) {
	v.theme = DARK_WHEN[theme] ? theme : 'auto';
	for (const { sheet } of document.querySelectorAll('svg.flamegraph > style'))
		for (const { media } of sheet ? sheet.cssRules : [])
			if (media && media.mediaText.includes('color-scheme'))
				media.mediaText = DARK_WHEN[v.theme];
}
