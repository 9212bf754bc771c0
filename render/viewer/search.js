/* Search: names that match, and their share. */

/* { test, note }: note says in words what could not be done as asked. Never throws. */
function compileSearch(text, matchCase) {
	try {
		if (text.length > MAX_PATTERN)
			throw new Error('longer than ' + commas(MAX_PATTERN) + ' characters');
		const parser = new PatternParser(text), tree = parser.parse(), flags = matchCase ? '' : 'i';
		const matcher = parser.simple ? new RegExp(text, flags) : new Matcher(new Program(tree, flags));
		return { test: name => matcher.test(name), note: '' };
	} catch (error) {
		const fold = name => matchCase ? name : name.toLowerCase(), wanted = fold(text);
		const why = error.message.replace(/^Invalid regular expression: .*: /s, '');
		return { test: name => fold(name).includes(wanted),
			note: 'Not a usable expression (' + why + '); searched as plain text' };
	}
}

/* Marks names (not frames: there are far fewer). Annotations may be part of the match or not. */
function markNames(profile, search) {
	const marks = new Uint8Array(profile.names.length);
	for (let id = 0; id < marks.length; id++) {
		const name = shownName(profile.names[id]), bare = stripped(name);
		marks[id] = +(search.test(bare) || (bare !== name && search.test(name)));
	}
	return marks;
}

/* Width in the zoomed frame that matching frames cover, a frame inside another counted once. */
function matchedWidth(profile, zoom, marks) {
	const { width, size } = profile, end = zoom + size[zoom];
	let sum = profile.big ? 0n : 0;
	for (let i = zoom; i < end;) {
		const hit = isMarked(profile, i, marks);
		if (hit)
			sum += width[i];
		i += hit ? size[i] : 1;
	}
	return sum;
}

/* { marks, note } for what was typed. */
function runSearch(profile, text, matchCase) {
	if (!text)
		return { marks: null, note: '' };
	const search = compileSearch(text, matchCase);
	try {
		return { marks: markNames(profile, search), note: search.note };
	} catch (error) {
		return { marks: new Uint8Array(profile.names.length), note: 'Stopped: ' + error.message };
	}
}
