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
	v.input.addEventListener('input', () => find(v, { text: v.input.value }));
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

function paintStatus(v) {
	v.status.textContent = matchedText(v);
	v.notice.textContent = v.searchNote;
	v.notice.hidden = !v.searchNote;
	v.reset.hidden = v.zoom === 0;
}

function paintControls(v) {
	v.box.hidden = !v.searching;
	v.open.hidden = v.searching;
	v.caseButton.setAttribute('aria-pressed', String(v.state.search.matchCase));
}

function openSearch(v) {
	if (!v.searching) {
		v.searching = true;
		v.input.value = v.state.search.text;
		paintControls(v);
		redraw(v);
	}
	v.input.focus({ preventScroll: true });
	v.input.select();
}

function closeSearch(v) {
	v.searching = false;
	paintControls(v);
	find(v, { text: '' });
}
function searchNow(v) { find(v, { text: v.input.value }); }
function toggleCase(v) { find(v, { matchCase: !v.state.search.matchCase }); }
