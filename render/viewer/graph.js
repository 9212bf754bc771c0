/* Zoom and search in the page. */

function zoomTo(v, node) {
	v.zoom = node;
	v.message = '';
	redraw(v);
	saveLink(v);
}

function search(v, text) {
	const result = runSearch(v.profile, text, v.matchCase);
	v.term = text;
	v.marks = result.marks;
	v.searchNote = result.note;
	redraw(v);
}

function matchedText(v) {
	if (!v.marks)
		return '';
	const width = matchedWidth(v.profile, v.zoom, v.marks);
	if (v.marks.includes(1))
		return 'Matched: ' + percent(width, v.profile.width[v.zoom]);
	return v.searchNote.startsWith('Stopped') ? '' : 'No match';
}

function paintStatus(v) {
	v.status.textContent = matchedText(v);
	v.notice.textContent = v.searchNote;
	v.notice.hidden = !v.searchNote;
	v.reset.hidden = v.zoom === 0;
	if (v.note)
		v.note.textContent = hiddenNote(v.view.hidden);
}

function saveLink(v) {
	if (!v.standalone)
		return;  /* the address belongs to the page around */
	const zoom = v.zoom ? zoomPath(v.profile, v.zoom) : '';
	try {
		const query = writeQuery(location.search, zoom, v.term, v.matchCase);
		history.replaceState(history.state, '', location.pathname + query + location.hash);
	} catch (error) {
		/* not allowed here (sandbox, data: address); all but the link works */
	}
}

function loadLink(v) {
	const link = readQuery(v.standalone ? location.search : '');
	v.matchCase = link.matchCase;
	v.term = link.search;
	const result = runSearch(v.profile, v.term, v.matchCase);
	v.marks = result.marks;
	v.searchNote = result.note;
	if (!link.zoom)
		return;
	const { node, missing } = findPath(v.profile, link.zoom);
	v.zoom = node;
	if (missing)
		v.message = 'The frame of this link is not in this profile (' + commas(missing) + ' of its names not found); ' +
			(node ? 'zoomed to the nearest frame above it: ' + nameOf(v.profile, node) : 'nothing is zoomed');
}
