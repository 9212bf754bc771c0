/* Search: names that match. */

/* Case is ignored by way of capitals, which unlike small letters do not depend on what is around. */
function foldCase(text) {
	return text.toUpperCase();
}

/* One text with a line for each name, and where the lines start. Folding may change their lengths. */
function linesOf(text, count) {
	const starts = new Int32Array(count + 1);
	for (let i = 0; i < count; i++)
		starts[i + 1] = text.indexOf('\n', starts[i]) + 1;
	return { text, starts };
}

/* What a search looks at; made once, before the first search if there is time. */
function prepareSearch({ names }) {
	if (!names.prepared) {
		const shown = names.map(shownName), text = shown.map(name => name + '\n').join('');
		names.prepared = { shown, bare: shown.map(stripped), exact: linesOf(text, names.length),
			folded: linesOf(foldCase(text), names.length) };
	}
	return names.prepared;
}

/* `word`: the characters before and after a match are no word characters, as for grep -w. */
function compilePlain({ text, matchCase, word }) {
	const fold = matchCase ? name => name : foldCase, literal = fold(text);
	const whole = new RegExp('(?<!\\w)' + literal.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') + '(?!\\w)');
	return { test: name => word ? whole.test(fold(name)) : fold(name).includes(literal), literal,
		sure: !word && !text.includes('\n') };
}

function compileExpression({ text, matchCase, word }) {
	if (text.length > MAX_PATTERN)
		fail('longer than ' + commas(MAX_PATTERN) + ' characters');
	const tree = parsePattern(text), parts = word ? [{ assert: 'start' }, tree, { assert: 'end' }] : [tree];
	const matcher = new Matcher({ ways: [parts] }, matchCase ? '' : 'i'), literal = literalOf(tree);
	return { test: name => matcher.test(name), literal: matchCase ? literal : foldCase(literal) };
}

/*
 * { test, literal, sure, note }: a name that matches contains the literal, and one that contains it
 * surely matches, or test() tells. note: what could not be done as asked, in words. Never throws.
 */
function compileSearch(search) {
	let note = '';
	if (search.regex)
		try {
			return { ...compileExpression(search), note };
		} catch (error) {
			const why = error.message.replace(/^Invalid regular expression: .*: /s, '');
			note = 'Not a usable expression (' + why + '); searched as plain text';
		}
	return { ...compilePlain(search), note };
}

/* Marks names (not frames: there are far fewer). Annotations may be part of the match or not. */
function markNames(profile, { test, literal, sure }, matchCase, marks) {
	const { shown, bare, exact, folded } = prepareSearch(profile), { text, starts } = matchCase ? exact : folded;
	for (let id = 0; id < marks.length; id++) {
		const at = text.indexOf(literal, starts[id]);
		if (at < 0)
			return;
		while (starts[id + 1] <= at)
			id++;
		marks[id] = +(sure || test(bare[id]) || (bare[id] !== shown[id] && test(shown[id])));
	}
}

/* { marks, note } for what is searched: { text, regex, matchCase, word }. */
function runSearch(profile, search) {
	if (!search.text)
		return { marks: null, note: '' };
	const marks = new Uint8Array(profile.names.length), compiled = compileSearch(search);
	try {
		markNames(profile, compiled, search.matchCase, marks);
	} catch (error) {
		return { marks: marks.fill(0), note: 'Stopped: ' + error.message };
	}
	return { marks, note: compiled.note };
}
