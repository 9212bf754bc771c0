// An independent oracle for the files that flamegraph writes: folded stacks <-> data block, and the
// picture that belongs to a block. Slow and plain on purpose; it shares no code with the viewer.
//
//   const model = fromFolded(Buffer.from('main;a 3\nmain;b 4\n'));
//   encodeBlock(model)  -> text of <metadata class="profile">
//   decodeBlock(text)   -> the same kind of model
//   foldedOf(model)     -> sorted array of 'main;a 3' as latin1 strings (one char a byte)
//   picture(model)      -> { paths: Map of class -> d, labels: [text], hidden, rows }
//   paletteFill(model, 'java', node), schemeFill(model, 'orange-blue', node)
//                       -> '#rrggbb': what colour a frame of the file gets in that palette or scheme
//   fillColours(svg)[fillOf(model, node)]  -> '#rrggbb': what colour it has in the file
//   levelOf(node, model)  -> 0 to 24: of two columns, what its change looks like
//   isNoise(model, pair, node, ofSelf)  -> may the change of weights [before, after] be noise? node: whose
//                       they are, null if the file does not judge them
//   svgOf(model)        -> a whole file
import { script, style } from './viewer.mjs';

const ALPHABET = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).filter(c => !'&<>'.includes(c));
const VALUE = new Map(ALPHABET.map((char, value) => [char, value]));
const DEFAULTS = { columns: '1', unit: '1', places: '0', countname: 'samples', nametype: 'Function:', order: 'name',
	direction: 'up', flamechart: '0', widthby: 'larger', diff: 'total', minwidth: '0 px', row: '16', font: '12 0.6',
	colours: '5 f', light: '4', fillkind: 'names' };

// ---- numbers ----
export function encodeNumber(value) {
	let rest = BigInt(value), text = '';
	for (; rest >= 46n; rest = (rest - rest % 45n) / 45n)
		text += ALPHABET[46 + Number(rest % 45n)];
	return text + ALPHABET[Number(rest)];
}
class Reader {
	constructor(text) { this.text = text; this.at = 0; }
	next() {
		let value = 0n, place = 1n;
		for (;;) {
			const digit = VALUE.get(this.text[this.at++]);
			if (digit === undefined)
				throw new Error('bad digit at ' + this.at);
			if (digit < 46)
				return value + BigInt(digit) * place;
			value += BigInt(digit - 46) * place;
			place *= 45n;
		}
	}
	get done() { return this.at === this.text.length; }
}

// ---- names: bytes (latin1 strings here) <-> text of the block ----
function sequenceAt(bytes, i) { // length of the valid UTF-8 sequence at i that XML allows, or 0
	const lead = bytes[i], length = lead < 0x80 ? 1 : lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
	if (!length || i + length > bytes.length)
		return 0;
	if (length === 1)
		return lead >= 0x20 && lead !== 0x7f ? 1 : 0;
	const part = bytes.subarray(i, i + length), text = part.toString('utf8');
	return Buffer.from(text, 'utf8').equals(part) && !/[\ufffe\uffff]/.test(text) ? length : 0;
}
export function encodeName(latin1) {
	const bytes = Buffer.from(latin1, 'latin1');
	let text = '';
	for (let i = 0; i < bytes.length;) {
		const length = sequenceAt(bytes, i), char = String.fromCharCode(bytes[i]);
		if (!length || '^%\\'.includes(char) || (char === '>' && bytes[i - 1] === 0x5d && bytes[i - 2] === 0x5d)) {
			text += '\\' + bytes[i++].toString(16).padStart(2, '0');
			continue;
		}
		text += char === '<' ? '^' : char === '&' ? '%' : bytes.toString('utf8', i, i + length);
		i += length;
	}
	return text;
}
export function decodeName(encoded) {
	const parts = encoded.match(/\\[0-9a-f]{2}|[^\\]+/g) || [];
	return Buffer.concat(parts.map(part => part[0] === '\\' ? Buffer.from(part.slice(1), 'hex') :
		Buffer.from(part.replace(/\^/g, '<').replace(/%/g, '&'), 'utf8'))).toString('latin1');
}
export function shown(latin1) { // what people see, annotation cut off
	const bytes = Buffer.from(latin1, 'latin1');
	let text = '';
	for (let i = 0; i < bytes.length;) {
		const length = sequenceAt(bytes, i);
		if (length)
			text += bytes.toString('utf8', i, i + length);
		else
			text += bytes[i] < 0x20 ? String.fromCharCode(0x2400 + bytes[i]) : bytes[i] === 0x7f ? '\u2421' : '\ufffd';
		i += length || 1;
	}
	return text.replace(/_\[[kijwo]\]$/, '');
}

