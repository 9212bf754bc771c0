/*
 * viewer.js: makes the flame graph in one SVG interactive.
 *
 * The file carries the whole profile as printable text in <metadata class="profile">. This script
 * decodes it into typed arrays and replaces the still picture with its own drawing of whatever is
 * visible at the present zoom and width: one <path> for each colour (a frame is a horizontal stroke)
 * and a pool of labels. Work and elements are bounded by pixels, not by the size of the profile.
 *
 * Nothing is global: several of these may live in one page. Names from the profile are hostile: they
 * reach the document only as textContent and the address only percent-encoded.
 *
 * Sections: numbers, names, decode, layout, paths and labels, text about a frame, pattern, search,
 * address | picture, labels, tooltip, search in the page, controls, keys, start. Those before the bar
 * are pure and run without a document.
 */
(function () {
	'use strict';

	/* ---- numbers: exact decimals and percentages ---- */

	/* Digit value of each character code; 91 printable characters, those that XML minds left out. */
	const DIGIT = new Int8Array(256).fill(-1);
	for (let code = 33, value = 0; code < 127; code++)
		if (code !== 38 && code !== 60 && code !== 62)
			DIGIT[code] = value++;

	function damaged(why) {
		return new Error('the profile in this file is damaged: ' + why);
	}

	/* One line of numbers, read from the front. Digits 46..90 continue a number, 0..45 end it. */
	class Numbers {
		constructor(block, key) {
			this.key = key;
			this.bytes = new TextEncoder().encode(block.get(key) || '');
			this.at = 0;
		}
		digit() {
			const digit = this.at < this.bytes.length ? DIGIT[this.bytes[this.at++]] : -1;
			if (digit < 0)
				throw damaged('its line "' + this.key + '" is cut or has a strange character');
			return digit;
		}
		next() {
			let value = 0, place = 1;
			for (;;) {
				const digit = this.digit();
				if (digit < 46)
					return value + digit * place;
				value += (digit - 46) * place;
				place *= 45;
			}
		}
		/* The same for weights that a double cannot hold. */
		nextBig() {
			let value = 0n, place = 1n;
			for (;;) {
				const digit = this.digit();
				if (digit < 46)
					return value + BigInt(digit) * place;
				value += BigInt(digit - 46) * place;
				place *= 45n;
			}
		}
		finish() {
			if (this.at !== this.bytes.length)
				throw damaged('its line "' + this.key + '" is too long');
		}
	}

	function commas(digits) {
		return String(digits).replace(/\B(?=(\d{3})+$)/g, ',');
	}

	/* A weight (a change may be negative) with commas; exact unless the file asks for a factor. */
	function formatWeight(profile, weight) {
		if (profile.factor !== 1)
			return commas(BigInt(Math.round(Number(weight) / 10 ** profile.places * profile.factor)));
		const real = BigInt(weight);
		const digits = String(real < 0n ? -real : real).padStart(profile.places + 1, '0');
		const cut = digits.length - profile.places;
		const fraction = digits.slice(cut).replace(/0+$/, '');
		return (real < 0n ? '-' : '') + commas(digits.slice(0, cut)) + (fraction && '.' + fraction);
	}

	/* 100 * part / whole with two decimals, rounded half away from zero, from integers. */
	function hundredths(part, whole) {
		part = BigInt(part);
		whole = BigInt(whole);
		if (whole === 0n)
			return '0.00';
		const size = ((part < 0n ? -part : part) * 20000n + whole) / (2n * whole);
		const digits = String(size).padStart(3, '0');
		return (part < 0n && size ? '-' : '') + commas(digits.slice(0, -2)) + '.' + digits.slice(-2);
	}

	function percent(part, whole) {
		return part === whole && part ? '100%' : hundredths(part, whole) + '%';
	}

	function signed(text) {
		return text[0] === '-' || /^[0.]+$/.test(text) ? text : '+' + text;
	}

	/* ---- names: from the block's text to what people see ---- */

	/* Each line: one digit, how much of the line before is repeated, then the rest. */
	function decodeNames(lines) {
		const names = new Array(lines.length);
		let last = '';
		for (let i = 0; i < lines.length; i++) {
			const shared = DIGIT[lines[i].charCodeAt(0)];
			if (!(shared >= 0 && shared <= last.length))
				throw damaged('name ' + (i + 1) + ' does not fit the one before');
			names[i] = last = last.slice(0, shared) + lines[i].slice(1);
		}
		return names;
	}

	/* `\HH` is a raw byte: itself, a control picture, or the replacement character. */
	function shownByte(match, hex) {
		const byte = parseInt(hex, 16);
		if (byte < 0x20)
			return String.fromCharCode(0x2400 + byte);
		return byte < 0x7f ? String.fromCharCode(byte) : byte === 0x7f ? '\u2421' : '\ufffd';
	}

	/* The name as text. `^` stands for `<` and `%` for `&`. */
	function shownName(encoded) {
		if (!/[\^%\\]/.test(encoded))
			return encoded;
		return encoded.replace(/\^/g, '<').replace(/%/g, '&').replace(/\\([0-9a-f]{2})/g, shownByte);
	}

	/* Where a frame ran (kernel, inlined, jit, wakeup) is a colour, not part of the name. */
	function stripped(name) {
		return name.replace(/_\[[kijwo]\]$/, '');
	}

	function nameOf(profile, node) {
		if (node === 0)
			return 'all';
		const id = profile.name[node], shown = profile.shown;
		if (shown[id] === undefined)
			shown[id] = stripped(shownName(profile.names[id]));
		return shown[id];
	}

	/* ---- decode: the block to a profile ---- */

	/*
	 * `key value` lines, and after `names N` that many name lines. The first line is empty. Keys come
	 * from our own writer, but a Map keeps a damaged file from reaching Object.prototype.
	 */
	function readBlock(text) {
		const lines = text.split('\n'), block = new Map();
		if (lines[1] !== 'flamegraph-profile 1')
			throw damaged('it does not start with "flamegraph-profile 1"');
		for (let i = 2; i < lines.length; i++) {
			const space = (lines[i] + ' ').indexOf(' '), key = lines[i].slice(0, space);
			if (key && !block.has(key))
				block.set(key, lines[i].slice(space + 1));
			if (key !== 'names' || block.has('*names'))
				continue;
			const count = +block.get('names'), from = i + 1;
			block.set('*names', lines.slice(from, from + count));
			if (!(block.get('*names').length === count))
				throw damaged('names are missing');
			i += count;
		}
		return block;
	}

	function whole(block, key) {
		const value = +block.get(key);
		if (!(Number.isSafeInteger(value) && value >= 0))
			throw damaged('"' + key + '" is not a number');
		return value;
	}

	function readOptions(block) {
		const word = (key, otherwise) => block.has(key) ? block.get(key) : otherwise;
		const minwidth = word('minwidth', '0 px').split(' '), font = word('font', '12 0.6').split(' ');
		return {
			columns: block.get('columns') === '2' ? 2 : 1,
			unit: BigInt(word('unit', '1')),
			places: +word('places', '0') || 0,
			factor: +word('factor', '1') || 1,
			countname: shownName(word('countname', 'samples')),
			nametype: shownName(word('nametype', 'Function:')),
			order: word('order', 'name'),
			up: word('direction', 'up') !== 'down',
			widthby: word('widthby', 'larger'),
			changeOfSelf: word('diff', 'total') === 'self',
			floor: BigInt(word('floor', '0')),
			fillkind: word('fillkind', 'names'),
			minwidth: +minwidth[0] || 0,
			minPercent: minwidth[1] === '%',
			row: +word('row', '16') || 16,
			fontSize: +font[0] || 12,
			fontWidth: +font[1] || 0.6,
			light: new Set(word('light', '').split(' ').filter(Boolean).map(Number)),
		};
	}

	function readFills(block, count) {
		const fills = new Int32Array(count);
		if (!block.get('fills'))
			return fills;
		const numbers = new Numbers(block, 'fills');
		for (let i = 0; i < count; i++)
			fills[i] = numbers.next();
		numbers.finish();
		return fills;
	}

	/*
	 * Nodes in preorder, the root is 0: parent, name id, depth, size of the subtree (so the subtree of
	 * i is i .. i + size[i] - 1), weights. `width` is the weight that the picture shows; start, first
	 * and next are filled in by layOut() for those nodes only that get drawn.
	 */
	function newProfile(block) {
		const profile = readOptions(block), count = whole(block, 'nodes') + 1;
		if (count > (block.get('tree') || '').length + 1)
			throw damaged('frames are missing');  /* and do not ask for memory for them */
		const stated = (block.get('total') || '').split(' ').map(part => BigInt(part) * profile.unit);
		const rootWidth = BigInt(block.get('width') || 0);
		const big = stated.reduce((sum, part) => sum + part, rootWidth) > BigInt(Number.MAX_SAFE_INTEGER);
		const Weights = big ? BigUint64Array : Float64Array;
		const weights = () => Array.from({ length: profile.columns }, () => new Weights(count));
		profile.names = decodeNames(block.get('*names') || []);
		profile.shown = new Array(profile.names.length);
		profile.fills = readFills(block, profile.names.length);
		for (const key of ['parent', 'name', 'depth', 'size', 'first', 'next'])
			profile[key] = new Int32Array(count);
		return Object.assign(profile, { count, stated, rootWidth, big, selfs: weights(), totals: weights(),
			width: new Weights(count), start: new Weights(count) });
	}

	/* Child names seen under each name so far; most edges of a tree repeat one of them. */
	function readEdge(edges, lists, parentName, names) {
		const list = lists[parentName + 1] || (lists[parentName + 1] = []);
		const edge = edges.next();
		if (edge === 0)
			list.push(edges.next());
		const id = edge === 0 ? list[list.length - 1] : list[edge - 1];
		if (!(id < names))
			throw damaged('a frame has no name');
		return id;
	}

	function readTree(profile, block) {
		const { parent, name, depth, selfs, columns, big } = profile, lists = [], path = [0];
		const tree = new Numbers(block, 'tree'), edges = new Numbers(block, 'edges');
		const weights = new Numbers(block, 'selfs'), unit = big ? profile.unit : Number(profile.unit);
		name[0] = -1;
		for (let i = 1, level = 0; i < profile.count; i++) {
			const step = tree.next();
			level += 1 - (step >>> 1);
			if (!(level > 0))
				throw damaged('the tree has two roots');
			path[level] = i;
			depth[i] = level;
			parent[i] = path[level - 1];
			name[i] = readEdge(edges, lists, name[parent[i]], profile.names.length);
			if (step & 1)
				for (let c = 0; c < columns; c++)
					selfs[c][i] = (big ? weights.nextBig() : weights.next()) * unit;
		}
		[tree, edges, weights].forEach(numbers => numbers.finish());
	}

	/* Children come after their parent, so one pass from the end sums every subtree. */
	function sumUp(parent, own) {
		const sums = own.slice();
		for (let i = sums.length - 1; i > 0; i--)
			sums[parent[i]] += sums[i];
		return sums;
	}

	function larger(before, after) {
		return before.map((weight, i) => weight > after[i] ? weight : after[i]);
	}

	function addUp(profile) {
		const { parent, selfs, columns, widthby, rootWidth, big } = profile;
		profile.size = sumUp(parent, profile.size.fill(1));
		profile.totals = selfs.map(own => sumUp(parent, own));
		for (let c = 0; c < columns; c++)
			if (BigInt(profile.totals[c][0]) !== profile.stated[c])
				throw damaged('the weights do not add up to its total');
		profile.width = profile.totals[0];
		if (columns === 2)
			profile.width = widthby === 'larger' ? sumUp(parent, larger(selfs[0], selfs[1])) :
				profile.totals[widthby === 'after' ? 1 : 0].slice();
		if (rootWidth > BigInt(profile.width[0]))
			profile.width[0] = big ? rootWidth : Number(rootWidth);
	}

	function decodeProfile(text) {
		const block = readBlock(text), profile = newProfile(block);
		readTree(profile, block);
		addUp(profile);
		return profile;
	}

	/* ---- layout: which frames are visible, and where ---- */

	function inOrder(profile) {
		const { name, width, order } = profile, byName = (a, b) => name[a] - name[b] || a - b;
		if (order === 'input')
			return (a, b) => a - b;
		if (order === 'width')
			return (a, b) => width[a] < width[b] ? 1 : width[a] > width[b] ? -1 : byName(a, b);
		return byName;
	}

	/*
	 * The first child of a node, in the order of the picture; next[] leads to the others, 0 ends. Done
	 * when a node is first needed: most of a large profile is never looked at.
	 */
	function layOut(profile, node) {
		const { size, first, next, start, width } = profile;
		if (first[node] || size[node] === 1)
			return first[node];
		const children = [];
		for (let child = node + 1; child < node + size[node]; child += size[child])
			children.push(child);
		children.sort(inOrder(profile));
		let at = start[node];
		for (let i = 0; i < children.length; i++) {
			start[children[i]] = at;
			at += width[children[i]];
			next[children[i]] = i + 1 < children.length ? children[i + 1] : 0;
		}
		return first[node] = children[0];
	}

	function ancestors(profile, node) {
		const path = [];
		for (; node; node = profile.parent[node])
			path.push(profile.parent[node]);
		return path.reverse();
	}

	/* Edges of frames lie on a grid of half pixels; a unit is a tenth of a pixel. */
	function addVisibleChildren(profile, view, parent) {
		const { start, width, next } = profile, { origin, scale } = view;
		for (let child = layOut(profile, parent); child; child = next[child]) {
			const left = Math.floor((Number(start[child]) - origin) * scale + 0.5) * 5;
			const right = Math.floor((Number(start[child] + width[child]) - origin) * scale + 0.5) * 5;
			if (right > left && !(Number(width[child]) < view.least))
				addFrame(view, child, left, right - left);
		}
	}

	function addFrame(view, node, x, w) {
		view.node.push(node);
		view.x.push(x);
		view.w.push(w);
	}

	/*
	 * Row by row from the root, so the frames come in order of depth, then x; rows[d] is where row d
	 * starts. A frame that is not drawn hides all above it. Ancestors of the zoomed frame get the full
	 * width.
	 */
	function layoutView(profile, zoom, units) {
		const above = ancestors(profile, zoom), zoomWidth = Number(profile.width[zoom]);
		const least = profile.minPercent ? profile.minwidth / 100 * units : profile.minwidth * 10;
		for (const node of above)
			layOut(profile, node);
		const view = { units, scale: units / 5 / zoomWidth, least: least / units * zoomWidth,
			origin: Number(profile.start[zoom]), node: [], x: [], w: [], rows: [], faded: above.length };
		for (const node of above.concat(zoom)) {
			view.rows.push(view.node.length);
			addFrame(view, node, 0, units);
		}
		for (let i = view.faded; zoomWidth && i < view.node.length;) {
			const end = view.node.length;
			for (view.rows.push(end); i < end; i++)
				addVisibleChildren(profile, view, view.node[i]);
		}
		if (view.rows[view.rows.length - 1] < view.node.length)
			view.rows.push(view.node.length);
		view.depth = view.rows.length - 1;
		view.hidden = profile.size[zoom] - (view.node.length - view.faded);
		return view;
	}

	/* Index in the view of the frame at depth d and x units, or -1. */
	function frameAt(view, d, x) {
		if (!(d >= 0 && d < view.depth))
			return -1;
		let low = view.rows[d], high = view.rows[d + 1];
		while (high - low > 1) {
			const middle = (low + high) >> 1;
			if (view.x[middle] <= x)
				low = middle;
			else
				high = middle;
		}
		return low < view.rows[d + 1] && x >= view.x[low] && x < view.x[low] + view.w[low] ? low : -1;
	}

	/* ---- paths and labels: what is written for a view ---- */

	/* 0 unchanged, 1..10 grew, 11..20 shrank, 21 new, 22 gone. */
	function changeLevel(profile, node) {
		const columns = profile.changeOfSelf ? profile.selfs : profile.totals;
		const [b, a] = columns.map(column => column[node]), before = Number(b), after = Number(a);
		if (a === b || (a > b ? a - b : b - a) < profile.floor)
			return 0;
		if (!before || !after)
			return after ? 21 : 22;
		const change = Math.abs(after - before) / Math.max(after, before);
		return Math.max(1, Math.ceil(change * 10)) + (a > b ? 0 : 10);
	}

	function fillOf(profile, node) {
		if (profile.fillkind === 'change')
			return changeLevel(profile, node);
		if (profile.fillkind === 'width')
			return Math.floor(Math.sqrt(Number(profile.width[node]) / Number(profile.width[0])) * 15 + 0.5);
		return node === 0 ? 0 : profile.fills[profile.name[node]];
	}

	/* marks: one byte for each name that the search found, or null. */
	function isMarked(profile, node, marks) {
		return marks !== null && node !== 0 && marks[profile.name[node]] === 1;
	}

	/* Frames of 3 pixels and more leave half a pixel to their right. */
	function drawnWidth(w) {
		return w >= 30 ? w - 5 : w;
	}

	function rowTop(profile, rows, d) {
		return profile.row * (profile.up ? rows - 1 - d : d);
	}

	/* Class name -> path text. In a row, each frame but the first is placed relative to the last. */
	function pathsOf(profile, view, rows, marks) {
		const pens = new Map();
		for (let d = 0; d < view.depth; d++) {
			const y = rowTop(profile, rows, d) + profile.row / 2, suffix = d < view.faded ? ' faded' : '';
			for (let i = view.rows[d]; i < view.rows[d + 1]; i++) {
				const node = view.node[i], w = drawnWidth(view.w[i]);
				const key = (isMarked(profile, node, marks) ? 'match' : 'f' + fillOf(profile, node)) + suffix;
				let pen = pens.get(key);
				if (!pen)
					pens.set(key, pen = { text: '', row: -1, x: 0 });
				pen.text += pen.row === d ? 'm' + (view.x[i] - pen.x) + ' 0h' + w : 'M' + view.x[i] + ' ' + y + 'h' + w;
				pen.row = d;
				pen.x = view.x[i] + w;
			}
		}
		return new Map([...pens].map(([key, pen]) => [key, pen.text]));
	}

	/* As much of a name as fits, counted in characters, not in UTF-16 units. */
	function fitText(name, chars) {
		if (name.length <= chars)
			return name;
		if (/^[\0-\x7f]*$/.test(name))
			return name.slice(0, chars - 2) + '..';
		const points = Array.from(name);
		return points.length <= chars ? name : points.slice(0, chars - 2).join('') + '..';
	}

	function roomFor(view, i, charWidth) {
		return Math.floor((drawnWidth(view.w[i]) / 10 - 6) / charWidth);
	}

	/* Indices of the frames that are wide enough for a label. */
	function labelled(view, charWidth) {
		const list = [];
		for (let i = 0; i < view.node.length; i++)
			if (roomFor(view, i, charWidth) >= 3)
				list.push(i);
		return list;
	}

	function labelText(profile, view, i, charWidth) {
		return fitText(nameOf(profile, view.node[i]), roomFor(view, i, charWidth));
	}

	function hiddenNote(count) {
		if (!count)
			return '';
		return commas(count) + (count === 1 ? ' frame is too thin to draw here; zoom in to see it' :
			' frames are too thin to draw here; zoom in to see them');
	}

	/* ---- text about a frame: tooltip and details line ---- */

	function describeOne(profile, node) {
		const total = profile.totals[0], own = profile.selfs[0];
		return [formatWeight(profile, total[node]) + ' ' + profile.countname + ', ' + percent(total[node], total[0]),
			'self ' + formatWeight(profile, own[node]) + ', ' + percent(own[node], total[0])];
	}

	/* In points of the total and, as people expect too, in percent of what it was. */
	function changeText(profile, node) {
		const [before, after] = profile.totals.map(total => BigInt(total[node]));
		const [all, allAfter] = profile.totals.map(total => BigInt(total[0]));
		if (before === after && all === allAfter)
			return 'no change';
		const points = hundredths(after * all - before * allAfter, all * allAfter || 1n);
		const own = !before ? 'new' : !after ? 'gone' : signed(hundredths(after - before, before)) + '%';
		return 'change ' + signed(formatWeight(profile, after - before)) + ': ' + signed(points) + ' points, ' + own;
	}

	function describeTwo(profile, node) {
		const [before, after] = profile.totals, [ownBefore, ownAfter] = profile.selfs;
		return ['before ' + formatWeight(profile, before[node]) + ' ' + profile.countname + ', ' + percent(before[node], before[0]),
			'after ' + formatWeight(profile, after[node]) + ' ' + profile.countname + ', ' + percent(after[node], after[0]),
			changeText(profile, node),
			'self before ' + formatWeight(profile, ownBefore[node]) + ', after ' + formatWeight(profile, ownAfter[node])];
	}

	/* Lines that follow the name. */
	function describe(profile, node, zoom) {
		const lines = profile.columns === 2 ? describeTwo(profile, node) : describeOne(profile, node);
		if (zoom && profile.depth[node] >= profile.depth[zoom])
			lines.push(percent(profile.width[node], profile.width[zoom]) + ' of the zoomed frame');
		return lines;
	}

	/* Display columns of a character: CJK and emoji take about two. */
	function columnsOf(char) {
		return char.codePointAt(0) >= 0x1100 ? 2 : 1;
	}

	/* Breaks text into lines of at most so many columns; the last one allowed ends in "..". */
	function wrap(text, columns, maxLines) {
		const lines = [''];
		let used = 0;
		for (const char of text) {
			used += columnsOf(char);
			if (used > columns && lines.length === maxLines) {
				lines[maxLines - 1] = Array.from(lines[maxLines - 1]).slice(0, -2).join('') + '..';
				break;
			}
			if (used > columns) {
				lines.push('');
				used = columnsOf(char);
			}
			lines[lines.length - 1] += char;
		}
		return lines;
	}

	/* ---- pattern: regular expressions in linear time ---- */

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

	/* ---- search: names that match, and their share ---- */

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

	/* ---- address: zoom and search as a link ---- */

	/*
	 * ?zoom=main;parse;$Ab3x_&search=TERM&case=1. The zoom is the path of names from the root, each
	 * percent-encoded (so ; $ , are ours), long ones as $ and a hash. `,2` behind a name is the second
	 * of several equal siblings, which only a flame chart has.
	 */
	const LONG_NAME = 40, LONG_PATH = 2000;
	const OURS = new Set(['zoom', 'search', 'case', 's', 'x', 'y']);
	const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

	/* Unlike shownName() it can be undone: raw bytes and backslashes stay escaped. */
	function linkName(profile, node) {
		return profile.names[profile.name[node]].replace(/\^/g, '<').replace(/%/g, '&');
	}

	/* FNV-1a, 30 bits of it. Only siblings need to differ. */
	function hashName(name) {
		let hash = 0x811c9dc5, text = '';
		for (let i = 0; i < name.length; i++)
			hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
		for (let i = 0; i < 5; i++)
			text += BASE64[(hash >>> (6 * i)) & 63];
		return text;
	}

	function encodeName(name, longest) {
		const text = encodeURIComponent(name);
		return text.length > longest ? '$' + hashName(name) : text;
	}

	/* Which of its equal siblings a node is, from 1. */
	function ordinal(profile, node) {
		let nth = 0;
		for (let child = layOut(profile, profile.parent[node]); child; child = profile.next[child]) {
			nth += +(profile.name[child] === profile.name[node]);
			if (child === node)
				return nth;
		}
		return 1;
	}

	function zoomPath(profile, node) {
		const path = ancestors(profile, node).concat(node).slice(1);
		const nths = path.map(step => ordinal(profile, step));
		const join = longest => path.map((step, i) => encodeName(linkName(profile, step), longest) +
			(nths[i] > 1 ? ',' + nths[i] : '')).join(';');
		const readable = join(LONG_NAME);
		return readable.length > LONG_PATH ? join(6) : readable;
	}

	/* The child that a step of a path means, or 0. */
	function findChild(profile, node, step) {
		const [text, nth] = step.split(','), name = decodePart(text);
		let left = Math.max(1, Math.floor(+nth) || 1), found = 0;
		for (let child = layOut(profile, node); child && left; child = profile.next[child]) {
			const own = linkName(profile, child);
			if (text[0] === '$' ? text.slice(1) === hashName(own) : own === name) {
				found = child;
				left--;
			}
		}
		return found;
	}

	/*
	 * Follows a path as far as it goes; missing: how many of its names were not found. No name has a
	 * semicolon, so an encoded one is the work of a program that the link went through.
	 */
	function findPath(profile, text) {
		const steps = text.replace(/%3b/gi, ';').split(';');
		let node = 0;
		for (let i = 0; i < steps.length; i++) {
			const child = findChild(profile, node, steps[i]);
			if (!child || !profile.width[child])
				return { node, missing: steps.length - i };
			node = child;
		}
		return { node, missing: 0 };
	}

	function decodePart(text) {
		try {
			return decodeURIComponent(text);
		} catch (error) {
			return text;  /* a bad percent escape means itself */
		}
	}

	/* Each parameter by itself, the first of a kind counts; values stay encoded. */
	function parseQuery(query) {
		const values = new Map();
		for (const part of query.replace(/^\?/, '').split('&')) {
			const equals = (part + '=').indexOf('='), key = decodePart(part.slice(0, equals));
			if (key && !values.has(key))
				values.set(key, part.slice(equals + 1));
		}
		return values;
	}

	/* What a link asks for. A link of older tools (s) matched case, so it does here. */
	function readQuery(query) {
		const values = parseQuery(query), old = !values.has('search') && values.has('s');
		return { zoom: values.get('zoom') || '', search: decodePart(values.get(old ? 's' : 'search') || ''),
			matchCase: values.has('case') ? values.get('case') === '1' : old };
	}

	/* Half a surrogate pair, which an input box can hold, has no encoding in an address. */
	const HALF_PAIR = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

	/* The query for a state; parameters that are not ours stay. */
	function writeQuery(query, zoom, search, matchCase) {
		const parts = query.replace(/^\?/, '').split('&').filter(part =>
			part && !OURS.has(decodePart(part.split('=')[0])));
		if (zoom)
			parts.push('zoom=' + zoom);
		if (search)
			parts.push('search=' + encodeURIComponent(search.replace(HALF_PAIR, '\ufffd')));
		if (matchCase)
			parts.push('case=1');
		return parts.length ? '?' + parts.join('&') : '';
	}

	/* ---- picture: shapes, and the place of everything ---- */

	const SVG = 'http://www.w3.org/2000/svg', HTML = 'http://www.w3.org/1999/xhtml';
	const STACKED_ROW = 30;  /* px that the controls take when they do not fit beside the heading */

	function make(parent, name, attributes, space) {
		const element = document.createElementNS(space || SVG, name);
		setAll(element, attributes || {});
		return parent ? parent.appendChild(element) : element;
	}

	function setAll(element, attributes) {
		for (const [key, value] of Object.entries(attributes))
			element.setAttribute(key, value);
	}

	/* The file's own measures, from which a taller picture is computed. */
	function readGeometry(root, frames, row) {
		const top = +frames.getAttribute('y'), height = +frames.getAttribute('height');
		const header = Array.from(root.querySelectorAll('.heading, .subtitle'));
		const texts = Array.from(root.children).filter(child => child.localName === 'text' && !header.includes(child));
		return { top, rows: Math.round(height / row), height: +root.getAttribute('height'),
			header: Math.max(0, ...header.map(text => +text.getAttribute('y') + 8)),
			texts: texts.map(text => ({ text, y: +text.getAttribute('y') })) };
	}

	/* Deeper rows than the file shows, or a row for the controls, make the picture taller. */
	function placeAll(v) {
		const { geometry, profile } = v, lower = v.stacked ? STACKED_ROW : 0;
		const grown = (v.rows - geometry.rows) * profile.row, before = v.bottom;
		v.top = geometry.top + lower;
		v.bottom = v.top + v.rows * profile.row;
		setAll(v.root, { height: geometry.height + lower + grown });
		setAll(v.frames, { y: v.top, height: v.rows * profile.row });
		for (const { text, y } of geometry.texts)
			text.setAttribute('y', y + lower + (y > geometry.top ? grown : 0));
		setAll(v.bar, { y: v.stacked ? geometry.header : 4 });
		if (v.standalone && profile.up && before && before !== v.bottom)
			window.scrollBy(0, v.bottom - before);
	}

	/* A path element for each class, kept between draws. */
	function paintPaths(v) {
		const paths = pathsOf(v.profile, v.view, v.rows, v.marks), height = v.rows * v.profile.row;
		setAll(v.shapes, { viewBox: '0 0.5 ' + v.view.units + ' ' + height, height });
		for (const [key, path] of v.paths)
			if (!paths.has(key))
				path.removeAttribute('d');
		for (const [key, text] of paths) {
			if (!v.paths.has(key))
				v.paths.set(key, make(v.shapes, 'path', { class: key }));
			v.paths.get(key).setAttribute('d', text);
		}
	}

	function widthOf(v) {
		return v.root.getBoundingClientRect().width;
	}

	/* Everything, for the present zoom, marks and width. */
	function redraw(v) {
		v.width = widthOf(v);
		if (!v.width)
			return;  /* not displayed; the observer calls again */
		v.view = layoutView(v.profile, v.zoom, Math.round(0.98 * v.width * 10));
		if (!v.zoom)
			v.tallest = Math.max(v.geometry.rows, v.view.depth);
		v.rows = Math.max(v.tallest, v.view.depth);
		hover(v, null);
		paintStatus(v);
		fitTexts(v);
		fitControls(v);
		placeAll(v);
		paintPaths(v);
		paintLabels(v);
	}

	/* Any number of calls make one redraw before the next frame. */
	function redrawSoon(v) {
		if (v.waiting)
			return;
		v.waiting = requestAnimationFrame(() => {
			v.waiting = 0;
			redraw(v);
		});
	}

	/* ---- labels: a pool of them, each in a nested svg that clips ---- */

	const MANY_LABELS = 1500;  /* from here on only those near the window are made */

	/* The declared width of a character is trusted unless the font here is clearly wider. */
	function measureCharacter(v) {
		const sample = make(make(v.frames, 'svg', { class: 'label' }), 'text');
		sample.textContent = 'x'.repeat(50);
		const declared = v.profile.fontSize * v.profile.fontWidth;
		const measured = sample.getComputedTextLength() / 50;
		sample.parentNode.remove();
		return measured > declared * 1.02 ? measured : declared;
	}

	/* [first, last] y in the frames area that are within a window's height of being seen. */
	function nearWindow(v) {
		const at = v.root.getBoundingClientRect().top + v.top, height = window.innerHeight;
		return [-at - height, 2 * height - at];
	}

	function poolLabel(v, i) {
		if (i === v.pool.length) {
			const row = v.profile.row, box = make(v.labels, 'svg', { height: row });
			v.pool.push({ box, text: make(box, 'text', { x: 3, y: row - Math.floor(row / 4) }) });
		}
		return v.pool[i];
	}

	function labelClass(v, i, d) {
		const node = v.view.node[i];
		if (d < v.view.faded)
			return 'label faded';
		const dark = v.profile.light.has(fillOf(v.profile, node)) && !isMarked(v.profile, node, v.marks);
		return dark ? 'label w' : 'label';
	}

	function paintLabels(v) {
		const { profile, view } = v, list = labelled(view, v.charWidth);
		const [from, to] = list.length > MANY_LABELS ? nearWindow(v) : [-Infinity, Infinity];
		let used = 0;
		v.partial = list.length > MANY_LABELS;
		for (const i of list) {
			const d = profile.depth[view.node[i]], y = rowTop(profile, v.rows, d);
			if (y < from || y > to)
				continue;
			const { box, text } = poolLabel(v, used++);
			setAll(box, { class: labelClass(v, i, d), x: view.x[i] / 10, y, width: drawnWidth(view.w[i]) / 10 });
			text.textContent = labelText(profile, view, i, v.charWidth);
			box.removeAttribute('display');
		}
		for (let i = used; i < v.pool.length && !v.pool[i].box.hasAttribute('display'); i++)
			v.pool[i].box.setAttribute('display', 'none');
	}

	/* ---- tooltip, details line and outline ---- */

	function frameUnder(v, event) {
		const rect = v.root.getBoundingClientRect();
		const x = (event.clientX - rect.left - 0.01 * v.width) * 10, y = event.clientY - rect.top - v.top;
		const row = Math.floor(y / v.profile.row);
		return frameAt(v.view, v.profile.up ? v.rows - 1 - row : row, x);
	}

	/* What does not fit: of a long name all but some letters, then the last facts (the tooltip has them). */
	function detailsText(v, node) {
		const { profile, width, charWidth } = v, name = nameOf(profile, node), facts = describe(profile, node, v.zoom);
		const room = () => Math.floor(0.97 * width / charWidth) - profile.nametype.length - 3 - facts.join('; ').length;
		while (facts.length > 1 && room() < Math.min(name.length, 20))
			facts.pop();
		return profile.nametype + ' ' + fitText(name, Math.max(room(), 3)) + ' (' + facts.join('; ') + ')';
	}

	function hover(v, event) {
		const i = event ? frameUnder(v, event) : -1;
		v.root.classList.toggle('over', i >= 0);
		if (i !== v.hovered) {
			v.hovered = i;
			outline(v, i);
			v.details.textContent = i < 0 ? v.message : detailsText(v, v.view.node[i]);
			fillTooltip(v, i);
		}
		if (i >= 0)
			placeTooltip(v, event);
	}

	function outline(v, i) {
		if (i < 0) {
			v.outline.setAttribute('display', 'none');
			return;
		}
		const { profile, view } = v, y = rowTop(profile, v.rows, profile.depth[view.node[i]]);
		v.outline.removeAttribute('display');
		setAll(v.outline, { x: view.x[i] / 10 + 0.5, y: y + 0.5, height: profile.row - 2,
			width: Math.max(drawnWidth(view.w[i]) / 10 - 1, 0.5) });
	}

	/* Measured once for each frame that the mouse comes to. */
	function fillTooltip(v, i) {
		v.tooltip.setAttribute('display', i < 0 ? 'none' : 'inline');
		if (i < 0)
			return;
		const node = v.view.node[i], columns = Math.max(10, Math.min(80, Math.floor((v.width - 40) / v.charWidth)));
		const name = wrap(nameOf(v.profile, node), columns, 8);
		const facts = describe(v.profile, node, v.zoom).flatMap(line => wrap(line, columns, 4));
		const text = v.tooltip.lastChild, line = Math.round(v.profile.fontSize * 1.4);
		text.replaceChildren();
		name.concat(facts).forEach((words, k) => {
			make(text, 'tspan', { x: 8, y: 6 + line * (k + 0.8), class: k < name.length ? 'name' : 'fact' }).textContent = words;
		});
		const box = text.getBBox();
		v.tooltipSize = [box.width + 16, line * text.childNodes.length + 12];
		setAll(v.tooltip.firstChild, { width: v.tooltipSize[0], height: v.tooltipSize[1] });
	}

	/* Beside the mouse, and inside of both the window and the picture. */
	function placeTooltip(v, event) {
		const rect = v.root.getBoundingClientRect(), [width, height] = v.tooltipSize;
		const right = Math.min(window.innerWidth, rect.right), bottom = Math.min(window.innerHeight, rect.bottom);
		let x = event.clientX + 12, y = event.clientY + 18;
		if (x + width > right - 4)
			x = Math.max(Math.max(0, rect.left) + 4, right - width - 4);
		if (y + height > bottom - 4)
			y = Math.max(Math.max(0, rect.top) + 4, event.clientY - height - 12);
		v.tooltip.setAttribute('transform', 'translate(' + (x - rect.left) + ' ' + (y - rect.top) + ')');
	}

	/* ---- zoom and search in the page ---- */

	function zoomTo(v, node) {
		v.zoom = node;
		v.message = '';
		redraw(v);
		saveLink(v);
	}

	function search(v, text) {
		const result = runSearch(v.profile, text, v.matchCase);
		v.term = text;
		v.marks = result.marks;
		v.searchNote = result.note;
		redraw(v);
	}

	function matchedText(v) {
		if (!v.marks)
			return '';
		const width = matchedWidth(v.profile, v.zoom, v.marks);
		if (v.marks.includes(1))
			return 'Matched: ' + percent(width, v.profile.width[v.zoom]);
		return v.searchNote.startsWith('Stopped') ? '' : 'No match';
	}

	function paintStatus(v) {
		v.status.textContent = matchedText(v);
		v.notice.textContent = v.searchNote;
		v.notice.hidden = !v.searchNote;
		v.reset.hidden = v.zoom === 0;
		if (v.note)
			v.note.textContent = hiddenNote(v.view.hidden);
	}

	function saveLink(v) {
		if (!v.standalone)
			return;  /* the address belongs to the page around */
		const zoom = v.zoom ? zoomPath(v.profile, v.zoom) : '';
		try {
			const query = writeQuery(location.search, zoom, v.term, v.matchCase);
			history.replaceState(history.state, '', location.pathname + query + location.hash);
		} catch (error) {
			/* not allowed here (sandbox, data: address); all but the link works */
		}
	}

	function loadLink(v) {
		const link = readQuery(v.standalone ? location.search : '');
		v.matchCase = link.matchCase;
		v.term = link.search;
		const result = runSearch(v.profile, v.term, v.matchCase);
		v.marks = result.marks;
		v.searchNote = result.note;
		if (!link.zoom)
			return;
		const { node, missing } = findPath(v.profile, link.zoom);
		v.zoom = node;
		if (missing)
			v.message = 'The frame of this link is not in this profile (' + commas(missing) + ' of its names not found); ' +
				(node ? 'zoomed to the nearest frame above it: ' + nameOf(v.profile, node) : 'nothing is zoomed');
	}

	/* ---- controls: buttons and search box, HTML in a foreignObject ---- */

	function button(parent, className, text, label, action) {
		const element = make(parent, 'button', { type: 'button', class: className, 'aria-label': label, title: label }, HTML);
		element.textContent = text;
		element.addEventListener('click', action);
		return element;
	}

	function searchBox(v, parent) {
		const box = make(parent, 'span', { class: 'box', role: 'search' }, HTML);
		v.input = make(box, 'input', { type: 'text', 'aria-label': 'Search frames by regular expression',
			placeholder: 'regular expression', spellcheck: 'false', autocomplete: 'off' }, HTML);
		v.input.addEventListener('input', () => searchSoon(v));
		button(box, 'close', '\u00d7', 'Close the search', () => closeSearch(v));
		return box;
	}

	function buildControls(v) {
		v.bar = make(v.root.querySelector('.controls'), 'foreignObject', { x: 0, y: 4, width: '100%', height: 2 * STACKED_ROW });
		const outer = make(v.bar, 'div', { class: 'bar' }, HTML);
		v.tools = make(outer, 'div', { class: 'tools', role: 'toolbar', 'aria-label': 'Flame graph' }, HTML);
		v.status = make(v.tools, 'span', { class: 'matched', role: 'status' }, HTML);
		v.reset = button(v.tools, 'reset', 'Reset zoom', 'Reset zoom', () => zoomTo(v, 0));
		v.box = searchBox(v, v.tools);
		v.open = button(v.tools, 'search', 'Search', 'Search (Ctrl-F)', () => openSearch(v));
		v.caseButton = button(v.tools, 'case', 'Aa', 'Match case (Ctrl-I)', () => toggleCase(v));
		v.notice = make(outer, 'div', { class: 'notice', role: 'status' }, HTML);
	}

	/* Texts that are too long for a narrow window are made smaller: all measured, then all changed. */
	function fitTexts(v) {
		const texts = Array.from(v.root.querySelectorAll('.heading, .subtitle, .legend, .hidden-note')), room = 0.97 * v.width;
		texts.forEach(text => { text.style.fontSize = ''; });
		const sizes = texts.map(text => [text.getComputedTextLength(), parseFloat(getComputedStyle(text).fontSize)]);
		texts.forEach((text, i) => {
			const [length, size] = sizes[i];
			if (length > room)
				text.style.fontSize = Math.max(6, Math.floor(10 * size * room / length) / 10) + 'px';
		});
	}

	/* Beside the heading if there is room, else in a row of their own. */
	function fitControls(v) {
		const heading = v.heading ? v.heading.getComputedTextLength() : 0;
		v.stacked = v.width / 2 + heading / 2 + 12 > v.width - v.tools.getBoundingClientRect().width;
	}

	function paintControls(v) {
		v.box.hidden = !v.searching;
		v.open.hidden = v.searching;
		v.caseButton.setAttribute('aria-pressed', String(v.matchCase));
	}

	function openSearch(v) {
		if (!v.searching) {
			v.searching = true;
			v.input.value = v.term;
			paintControls(v);
			redraw(v);
		}
		v.input.focus({ preventScroll: true });
		v.input.select();
	}

	function closeSearch(v) {
		clearTimeout(v.typing);
		const focused = v.box.contains(document.activeElement);
		v.searching = false;
		paintControls(v);
		search(v, '');
		saveLink(v);
		if (focused)
			v.open.focus({ preventScroll: true });
	}

	function searchNow(v) {
		clearTimeout(v.typing);
		search(v, v.input.value);
		saveLink(v);
	}

	/* While typing: a search of a large profile takes a moment, and browsers ration address changes. */
	function searchSoon(v) {
		clearTimeout(v.typing);
		v.typing = setTimeout(() => {
			search(v, v.input.value);
			v.typing = setTimeout(() => saveLink(v), 300);
		}, 60);
	}

	function toggleCase(v) {
		v.matchCase = !v.matchCase;
		paintControls(v);
		search(v, v.searching ? v.input.value : v.term);
		saveLink(v);
	}

	/* ---- keys ---- */

	/* In somebody else's page only keys that are meant for this picture count. */
	function hasKeys(v) {
		return v.standalone || v.inside || v.root.contains(document.activeElement);
	}

	function isTyping(element) {
		return element !== null && /^(input|textarea|select)$/i.test(element.localName);
	}

	function escapeKey(v) {
		if (v.searching || v.term)
			closeSearch(v);
		else if (v.zoom)
			zoomTo(v, 0);
		else
			return false;
		return true;
	}

	/* True if the key was for us. The browser's own find stays within reach: press it again. */
	function pressed(v, event) {
		const command = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
		const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
		const find = (command && key === 'f') || key === 'F3';
		if (find && v.searching && document.activeElement === v.input)
			return false;
		if (find || (key === '/' && !command && !isTyping(document.activeElement)))
			openSearch(v);
		else if (command && key === 'i')
			toggleCase(v);
		else if (key === 'Enter' && document.activeElement === v.input)
			searchNow(v);
		else
			return key === 'Escape' && escapeKey(v);
		return true;
	}

	/* ---- start ---- */

	/* The viewer's own elements take the place of the still picture. */
	function buildPicture(v) {
		v.frames.replaceChildren();
		v.shapes = make(v.frames, 'svg', { class: 'shapes', preserveAspectRatio: 'none', width: '100%' });
		v.shapes.style.strokeWidth = v.profile.row - 1;
		v.labels = make(v.frames, 'g', { class: 'labels' });
		v.outline = make(v.frames, 'rect', { class: 'outline', display: 'none' });
		v.tooltip = make(v.root, 'g', { class: 'tooltip', display: 'none', 'aria-hidden': 'true' });
		make(v.tooltip, 'rect', { rx: 4 });
		make(v.tooltip, 'text');
	}

	function listen(v) {
		v.root.addEventListener('mousemove', event => hover(v, event));
		v.root.addEventListener('mouseenter', () => { v.inside = true; });
		v.root.addEventListener('mouseleave', () => {
			v.inside = false;
			hover(v, null);
		});
		v.frames.addEventListener('click', event => {
			const i = frameUnder(v, event);
			if (i < 0)
				return;
			zoomTo(v, v.view.node[i]);
			hover(v, event);
		});
		document.addEventListener('keydown', event => {
			if (hasKeys(v) && pressed(v, event))
				event.preventDefault();
		});
		window.addEventListener('scroll', () => v.partial && redrawSoon(v), { capture: true, passive: true });
		new ResizeObserver(() => widthOf(v) !== v.width && redrawSoon(v)).observe(v.root);
	}

	/* Colours are named f0, f1 … in every file: in a page with several graphs each keeps its own. */
	function scopeStyles(v) {
		const mark = 'g' + Math.random().toString(36).slice(2);
		const style = v.root.querySelector('style');
		v.root.classList.add(mark);
		for (const rule of style && style.sheet ? style.sheet.cssRules : [])
			if (rule.selectorText && /\.[fw]\d*$/.test(rule.selectorText))
				rule.selectorText = rule.selectorText.replace('.flamegraph', '.flamegraph.' + mark);
	}

	/* For people who do not see it; in a page, <title> would also cover the tooltip with another. */
	function nameRoot(v) {
		const title = Array.from(v.root.children).find(child => child.localName === 'title');
		const label = (v.heading && v.heading.textContent) || (title && title.textContent) || 'Flame graph';
		setAll(v.root, { role: 'group', 'aria-label': label });
		if (title && !v.standalone)
			title.remove();
	}

	function newViewer(root) {
		return { root, frames: root.querySelector('.frames'), details: root.querySelector('.details'),
			heading: root.querySelector('.heading'), note: root.querySelector('.hidden-note'),
			standalone: document.documentElement === root, paths: new Map(), pool: [], zoom: 0, marks: null, term: '',
			message: '', searchNote: '', matchCase: false, searching: false, inside: false, hovered: -1,
			waiting: 0, typing: 0, partial: false, stacked: false, bottom: 0 };
	}

	/* A flame graph taller than the window is read from its foot; icicles start at the top. */
	function showRoot(v) {
		if (v.standalone && v.profile.up)
			window.scrollTo(0, v.root.getBoundingClientRect().height);
	}

	function start(root) {
		const v = newViewer(root);
		try {
			v.profile = decodeProfile(root.querySelector('.profile').textContent);
		} catch (error) {
			v.details.textContent = 'Only a still picture: ' + error.message;
			return;
		}
		v.charWidth = measureCharacter(v);
		v.geometry = readGeometry(root, v.frames, v.profile.row);
		v.tallest = v.geometry.rows;
		if (!v.standalone)
			scopeStyles(v);
		nameRoot(v);
		buildPicture(v);
		buildControls(v);
		loadLink(v);
		v.searching = v.term !== '';
		v.input.value = v.term;
		paintControls(v);
		redraw(v);
		v.details.textContent = v.message;
		showRoot(v);
		listen(v);
		root.setAttribute('data-ready', '1');
		root.dispatchEvent(new CustomEvent('flamegraph-ready', { bubbles: true }));
	}

	if (typeof document === 'undefined')
		globalThis.flamegraphViewer = { Numbers, decodeNames, shownName, decodeProfile, layOut, layoutView, frameAt, pathsOf,
			labelled, labelText, fitText, wrap, fillOf, nameOf, hiddenNote, describe, percent, hundredths, formatWeight,
			compileSearch, runSearch, matchedWidth, zoomPath, findPath, readQuery, writeQuery };
	else
		start(document.currentScript.closest('svg.flamegraph'));
})();
