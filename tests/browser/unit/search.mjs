// Expressions, the search of names, and links.
import assert from 'node:assert/strict';
import * as oracle from '../lib/encode.mjs';
import { PROFILES, DEMO, HOSTILE, deep, walk } from '../lib/profiles.mjs';
import { test } from '../lib/tap.mjs';
import { viewer } from '../lib/viewer.mjs';

const decode = (folded, options) => viewer.decodeProfile(oracle.encodeBlock(oracle.fromFolded(folded, options)));
const at = (profile, path) => viewer.findPath(profile, path).node;
const options = more => ({ text: '', regex: false, matchCase: false, word: false, ...more });
const compile = (text, more) => viewer.compileSearch(options({ text, ...more }));
const run = (profile, text, more) => viewer.runSearch(profile, options({ text, ...more }));
const fieldOf = name => viewer.shownName(name);

// The same numbers every time.
function randomFrom(seed) {
	let state = seed;
	const random = below => {
		state = (Math.imul(state, 1103515245) + 12345) >>> 0;
		return (state >>> 8) % below;
	};
	return { random, pick: list => list[random(list.length)] };
}

// The names that are found, sorted, of a profile with just these names.
function findIn(names, text, more) {
	const profile = decode(names.map(name => `${name} 1\n`).join('')), { marks, note } = run(profile, text, more);
	assert.equal(note, '');
	return profile.names.map(fieldOf).filter((name, id) => marks[id]).sort();
}

// What a name search means, said again with nothing but RegExp.
function matches(name, { text, regex, matchCase, word }) {
	const source = regex ? text : text.replace(/[^A-Za-z0-9_\u0080-\uffff]/g, '\\$&');
	const expression = new RegExp(word ? `(?<!\\w)(?:${source})(?!\\w)` : source, matchCase ? '' : 'i');
	// What stands behind a name is no part of it, unless somebody asks for it.
	return (text.includes('[') && expression.test(name)) || expression.test(name.replace(/_\[[kijwo]\]$/, ''));
}

const TEXTS = ['', 'a', 'b', 'ab', 'aab', 'abab', 'foo_bar', 'Foo::bar(int)', 'operator()', 'x1y22z333', 'a b', 'ÄÖ', 'tab\there', '{closure}', 'a-b', ']', '\u{1f600}', 'line\u2028end'];
const PATTERNS = ['a', 'a*', 'a+b', '(ab)+', '(ab)*$', '^(a|b)*$', '^a?b', '[a-c]+', '[^a-z]', '\\d{2,3}', '\\w+::\\w+', 'o{2}', 'o{2,}', '^.{3}$', 'a{0}b', 'a{0,0}b', '(){3}', '(){0,}b', '(?:){2,5}a', 'b{1,2}b',
	'\\bbar\\b', '\\Bar', 'x|y|', '()', '(|a)+b', '(?:a|b){2}', '(?<n>a)b', '\\(int\\)$', '[\\w:]+\\(', '[]]', '[^]', '\\s', '\\S+\\s\\S+', '{closure}', '(\\b|a)*b', '(a|\\B)+$', '(^|:)b', '(^a)+b?$', '\\b', '\\B', '^', '$', '.', 'd$e', 'a^b', '(a$|b)c?',
	'a{', 'a{,2}', '[a\\-b]', '[-a]b', '\\x61', '\\u0041?', 'ä', '[ä-ö]', '.$', '^$', '(a+)+$', '(a|aa)+$', 'a+?b', '(a*)*b', '(^a|b$)', '\\t', '[\\d-x]', 'a.{0,3}b', '\\ud83d', '..$', '\\.|\\:', 'A\\-B', '(a+){2,}b', '((a?){2}b){2}', 'o{1,}_', '(a{2}){0,2}b'];

