// Comparisons whose changes are judged: what may be noise is told from what is none, in all views.
import assert from 'node:assert/strict';
import * as oracle from '../lib/encode.mjs';
import { opened, withInside } from '../lib/inside.mjs';
import { test, skip, program, withProgram, made, blockOf, withPage, put, look, hoverOn, clickOn } from '../lib/page.mjs';
import { DIFF, recordings } from '../lib/profiles.mjs';

const quiet = { reducedMotion: 'reduce', width: 1600, height: 1600 };
const ONE = recordings(1), THREE = recordings(3);
const modelOf = svg => oracle.decodeBlock(blockOf(svg));

// ---- what the oracle expects: path of names, callers' with a ~ in front -> level ----
const levelsOf = model => {
	oracle.weigh(model);
	return new Map(oracle.preorder(model.root).map(node => {
		const path = [];
		for (let at = node; at.parent; at = at.parent)
			path.unshift(oracle.shown(at.name));
		return [path.join(';'), oracle.levelOf(node, model)];
	}));
};
// Another tree of the file's stacks; its frames are not judged by the file.
const changed = (model, change) => {
	const lines = oracle.foldedOf(model).map(line => {
		const [stack, ...weights] = line.split(' '), names = change(stack.split(';'));
		return names && names.length ? [names.join(';'), ...weights].join(' ') : '';
	});
	return oracle.fromFolded(lines.filter(Boolean).join('\n'), model.options);
};
function sandwichLevels(model, pivot) {
	const sums = new Map(), add = (key, pair) => sums.set(key, (sums.get(key) || [0n, 0n]).map((sum, i) => sum + pair[i]));
	for (const line of oracle.foldedOf(model)) {
		const [stack, ...weights] = line.split(' '), names = stack.split(';'), at = names.indexOf(pivot), pair = weights.map(BigInt);
		if (at < 0)
			continue;
		for (let end = at + 1; end <= names.length; end++)
			add(names.slice(at + 1, end).join(';'), pair);
		for (let from = at - 1; from >= 0; from--)
			add('~' + names.slice(from, at).reverse().join(';'), pair);
	}
	return new Map([...sums].map(([key, pair]) => [key, oracle.levelOf(null, model, pair)]));
}

// ---- what is drawn: the class of each frame's path, by where the frame is ----
const drawn = page => page.evaluate(() => {
	const at = new Map(), { frames } = window.inside('({ frames: v.view.node.map((node, i) => { const { profile, view, rows } = v, path = []; ' +
		'for (let up = node; up && profile.name[up] >= 0 && profile.depth[up]; up = profile.parent[up]) path.unshift(shownName(profile.names[profile.name[up]])); ' +
		'return [(profile.depth[node] < 0 ? "~" : "") + path.join(";"), view.x[i], rowTop(profile, view, rows, profile.depth[node]) + profile.row / 2]; }) })');
	for (const path of document.querySelectorAll('.shapes path[d]')) {
		let x = 0, y = 0;
		for (const [, move, a, b, w] of path.getAttribute('d').matchAll(/([Mm])(-?[\d.]+) ([\d.]+)h([\d.]+)/g)) {
			x = move === 'M' ? +a : x + +a;
			y = move === 'M' ? +b : y;
			at.set(x + ' ' + y, [...at.get(x + ' ' + y) || [], path.getAttribute('class')]);
			x += +w;
		}
	}
	return frames.map(([path, x, y]) => [path, at.get(x + ' ' + y)]);
});
const fillsOf = frames => new Map(frames.map(([path, classes]) => [path, +/^f(\d+)/.exec(classes[0])[1]]));
async function draws(page, levels, what) {
	const fills = fillsOf(await drawn(page));
	assert.ok(fills.size > 3, what);
	assert.deepEqual(fills, new Map([...fills.keys()].map(path => [path, levels.get(path)])), what);
	return new Set(fills.values());
}
const isMixed = fills => (fills.has(23) || fills.has(24)) && [...fills].some(fill => fill > 0 && fill < 23);
const idOf = name => `v.base.names.findIndex(name => shownName(name) === '${name}')`;

// ---- files ----
const FILES = { 'one recording a side': [ONE, []], 'at 50%': [ONE, ['--confidence', '50']], 'at 99.9%': [ONE, ['--confidence', '99.9']], off: [ONE, ['--confidence', '0']],
	'of self weights': [ONE, ['--self-change']], 'three recordings a side': [THREE, []], 'three a side at 50%': [THREE, ['--confidence', '50']], 'a least change': [ONE, ['--min-change', '100']],
	'ten to a sample': [ONE, ['--period', '10']], negated: [THREE, ['--negate', '--diff-colors', 'orange-blue']], 'no sample at all': [DIFF, ['--period', '1000000']] };

