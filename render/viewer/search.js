/* Search: names that match. */

/*
 * What a search looks at; made once, before the first one if there is time. All names are lines of one
 * text in capitals: those, unlike small letters, do not depend on what is around. Some get longer.
 */
function prepareSearch({ names }) {
	if (!names.prepared) {
		const shown = names.map(shownName), starts = new Int32Array(names.length + 1);
		const text = (shown.join('\n') + '\n').toUpperCase();
		for (let id = 0; id < names.length; id++)
			starts[id + 1] = text.indexOf('\n', starts[id]) + 1;
		names.prepared = { shown, bare: shown.map(stripped), text, starts };
	}
	return names.prepared;
}

/*
 * { test, literal, sure, note }: a name that matches contains the literal, in whatever case; if `sure`,
 * the others do not. `word`: no word character is beside the match, as for grep -w. note: what could
 * not be done as asked, in words. Never throws.
 */
function compileSearch({ text, regex, matchCase, word }) {
	const flags = matchCase ? '' : 'i', plain = text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
	let note = '';
	if (regex)
		try {
			const tree = parsePattern(text, flags), parts = word ? [{ assert: 'start' }, tree, { assert: 'end' }] : [tree];
			const matcher = new Matcher({ ways: [parts] });
			return { test: name => matcher.test(name), literal: literalOf(tree), note };
		} catch (error) {
			const why = error.message.replace(/^Invalid regular expression: .*: /s, '');
			note = 'Not a usable expression (' + why + '); searched as plain text';
		}
	const expression = new RegExp(word ? '(?<!\\w)' + plain + '(?!\\w)' : plain, flags);
	return { test: name => expression.test(name), literal: text, note, sure: !matchCase && !word && !text.includes('\n') };
}

/* Marks names (not frames: there are far fewer). Annotations may be part of the match or not. */
function runSearch(profile, search) {
	if (!search.text)
		return { marks: null, note: '' };
	const { shown, bare, text, starts } = prepareSearch(profile), marks = new Uint8Array(shown.length);
	const { test, literal, sure, note } = compileSearch(search), wanted = literal.toUpperCase();
	try {
		for (let id = 0, at; id < marks.length && (at = text.indexOf(wanted, starts[id])) >= 0; id++) {
			while (starts[id + 1] <= at)
				id++;
			marks[id] = +(sure || test(bare[id]) || (bare[id] !== shown[id] && test(shown[id])));
		}
	} catch (error) {
		return { marks: marks.fill(0), note: 'Stopped: ' + error.message };
	}
	return { marks, note };
}
