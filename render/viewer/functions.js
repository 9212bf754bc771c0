/* Functions: the profile summed by name, and what a search finds in it. */

/*
 * { self: [column][name id], total: [column][name id], none: [column] }: of a recursive function the
 * outermost counts; none is what ran in no function, but in a process alone.
 */
function functionsOf(tree) {
	if (tree.base)
		return functionsOf(tree.base);
	if (Object.hasOwn(tree, 'functions'))
		return tree.functions;
	const { count, name, depth, names, leads, columns, selfs, totals } = tree, open = new Int32Array(names.length), path = [];
	const sums = () => Array.from({ length: columns }, (_, c) => new selfs[c].constructor(names.length));
	const self = sums(), total = sums(), none = selfs.map(() => tree.big ? 0n : 0);
	for (let i = 1; i < count; i++) {
		while (path.length >= depth[i])
			open[path.pop()]--;
		path.push(leads[i] ? -1 : name[i]);
		for (let c = 0; leads[i] && c < columns; c++)
			none[c] += selfs[c][i];
		if (leads[i])
			continue;
		const outermost = open[name[i]]++ === 0;
		for (let c = 0; c < columns; c++) {
			self[c][name[i]] += selfs[c][i];
			if (outermost)
				total[c][name[i]] += totals[c][i];
		}
	}
	return tree.functions = { self, total, none };
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

/* Whether processes are out of the question, as a function has one of these names, too. */
function areFunctions(tree, marks) {
	const { total } = tree.leading.length ? functionsOf(tree) : { total: [] };
	return marks.some((mark, id) => mark && total.some(weights => weights[id]));
}

/*
 * A test for nodes of this tree: found by name, and changed as asked for; null if all are equal. Its
 * marks, by name id, rule out most nodes quickly.
 */
function matcherOf(tree, found, only) {
	const { name } = tree, changed = CHANGES[only], marks = found || new Uint8Array(tree.names.length).fill(1);
	const skip = found && areFunctions(tree, marks);
	const isMatch = node => marks[name[node]] === 1 && !(skip && leadOf(tree, node)) && (!changed || changed(changeLevel(tree, node)));
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