if (!withProgram)
	skip('noise', 'no ' + program);
else {
	const pale = {};
	for (const [name, [input, args]] of Object.entries(FILES))
		await test('noise: fills of the file, those of its still picture, and in other views of its frames: ' + name, async () => {
			const svg = made(input, [...args, '--width', '1600']), still = [...svg.matchAll(/<path class="(f\d+)" d="([^"]*)"\/>/g)].map(match => [match[1], match[2]]);
			await withInside(svg, quiet, async (page, inside) => {
				const own = { ...modelOf(svg) }, levels = () => levelsOf(own);
				assert.deepEqual(Object.fromEntries(still), (await look(page)).paths);
				const fills = await draws(page, levels(), name);
				assert.equal(isMixed(fills), name !== 'off' && !name.startsWith('no '));
				pale[name] = [...levels().values()].filter(level => level > 22).length;
				await inside('zoomTo(v, v.view.node.find(node => v.profile.depth[node] === 2))');
				await draws(page, levels(), 'zoomed');
				await inside('zoomTo(v, 0)');
				for (const order of ['width', 'input', 'name']) {
					await inside(`change(v, { order: '${order}', up: ${order === 'name'} })`);
					await draws(page, levels(), order);
				}
				for (const widthby of ['before', 'after', 'larger']) {
					await inside(`change(v, { widthby: '${widthby}' })`);
					own.options = { ...own.options, widthby };
					await draws(page, levels(), widthby);
				}
				for (const diff of own.options.diff === 'self' ? ['total', 'self'] : ['self', 'total']) {
					await inside(`change(v, { self: ${diff === 'self'} })`);
					own.options = { ...own.options, diff };
					await draws(page, levels(), diff);
				}
				assert.deepEqual(Object.fromEntries(still), (await look(page)).paths);
			});
		});

	await test('noise: the more confidence is asked for, the more is pale', () => {
		assert.ok(pale.off === 0 && pale['at 50%'] < pale['one recording a side'] && pale['one recording a side'] < pale['at 99.9%'], JSON.stringify(pale));
	});

	const CALLERS = names => [...names].reverse(), without = name => names => names.filter(other => other !== name);
	const TREES = {
		'callers first': ['change(v, { callers: true })', model => levelsOf(changed(model, CALLERS))],
		'without a function': [`edit(v, 'hide', ${idOf('work0')})`, model => levelsOf(changed(model, without('work0')))],
		'without what it calls, too': [`edit(v, 'remove', ${idOf('work0')})`, model => levelsOf(changed(model, names => names.includes('work0') ? null : names))],
		'only stacks through a function': [`edit(v, 'focus', ${idOf('step1')})`, model => levelsOf(changed(model, names => names.includes('step1') ? names : null))],
		'callers of a part': [`edit(v, 'focus', ${idOf('step1')}); change(v, { callers: true })`, model => levelsOf(changed(model, names => names.includes('step1') ? CALLERS(names) : null))],
		'a sandwich': [`change(v, { pivot: ${idOf('work2')} })`, model => sandwichLevels(model, 'work2')],
	};
	const RECURSIVE = ONE.replace(/;leaf/g, ';work1;leaf'), cycles = names => names.reduce((path, name) => path.includes(name) ? path.slice(0, path.indexOf(name) + 1) : [...path, name], []);
	TREES['recursion merged'] = ["change(v, { merge: 'all' })", model => levelsOf(changed(model, cycles)), RECURSIVE];
	for (const [name, [code, levels, input]] of Object.entries(TREES))
		await test('noise: in other trees a change needs as many standard errors as the weakest of the file: ' + name, async () => {
			for (const [file, args] of [[input || ONE, []], [input || THREE, ['--confidence', '80']], [input || ONE, ['--confidence', '0']], [input || ONE, ['--period', '1000000']]]) {
				const svg = made(file, args), model = modelOf(svg);
				await withInside(svg, quiet, async (page, inside) => {
					for (const self of name === 'a sandwich' ? [false] : [false, true]) {
						model.options = { ...model.options, diff: self ? 'self' : 'total' };
						await inside(`change(v, { self: ${self} })`);
						if (!self)
							await inside(code);
						const fills = await draws(page, levels(model), String(args));
						if (args[1] === '1000000')
							assert.ok([...fills].every(fill => fill === 0 || fill > 22));
						else if (args[1] === '0')
							assert.ok([...fills].every(fill => fill < 23));
						else if (!self)
							assert.ok(isMixed(fills), [...fills].join());
					}
					await inside("change(v, { self: false, pivot: -1, edits: [], callers: false, merge: 'none' })");
					model.options = { ...model.options, diff: 'total' };
					await draws(page, levelsOf(model), 'and back');
				});
			}
		}, 60);
}
