/* Search: names that match. */

/*
 * What a search looks at, made before the first one if there is time: all names, as lines of one text in
 * capitals (those, unlike small letters, do not depend on what is around). Some get longer.
 */
function linesOf({ names }) {
	if (!names.lines) {
		const text = (shownName(names.join('\n')) + '\n').toUpperCase(), starts = new Int32Array(names.length + 1);
		for (let id = 0; id < names.length; id++)
			starts[id + 1] = text.indexOf('\n', starts[id]) + 1;
		names.lines = { text, starts };
	}
	return names.lines;
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

/*
 * Marks names (not frames: there are far fewer). What stands behind a name is no part of it, but who
 * searches for "_[k]" finds it.
 */
function runSearch(profile, search) {
	if (!search.text)
		return { marks: null, note: '' };
	const { text, starts } = linesOf(profile), marks = new Uint8Array(profile.names.length);
	const { test, literal, sure, note } = compileSearch(search), wanted = literal.toUpperCase(), whole = search.text.includes('[');
	try {
		for (let id = 0, at; id < marks.length && (at = text.indexOf(wanted, starts[id])) >= 0; id++) {
			while (starts[id + 1] <= at)
				id++;
			const encoded = profile.names[id], isPlain = !encoded.endsWith(']');
			const name = sure && isPlain ? '' : shownName(encoded), bare = stripped(name);
			marks[id] = +((sure && isPlain) || test(bare) || (whole && bare !== name && test(name)));
		}
	} catch (error) {
		return { marks: marks.fill(0), note: 'Stopped: ' + error.message };
	}
	return { marks, note };
}