// ---- model: { options, root }, node: { name, children: [], self: [BigInt ...], parent } ----
function newNode(name, parent, columns) {
	return { name, parent, children: [], byName: new Map(), self: Array(columns).fill(0n), depth: parent ? parent.depth + 1 : 0 };
}
export function fromFolded(input, options = {}) {
	const all = { ...DEFAULTS, ...options }, columns = +all.columns, root = newNode('', null, columns);
	for (const line of Buffer.from(input).toString('latin1').split('\n')) {
		if (!line)
			continue;
		const fields = line.split(' '), weights = fields.splice(-columns).map(BigInt);
		let node = root;
		for (const name of fields.join(' ').split(';')) {
			if (!node.byName.has(name)) {
				const child = newNode(name, node, columns);
				node.byName.set(name, child);
				node.children.push(child);
			}
			node = node.byName.get(name);
		}
		weights.forEach((weight, c) => { node.self[c] += weight; });
	}
	return { options: all, root };
}
export function preorder(root) {
	const out = [], stack = [root];
	while (stack.length) {
		const node = stack.pop();
		out.push(node);
		for (let i = node.children.length - 1; i >= 0; i--)
			stack.push(node.children[i]);
	}
	return out;
}
function sum(nodes, field, from) {
	for (const node of nodes)
		node[field] = from(node);
	for (let i = nodes.length - 1; i > 0; i--)
		nodes[i].parent[field] = nodes[i].parent[field].map((value, c) => value + nodes[i][field][c]);
}
export function weigh(model) { // total: per column, width: what the picture shows
	const nodes = preorder(model.root), { columns, widthby } = model.options;
	sum(nodes, 'total', node => node.self.slice());
	sum(nodes, 'width', ({ self: [before, after] }) => [columns === '1' || widthby === 'before' ? before :
		widthby === 'after' ? after : before > after ? before : after]);
	if (BigInt(model.options.width || 0) > model.root.width[0])
		model.root.width = [BigInt(model.options.width)];
	return nodes;
}

