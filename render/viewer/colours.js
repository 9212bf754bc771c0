/* Colours: which fill a frame gets, and the palettes that a reader may choose. */

function changeColumns(profile) {
	return profile.changeOfSelf ? profile.selfs : profile.totals;
}

/* Of any frame; in a tree that grows where it is looked at, of the tree that it is made from. */
function largestChange(profile) {
	const tree = profile.base || profile, key = profile.changeOfSelf ? 'largestOfSelf' : 'largest';
	if (!Object.hasOwn(tree, key)) {
		const [before, after] = changeColumns(tree);
		tree[key] = before.reduce((most, b, i) => Math.max(most, Math.abs(Number(after[i]) - Number(b))), 0);
	}
	return tree[key];
}

/* A change that the file does not judge needs as many standard errors as the weakest there that is none, told to 9 digits. */
function isSmall({ beyond, sampling: [least, ofBefore, ofAfter] }, before, after) {
	const b = Number(before), a = Number(after);
	return Boolean(beyond) && before !== after && !(Math.abs(a - b) >= least * Math.sqrt(b * ofBefore + a * ofAfter) * (1 - 1e-8));
}

/* May the change of a node be noise? Told by the file of its own frames. */
function isNoise(profile, node, [before, after], ofSelf) {
	return !Object.hasOwn(profile, 'beyond') ? isSmall(profile, before[node], after[node]) :
		before[node] !== after[node] && !profile.beyond[+ofSelf][node];
}

/* In steps of its larger weight or of the largest change. */
function changeLevel(profile, node) {
	const columns = changeColumns(profile), b = columns[0][node], a = columns[1][node], before = Number(b), after = Number(a);
	if (a === b || (a > b ? a - b : b - a) < profile.floor)
		return 0;
	if (isNoise(profile, node, columns, profile.changeOfSelf))
		return a > b ? CHANGE_NOISE_MORE : CHANGE_NOISE_LESS;
	if (!before || !after)
		return after ? CHANGE_NEW : CHANGE_GONE;
	const whole = profile.relative === false ? largestChange(profile) : Math.max(after, before);
	const step = Math.min(CHANGE_STEPS, Math.ceil(Math.abs(after - before) / whole * CHANGE_STEPS) || 1);
	return a > b ? step : CHANGE_STEPS + step;
}

function fillOf(profile, node) {
	if (profile.fillkind === 'change')
		return changeLevel(profile, node);
	if (profile.fillkind === 'width')
		return Math.floor(Math.sqrt(Number(profile.width[node]) / Number(profile.width[0])) * (WIDTH_LEVELS - 1) + 0.5);
	return profile.name[node] < 0 ? 0 : profile.fills[profile.name[node]];
}

/* Their lines are told in common/block/block.h. The file's own comes first. */
function palettesOf({ block }) {
	const names = Array.from(block.keys()).filter(key => /^(tints|scheme)\./.test(key)).map(key => key.split('.')[1]);
	return [...new Set([block.get('palette') || block.get('scheme'), ...names])].filter(Boolean);
}

/* By fill: those of a scheme, or the root's and then the shades of each tint. */
function coloursOf(block, name) {
	const colours = (block.get('scheme.' + name) || block.get('rootcolour')).split(' ');
	for (let tint = 0; block.has('tint.' + tint); tint++) {
		const line = block.get('tint.' + tint).split(' ').map(Number), steps = line[6];
		for (let shade = 0; shade < SHADES; shade++) {
			const part = i => line[i] + Math.floor(line[i + 3] * Math.floor(shade * steps / SHADES) / (steps - 1));
			colours.push('#' + [0, 1, 2].map(i => part(i).toString(16).padStart(2, '0')).join(''));
		}
	}
	return colours;
}

/* By name id. */
function fillsOf({ block, fills }, name) {
	if (!block.has('shades'))
		return fills;
	const shades = new Numbers(block, 'shades'), runs = new Numbers(block, 'tints.' + name);
	let left = 0, tint;
	return fills.map(() => {
		if (!left--) {
			left = runs.next() - 1;
			tint = runs.next();
		}
		return 1 + tint * SHADES + shades.next();
	});
}

/* WCAG's contrast of white is better than that of black; as in render/picture/colour.c. */
function wantsLightText(colour) {
	const [r, g, b] = [1, 3, 5].map(at => parseInt(colour.slice(at, at + 2), 16) / 255)
		.map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
	return (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05) ** 2 < 0.05 * 1.05;
}

/* Squares and words; of changes there are always the same, and perhaps two for noise, which all schemes have in common. */
function fillLegend(v, legend, name, colours) {
	const { block } = v.base, change = block.has('scheme'), squares = legend.querySelectorAll('[fill]');
	const items = (block.get('legend.' + (change ? 'change' : name)) || '').match(/[^;]+/g) || [];
	if (!change)
		legend.replaceChildren();
	items.map(item => item.split('=')).forEach(([key, text], i) => {
		if (change)
			return squares[i].setAttribute('fill', colours[key]);
		make(legend, 'tspan', { fill: colours[1 + key * SHADES + LEGEND_SHADE] }).textContent = '\u25a0';
		make(legend, 'tspan').textContent = ' ' + shownName(text) + '  ';
	});
	fitAgain(v, legend);
}

/* Colours the frames in all trees of the picture; the caller redraws. 'file': as it was made. */
function setPalette(v, name) {
	const { base, file, root } = v, [own, ...others] = palettesOf(base), foreign = others.includes(name);
	const colours = own ? coloursOf(base.block, foreign ? name : own) : [], legend = root.querySelector('.legend');
	v.home = null;
	v.rules = v.rules || make(root, 'style');
	v.rules.textContent = !foreign ? '' :
		colours.map((colour, i) => '.flamegraph.' + v.mark + ' .f' + i + '{stroke:' + colour + '}').join('\n');
	base.fills = foreign ? fillsOf(base, name) : file.fills;
	base.light = foreign ? new Set(colours.flatMap((colour, i) => wantsLightText(colour) ? i : [])) : file.light;
	if (legend)
		fillLegend(v, legend, foreign ? name : own, colours);
}
