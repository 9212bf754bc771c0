/* Pattern: regular expressions in linear time. */

/*
 * RegExp backtracks: "(a+)+$" on one long name can take years. So an expression is parsed into nodes
 * { set, fits } | { assert } | { item, min, max } | { ways: lists of nodes }, compiled to linked steps, and
 * a name moves a set of steps on, character by character. Such sets are remembered as the states of
 * an automaton: most characters cost a look into a table.
 */
const MAX_PATTERN = 4000, MAX_NESTING = 100, MAX_PROGRAM = 9000, MAX_WORK = 3e6;
const ATOM = /^(\[\^?(\\[^]|[^\]\\])*\]|\\(x[0-9a-f]{2}|u[0-9a-f]{4}|[^])|[^])/i;
const BOUNDS = /^(?:\*|\+|\?|\{(\d+)(?:(,)(\d*))?\})/;

function fail(why) {
	throw new Error(why);
}

/* The tree of an expression; flags are RegExp's. */
function parsePattern(text, flags) {
	let rest = text, nesting = 0;
	if (text.length > MAX_PATTERN)
		fail('longer than ' + commas(MAX_PATTERN) + ' characters');
	/* What an expression finds here, or null; it is taken. */
	const take = expression => {
		const found = expression.exec(rest);
		rest = found ? rest.slice(found[0].length) : rest;
		return found;
	};
	const alternatives = () => {
		const ways = [[]];
		if (++nesting > MAX_NESTING)
			fail('too deeply nested');
		while (rest && rest[0] !== ')')
			if (take(/^\|/))
				ways.push([]);
			else
				ways[ways.length - 1].push(repeated());
		nesting--;
		return { ways };
	};
	const repeated = () => {
		if (take(BOUNDS))
			fail('nothing to repeat');
		const item = atom(), found = !item.assert && take(BOUNDS);
		if (!found)
			return item;
		/* A lazy one makes no difference to whether it matches. */
		take(/^\?/);
		const [sign, low, comma, high] = found, min = +(low || sign === '+');
		const max = sign === '?' ? 1 : low && !comma ? min : +(high || Infinity);
		if (min > max)
			fail('numbers out of order in {}');
		return { item, min, max };
	};
	const atom = () => {
		const [token] = take(ATOM);
		if (token === '(')
			return group();
		if (token === '[' || token === '\\')
			fail(token === '[' ? '"]" is missing' : '"\\" at the end');
		if (/^\\[1-9ckp]/i.test(token))
			fail(token + ' is not supported');
		if (/^(\^|\$|\\b)$/i.test(token))
			return { assert: token };
		return { set: token, fits: new RegExp('^(?:' + token + ')$', flags) };
	};
	const group = () => {
		if (!take(/^\?(:|<\w+>)/) && rest[0] === '?')
			fail('this kind of group is not supported');
		const tree = alternatives();
		if (!take(/^\)/))
			fail('")" is missing');
		return tree;
	};
	const tree = alternatives();
	if (rest)
		fail('")" without "("');
	return tree;
}

/* The longest ASCII text that is plainly part of every match, or ''. Names without it are out. */
function literalOf({ set, item, min, ways }) {
	let best = '', run = '';
	if (set)
		return /^(\\[!-/:-@[-`{-~]|[ -\-/-~])$/.test(set) ? set.slice(-1) : '';
	if (min)
		return literalOf(item);
	for (const part of ways && ways.length === 1 ? ways[0] : []) {
		const text = literalOf(part);
		run = part.set && text ? run + text : '';
		best = [best, run, text].sort((a, b) => b.length - a.length)[0];
	}
	return best;
}

/* What is beside a place in a name: its end, a word character or another one. */
const EDGE = 0, WORD = 1, OTHER = 2;
const HOLDS = {
	'^': before => before === EDGE,
	$: (before, after) => after === EDGE,
	start: before => before !== WORD,
	end: (before, after) => after !== WORD,
	'\\b': (before, after) => (before === WORD) !== (after === WORD),
	'\\B': (before, after) => (before === WORD) === (after === WORD),
};

/* The first step of a tree, which leads to the others; the last has nothing but its number. */
function compileSteps(tree) {
	let size = 0;
	const step = fields => {
		if (size === MAX_PROGRAM)
			fail('too large when its repeats are written out');
		return Object.assign(fields, { id: size++ });
	};
	const compile = ({ fits, assert, item, ways, min, max }, then) => {
		if (ways)
			return step({ ways: ways.map(parts => parts.reduceRight((next, part) => compile(part, next), then)) });
		if (!item)
			return step({ fits, assert, then });
		const loop = max === Infinity && step({ ways: [then] });
		if (loop)
			loop.ways.push(compile(item, loop));
		let next = loop || then;
		for (let i = loop ? min : max; i > 0; i--) {
			next = compile(item, next);
			next = i > min ? step({ ways: [next, then] }) : next;
		}
		return next;
	};
	return compile(tree, step({}));
}

/* Runs an expression over many names; gives up when all of them together cost too much. */
class Matcher {
	constructor(tree) {
		this.start = compileSteps(tree);
		this.work = 0;
		this.states = new Map();
		this.match = {};
		this.first = this.stateOf([], EDGE);
	}
	stateOf(steps, before) {
		const key = Uint16Array.from(steps, step => step.id).sort().join() + ':' + before;
		if (!this.states.has(key))
			this.states.set(key, { steps, before, after: [], end: null });
		return this.states.get(key);
	}
	/* The state after one more character, '' at the end; a match may begin anywhere. */
	move(state, char) {
		const beside = char === '' ? EDGE : /\w/.test(char) ? WORD : OTHER;
		const steps = [], reached = new Set(state.steps).add(this.start);
		let next;
		for (const { ways, fits, assert, then } of reached)
			if (ways)
				ways.forEach(way => reached.add(way));
			else if (fits && fits.test(char))
				steps.push(then);
			else if (assert && HOLDS[assert](state.before, beside))
				reached.add(then);
			else if (!then)
				next = this.match;
		this.work += reached.size;
		if (this.work > MAX_WORK)
			fail('this pattern takes too long on this profile');
		return next || this.stateOf(steps, beside);
	}
	test(text) {
		let state = this.first;
		for (let i = 0; i < text.length && state !== this.match; i++) {
			const code = text.charCodeAt(i);
			state = state.after[code] || (state.after[code] = this.move(state, text[i]));
		}
		return state === this.match || (state.end = state.end || this.move(state, '')) === this.match;
	}
}
