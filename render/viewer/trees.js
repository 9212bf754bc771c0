/*
 * Trees made from the profile's: without some functions, with recursion folded, callers first. Each has
 * the profile as its prototype, so that whatever takes a profile takes them too.
 */
const DROP = -1, NEW = -2;

/*
 * Another tree of the same stacks. place(i, above) says where node i goes whose parent went to the new
 * node `above`: NEW (the child of that name), another new node, or DROP (with all below it); counts(i)
 * whether its self weight is kept.
 */
function rebuild(tree, place, counts = () => true) {
	const { names, columns, big, selfs } = tree, known = new Map();
	const made = newNodes(tree.count, columns, big), target = new Int32Array(tree.count);
	let count = 1;
	for (let i = 0; i < tree.count; i++) {
		const above = target[tree.parent[i]];
		let to = i === 0 ? 0 : above < 0 ? DROP : place(i, above, made);
		if (to === NEW) {
			const key = above * names.length + tree.name[i];
			to = known.get(key);
			if (to === undefined) {
				known.set(key, to = count++);
				made.parent[to] = above;
				made.name[to] = tree.name[i];
				made.leads[to] = tree.leads[i];
			}
		}
		target[i] = to;
		for (let c = 0; to >= 0 && counts(i) && c < columns; c++)
			made.selfs[c][to] += selfs[c][i];
	}
	return inPreorder(tree, made, count);
}

/* The first `count` nodes of `made`, parents before children, as a tree in preorder. */
function inPreorder(profile, made, count) {
	const size = sumUp(made.parent.subarray(0, count), made.size.subarray(0, count));
	const tree = Object.assign(Object.create(profile), newNodes(count, profile.columns, profile.big));
	const at = new Int32Array(count), free = new Int32Array(count).fill(1, 0, 1);
	for (let i = 0; i < count; i++) {
		const parent = at[made.parent[i]];
		if (i) {
			at[i] = free[made.parent[i]];
			free[made.parent[i]] += size[i];
			free[i] = at[i] + 1;
			tree.depth[at[i]] = tree.depth[parent] + 1;
		}
		tree.parent[at[i]] = parent;
		tree.name[at[i]] = made.name[i];
		tree.leads[at[i]] = made.leads[i];
		tree.size[at[i]] = size[i];
		made.selfs.forEach((own, c) => { tree.selfs[c][at[i]] = own[i]; });
	}
	return weigh(tree);
}

/* What readers do to a function: 1 for each node that is it or is called from it. */
function below(tree, id) {
	const hit = new Uint8Array(tree.count);
	for (let i = 1; i < hit.length; i++)
		hit[i] = +(tree.name[i] === id || hit[tree.parent[i]] === 1);
	return hit;
}

const EDITS = {
	hide: (tree, id) => rebuild(tree, (i, above) => tree.name[i] === id ? above : NEW),
	remove: (tree, id) => rebuild(tree, i => tree.name[i] === id ? DROP : NEW),
	focus(tree, id) {
		const hit = below(tree, id), needed = hit.slice();
		for (let i = hit.length - 1; i > 0; i--)
			needed[tree.parent[i]] |= needed[i];
		return rebuild(tree, i => needed[i] ? NEW : DROP, i => hit[i] === 1);
	},
};

/* Recursion: a;a;b is a;b (direct), and a;b;a;c is a;c (all). */
const MERGES = {
	none: tree => tree,
	direct: tree => rebuild(tree, (i, above, made) => made.name[above] === tree.name[i] ? above : NEW),
	all: tree => rebuild(tree, (i, above, made) => {
		for (let node = above; node; node = made.parent[node])
			if (made.name[node] === tree.name[i])
				return node;
		return NEW;
	}),
};

/*
 * Callers first: a tree that grows where it is looked at, as all of it can be far larger than the
 * profile. A node stands for `spots` in the profile's tree: a step along goes from each to its parent,
 * and the weight is that of the node where the walk began, its self weight. In a sandwich the root is
 * a function, weights are totals, callers have depths -1, -2 …, and on the other side, with depths
 * 1, 2 …, are the callees: there steps go down, and each place has its own weight.
 */
function growingTree(base, pivot) {
	const lists = () => Array.from({ length: base.columns }, () => []), sandwich = pivot >= 0;
	const tree = Object.assign(Object.create(base), { base, sandwich, count: 0, size: null, children: growChildren,
		weights: sandwich ? base : { totals: base.selfs, width: base.own }, zero: base.big ? 0n : 0,
		spots: [], grown: [], began: [], parent: [], name: [], depth: [], first: [], next: [], start: [], width: [],
		selfs: lists(), totals: lists() });
	const inner = sandwich && below(base, pivot), spots = [];
	for (let i = 1; i < base.count; i++)
		if (sandwich ? base.name[i] === pivot && !inner[base.parent[i]] : base.selfs.some(own => own[i] > 0))
			spots.push(i);
	growNode(tree, 0, pivot, 0, spots, spots);
	return tree;
}

function growNode(tree, parent, name, depth, spots, began) {
	const { base, zero, weights } = tree, node = tree.count++, callees = tree.sandwich && depth >= 0;
	const row = { parent, name, depth, spots, began, first: 0, next: 0, start: zero,
		width: began.reduce((sum, from) => sum + weights.width[from], zero) };
	for (const key of Object.keys(row))
		tree[key].push(row[key]);
	for (let c = 0; c < base.columns; c++) {
		let self = zero, total = zero;
		spots.forEach((place, k) => {
			const weight = weights.totals[c][began[k]];
			total += weight;
			if (callees)
				self += base.selfs[c][place];
			else if (node && !base.parent[place])
				self += weight;
		});
		tree.selfs[c].push(self);
		tree.totals[c].push(total);
	}
	return node;
}

function growChildren(node) {
	if (this.grown[node])
		return this.grown[node];
	const { base, sandwich, spots, began } = this, depth = this.depth[node];
	const grow = (step, walk) => {
		const groups = new Map();
		walk((place, from) => {
			const name = base.name[place], group = groups.get(name) || { spots: [], began: [] };
			groups.set(name, group);
			group.spots.push(place);
			group.began.push(from);
		});
		return Array.from(groups, ([name, group]) => growNode(this, node, name, depth + step, group.spots, group.began));
	};
	const callees = sandwich && depth >= 0 ? grow(1, add =>
		spots[node].forEach(place => base.children(place).forEach(child => add(child, child)))) : [];
	const callers = sandwich && depth > 0 ? [] : grow(sandwich ? -1 : 1, add => spots[node].forEach((place, k) => {
		if (node === 0 && !sandwich)
			add(place, place);
		else if (base.parent[place])
			add(base.parent[place], began[node][k]);
	}));
	return this.grown[node] = callees.concat(callers);
}