// A pattern of the supported kinds; never one that RegExp needs long for on a short text.
function randomPattern({ random, pick }, depth) {
	const part = () => {
		const kind = random(depth > 0 ? 9 : 6);
		const atom = kind < 3 ? pick(['a', 'b', 'A', '_', ' ']) : kind < 5 ? pick(['.', '[ab]', '[^a]', '\\w', '\\W', '\\d', '\\.', 'é', '[A-Z]']) :
			kind === 5 ? pick(['^', '$', '\\b', '\\B']) : pick(['(', '(?:']) + randomPattern({ random, pick }, depth - 1) + ')';
		return kind === 5 ? atom : atom + pick(['', '', '', '', '*', '+', '?', '{2}', '{0,2}', '{1,}', '*?', '{0}']);
	};
	return Array.from({ length: 1 + random(2) }, () => Array.from({ length: random(4) }, part).join('')).join('|');
}

async function patternTests() {
	await test('unit: expressions match as RegExp does', () => {
		for (const pattern of PATTERNS)
			for (const matchCase of [true, false])
				for (const word of [true, false]) {
					const expected = new RegExp(word ? `(?<!\\w)(?:${pattern})(?!\\w)` : pattern, matchCase ? '' : 'i');
					for (const forced of [pattern, `(?:${pattern})`, `(?:${pattern}){1}`]) {
						const search = compile(forced, { regex: true, matchCase, word });
						assert.equal(search.note, '', pattern);
						for (const text of TEXTS)
							assert.equal(search.test(text), expected.test(text), `/${forced}/ on "${text}", case ${matchCase}, word ${word}`);
					}
				}
	});

	await test('unit: random expressions match random texts as RegExp does', () => {
		const source = randomFrom(5);
		for (let round = 0; round < 1500; round++) {
			const pattern = randomPattern(source, 2), matchCase = source.random(2) === 1, search = compile(pattern, { regex: true, matchCase });
			assert.equal(search.note, '', pattern);
			const expected = new RegExp(pattern, matchCase ? '' : 'i');
			for (let i = 0; i < 12; i++) {
				const text = Array.from({ length: source.random(9) }, () => source.pick(['a', 'b', 'A', 'B', '_', ' ', '.', 'é', 'É', '1'])).join('');
				assert.equal(search.test(text), expected.test(text), `/${pattern}/ on "${text}", case ${matchCase}`);
				if (expected.test(text))
					assert.ok(text.toUpperCase().includes(search.literal.toUpperCase()), `/${pattern}/ needs "${search.literal}"`);
			}
		}
	});

	await test('unit: the text that an expression cannot do without', () => {
		const literals = { 'malloc$': 'malloc', '.*alloc.*x': 'alloc', 'std::(vec|list)<int>': 'std::', '(foo)+': 'foo', 'ab*cd': 'cd', 'a?b': 'b', 'x|y': '', '(abc|abd)': '', 'operator\\(\\)': 'operator()',
			'a\\db\\.c': 'b.c', '(a(bcd){2})': 'bcd', '[a]b': 'b', 'ä': '', '(abc){0,3}': '', 'abc{0}': 'ab', '\\x61': '', '\\bab\\b': 'ab', '': '' };
		for (const [pattern, literal] of Object.entries(literals))
			assert.equal(compile(pattern, { regex: true, matchCase: true }).literal, literal, pattern);
	});

	await test('unit: what is no expression is said in words and searched as text', () => {
		const bad = { '(': /missing/, ')': /without/, '[': /missing/, '*': /nothing to repeat/, 'a**': /nothing to repeat/, '\\': /at the end/, '(?=a)': /not supported/, '(?<!a)b': /not supported/,
			'(a)\\1': /\\1 is not supported/, '\\k<n>': /not supported/, '\\p{L}': /not supported/, '\\cA': /not supported/, 'a{2,1}': /out of order/, '[z-a]': /out of order/, '(?i)a': /not supported/, '^*': /nothing to repeat/, '\\b+': /nothing to repeat/,
			'(a{1000}){1000}': /too large/, 'a{99999}': /too large/, '((((){99}){99}){99}){99}': /too large/, '(){999999999}': /too large/ };
		for (const [pattern, words] of Object.entries(bad)) {
			const search = compile(pattern, { regex: true, matchCase: true });
			assert.match(search.note, words);
			assert.match(search.note, /^Not a usable expression \(.*\); searched as plain text$/);
			assert.equal(search.test('x' + pattern + 'y'), true);
			assert.equal(search.test('other'), false);
		}
		assert.match(compile('('.repeat(3000), { regex: true }).note, /nested/);
		assert.match(compile('a'.repeat(60000), { regex: true }).note, /longer/);
		assert.equal(compile('a'.repeat(60000)).note, '');
		assert.equal(compile('a'.repeat(4000), { regex: true }).note, '');
		assert.equal(compile('operator(', { regex: true }).test('OPERATOR()'), true);
	});

	// Steps are counted, not time: a text and a pattern that take RegExp years take this many.
	const COSTLY = ['(a+)+$', '(a|aa)+$', '(a*)*b', '^(([a-z])+.)+[A-Z]([a-z])+$', '.*.*.*=', '(.*)(.*)(.*)(.*)(.*)[^a]', 'a{0,999}b', '(a?){99}a{99}', '(a|a)'.repeat(29) + 'b',
		'a'.repeat(4000), '(' + 'a|'.repeat(1500) + 'b){2}', '(x+x+)+y', '\\w+\\w+\\w+\\w+;', '(' + '.?'.repeat(900) + ')*Q', '(a|Z)*a(a|Z){14}x'];
	await test('unit: no expression takes many steps', () => {
		const names = ['a'.repeat(38) + '!', 'a'.repeat(60000), 'x'.repeat(3000), 'aZ'.repeat(2000), 'aaZaZZ'.repeat(500)];
		for (const pattern of COSTLY) {
			const matcher = new viewer.Matcher(viewer.parsePattern(pattern, 'i')), before = [];
			try {
				for (const name of names) {
					matcher.test(name);
					before.push(matcher.work);
				}
			} catch (error) {
				assert.match(error.message, /too long/);
			}
			assert.ok(matcher.work <= viewer.MAX_WORK + viewer.MAX_PROGRAM, `${pattern.slice(0, 40)}: ${matcher.work} steps`);
			/* What it has seen costs nothing. */
			if (before.length === names.length && matcher.work < 2e5)
				assert.equal((matcher.test(names[0]), matcher.work), before[names.length - 1], pattern);
		}
	});

	await test('unit: an expression that would take too long is stopped, and nothing is marked', () => {
		const profile = decode(Array.from({ length: 300 }, (_, i) => `main;${(i * 7919).toString(2).repeat(40)} 1\n`).join(''));
		const { marks, note } = run(profile, '(' + '(0|1)*1(0|1){200}'.repeat(2) + ')+x|m', { regex: true });
		assert.match(note, /^Stopped: this pattern takes too long/);
		assert.ok(!marks.includes(1));
	});
}

