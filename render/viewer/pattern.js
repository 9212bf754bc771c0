/* Pattern: regular expressions in linear time. */

/*
 * RegExp backtracks: "(a+)+$" on one long name can take years. So a pattern with repeats or groups
 * runs here, as a set of states that steps through the name once. It is parsed into
 * { kind: set | assert | seq | alt | repeat }, compiled to three arrays and simulated.
 */
const MAX_PATTERN = 4000, MAX_NESTING = 100, MAX_PROGRAM = 4000, MAX_STEPS = 6e7;
const CHAR = 0, SPLIT = 1, ASSERT = 2, MATCH = 3;
const ATOM = /\[\^?(?:\\[^]|[^\]\\])*\]|\\(?:x[0-9a-f]{2}|u[0-9a-f]{4}|[^])|[^]/iy;
const BOUNDS = /\*|\+|\?|\{(\d+)(?:(,)(\d*))?\}/y;
const GROUP = /\?(?::|<?[=!]|<\w+>)/y;

class PatternParser {
	constructor(text) {
		this.text = text;
		this.at = 0;
		this.nesting = 0;
		this.simple = true;  /* no repeat, no group: RegExp cannot backtrack far */
	}
	/* What a sticky expression finds here, or null; it is taken. */
	take(expression) {
		expression.lastIndex = this.at;
		const found = expression.exec(this.text);
		if (found)
			this.at = expression.lastIndex;
		return found;
	}
	parse() {
		const tree = this.alternatives();
		if (this.at < this.text.length)
			throw new Error('")" without "("');
		return tree;
	}
	alternatives() {
		if (++this.nesting > MAX_NESTING)
			throw new Error('too deeply nested');
		const items = [this.sequence()];
		for (; this.text[this.at] === '|'; items.push(this.sequence()))
			this.at++;
		this.nesting--;
		return { kind: 'alt', items };
	}
	sequence() {
		const items = [];
		while (this.at < this.text.length && !'|)'.includes(this.text[this.at]))
			items.push(this.repeated());
		return { kind: 'seq', items };
	}
	repeated() {
		const item = this.atom(), found = this.take(BOUNDS);
		if (!found)
			return item;
		this.take(/\?/y);  /* lazy: no difference to whether it matches */
		if (item.kind === 'assert' || this.take(BOUNDS))
			throw new Error('nothing to repeat');
		this.simple = false;
		const [sign, low, comma, high] = found, min = low ? +low : +(sign === '+');
		const max = sign === '?' ? 1 : low && !comma ? min : high ? +high : Infinity;
		if (min > max)
			throw new Error('numbers out of order in {}');
		return { kind: 'repeat', item, min, max };
	}
	atom() {
		if (this.take(BOUNDS))
			throw new Error('nothing to repeat');
		const [token] = this.take(ATOM);
		if (token === '(')
			return this.group();
		if (token === '[' || token === '\\')
			throw new Error(token === '[' ? '"]" is missing' : '"\\" at the end');
		if (/^\\[1-9k]/.test(token))
			throw new Error('references to groups are not supported');
		if (/^\\p/i.test(token))
			throw new Error(token + ' is not supported');
		return { kind: /^(\^|\$|\\b)$/i.test(token) ? 'assert' : 'set', token };
	}
	group() {
		this.simple = false;
		const kind = this.take(GROUP);
		if (!kind && this.text[this.at] === '?')
			throw new Error('unknown kind of group');
		if (kind && /[=!]/.test(kind[0]))
			throw new Error('looking ahead or behind is not supported');
		const tree = this.alternatives();
		if (this.text[this.at++] !== ')')
			throw new Error('")" is missing');
		return tree;
	}
}

/* The characters that a token like "a", "." or "[a-z\d]" means. RegExp knows; a table for ASCII. */
class CharSet {
	constructor(token, flags) {
		this.native = new RegExp('^(?:' + token + ')$', flags);
		this.ascii = Uint8Array.from({ length: 128 }, (_, code) => +this.beyond(code));
	}
	beyond(code) {
		return this.native.test(String.fromCharCode(code));
	}
	has(code) {
		return code < 128 ? this.ascii[code] === 1 : this.beyond(code);
	}
}

