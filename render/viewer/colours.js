/* Colours: which fill a frame gets. */

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