async function searchTests() {
	await test('unit: plain text is no expression', () => {
		assert.deepEqual(findIn(['a.b', 'axb', 'f(x)', 'f[0]', 'a|b', '^x$', '\\d', 'a*', 'c++'], 'a.b'), ['a.b']);
		for (const text of ['(', ')', '[', '.', '*', '+', '?', '|', '^', '$', '\\', '{', '}', '(x)', '[0]', 'a|b', '\\d', 'c++', 'a*', '-', '/', 'f(']) {
			const names = ['a.b', 'axb', 'f(x)', 'f[0]', 'a|b', '^x$', '\\d', 'a*', 'c++', 'q?', '{y}', 'a-b', 'n/m'], wanted = names.filter(name => name.includes(text)).sort();
			assert.deepEqual(findIn(names, text), wanted, text);
			assert.deepEqual(findIn(names, text, { word: true }), names.filter(name => matches(name, options({ text, word: true }))).sort(), text);
		}
		assert.deepEqual(findIn(['a', 'b'], 'a\nb'), []);
		assert.deepEqual(findIn(['a', 'b'], '\n'), []);
		assert.equal(run(decode(DEMO), '').marks, null);
	});

	await test('unit: whole words', () => {
		const names = ['alloc', 'malloc', 'alloc_pages', 'x::alloc', 'alloc(int)', 'alloc2', 'my alloc here', 'malloc alloc', 'allocalloc', 'éalloc', 'ALLOC', 'alloc_[k]', '_alloc'];
		assert.deepEqual(findIn(names, 'alloc', { word: true, matchCase: true }), ['alloc', 'alloc(int)', 'alloc_[k]', 'malloc alloc', 'my alloc here', 'x::alloc', 'éalloc'].sort());
		assert.deepEqual(findIn(names, 'Alloc', { word: true }), ['ALLOC', 'alloc', 'alloc(int)', 'alloc_[k]', 'malloc alloc', 'my alloc here', 'x::alloc', 'éalloc'].sort());
		assert.deepEqual(findIn(names, 'al+oc|here', { word: true, regex: true, matchCase: true }), ['alloc', 'alloc(int)', 'alloc_[k]', 'malloc alloc', 'my alloc here', 'x::alloc', 'éalloc'].sort());
		assert.deepEqual(findIn(['aab', 'aa b', 'a aab aa'], 'a+', { word: true, regex: true }), ['a aab aa', 'aa b']);
		assert.deepEqual(findIn(['aab', 'baa', 'aba'], 'aa', { word: true }), []);
	});

	await test('unit: case in names that are not English', () => {
		for (const text of ['ÄÖÜ', 'äöü', 'ÄöÜ'])
			assert.deepEqual(findIn(['xäöüy', 'XÄÖÜY', 'aou'], text), ['xäöüy', 'XÄÖÜY'].sort());
		assert.deepEqual(findIn(['xäöüy', 'XÄÖÜY'], 'äöü', { matchCase: true }), ['xäöüy']);
		assert.deepEqual(findIn(['日本語の関数', 'other'], '本語'), ['日本語の関数']);
		assert.deepEqual(findIn(['fn😀x', 'other'], '😀'), ['fn😀x']);
		// capitals of these are longer or shorter; the names behind them stay the right ones
		const long = ['İstanbul', 'ßßßß', 'Straße', 'STRASSE', 'ﬁ', 'ΐ', 'ΟΔΟΣ', 'οδος', 'ısı', 'Kelvin', 'zz'];
		for (const name of long) {
			assert.ok(findIn(long, name).includes(name), name);
			assert.deepEqual(findIn(long, name, { matchCase: true }), [name]);
		}
		assert.deepEqual(findIn(long, 'zz'), ['zz']);
		assert.deepEqual(findIn(long, 'stanbul'), ['İstanbul']);
		assert.deepEqual(findIn(long, 'οδοσ'), ['ΟΔΟΣ', 'οδος']);
		assert.deepEqual(findIn(long, 'straße'), ['STRASSE', 'Straße']);
		assert.deepEqual(findIn(long, 'stra.e', { regex: true }), ['Straße']);
		assert.deepEqual(findIn(long, 'zz', { regex: true }), ['zz']);
	});

	await test('unit: annotations may be part of a match or not', () => {
		const names = ['read_[k]', 'read', 'write', 'read_[x]', 'thread_[w]'];
		assert.deepEqual(findIn(names, 'read$', { regex: true }), ['read', 'read_[k]', 'thread_[w]']);
		assert.deepEqual(findIn(names, 'read_[k]'), ['read_[k]']);
		assert.deepEqual(findIn(names, '_[k'), ['read_[k]']);
		assert.deepEqual(findIn(names, '_\\[k\\]$', { regex: true }), ['read_[k]']);
		assert.deepEqual(findIn(names, 'read', { word: true }), ['read', 'read_[k]']);
		assert.deepEqual(findIn(names, '^read$', { regex: true, word: true }), ['read', 'read_[k]']);
	});

	await test('unit: names are searched as people see them', () => {
		const profile = decode(HOSTILE), found = text => run(profile, text).marks.filter(Boolean).length;
		assert.deepEqual(['<script>', '&amp', '\\41', '\u2400', '\u241b[0m', '__proto__', 'all'].map(found), [1, 1, 1, 0, 1, 1, 0]);
	});

	await test('unit: a large profile is searched as each name by itself would be', () => {
		const profile = decode(walk(6000) + HOSTILE.toString('latin1') + 'main;read_[k] 3\nmain;Ünï_[j] 3\n'), source = randomFrom(11);
		const names = profile.names.map(fieldOf);
		for (let round = 0; round < 400; round++) {
			const name = source.pick(names), from = source.random(name.length), cut = name.slice(from, from + 1 + source.random(6));
			const search = options({ text: source.random(4) ? cut : source.pick(['FN_', 'n', '_1', 'ns1::.*9', 'int>$', '^m', 'fn_(1|2)+<']), regex: source.random(2) === 1, matchCase: source.random(2) === 1, word: source.random(3) === 0 });
			let wanted;
			if (!search.text)
				continue;
			try {
				wanted = names.map(text => +matches(text, search));
			} catch (error) {
				continue;
			}
			const { marks, note } = viewer.runSearch(profile, search);
			if (!note)
				assert.deepEqual([...marks], wanted, JSON.stringify(search));
		}
	});
}

