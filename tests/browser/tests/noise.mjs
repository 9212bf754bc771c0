// Comparisons whose changes are judged: what may be noise is told from what is none, in all views.
import assert from 'node:assert/strict';
import { axe } from '../lib/axe.mjs';
import * as oracle from '../lib/encode.mjs';
import { withInside } from '../lib/inside.mjs';
import { test, skip, program, withProgram, made, blockOf, withPage, put, look, hoverOn } from '../lib/page.mjs';
import { DIFF, recordings } from '../lib/profiles.mjs';

const quiet = { reducedMotion: 'reduce', width: 1600, height: 1600 };
const ONE = recordings(1), THREE = recordings(3), SCALED = recordings(1, 0.2);
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
	scaled: [SCALED, []], 'ten to a sample': [ONE, ['--period', '10']], negated: [THREE, ['--negate', '--diff-colors', 'orange-blue']], 'no sample at all': [DIFF, ['--period', '1000000']] };

if (!withProgram)
	skip('noise', 'no ' + program);
else {
	for (const [name, [input, args]] of Object.entries(FILES))
		await test('noise: fills of the file, those of its still picture, and in other views of its frames: ' + name, async () => {
			const svg = made(input, [...args, '--width', '1600']), still = [...svg.matchAll(/<path class="(f\d+)" d="([^"]*)"\/>/g)].map(match => [match[1], match[2]]);
			await withInside(svg, quiet, async (page, inside) => {
				const own = { ...modelOf(svg) }, levels = () => levelsOf(own);
				assert.deepEqual(Object.fromEntries(still), (await look(page)).paths);
				const fills = await draws(page, levels(), name);
				assert.equal(isMixed(fills), name !== 'off' && !name.startsWith('no '));
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
		const pale = [0, 50, 95, 99.9].map(confidence => [...levelsOf(modelOf(made(ONE, ['--confidence', String(confidence)]))).values()].filter(level => level > 22).length);
		assert.ok(pale[0] === 0 && pale[1] > 0 && pale[1] < pale[2] && pale[2] < pale[3], pale.join());
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
			for (const [file, args] of [[input || ONE, []], [input || THREE, ['--confidence', '80']], [input || SCALED, []], [input || ONE, ['--confidence', '0']], [input || ONE, ['--period', '1000000']]]) {
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

	// ---- what is said and chosen ----
	await test('noise: what grew, shrank, is new or gone is what is coloured so, and what may be noise is asked for by itself', async () => {
		const is = { grew: level => (level > 0 && level < 11) || level === 21, shrank: level => (level > 10 && level < 21) || level === 22, new: level => level === 21, gone: level => level === 22, noise: level => level > 22 };
		for (const [input, args] of [[ONE, []], [THREE, ['--self-change']], [ONE, ['--min-change', '100']], [ONE, ['--confidence', '0']]]) {
			const svg = made(input, args), levels = levelsOf(modelOf(svg)), judged = args[1] !== '0';
			await withInside(svg, quiet, async (page, inside) => {
				await page.keyboard.press('v');
				const row = page.locator('[role="group"][aria-label="Show"] button');
				assert.deepEqual(await row.allTextContents(), ['all', 'grew', 'shrank', 'new', 'gone', ...judged ? ['may\u00a0be\u00a0noise'] : []]);
				for (const [i, only] of Object.keys(is).slice(0, judged ? 5 : 4).entries()) {
					await row.nth(i + 1).click();
					const found = (await drawn(page)).filter(([path]) => path), matched = found.filter(([, classes]) => classes.includes('match')).map(([path]) => path);
					assert.deepEqual(matched, found.map(([path]) => path).filter(path => is[only](levels.get(path))), only);
					assert.ok(matched.length > 0, only);
					assert.match((await look(page)).query, new RegExp('only=' + only));
					assert.equal(await inside('v.found.count'), [...levels].filter(([path, level]) => path && is[only](level)).length);
				}
			});
		}
		await withPage(put(made(ONE, ['--confidence', '0'])) + '?only=noise', {}, async page => assert.equal((await look(page)).matched, ''));
		await withPage(put(made(ONE, [])) + '?only=noise', {}, async page => assert.match((await look(page)).matched, /^Matched: /));
	});

	await test('noise: tooltips say it of the change, and of that of the self weight', async () => {
		const folded = 'main;a;deep 1000 2000\nmain;a 100 105\nmain;b 500 510\nmain;c 70 70\n', said = [], close = async page => {
			for (const name of ['a', 'deep', 'b', 'c']) {
				await hoverOn(page, name);
				said.push((await look(page)).tooltip.slice(3).map(line => line.replace(/.*(, may be noise)|.*/, '$1')).join('|'));
			}
		};
		for (const args of [[], ['--confidence', '0']])
			await withPage(put(made(folded, args)), {}, close);
		assert.deepEqual(said, ['|, may be noise', '|', ', may be noise|, may be noise', '|', '|', '|', '|', '|']);
	});

	await test('noise: the table dims changes that may be noise, by the rule for other trees', async () => {
		for (const [input, args] of [[ONE, []], [THREE, ['--confidence', '60']], [ONE, ['--confidence', '0']]]) {
			const svg = made(input, args), model = modelOf(svg), sums = new Map();
			for (const line of oracle.foldedOf(model)) {
				const [stack, ...weights] = line.split(' '), names = stack.split(';'), pair = weights.map(BigInt);
				for (const name of new Set(names)) {
					const [total, self] = sums.get(name) || [[0n, 0n], [0n, 0n]], own = name === names.at(-1);
					sums.set(name, [total.map((sum, i) => sum + pair[i]), own ? self.map((sum, i) => sum + pair[i]) : self]);
				}
			}
			await withPage(put(svg), quiet, async page => {
				await page.keyboard.press('t');
				const rows = await page.evaluate(() => [...document.querySelectorAll('.table tbody tr')].map(row => [row.querySelector('th').textContent,
					...[0, 3].map(i => row.querySelectorAll('td')[i]).map(cell => cell.title === 'may be noise' && getComputedStyle(cell).color !== getComputedStyle(row.querySelectorAll('td')[1]).color)]));
				const marks = rows.flatMap(row => row.slice(1));
				assert.ok(rows.length > 80);
				assert.deepEqual(rows, rows.map(([name]) => [name, ...sums.get(name).map(pair => oracle.isNoise(model, pair, null, false))]));
				assert.deepEqual([...new Set(marks)].sort(), args[1] === '0' ? [false] : [false, true]);
			});
		}
	});

	await test('noise: the weakest change of the file stays one in other trees, whatever its standard errors are rounded to', async () => {
		const errors = more => more / Math.sqrt(200 + more), above = Array.from({ length: 300 }, (_, i) => 40 + i).filter(more => +errors(more).toPrecision(9) > errors(more) * (1 + 1.2e-9));
		assert.ok(above.length > 3);
		for (const more of above.slice(0, 4)) {
			const svg = made(`m;x 100 ${100 + more}\nm;y 50000 50000\n`, []);
			assert.equal(modelOf(svg).options.sampling, errors(more).toPrecision(9).replace(/0+$/, '') + ' 1 1');
			await withInside(svg, {}, async (page, inside) => {
				const level = () => inside(`changeLevel(v.profile, v.view.node.find(node => nameOf(v.profile, node) === 'x'))`), own = await level();
				assert.ok(own > 0 && own < 11);
				await inside(`edit(v, 'hide', ${idOf('y')})`);
				assert.equal(await level(), own, String(more));
			});
		}
	});

	// ---- legend and totals ----
	const squares = page => page.evaluate(() => [...document.querySelectorAll('.legend [fill]')].map(square => square.getAttribute('fill')));
	await test('noise: the squares of the legend are the colours of the frames, in each scheme, and a link may name it', async () => {
		for (const args of [[], ['--negate'], ['--confidence', '0']]) {
			const svg = made(ONE, args), { palettes: { schemes } } = modelOf(svg), levels = [8, 18, 21, 22, ...args[0] === '--confidence' ? [] : [23, 24]];
			await withInside(svg, {}, async (page, inside) => {
				for (const scheme of ['orange-blue', 'red-blue']) {
					await inside(`change(v, { palette: '${scheme === 'red-blue' ? 'file' : scheme}' })`);
					assert.deepEqual(await squares(page), levels.map(level => schemes[scheme][level]));
				}
				await page.goto(page.url().replace(/\?.*|$/, '?palette=orange-blue'));
				await page.waitForSelector('svg[data-ready="1"]');
				assert.deepEqual(await squares(page), levels.map(level => schemes['orange-blue'][level]));
			});
		}
		await withPage(put(made('a;b_[k] 5\n', ['--colors', 'java'])) + '?palette=js', { width: 300 }, async page => {
			const { left, right } = await page.evaluate(() => document.querySelector('.legend').getBoundingClientRect().toJSON());
			assert.ok(left >= 0 && right <= 300, `${left} ${right}`);
		});
	});

	const totals = page => page.evaluate(() => {
		const line = document.querySelector('.totals'), { left, right } = line.getBoundingClientRect();
		return { text: line.textContent, fits: left >= 0 && right <= innerWidth, shown: getComputedStyle(line).visibility === 'visible', size: parseFloat(getComputedStyle(line).fontSize) };
	});
	await test('noise: the line of totals fits, or is hidden below 640 px, and says what is chosen', async () => {
		const svg = made(ONE, ['--title', 'Two']), before = 'width: the larger of both';
		await withInside(svg, { width: 600 }, async (page, inside) => {
			assert.equal((await totals(page)).shown, false);
			for (const [width, small] of [[700, true], [1600, false], [650, true]]) {
				await page.setViewportSize({ width, height: 700 });
				await page.waitForFunction(width => document.querySelector('.shapes').getAttribute('viewBox').split(' ')[2] === String(Math.round(9.8 * width)), width);
				const { shown, fits, size } = await totals(page);
				assert.deepEqual([shown, fits, size < 12], [true, true, small], String(width));
			}
			const { text } = await totals(page);
			assert.match(text, /^before [\d,]+ \(1 recording\), after [\d,]+ \(1 recording\), compared as they are; width: the larger of both; noise judged from sampling alone$/);
			for (const [patch, part] of [["widthby: 'before'", 'width: before'], ["widthby: 'after', self: true", 'width: after; colours: change of self'], ["widthby: 'larger'", before + '; colours: change of self'], ['self: false', before]]) {
				await inside(`change(v, { ${patch} })`);
				const now = await totals(page);
				assert.deepEqual([now.text, now.fits], [text.replace(before, part), true]);
			}
		});
		for (const args of [['--self-change'], ['--width-by', 'before'], ['--width-by', 'after', '--self-change']]) {
			const own = made(THREE, args), said = /class="totals".*?>(.*)<\/text>/.exec(own)[1].replace(/<[^>]*>/g, '');
			await withPage(put(own), {}, async page => assert.equal((await totals(page)).text, said));
		}
	});

	// ---- colours ----
	await test('noise: text on pale frames, legend and totals have a contrast of 4.5 and more: light, dark, forced colours', async () => {
		for (const scheme of ['red-blue', 'orange-blue'])
			for (const context of [{ colorScheme: 'light' }, { colorScheme: 'dark' }, { forcedColors: 'active' }, { forcedColors: 'active', colorScheme: 'dark' }])
				await withInside(made(ONE, ['--diff-colors', scheme]), { ...quiet, ...context }, async (page, inside) => {
					const ratios = await page.evaluate(() => {
						const parse = text => text.match(/[\d.]+/g).slice(0, 3).map(Number), light = colour => colour.map(part => part / 255)
							.map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4).reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
						const ratio = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
						const over = (top, opacity, under) => top.map((part, i) => part * opacity + under[i] * (1 - opacity));
						const back = parse(getComputedStyle(document.querySelector('.background')).fill), label = document.querySelector('.label:not(.w)');
						return [...['.legend', '.totals'].map(name => getComputedStyle(document.querySelector(name))).map(style => ratio(over(parse(style.fill), +style.fillOpacity, back), back)),
							...['.f23', '.f24'].map(name => ratio(parse(getComputedStyle(label).fill), parse(getComputedStyle(document.querySelector('path' + name)).stroke)))];
					});
					assert.ok(ratios.every(ratio => ratio >= 4.5), `${scheme} ${JSON.stringify(context)} ${ratios}`);
					assert.deepEqual(await inside('[23, 24].map(level => v.base.light.has(level))'), [false, false]);
				});
	});

	await test('noise: axe finds nothing wrong with the picture and the table, inside of a page', async () => {
		const html = `<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>A page</title><main><h1>A page</h1><figure>${made(ONE, []).replace(/^<\?xml.*\n/, '')}</figure></main></html>\n`;
		for (const colorScheme of ['light', 'dark'])
			await withPage(put(html, {}, 'html'), { width: 1200, colorScheme }, async page => {
				await page.click('.frames', { position: { x: 300, y: 40 } });
				assert.deepEqual(await axe(page), []);
				await page.keyboard.press('t');
				await page.waitForSelector('.table td.noise');
				// axe takes the panel for the background of what it covers, and knows no fill
				await page.evaluate(() => document.querySelectorAll('.legend, .totals').forEach(line => line.remove()));
				assert.deepEqual(await axe(page), []);
				await page.evaluate(() => document.querySelector('.table td.noise').style.setProperty('color', '#888'));
				assert.match((await axe(page)).join(), /color-contrast: <td/);
			});
	});

	await test('noise: its two colours are told from each other and from every other, by eyes of any kind', () => {
		// Machado, Oliveira, Fernandes 2009, severity 1, on linear light; then CIELAB
		const EYES = { normal: [[1, 0, 0], [0, 1, 0], [0, 0, 1]], protan: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
			deutan: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]], tritan: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]] };
		const dot = (rows, v) => rows.map(row => row.reduce((sum, part, i) => sum + part * v[i], 0));
		const lab = (colour, eyes) => {
			const linear = [1, 3, 5].map(at => parseInt(colour.slice(at, at + 2), 16) / 255).map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
			const seen = dot(EYES[eyes], linear).map(c => Math.min(Math.max(c, 0), 1));
			const [x, y, z] = dot([[0.4339, 0.3762, 0.1899], [0.2126, 0.7152, 0.0722], [0.0178, 0.1095, 0.8728]], seen).map(t => t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
			return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
		};
		const { schemes } = modelOf(made(DIFF, [])).palettes, far = (a, b, eyes) => Math.hypot(...lab(a, eyes).map((part, i) => part - lab(b, eyes)[i]));
		for (const [scheme, eyes] of [['orange-blue', 'normal'], ['orange-blue', 'protan'], ['orange-blue', 'deutan'], ['orange-blue', 'tritan'], ['red-blue', 'normal']])
			for (const own of [23, 24])
				for (let other = 0; other < 25; other++) {
					const distance = far(schemes[scheme][own], schemes[scheme][other], eyes);
					assert.ok(own === other || distance >= 6.5, `${scheme} ${eyes} ${own} ${other}: ${distance}`);
				}
	});

	// ---- damage ----
	await test('noise: judgements that are damaged leave the still picture and say why', async () => {
		const svg = made(ONE, []), line = (key, change) => svg.replace(new RegExp(`\n${key} (.*)\n`), (all, value) => `\n${key} ${change(value)}\n`), number = oracle.encodeNumber;
		const broken = [['beyond.total', value => value + '"'], ['beyond.total', value => value.slice(0, -1)], ['beyond.total', () => number(100000)], ['beyond.self', () => '!' + number(1000)], ['beyond.self', value => value.slice(0, 3) + 'é'],
			['beyond.self', () => ''], ['sampling', () => 'four of them'], ['sampling', () => '4.5 1'], ['sampling', () => '-4.5 1 1'], ['sampling', () => '4.5 1 NaN']];
		for (const [key, change] of broken)
			await withPage(put(line(key, change)), { ready: false }, async page => {
				const now = await look(page);
				assert.match(now.details, new RegExp(`^Only a still picture: the profile in this file is damaged: .*${key}`), change(key));
				assert.ok(now.paths.f23 && now.paths.f24);
			});
		assert.notEqual(line('sampling', () => 'x'), svg);
	});
}
