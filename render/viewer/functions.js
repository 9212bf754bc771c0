/* Functions: the profile summed by name, and what a search finds in it. */

/* { self: [column][name id], total: [column][name id] }; of a recursive function the outermost counts. */
function functionsOf(tree) {
	if (tree.base)
		return functionsOf(tree.base);
	if (Object.hasOwn(tree, 'functions'))
		return tree.functions;
	const { count, name, depth, names, columns, selfs, totals } = tree, open = new Int32Array(names.length), path = [];
	const sums = () => Array.from({ length: columns }, (_, c) => new selfs[c].constructor(names.length));
	const self = sums(), total = sums();
	for (let i = 1; i < count; i++) {
		while (path.length >= depth[i])
			open[path.pop()]--;
		const outermost = open[name[i]]++ === 0;
		path.push(name[i]);
		for (let c = 0; c < columns; c++) {
			self[c][name[i]] += selfs[c][i];
			if (outermost)
				total[c][name[i]] += totals[c][i];
		}
	}
	return tree.functions = { self, total };
}

/* By changeLevel(): what is coloured so. What is new also grew. */
const CHANGES = {
	[WORD_GREW]: level => (level > 0 && level <= CHANGE_STEPS) || level === CHANGE_NEW,
	[WORD_SHRANK]: level => (level > CHANGE_STEPS && level < CHANGE_NEW) || level === CHANGE_GONE,
	[WORD_NEW]: level => level === CHANGE_NEW,
	[WORD_GONE]: level => level === CHANGE_GONE,
	noise: level => level > CHANGE_GONE,
};

function changesOf({ beyond }) {
	return Object.keys(CHANGES).filter(name => name !== 'noise' || beyond);
}

/*
 * A test for nodes of this tree: found by name, and changed as asked for; null if all are equal. Its
 * marks, by name id, rule out most nodes quickly.
 */
function matcherOf(tree, found, only) {
	const { name } = tree, changed = CHANGES[only], marks = found || new Uint8Array(tree.names.length).fill(1);
	const isMatch = node => marks[name[node]] === 1 && (!changed || changed(changeLevel(tree, node)));
	return found || changed ? Object.assign(isMatch, { marks }) : null;
}

/* Matching frames in the zoomed one, and the width that they cover: one inside another counts once. */
function measureMatches(tree, zoom, isMatch) {
	const { width, size, name } = tree, { marks } = isMatch, end = zoom + size[zoom];
	let count = 0, sum = tree.big ? 0n : 0;
	for (let i = Math.max(zoom, 1), covered = zoom; i < end; i++) {
		if (marks[name[i]] !== 1 || !isMatch(i))
			continue;
		count++;
		if (i < covered)
			continue;
		sum += width[i];
		covered = i + size[i];
	}
	return { count, sum };
}

/* The same in a tree that grows: by name only, as of its nodes only those that were drawn exist. */
function measureGrown(tree, zoom, marks) {
	const { base, weights, spots, began, sandwich } = tree, above = new Uint8Array(base.count);
	const isMatch = matcherOf(base, marks), callees = sandwich && tree.depth[zoom] >= 0;
	if (zoom && marks[tree.name[zoom]])
		return tree.width[zoom];
	for (let i = 1; i < above.length; i++)
		above[i] = +(above[base.parent[i]] === 1 || isMatch(i));
	return spots[zoom].reduce((sum, place, k) => {
		const found = above[place] && (!callees || zoom === 0);
		return sum + (found ? weights.width[began[zoom][k]] : callees ? measureMatches(base, place, isMatch).sum : tree.zero);
	}, tree.zero);
}