/* Instruction i: op[i], with x[i] a set, an assertion or a target, y[i] the second target. */
class Program {
	constructor(tree, flags) {
		Object.assign(this, { op: [], x: [], y: [], flags, work: 0, sets: new Map() });
		this.compile(tree);
		this.emit(MATCH, 0, 0);
	}
	emit(op, x, y) {
		this.x.push(x);
		this.y.push(y);
		return this.op.push(op) - 1;
	}
	setOf(token) {
		if (!this.sets.has(token))
			this.sets.set(token, new CharSet(token, this.flags));
		return this.sets.get(token);
	}
	compile(node) {
		if (++this.work > MAX_PROGRAM)
			throw new Error('too large when its {} are written out');
		switch (node.kind) {
		case 'set': this.emit(CHAR, this.setOf(node.token), 0); break;
		case 'assert': this.emit(ASSERT, node.token, 0); break;
		case 'seq': node.items.forEach(item => this.compile(item)); break;
		case 'alt': this.compileAlternatives(node.items); break;
		case 'repeat': this.compileRepeat(node); break;
		}
	}
	compileAlternatives(items) {
		const ends = [];
		for (const item of items.slice(0, -1)) {
			const split = this.emit(SPLIT, this.op.length + 1, 0);
			this.compile(item);
			ends.push(this.emit(SPLIT, 0, 0));
			this.y[split] = this.op.length;
		}
		this.compile(items[items.length - 1]);
		for (const end of ends)
			this.x[end] = this.y[end] = this.op.length;
	}
	compileRepeat({ item, min, max }) {
		for (let i = 0; i < min; i++)
			this.compile(item);
		const skips = [];
		for (let i = min; max === Infinity ? i === min : i < max; i++) {
			skips.push(this.emit(SPLIT, this.op.length + 1, 0));
			this.compile(item);
		}
		if (max === Infinity)
			this.emit(SPLIT, skips[0], skips[0]);
		for (const split of skips)
			this.y[split] = this.op.length;
	}
}

function isWord(text, i) {
	return i >= 0 && i < text.length && /\w/.test(text[i]);
}

function holds(what, text, i) {
	if (what === '^')
		return i === 0;
	if (what === '$')
		return i === text.length;
	return (isWord(text, i - 1) !== isWord(text, i)) === (what === '\\b');
}

/* Runs a program over many texts; gives up when all of them together cost too much. */
class Matcher {
	constructor(program) {
		this.program = program;
		this.steps = 0;
		this.seen = new Int32Array(program.op.length).fill(-1);
		this.stamp = 0;
		this.stack = [];
	}
	/* Adds the character states reachable from pc at position i; true when that is a match. */
	follow(pc, text, i, states) {
		const { op, x, y } = this.program, { seen, stack, stamp } = this;
		stack.push(pc);
		while (stack.length) {
			pc = stack.pop();
			if (seen[pc] === stamp)
				continue;
			seen[pc] = stamp;
			this.steps++;
			if (op[pc] === MATCH)
				return true;
			if (op[pc] === CHAR)
				states.push(pc);
			else if (op[pc] === SPLIT)
				stack.push(y[pc], x[pc]);
			else if (holds(x[pc], text, i))
				stack.push(pc + 1);
		}
		return false;
	}
	test(text) {
		const x = this.program.x;
		let states = [], next = [];
		this.stack.length = 0;
		for (let i = 0; i <= text.length; i++) {
			const code = text.charCodeAt(i - 1);
			this.stamp++;
			for (const pc of states)
				if (x[pc].has(code) && this.follow(pc + 1, text, i, next))
					return true;
			if (this.follow(0, text, i, next))
				return true;
			this.steps += next.length * (code < 128 ? 1 : 20);  /* what looking one up costs */
			if (this.steps > MAX_STEPS)
				throw new Error('this pattern takes too long on this profile');
			[states, next] = [next, states];
			next.length = 0;
		}
		return false;
	}
}
