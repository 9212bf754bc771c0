/* Controls: buttons and search box, HTML in a foreignObject. */

function button(parent, className, text, label, action) {
	const element = make(parent, 'button', { type: 'button', class: className, 'aria-label': label, title: label }, HTML);
	element.textContent = text;
	element.addEventListener('click', action);
	return element;
}

function searchBox(v, parent) {
	const box = make(parent, 'span', { class: 'box', role: 'search' }, HTML);
	v.input = make(box, 'input', { type: 'text', 'aria-label': 'Search frames by regular expression',
		placeholder: 'regular expression', spellcheck: 'false', autocomplete: 'off' }, HTML);
	v.input.addEventListener('input', () => searchSoon(v));
	button(box, 'close', '\u00d7', 'Close the search', () => closeSearch(v));
	return box;
}

function buildControls(v) {
	v.bar = make(v.root.querySelector('.controls'), 'foreignObject', { x: 0, y: 4, width: '100%', height: 2 * STACKED_ROW });
	const outer = make(v.bar, 'div', { class: 'bar' }, HTML);
	v.tools = make(outer, 'div', { class: 'tools', role: 'toolbar', 'aria-label': 'Flame graph' }, HTML);
	v.status = make(v.tools, 'span', { class: 'matched', role: 'status' }, HTML);
	v.reset = button(v.tools, 'reset', 'Reset zoom', 'Reset zoom', () => zoomTo(v, 0));
	v.box = searchBox(v, v.tools);
	v.open = button(v.tools, 'search', 'Search', 'Search (Ctrl-F)', () => openSearch(v));
	v.caseButton = button(v.tools, 'case', 'Aa', 'Match case (Ctrl-I)', () => toggleCase(v));
	v.notice = make(outer, 'div', { class: 'notice', role: 'status' }, HTML);
}

/* Texts that are too long for a narrow window are made smaller: all measured, then all changed. */
function fitTexts(v) {
	const texts = Array.from(v.root.querySelectorAll('.heading, .subtitle, .legend, .hidden-note')), room = 0.97 * v.width;
	texts.forEach(text => { text.style.fontSize = ''; });
	const sizes = texts.map(text => [text.getComputedTextLength(), parseFloat(getComputedStyle(text).fontSize)]);
	texts.forEach((text, i) => {
		const [length, size] = sizes[i];
		if (length > room)
			text.style.fontSize = Math.max(6, Math.floor(10 * size * room / length) / 10) + 'px';
	});
}

/* Beside the heading if there is room, else in a row of their own. */
function fitControls(v) {
	const heading = v.heading ? v.heading.getComputedTextLength() : 0;
	v.stacked = v.width / 2 + heading / 2 + 12 > v.width - v.tools.getBoundingClientRect().width;
}

function paintControls(v) {
	v.box.hidden = !v.searching;
	v.open.hidden = v.searching;
	v.caseButton.setAttribute('aria-pressed', String(v.matchCase));
}

function openSearch(v) {
	if (!v.searching) {
		v.searching = true;
		v.input.value = v.term;
		paintControls(v);
		redraw(v);
	}
	v.input.focus({ preventScroll: true });
	v.input.select();
}

function closeSearch(v) {
	clearTimeout(v.typing);
	const focused = v.box.contains(document.activeElement);
	v.searching = false;
	paintControls(v);
	search(v, '');
	saveLink(v);
	if (focused)
		v.open.focus({ preventScroll: true });
}

function searchNow(v) {
	clearTimeout(v.typing);
	search(v, v.input.value);
	saveLink(v);
}

/* While typing: a search of a large profile takes a moment, and browsers ration address changes. */
function searchSoon(v) {
	clearTimeout(v.typing);
	v.typing = setTimeout(() => {
		search(v, v.input.value);
		v.typing = setTimeout(() => saveLink(v), 300);
	}, 60);
}

function toggleCase(v) {
	v.matchCase = !v.matchCase;
	paintControls(v);
	search(v, v.searching ? v.input.value : v.term);
	saveLink(v);
}
