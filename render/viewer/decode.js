/* Decode: the block to a profile. */

/*
 * `key value` lines, and after `names N` that many name lines. The first line is empty. A Map, so that
 * a damaged file does not reach Object.prototype.
 */
function readBlock(text) {
	const lines = text.split('\n'), block = new Map();
	if (lines[1] !== 'flamegraph-profile 1')
		throw damaged('it does not start with "flamegraph-profile 1"');
	for (let i = 2; i < lines.length; i++) {
		const space = (lines[i] + ' ').indexOf(' '), key = lines[i].slice(0, space), value = lines[i].slice(space + 1);
		block.set(key, value);
		if (key !== 'names')
			continue;
		block.set('*names', lines.slice(i + 1, i + 1 + +value));
		i += block.get('*names').length;
		if (block.get('*names').length !== +value)
			throw damaged('names are missing');
	}
	return block;
}

/* What is known of the weights: fields such as unit="ns", with backslashes before quotes. */
function headerOf(line) {
	const fields = Object.create(null);
	for (const [, key, value] of line.matchAll(/([a-z]+)="((?:[^"\\]|\\.)*)"/g))
		fields[key] = value.replace(/\\(.)/g, '$1');
	return fields;
}

function readOptions(block) {
	const word = (key, otherwise = '') => shownName(block.get(key) || otherwise);
	const number = (key, otherwise, part = 0) => +word(key).split(' ')[part] || otherwise;
	return {
		columns: number('columns', 1) === 2 ? 2 : 1,
		unit: BigInt(word('unit', '1')),
		places: number('places', 0),
		factor: number('factor', 1),
		countname: word('countname'),
		exact: word('numbers') === 'exact',
		leading: headerOf(word('folded')).leading?.split(',') || [],
		nametype: word('nametype', 'Function:'),
		order: word('order', 'name'),
		up: word('direction') !== 'down',
		widthby: word('widthby', 'larger'),
		changeOfSelf: word('diff') === 'self',
		floor: BigInt(word('floor', '0')),
		fillkind: word('fillkind', 'names'),
		search: word('search'),
		sampling: word('sampling', 'Infinity 0 0').split(' ').map(Number),
		minwidth: number('minwidth', 0),
		minPercent: /%$/.test(block.get('minwidth')),
		cutsLeft: word('cut') === 'left',
		row: number('row', 16),
		fontSize: number('font', 12),
		fontWidth: number('font', 0.6, 1),
		light: new Set(word('light').split(' ').filter(Boolean).map(Number)),
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

/* Two sets of nodes whose change is more than noise: of totals, of self weights. */
function readBeyond(block, count) {
	return ['beyond.total', 'beyond.self'].map(key => {
		const runs = new Numbers(block, key), flags = new Uint8Array(count);
		let at = 0;
		for (let flag = 0; at < count; flag = 1 - flag) {
			const length = runs.next();
			flags.fill(flag, at, at += length);
		}
		if (at !== count)
			throw damaged('its line "' + key + '" is about more frames than there are');
		runs.finish();
		return flags;
	});
}

/*
 * A profile is its options and a tree: nodes in preorder, the root is 0, with parent, name id, depth,
 * size of the subtree (so the subtree of i is i .. i + size[i] - 1) and self weights. weigh() adds the
 * sums; start, first and next are filled in by layOut() for those nodes only that get drawn.
 */
function newProfile(block) {
	const profile = readOptions(block), count = +block.get('nodes') + 1;
	if (!(count > 0 && count < (block.get('tree') || '').length + 2))
		throw damaged('frames are missing');  /* and do not ask for memory for them */
	const stated = (block.get('total') || '').split(' ').map(part => BigInt(part) * profile.unit);
	const rootWidth = BigInt(block.get('width') || 0);
	const big = stated.reduce((sum, part) => sum + part, rootWidth) > BigInt(Number.MAX_SAFE_INTEGER);
	const names = decodeNames(block.get('*names') || []);
	return Object.assign(profile, { block, stated, rootWidth, big, names, shown: new Array(names.length),
		fills: readFills(block, names.length), children: preorderChildren }, newNodes(count, profile.columns, big));
}

function newNodes(count, columns, big) {
	const ints = () => new Int32Array(count), Weights = big ? BigUint64Array : Float64Array;
	return { count, parent: ints(), name: ints().fill(-1, 0, 1), depth: ints(), size: ints().fill(1), leads: new Uint8Array(count),
		selfs: Array.from({ length: columns }, () => new Weights(count)) };
}

function preorderChildren(node) {
	const children = [], end = node + this.size[node];
	for (let child = node + 1; child < end; child += this.size[child])
		children.push(child);
	return children;
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
	const { parent, name, depth, leads, leading, selfs, columns, big } = profile, lists = [], path = [0];
	const tree = new Numbers(block, 'tree'), edges = new Numbers(block, 'edges');
	const weights = new Numbers(block, 'selfs'), unit = big ? profile.unit : Number(profile.unit);
	for (let i = 1, level = 0; i < profile.count; i++) {
		const step = tree.next();
		level += 1 - (step >>> 1);
		if (!(level > 0))
			throw damaged('the tree has two roots');
		path[level] = i;
		depth[i] = level;
		leads[i] = +(level <= leading.length) && level;
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

/* Sums of all subtrees. `own` is a node's share of its width; a picture of two weights has one width. */
function weigh(tree) {
	const { parent, count, selfs, widthby } = tree;
	const totals = tree.totals = selfs.map(own => sumUp(parent, own));
	const column = selfs.length === 1 ? 0 : ['before', 'after'].indexOf(widthby);
	tree.own = column < 0 ? larger(selfs[0], selfs[1]) : selfs[column];
	tree.width = column < 0 ? sumUp(parent, tree.own) : totals[column];
	if (Object.hasOwn(tree, 'stated'))
		checkTotals(tree);
	tree.start = new tree.width.constructor(count);
	tree.first = new Int32Array(count);
	tree.next = new Int32Array(count);
	return tree;
}

/* Of the file's own tree, whose root may be wider than its parts. */
function checkTotals(profile) {
	const { totals, stated, rootWidth, big, columns } = profile;
	if (totals.some((total, c) => BigInt(total[0]) !== stated[c]))
		throw damaged('the weights do not add up to its total');
	if (rootWidth <= BigInt(profile.width[0]))
		return;
	if (columns === 2)
		profile.width = profile.width.slice();
	profile.width[0] = big ? rootWidth : Number(rootWidth);
}

function decodeProfile(text) {
	const block = readBlock(text), profile = newProfile(block);
	readTree(profile, block);
	profile.size = sumUp(profile.parent, profile.size);
	if (block.has('beyond.total'))
		profile.beyond = readBeyond(block, profile.count);
	if (![0, 1, 2].every(i => profile.sampling[i] >= 0))
		throw damaged('its line "sampling" is not three numbers');
	return weigh(profile);
}
