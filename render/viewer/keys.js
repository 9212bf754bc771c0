/* Keys. */

/* In somebody else's page only keys that are meant for this picture count. */
function hasKeys(v) {
	return v.standalone || v.inside || v.root.contains(document.activeElement);
}

function isTyping(element) {
	return element !== null && /^(input|textarea|select)$/i.test(element.localName);
}

function escapeKey(v) {
	if (v.searching || v.state.search.text)
		closeSearch(v);
	else if (v.zoom)
		zoomTo(v, 0);
	else
		return false;
	return true;
}

/* True if the key was for us. The browser's own find stays within reach: press it again. */
function pressed(v, event) {
	const command = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
	const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
	const find = (command && key === 'f') || key === 'F3';
	if (find && v.searching && document.activeElement === v.input)
		return false;
	if (find || (key === '/' && !command && !isTyping(document.activeElement)))
		openSearch(v);
	else if (command && key === 'i')
		toggleCase(v);
	else if (key === 'Enter' && document.activeElement === v.input)
		searchNow(v);
	else
		return key === 'Escape' && escapeKey(v);
	return true;
}
