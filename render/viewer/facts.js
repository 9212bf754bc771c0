/* Text about a frame: tooltip and details line. */

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
