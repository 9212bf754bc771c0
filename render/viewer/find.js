/* Find: the frames that match, how much they cover, and the way from one to the next. */

function find(v, patch) {
	Object.assign(v.state.search, patch);
	mark(v);
	repaint(v);
	saveLink(v, false);
}

function mark(v) {
	const { marks, note } = runSearch(v.base, v.state.search);
	const isMatch = matcherOf(v.profile, marks, v.state.only);
	Object.assign(v, { marks, searchNote: note, isMatch, found: { count: 0, at: -1, sum: 0, stale: isMatch !== null } });
}

/* The width that matches have of the zoomed frame, null if that is not known, and how many there are. */
function measureFound(v) {
	const { profile, zoom, isMatch, state, found } = v;
	if (!isMatch)
		return;
	const here = profile.size ? measureMatches(profile, zoom, isMatch) :
		{ count: matchesOf(v).length, sum: state.only ? null : measureGrown(profile, zoom, v.marks) };
	found.sum = here.sum;
	if (found.stale || !profile.size)
		found.count = (zoom && profile.size ? measureMatches(profile, 0, isMatch) : here).count;
	if (!profile.size)
		Object.assign(found, { list: matchesOf(v), at: matchesOf(v).indexOf(v.selected) });
	found.stale = false;
}

function matchedText(v) {
	const { count, sum } = v.found;
	if (!v.isMatch || v.searchNote.startsWith('Stopped'))
		return '';
	return !count && !sum ? 'No match' : 'Matched: ' + (sum === null ? commas(count) : percent(sum, v.profile.width[v.zoom]));
}

/* All of the tree; of one that grows those that are drawn. */
function matchesOf({ profile, view, isMatch }) {
	return profile.size ? Array.from(profile.name.keys()).filter(isMatch) :
		view.node.filter((node, i) => i >= view.faded && isMatch(node));
}

/* Goes to the next of all matches, "k of n", and out of or into the graph as far as it takes. */
function nextMatch(v, step) {
	const { found } = v, list = v.isMatch ? found.list = found.list || matchesOf(v) : [], { length } = list;
	if (!length)
		return;
	found.at = found.at < 0 && step < 0 ? length - 1 : (found.at + step + length) % length;
	select(v, list[found.at]);
	paintStatus(v);
}
