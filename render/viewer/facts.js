/* Facts: what is said about a frame in the tooltip and the details line. */

/* In points of the total and, as people expect too, in percent of what it was. */
function changeText(profile, [before, after], [all, allAfter]) {
	if (before === after && all === allAfter)
		return 'no change';
	const points = hundredths(after * all - before * allAfter, all * allAfter || 1n);
	const own = !before ? 'new' : !after ? 'gone' : signed(hundredths(after - before, before)) + '%';
	return 'change ' + signed(formatWeight(profile, after - before)) + ': ' + signed(points) + ' points, ' + own;
}

/* Lines that follow the name. */
function describe(profile, node, zoom) {
	const { columns, totals, selfs, countname, depth, width } = profile, weight = sum => formatWeight(profile, sum);
	const share = ([own, all]) => weight(own) + ' ' + countname + ', ' + percent(own, all);
	const pairs = totals.map(total => [BigInt(total[node]), BigInt(total[0])]), [own, ownAfter] = selfs.map(self => self[node]);
	const lines = columns === 1 ? [share(pairs[0]), 'self ' + weight(own) + ', ' + percent(own, totals[0][0])] :
		['before ' + share(pairs[0]), 'after ' + share(pairs[1]), changeText(profile, ...[0, 1].map(i => pairs.map(pair => pair[i]))),
			'self before ' + weight(own) + ', after ' + weight(ownAfter)];
	if (zoom && Math.abs(depth[node]) >= Math.abs(depth[zoom]))
		lines.push(percent(width[node], width[zoom]) + ' of the zoomed frame');
	return lines;
}
