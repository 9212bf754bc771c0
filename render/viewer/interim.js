/* Until the modules of search, address, controls, table, touch and export are there. */
function runSearch(profile, { text, matchCase }) {
	if (!text)
		return { marks: null, note: '' };
	const search = compileSearch(text, matchCase);
	return { marks: markNames(profile, search), note: search.note };
}
function readQuery(profile, query) {
	const values = parseQuery(query);
	return { zoom: values.get('zoom') || '', state: values.has('search') ? { search: { text: decodePart(values.get('search')), regex: false, matchCase: false, word: false } } : {} };
}
function writeQuery(profile, query, state, zoom) {
	const parts = [];
	if (zoom)
		parts.push('zoom=' + zoom);
	if (state.search.text)
		parts.push('search=' + encodeURIComponent(state.search.text));
	return parts.length ? '?' + parts.join('&') : '';
}
function barWidth(v) { return v.tools.getBoundingClientRect().width; }
function refreshTable() {}
function listenTouch() {}
function setPalette() {}
function paintNote(v) {
	if (v.note)
		v.note.textContent = hiddenNote(v.view.hidden);
}
