/* Table: all functions, or those that the search found. */

const PAGE = 100;  /* rows at a time */

/* Title, weight by name id, its text, and of changes the two columns. */
function tableColumns(v) {
	const { profile } = v, { self, total } = functionsOf(profile), [whole] = (profile.base || profile).totals;
	const weight = value => formatNumber(profile, value), share = value => percent(value, whole[0]);
	const change = ([before, after]) => id => after[id] - before[id], more = value => signed(weight(value));
	const of = list => id => list[id];
	return profile.columns === 1 ?
		[['Self', of(self[0]), weight], ['Self %', of(self[0]), share],
			['Total', of(total[0]), weight], ['Total %', of(total[0]), share]] :
		[['Change', change(total), more, total], ['Before', of(total[0]), weight], ['After', of(total[1]), weight],
			['Change of self', change(self), more, self]];
}

/* What is in no row. */
function noneText(profile) {
	const { none } = functionsOf(profile);
	return none.some(Number) ? '; ' + none.map(weight => formatQuantity(profile, weight)).join(' before, ') +
		(none.length > 1 ? ' after' : '') + ' in no function' : '';
}

function openTable(v, filter) {
	const body = openPanel(v, 'table', 'Functions'), top = html(body, 'div.row');
	const table = html(html(body, 'div.scroll', '', { tabindex: 0 }), 'table'), foot = html(body, 'div.row');
	const start = { sort: 1, down: true, only: false };
	const state = v.table = Object.assign(start, v.table, { drawn: [], from: 0, filter: filter || '' });
	const update = patch => {
		Object.assign(state, { from: 0 }, patch);
		refreshTable(v);
	};
	const input = html(top, 'input', '', { type: 'text', 'aria-label': 'Filter functions', placeholder: 'Filter' });
	input.value = state.filter;
	input.addEventListener('input', () => update({ filter: input.value }));
	const label = html(top, 'label'), only = html(label, 'input', '', { type: 'checkbox' });
	only.checked = state.only;
	only.addEventListener('change', () => update({ only: only.checked }));
	label.append(' only matches of the search');
	html(table, 'caption', 'Functions');
	const heads = html(html(table, 'thead'), 'tr');
	['Function', ...tableColumns(v).map(([title]) => title)].forEach((title, i) =>
		html(html(heads, 'th', '', { scope: 'col' }), 'button', title, { type: 'button' }).addEventListener('click', () =>
			update({ sort: i, down: state.sort === i ? !state.down : i > 0 })));
	state.heads = heads.childNodes;
	state.rows = html(table, 'tbody');
	state.note = html(foot, 'span.name', '', { role: 'status' });
	state.pages = [['Previous', -PAGE], ['Next', PAGE]].map(([text, by]) => {
		const page = html(foot, 'button', text, { type: 'button' });
		page.addEventListener('click', () => update({ from: state.from + by }));
		return page;
	});
	refreshTable(v);
	input.focus({ preventScroll: true });
}

function listFunctions(v, columns) {
	const { sort, down, filter, only } = v.table, { total } = functionsOf(v.profile), sign = down ? -1 : 1, list = [];
	const { test } = compileSearch({ text: filter, regex: false, matchCase: false, word: false });
	for (let id = 0; id < v.base.names.length; id++)
		if (total.some(weights => weights[id]) && !(only && v.marks && !v.marks[id]) && test(shownName(v.base.names[id])))
			list.push(id);
	const of = sort ? columns[sort - 1][1] : id => id;
	return list.sort((a, b) => of(a) < of(b) ? -sign : of(a) > of(b) ? sign : a - b);
}

/* After each redraw, most of which change nothing here: then the rows stay. */
function refreshTable(v) {
	if (!panelIs(v, 'table'))
		return;
	const { table } = v, { sort, down, filter, only, from } = table;
	const drawn = [v.profile, only && v.marks, sort, down, filter, only, from];
	if (drawn.every((part, i) => part === table.drawn[i]))
		return;
	const columns = tableColumns(v), list = listFunctions(v, columns), end = Math.min(from + PAGE, list.length);
	table.drawn = drawn;
	if (from > 0 && from >= list.length) {
		table.from = 0;
		refreshTable(v);
		return;
	}
	table.rows.replaceChildren(...list.slice(from, end).map(id => {
		const row = html(null, 'tr'), name = shownName(v.base.names[id]), title = stripped(name), place = annotationOf(name);
		const head = html(row, 'th', '', { scope: 'row' }), button = html(head, 'button', title, { type: 'button', title });
		button.addEventListener('click', () => selectName(v, id));
		if (place >= 0)
			html(button, 'small', ' ' + ANNOTATION_MARKS[place], { title: ANNOTATION_MEANINGS[place] });
		columns.forEach(([, of, text, both]) => {
			const noise = both && isSmall(v.profile, both[0][id], both[1][id]);
			html(row, noise ? 'td.noise' : 'td', text(of(id)), noise ? { title: WORD_MAY_BE_NOISE } : {});
		});
		return row;
	}));
	table.heads.forEach((head, i) =>
		head.setAttribute('aria-sort', i !== sort ? 'none' : down ? 'descending' : 'ascending'));
	table.note.textContent = (list.length > PAGE ? commas(from + 1) + ' to ' + commas(end) + ' of ' : '') +
		commas(list.length) + (list.length === 1 ? ' function' : ' functions') + noneText(v.profile);
	table.pages[0].hidden = from === 0;
	table.pages[1].hidden = end === list.length;
}
