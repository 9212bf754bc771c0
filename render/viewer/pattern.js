/* Pattern: regular expressions in linear time. */

/*
 * RegExp backtracks: "(a+)+$" on one long name can take years. So an expression is parsed into nodes
 * { set } | { assert } | { item, min, max } | { ways: lists of nodes }, compiled to linked steps, and
 * a name moves a set of steps on, character by character. Such sets are remembered as the states of
 * an automaton: most characters cost a look into a table.
 */
const MAX_PATTERN = 4000, MAX_NESTING = 100, MAX_PROGRAM = 9000, MAX_STEPS = 1e7, MAX_HELD = 3e5;
const ATOM = /^(\[\^?(\\[^]|[^\]\\])*\]|\\(x[0-9a-f]{2}|u[0-9a-f]{4}|[^])|[^])/i;
const BOUNDS = /^(?:\*|\+|\?|\{(\d+)(?:(,)(\d*))?\})/;

function fail(why) {
	throw new Error(why);
}

function parsePattern(text) {
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
		return /^(\^|\$|\\b)$/i.test(token) ? { assert: token } : { set: token };
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

/* Runs an expression over many names; gives up when all of them together cost too much. */
class Matcher {
	constructor(tree, flags) {
		Object.assign(this, { flags, size: 0, spent: 0, sets: new Map(), match: { id: MAX_PROGRAM } });
		this.start = this.compile(tree, this.match);
		/* Characters that no set tells apart are of one kind; 0 is unknown, 1 the end of a name. */
		this.kindOf = new Uint16Array(0x10000);
		this.kinds = [{}, { beside: EDGE, sets: new Set() }];
		this.forget();
	}
	step(fields) {
		if (this.size === MAX_PROGRAM)
			fail('too large when its repeats are written out');
		return Object.assign(fields, { id: this.size++ });
	}
	/* The first step of a node that `then` comes after. */
	compile({ set, assert, item, ways, min, max }, then) {
		if (ways)
			return this.step({ ways: ways.map(parts => parts.reduceRight((next, part) => this.compile(part, next), then)) });
		if (set && !this.sets.has(set))
			this.sets.set(set, new RegExp('^(?:' + set + ')$', this.flags));
		if (!item)
			return this.step({ set, assert, then });
		let next = then;
		if (max === Infinity) {
			next = this.step({ ways: [then] });
			next.ways.push(this.compile(item, next));
		}
		for (let i = max === Infinity ? min : max; i > 0; i--) {
			next = this.compile(item, next);
			next = i > min ? this.step({ ways: [next, then] }) : next;
		}
		return next;
	}
	spend(steps) {
		this.spent += steps;
		if (this.spent > MAX_STEPS)
			fail('this pattern takes too long on this profile');
	}
	learn(code) {
		const char = String.fromCharCode(code), beside = /\w/.test(char) ? WORD : OTHER;
		const sets = Array.from(this.sets.keys()).filter(set => this.sets.get(set).test(char));
		const key = JSON.stringify([beside, sets]), kind = this.kinds.findIndex(other => other.key === key);
		this.spend(this.sets.size + this.kinds.length);
		return this.kindOf[code] = kind > 0 ? kind : this.kinds.push({ key, beside, sets: new Set(sets) }) - 1;
	}
	forget() {
		this.held = 0;
		this.states = new Map();
		this.first = this.stateOf([], EDGE);
	}
	stateOf(steps, before) {
		const key = Uint16Array.from(steps, step => step.id).sort().join() + ':' + before;
		if (!this.states.has(key)) {
			this.held += steps.length + 20;
			if (this.held > MAX_HELD)
				this.forget();
			this.states.set(key, { steps, before, next: [] });
		}
		return this.states.get(key);
	}
	/* The state after one more character; a match may begin anywhere. */
	move(state, kind) {
		const { beside, sets } = this.kinds[kind], after = new Set();
		const reached = new Set(state.steps).add(this.start);
		for (const { ways, set, assert, then } of reached)
			if (ways)
				ways.forEach(way => reached.add(way));
			else if (sets.has(set))
				after.add(then);
			else if (assert && HOLDS[assert](state.before, beside))
				reached.add(then);
		this.spend(reached.size);
		return state.next[kind] = reached.has(this.match) ? this.match : this.stateOf(Array.from(after), beside);
	}
	test(text) {
		const { kindOf, match } = this;
		let state = this.first;
		for (let i = 0; i < text.length && state !== match; i++) {
			const code = text.charCodeAt(i), kind = kindOf[code] || this.learn(code);
			state = state.next[kind] || this.move(state, kind);
		}
		return state === match || (state.next[1] || this.move(state, 1)) === match;
	}
}