// ---- palettes: what the file says of palettes and schemes other than its own ----
const PALETTE_KEY = /^(palette|rootcolour|shades|scheme|(tint|tints|legend|scheme)\..+)$/;
const legendItems = text => text.split(';').map(item => [+item.slice(0, item.indexOf('=')), decodeName(item.slice(item.indexOf('=') + 1))]);
const hex = channels => '#' + channels.map(value => value.toString(16).padStart(2, '0')).join('');
// palette: its name in the file, root: '#rrggbb', tints: [[r, g, b, dr, dg, db, steps]], shades: by name id,
// tintsOf: { java: by name id }, legends: { java: [[tint, text]] }, scheme, schemes: { 'red-blue': ['#rrggbb'] }.
function decodePalettes(block, count) {
	const out = { tints: [], shades: [], tintsOf: {}, legends: {}, schemes: {} };
	for (const [key, value] of Object.entries(block).filter(([key]) => PALETTE_KEY.test(key))) {
		const [kind, name] = [key.split('.', 1)[0], key.slice(key.indexOf('.') + 1)], reader = new Reader(value);
		if (key === 'palette' || key === 'scheme')
			out[key] = value;
		else if (key === 'rootcolour')
			out.root = value;
		else if (kind === 'tint')
			out.tints[+name] = value.split(' ').map(Number);
		else if (kind === 'legend')
			out.legends[name] = legendItems(value);
		else if (kind === 'scheme')
			out.schemes[name] = value.split(' ');
		else if (kind === 'shades')
			while (!reader.done)
				out.shades.push(Number(reader.next()));
		else
			for (out.tintsOf[name] = []; !reader.done;) {
				const run = Number(reader.next()), tint = Number(reader.next());
				out.tintsOf[name].push(...Array(run).fill(tint));
			}
	}
	for (const list of out.palette ? [out.shades, ...Object.values(out.tintsOf)] : [])
		if (list.length !== count)
			throw new Error(`${list.length} shades or tints for ${count} names`);
	return out;
}
export function encodePalettes({ palette, root, tints, shades, tintsOf, legends, scheme, schemes }) {
	const lines = [], runs = list => {
		const starts = list.map((_, i) => i).filter(i => !i || list[i] !== list[i - 1]);
		return starts.map((from, i) => encodeNumber((starts[i + 1] ?? list.length) - from) + encodeNumber(list[from])).join('');
	};
	const legend = name => legends[name] ? [`legend.${name} ` + legends[name].map(([number, text]) => `${number}=${encodeName(text)}`).join(';')] : [];
	if (palette)
		lines.push('palette ' + palette, 'rootcolour ' + root, ...tints.map((tint, i) => `tint.${i} ${tint.join(' ')}`), 'shades ' + shades.map(encodeNumber).join(''),
			...Object.keys(tintsOf).flatMap(name => [`tints.${name} ${runs(tintsOf[name])}`, ...legend(name)]));
	if (scheme)
		lines.push('scheme ' + scheme, ...Object.keys(schemes).map(name => `scheme.${name} ${schemes[name].join(' ')}`), ...legend('change'));
	return lines;
}
export function paletteFill({ root, names, palettes }, palette, node) {
	if (node === root)
		return palettes.root;
	palettes.ids ||= new Map(names.map((name, id) => [decodeName(name), id]));
	const id = palettes.ids.get(node.name);
	return tintColour(palettes, palettes.tintsOf[palette][id], palettes.shades[id]);
}
export function tintColour({ tints }, tint, shade) {
	const [r, g, b, dr, dg, db, steps] = tints[tint], step = Math.floor(shade * steps / 16);
	return hex([[r, dr], [g, dg], [b, db]].map(([base, span]) => base + Math.floor(span * step / (steps - 1))));
}
export const schemeFill = (model, scheme, node) => model.palettes.schemes[scheme][levelOf(node, model)];
export const fillColours = svg => [...svg.matchAll(/^\.flamegraph \.f\d+\{stroke:(#[0-9a-f]{6})\}$/gm)].map(match => match[1]);

// ---- noise ----
// Flags as the lengths of runs, of which the first has none set.
function encodeRuns(flags) {
	const lengths = [0];
	flags.forEach(flag => {
		if (flag !== (lengths.length % 2 === 0))
			lengths.push(0);
		lengths[lengths.length - 1]++;
	});
	return lengths.map(encodeNumber).join('');
}
function decodeRuns(text, count) {
	const reader = new Reader(text), flags = [];
	for (let flag = false; !reader.done; flag = !flag)
		flags.push(...Array(Number(reader.next())).fill(flag));
	if (flags.length !== count)
		throw new Error(`runs of ${flags.length} flags for ${count} nodes`);
	return flags;
}
export function isNoise({ options }, [before, after], node, ofSelf) {
	if (options.confidence === undefined || before === after)
		return false;
	if (node && node.beyond)
		return !node.beyond[ofSelf ? 1 : 0];
	if (!options.sampling)
		return true;
	// 9 digits each of the errors and of a sample's weights: together they are right to 1 in 10^8
	const [errors, ...weights] = options.sampling.split(' ').map(Number), [b, a] = [before, after].map(Number);
	return (a - b) ** 2 < errors ** 2 * (b * weights[0] + a * weights[1]) * (1 - 2e-8);
}

// ---- block ----
export function encodeBlock(model) {
	const { options, root } = model, lists = new Map();
	const nodes = weigh(model);
	const names = [...new Set(nodes.slice(1).map(node => node.name))].sort((a, b) => a < b ? -1 : 1);
	const ids = new Map(names.map((name, id) => [name, id])), encoded = names.map(encodeName);
	let tree = '', edges = '', selfs = '', last = root;
	for (const node of nodes.slice(1)) {
		const own = node.self.some(weight => weight > 0n);
		tree += encodeNumber(2 * (last.depth + 1 - node.depth) + (own ? 1 : 0));
		if (own)
			selfs += node.self.map(encodeNumber).join('');
		const key = node.parent === root ? -1 : ids.get(node.parent.name), list = lists.get(key) || lists.set(key, new Map()).get(key);
		if (list.has(node.name))
			edges += encodeNumber(list.get(node.name) + 1);
		else {
			edges += encodeNumber(0) + encodeNumber(ids.get(node.name));
			list.set(node.name, list.size);
		}
		last = node;
	}
	const { fillkind, ...plain } = options, colours = +options.colours.split(' ')[0];
	const lines = ['', 'flamegraph-profile 1'];
	lines.push('total ' + root.total.join(' '), ...Object.entries(plain).map(([key, value]) => key + ' ' + value));
	lines.push('nodes ' + (nodes.length - 1), 'names ' + names.length);
	encoded.forEach((name, i) => {
		let shared = 0;
		while (i && shared < 45 && shared < name.length && name[shared] === encoded[i - 1][shared] && name.charCodeAt(shared) < 128)
			shared++;
		lines.push(ALPHABET[shared] + name.slice(shared));
	});
	lines.push('fillkind ' + fillkind, 'fills ' + (fillkind === 'names' ? names.map((_, id) => encodeNumber(1 + id % (colours - 1))).join('') : ''));
	if (root.beyond)
		lines.push(...['total', 'self'].map((kind, of) => `beyond.${kind} ` + encodeRuns(nodes.map(node => node.beyond[of]))));
	return [...lines, 'tree ' + tree, 'edges ' + edges, 'selfs ' + selfs, ...model.palettes ? encodePalettes(model.palettes) : [], ''].join('\n');
}
export function decodeBlock(text) {
	const lines = text.split('\n'), block = { ...DEFAULTS };
	let names = [];
	if (lines[0] !== '' || lines[1] !== 'flamegraph-profile 1' || lines.at(-1) !== '')
		throw new Error('not a block');
	for (let i = 2; i < lines.length - 1; i++) {
		const [key] = lines[i].split(' ', 1);
		block[key] = lines[i].slice(key.length + 1);
		if (key !== 'names')
			continue;
		let last = '';
		names = lines.slice(i + 1, i + 1 + +block.names).map(line => last = last.slice(0, VALUE.get(line[0])) + line.slice(1));
		i += +block.names;
	}
	const palettes = decodePalettes(block, names.length);
	const { tree, edges, selfs, fills, 'beyond.total': ofTotals, 'beyond.self': ofSelfs, ...options } = Object.fromEntries(Object.entries(block).filter(([key]) => !PALETTE_KEY.test(key))), columns = +options.columns;
	const t = new Reader(tree), e = new Reader(edges), s = new Reader(selfs), f = new Reader(fills || ''), lists = new Map();
	const root = newNode('', null, columns), path = [root], bytes = names.map(decodeName), fillOf = new Map();
	for (const name of options.fillkind === 'names' ? bytes : [])
		fillOf.set(name, Number(f.next()));
	for (let i = 0, last = root; i < +options.nodes; i++) {
		const step = Number(t.next()), depth = last.depth + 1 - (step >> 1), parent = path[depth - 1];
		const list = lists.get(parent.name + (parent === root ? '\n' : '')) || [];
		lists.set(parent.name + (parent === root ? '\n' : ''), list);
		const edge = Number(e.next());
		if (edge === 0)
			list.push(Number(e.next()));
		const node = newNode(bytes[edge === 0 ? list.at(-1) : list[edge - 1]], parent, columns);
		if (node.name === undefined)
			throw new Error('node ' + i + ' has no name');
		if (step & 1)
			node.self = node.self.map(() => s.next() * BigInt(options.unit));
		parent.children.push(node);
		path[depth] = last = node;
	}
	if (![t, e, s, f].every(reader => reader.done))
		throw new Error('a line has more than it should');
	for (let i = 1; i < bytes.length; i++)
		if (!(bytes[i - 1] < bytes[i]))
			throw new Error('names are not in byte order: ' + bytes[i]);
	const model = { options, root, fills: fillOf, names, palettes }, nodes = preorder(root);
	if (Boolean(ofTotals) !== Boolean(ofSelfs) || (ofTotals && !options.confidence))
		throw new Error('judged, but only half');
	if (ofTotals) {
		const [total, self] = [ofTotals, ofSelfs].map(text => decodeRuns(text, nodes.length));
		nodes.forEach((node, i) => { node.beyond = [total[i], self[i]]; });
	}
	weigh(model);
	const stated = options.total.split(' ').map(part => BigInt(part) * BigInt(options.unit)).join(' ');
	if (root.total.join(' ') !== stated)
		throw new Error('total ' + stated + ' is stated, ' + root.total.join(' ') + ' is there');
	return model;
}
export function foldedOf(model) {
	const out = [];
	for (const node of preorder(model.root)) {
		if (!node.self.some(weight => weight > 0n))
			continue;
		const path = [];
		for (let at = node; at.parent; at = at.parent)
			path.push(at.name);
		out.push(path.reverse().join(';') + ' ' + node.self.join(' '));
	}
	return out.sort();
}

// ---- picture ----
function byName(a, b) {
	return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
function comparing({ order }) {
	return order === 'input' ? () => 0 : order === 'name' ? byName :
		(a, b) => a.width[0] < b.width[0] ? 1 : a.width[0] > b.width[0] ? -1 : byName(a, b);
}
export function levelOf(node, model, pair = null) {
	const { diff, floor = 0 } = model.options, ofSelf = diff === 'self';
	const [before, after] = pair || (ofSelf ? node.self : node.total), [b, a] = [before, after].map(Number);
	const change = before > after ? before - after : after - before;
	if (before === after || change < BigInt(floor))
		return 0;
	if (isNoise(model, [before, after], node, ofSelf))
		return after > before ? 23 : 24;
	return before === 0n ? 21 : after === 0n ? 22 : Math.min(10, Math.ceil(Math.abs(a - b) / Math.max(a, b) * 10)) + (a > b ? 0 : 10);
}
export function fillOf(model, node) {
	const kind = model.options.fillkind;
	if (kind === 'change')
		return levelOf(node, model);
	if (kind === 'width')
		return Math.floor(Math.sqrt(Number(node.width[0]) / Number(model.root.width[0])) * 15 + 0.5);
	return node === model.root ? 0 : model.fills.get(node.name);
}
// Frames as { node, x, w } in units, by row; only what is drawn. Unzoomed.
export function frames(model, units) {
	weigh(model);
	const { options, root } = model, all = Number(root.width[0]), scale = units / 5 / all, compare = comparing(options);
	const [minwidth, unit] = options.minwidth.split(' '), edge = value => Math.floor(Number(value) * scale + 0.5) * 5;
	const least = (unit === '%' ? +minwidth / 100 * units : +minwidth * 10) / units * all;
	root.start = 0n;
	const rows = [[{ node: root, x: 0, w: units }]];
	for (;;) {
		const row = [];
		for (const { node } of rows.at(-1)) {
			let at = node.start;
			for (const child of node.children.slice().sort(compare)) {
				child.start = at;
				at += child.width[0];
				const x = edge(child.start), w = edge(at) - x;
				if (w > 0 && !(Number(child.width[0]) < least))
					row.push({ node: child, x, w });
			}
		}
		if (!row.length)
			return rows;
		rows.push(row);
	}
}
// All of a name, or what fits beside '..'; from U+1100 on a character takes two columns.
function fit(name, columns) {
	const widths = name.map(char => char.codePointAt(0) >= 0x1100 ? 2 : 1), sum = count => widths.slice(0, count).reduce((a, b) => a + b, 0);
	if (sum(name.length) <= columns)
		return name.join('');
	let count = 0;
	while (sum(count + 1) <= columns - 2)
		count++;
	return name.slice(0, count).join('') + '..';
}
export function picture(model, width = 1200, rows = null, charWidth = null) {
	const all = frames(model, Math.round(0.98 * width * 10)), { options } = model, height = +options.row, [size, ratio] = options.font.split(' ').map(Number);
	const paths = new Map(), labels = [], ends = new Map(), count = rows || all.length;
	all.forEach((row, d) => {
		ends.clear();
		for (const { node, x, w } of row) {
			const key = 'f' + fillOf(model, node), drawn = w >= 30 ? w - 5 : w;
			const y = height * (options.direction === 'down' ? d : count - 1 - d) + height / 2;
			const step = ends.has(key) ? `m${x - ends.get(key)} 0h${drawn}` : `M${x} ${y}h${drawn}`;
			paths.set(key, (paths.get(key) || '') + step);
			ends.set(key, x + drawn);
			const chars = Math.floor((drawn / 10 - 6) / (charWidth || size * ratio)), name = [...(node.parent ? shown(node.name) : 'all')];
			if (chars >= 3)
				labels.push({ w, text: fit(name, chars) });
		}
	});
	const drawn = all.reduce((total, row) => total + row.length, 0);
	return { paths, labels, rows: count, drawn, hidden: preorder(model.root).length - drawn };
}

// ---- a whole file, for developing the viewer without the program ----
const escape = text => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
const COLOURS = ['#d8d8d8', '#ffb347', '#ff7f50', '#f4d35e', '#7a1f1f'];
function changeColours() {
	const mix = (from, to, t) => '#' + from.map((v, i) => Math.round(v + (to[i] - v) * t).toString(16).padStart(2, '0')).join('');
	const levels = Array.from({ length: 10 }, (_, i) => (i + 1) / 10), pale = [238, 238, 238];
	return ['#e0e0e0', ...levels.map(t => mix(pale, [230, 80, 60], t)), ...levels.map(t => mix(pale, [80, 120, 230], t)), '#e8743b', '#8a8fd8'];
}
export function svgOf(model, { title = 'Flame Graph', subtitle = '', block = null, css = '', rows = null } = {}) {
	const text = block === null ? encodeBlock(model) : block, clean = decodeBlock(encodeBlock(model));
	const image = picture(clean, 1200, rows), height = +model.options.row, up = model.options.direction === 'up';
	const top = (subtitle ? 56 : 40) + (up ? 0 : 20), area = image.rows * height, whole = top + area + (up ? 48 : 30);
	const colours = model.options.fillkind === 'change' ? changeColours() : COLOURS;
	const rules = colours.map((colour, i) => `.flamegraph .f${i}{stroke:${colour}}`).join('\n') + '\n.flamegraph .w{fill:#fff}\n';
	const still = [...image.paths].map(([key, d]) => `<path class="${key}" d="${d}"/>`).join('');
	const note = image.hidden ? `${image.hidden.toLocaleString('en-US')} ${image.hidden === 1 ? 'frame is too thin to draw here; zoom in to see it' : 'frames are too thin to draw here; zoom in to see them'}` : '';
	return `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" class="flamegraph" width="1200" height="${whole}" font-family="monospace" font-size="12">
<title>${escape(title)}</title>
<desc>A flame graph.</desc>
<style>${style}svg.flamegraph{min-width:100%;max-width:100%}\n${rules}${css}</style>
<metadata class="profile">${text}</metadata>
<rect class="background" width="100%" height="100%"/>
<text class="heading" x="50%" y="24">${escape(title)}</text>
${subtitle ? `<text class="subtitle" x="50%" y="44">${escape(subtitle)}</text>\n` : ''}<svg class="frames" x="1%" y="${top}" width="98%" height="${area}">
<svg class="shapes" viewBox="0 0.5 11760 ${area}" preserveAspectRatio="none" width="100%" height="${area}">${still}</svg>
</svg>
<text class="details" x="1%" y="${up ? whole - 10 : top - 8}"></text>
<text class="hidden-note" x="1%" y="${whole - (up ? 28 : 10)}">${note}</text>
<g class="controls"></g>
<script><![CDATA[
${script}]]></script>
</svg>
`;
}
