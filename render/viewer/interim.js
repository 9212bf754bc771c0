/* Until the modules of search, address, controls, table, touch and export are there. */
function barWidth(v) { return v.tools.getBoundingClientRect().width; }
function refreshTable() {}
function paintNote(v) {
	if (v.note)
		v.note.textContent = hiddenNote(v.view.hidden);
}
function openMenu() {}
