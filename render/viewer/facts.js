/* Facts: what is said about a frame in the tooltip and the details line. */

/* In percent of the whole before and, as people expect too, of what it was. */
function changeText(profile, [before, after], all) {
	if (before === after)
		return WORD_NO_CHANGE;
	const own = !before ? WORD_NEW : !after ? WORD_GONE : signed(hundredths(after - before, before)) + WORD_OF_OWN;
	return WORD_CHANGE + signed(formatNumber(profile, after - before)) + ': ' +
		(all ? signed(hundredths(after - before, all)) + WORD_OF_BEFORE + ', ' : '') + own;
}

/* Lines that follow the name. */
function describe(profile, node, zoom) {
	const { columns, totals, selfs, depth, width } = profile, weight = sum => formatNumber(profile, sum), mark = markOf(profile, node);
	const share = ([own, all]) => formatQuantity(profile, own) + ', ' + percent(own, all);
	const pairs = totals.map(total => [BigInt(total[node]), BigInt(total[0])]), [own, ownAfter] = selfs.map(self => self[node]);
	const lines = columns === 1 ? [share(pairs[0]), 'self ' + weight(own) + ', ' + percent(own, totals[0][0])] :
		['before ' + share(pairs[0]), 'after ' + share(pairs[1]), changeText(profile, pairs.map(pair => pair[0]), pairs[0][1]),
			'self before ' + weight(own) + ', after ' + weight(ownAfter)];
	if (columns === 2)
		[totals, selfs].forEach((both, i) => { lines[2 + i] += isNoise(profile, node, both, i > 0) ? ', ' + WORD_MAY_BE_NOISE : ''; });
	if (zoom && Math.abs(depth[node]) >= Math.abs(depth[zoom]))
		lines.push(percent(width[node], width[zoom]) + ' of the zoomed frame');
	if (mark)
		lines.push(mark.join(': '));
	return lines;
}