const FIELDS = { callers: [true, false], merge: ['none', 'direct', 'all'], up: [true, false], order: ['name', 'width', 'input'], widthby: ['before', 'after', 'larger'], self: [true, false], relative: [true, false],
	only: ['', 'grew', 'shrank', 'new', 'gone'], dim: [true, false] };

function randomState({ random, pick }, profile) {
	const state = viewer.fileState(profile), id = () => random(profile.names.length);
	for (const [field, values] of Object.entries(FIELDS))
		if (random(2))
			state[field] = pick(values);
	if (random(2))
		state.pivot = id();
	state.palette = pick(['file', ...viewer.palettesOf(profile)]);
	state.edits = Array.from({ length: random(4) }, () => ({ kind: pick(['focus', 'hide', 'remove']), name: id() }));
	state.search = { text: pick(['', 'a', 'a&b=c#+%', 'ä;😀', 'x y', profile.search, '=', '%41', '?']), regex: pick([true, false]), matchCase: pick([true, false]), word: pick([true, false]) };
	return state;
}

// As an address bar hands it back.
const travelled = query => new URL('http://x/' + query).search;

async function linkTests() {
	for (const [name, { folded, options: made }] of Object.entries(PROFILES)) {
		await test('unit: the link to a frame leads to it: ' + name, () => {
			const profile = decode(folded, made);
			for (let node = 1; node < profile.count; node += 1 + (profile.count >> 7)) {
				const state = viewer.fileState(profile);
				state.search = options({ text: 'a&b=#+%\ud800', matchCase: true });
				const query = viewer.writeQuery(profile, '?keep=1&x=5&s=old', state, viewer.zoomPath(profile, node));
				assert.ok(query.length < 40000 && /^[!-~]*$/.test(query));
				const link = viewer.readQuery(profile, travelled(query));
				assert.deepEqual(link.state.search, { ...state.search, text: 'a&b=#+%\ufffd' });
				if (Number(profile.width[node]) > 0)
					assert.deepEqual(viewer.findPath(profile, link.zoom), { node, missing: 0 });
				assert.ok(query.startsWith('?keep=1&zoom=') && !query.includes('x=5'));
			}
		});

		await test('unit: any state survives its link: ' + name, () => {
			const plain = decode(folded, made), source = randomFrom(name.length);
			for (const file of [plain, { ...plain, order: 'width', up: false, widthby: 'before', changeOfSelf: true, search: 'b c&' }])
				for (let round = 0; round < 60; round++) {
					const state = randomState(source, file), query = viewer.writeQuery(file, '?keep=%41', state, '');
					assert.ok(/^\?keep=%41(&|$)/.test(query) && /^[!-~]*$/.test(query), query);
					const link = viewer.readQuery(file, travelled(query));
					assert.deepEqual(link, { zoom: '', state, missing: [] }, query);
					assert.equal(viewer.writeQuery(file, query, link.state, ''), query);
				}
			assert.equal(viewer.writeQuery(plain, '', viewer.fileState(plain), ''), '');
		});
	}

	await test('unit: links say what differs from the file, in words', () => {
		const profile = decode(DEMO), id = name => profile.names.findIndex(encoded => fieldOf(encoded) === name);
		const state = { ...viewer.fileState(profile), callers: true, pivot: id('lex'), merge: 'all', up: false, order: 'width', widthby: 'after', self: true, relative: false, only: 'grew', dim: true,
			edits: [{ kind: 'hide', name: id('parse') }, { kind: 'focus', name: id('main') }, { kind: 'hide', name: id('malloc_[k]') }], search: { text: 'a|b', regex: true, matchCase: true, word: true } };
		const query = viewer.writeQuery(profile, '', state, 'lex');
		assert.equal(query, '?zoom=lex&hide=parse&focus=main&hide=malloc_%5Bk%5D&fn=lex&view=callers&merge=all&flip=1&order=width&width=after&change=self&scale=absolute&only=grew&search=a%7Cb&regex=1&case=1&word=1&dim=1');
		assert.deepEqual(viewer.readQuery(profile, query), { zoom: 'lex', state, missing: [] });
		const own = { ...profile, changeOfSelf: true }, ofTotal = { ...viewer.fileState(own), self: false };
		assert.equal(viewer.writeQuery(own, '', ofTotal, ''), '?change=total');
		assert.deepEqual(['total', 'self'].map(word => viewer.readQuery(own, '?change=' + word).state.self), [false, true]);
	});

	await test('unit: a search that the file came with', () => {
		const file = { ...decode(DEMO), search: 'lex' }, text = query => viewer.readQuery(file, query).state.search.text;
		assert.deepEqual(['', '?search=', '?search=x', '?zoom=a', '?s=old', '?search'].map(text), ['lex', '', 'x', 'lex', 'old', '']);
		const none = viewer.fileState(file);
		none.search.text = '';
		assert.equal(viewer.writeQuery(file, '', none, ''), '?search=');
	});

	await test('unit: functions with long names have short links', () => {
		const long = ['n', 'm'].map(letter => letter.repeat(60)), profile = decode(`main;${long[0]} 1\nmain;${long[1]} 2\n`);
		for (const pivot of long.map(name => profile.names.indexOf(name))) {
			const query = viewer.writeQuery(profile, '', { ...viewer.fileState(profile), pivot }, '');
			assert.match(query, /^\?fn=\$\w{5,9}$/);
			assert.equal(viewer.readQuery(profile, travelled(query)).state.pivot, pivot);
		}
	});

	await test('unit: equal siblings of a flame chart have links of their own', () => {
		const model = oracle.fromFolded('m;a 5\nm;b 3\n', { order: 'input', flamechart: '1' }), m = model.root.children[0];
		const again = { ...m.children[0], children: [], self: [7n] };
		m.children.push(again);
		const profile = viewer.decodeProfile(oracle.encodeBlock(model));
		assert.equal(viewer.zoomPath(profile, 4), 'm;a,2');
		assert.equal(at(profile, 'm;a,2'), 4);
		assert.equal(at(profile, 'm;a'), 2);
		assert.equal(viewer.zoomPath(profile, 2), 'm;a');
	});

	await test('unit: links into a sandwich and into callers', () => {
		const base = decode('main;f;g;f 4\nmain;f;g 3\nmain;~d;f;~d 2\ng;f;main 5\nf;f 1\n'), ids = base.names.map((_, id) => id);
		for (const pivot of [...ids, -1]) {
			const tree = viewer.growingTree(base, pivot), open = [0], paths = new Set();
			while (open.length)
				for (let child = viewer.layOut(tree, open.pop()), list = []; child || (open.push(...list), false); child = tree.next[child]) {
					const path = viewer.zoomPath(tree, child);
					assert.equal(path[0] === '~', tree.depth[child] < 0);
					assert.ok(!paths.has(path) && !path.includes(','), path);
					paths.add(path);
					assert.deepEqual(viewer.findPath(tree, path), { node: child, missing: 0 });
					list.push(child);
				}
			assert.ok(paths.size > 0);
		}
		const sandwich = viewer.growingTree(base, base.names.indexOf('f'));
		assert.equal(viewer.findPath(sandwich, '~main').missing, 0);
		assert.equal(viewer.findPath(sandwich, 'main').missing, 0);
		assert.notEqual(at(sandwich, '~main'), at(sandwich, 'main'));
		assert.equal(viewer.findPath(sandwich, '~gone;x').missing, 2);
	});

	await test('unit: links: what is gone is told, bad parts stop nothing', () => {
		const profile = decode(DEMO), hostile = decode(HOSTILE), read = query => viewer.readQuery(profile, query);
		assert.deepEqual(viewer.findPath(profile, 'main;render;gone;x'), { node: at(profile, 'main;render'), missing: 2 });
		assert.deepEqual(viewer.findPath(profile, 'main%3Brender%3blayout'), { node: at(profile, 'main;render;layout'), missing: 0 });
		assert.deepEqual(viewer.findPath(profile, '%E0%A4%A'), { node: 0, missing: 1 });
		assert.deepEqual(viewer.findPath(profile, 'main;render,0;x'), { node: at(profile, 'main'), missing: 2 });
		assert.deepEqual(viewer.findPath(profile, 'main;render,2'), { node: at(profile, 'main'), missing: 1 });
		assert.deepEqual(viewer.findPath(hostile, 'main;__proto__;constructor;toString').missing, 0);
		const usual = viewer.fileState(profile), searched = (text, more) => ({ ...usual, search: options({ text, ...more }) });
		assert.deepEqual(read('?zoom=%zz&search=foo&search=bar&&&=&__proto__=1&case'), { zoom: '%zz', state: searched('foo'), missing: [] });
		assert.deepEqual(read('?s=a%2Bb&x=1&y=2').state, searched('a+b', { regex: true, matchCase: true }));
		assert.deepEqual(read('?s=a&search=b').state, searched('b'));
		assert.deepEqual(read('?search=100%&case=1').state, searched('100%', { matchCase: true }));
		assert.deepEqual(read('?s=a=b').state, searched('a=b', { regex: true, matchCase: true }));
		assert.deepEqual(read(''), { zoom: '', state: usual, missing: [] });
		for (const bad of ['view=x', 'merge=constructor', 'merge=__proto__', 'order=', 'order', 'flip=yes', 'only=toString', 'palette=nope', 'palette=__proto__', 'width=none', 'change=1', 'scale=0', 'dim=2', 'regex=true', 'state=1', 'text=x', 'pivot=1', 'edits=1'])
			assert.deepEqual(read('?' + bad), { zoom: '', state: usual, missing: [] }, bad);
		const stale = read('?hide=lex&hide=gone%20one&fn=$zzzzz&focus=&remove=main');
		assert.deepEqual(stale.missing, ['gone one', '$zzzzz', '']);
		assert.deepEqual(stale.state.edits.map(edit => edit.kind + ' ' + profile.names[edit.name]), ['hide lex', 'remove main']);
		assert.equal(stale.state.pivot, -1);
		assert.ok(read('?' + 'hide=lex&'.repeat(10000)).state.edits.length < 1000);
	});

	await test('unit: 5,000 frames deep and the last of them linked', () => {
		const profile = decode(deep(5000)), path = viewer.zoomPath(profile, 5000);
		assert.ok(path.length < 40000);
		assert.equal(at(profile, path), 5000);
	});
}

export async function searchAndLinkTests() {
	await patternTests();
	await searchTests();
	await linkTests();
}
