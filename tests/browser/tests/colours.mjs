// Other palettes than the file's, chosen in the page.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test, skip, program, withProgram, made, put, withPage } from '../lib/page.mjs';
import { opened, insideOf, withInside } from '../lib/inside.mjs';
import { DEMO, DIFF, HOSTILE, walk } from '../lib/profiles.mjs';

// Each drawn frame with its colour, the labels that are light, and the legend.
const drawn = page => page.evaluate(() => {
	const paint = {};
	for (const path of document.querySelectorAll('.shapes path[d]'))
		for (const [, x, y, w] of frames(path.getAttribute('d')))
			paint[[x, y, w]] = getComputedStyle(path).stroke;
	function frames(d) {
		const out = [];
		let x = 0, y = 0;
		for (const [, move, a, b, w] of d.matchAll(/([Mm])(-?\d+) (\d+)h(\d+)/g)) {
			x = move === 'M' ? +a : x + +a;
			y = move === 'M' ? +b : y;
			out.push([0, x, y, +w]);
			x += +w;
		}
		return out;
	}
	const legend = document.querySelector('.legend');
	return { paint, light: [...document.querySelectorAll('.label.w:not([display])')].map(label => label.textContent),
		legend: legend ? [...legend.children].map(part => [part.getAttribute('fill'), part.textContent]) : [] };
});
const shownBy = async svg => {
	let result;
	await withPage(put(svg), {}, async page => { result = await drawn(page); });
	return result;
};
const offered = option => / one of (.*): try /.exec(spawnSync(program, [option, '?'], { input: '' }).stderr)[1].split(' ');

const MIXED = `${DEMO}main;-;x 5\njava/lang/Thread.run;org.foo.Bar_[j] 50\nnode_modules/a/b.js:3;std::move_[i] 60\nmain;crate::f;core::fmt 40\n`;
if (!withProgram)
	skip('colours', 'no ' + program);
else {
	await test('colours: every palette chosen in the page is that of a file made with it', async () => {
		const names = offered('--colors').filter(name => name !== 'wakeup');
		await withInside(made(MIXED, ['--colors', 'java']), {}, async (page, inside) => {
			assert.deepEqual(await inside('palettesOf(v.base)'), ['java', ...names.filter(name => name !== 'java')]);
			const before = await drawn(page);
			for (const name of names) {
				await inside(`setPalette(v, "${name}"); redraw(v)`);
				assert.deepEqual(await drawn(page), await shownBy(made(MIXED, ['--colors', name])), name);
			}
			assert.notDeepEqual(await drawn(page), before);
			await inside('setPalette(v, "file"); redraw(v)');
			assert.deepEqual(await drawn(page), before);
			await inside('setPalette(v, "green"); setPalette(v, "java"); redraw(v)');
			assert.deepEqual(await drawn(page), before);
		});
	}, 90);

	await test('colours: a longer legend fits a narrow window', () => withInside(made(DEMO, ['--colors', 'chain']), { width: 420 }, async (page, inside) => {
		const width = () => page.evaluate(() => document.querySelector('.legend').getBBox().width), short = await width();
		await inside('setPalette(v, "js"); redraw(v)');
		assert.ok(await width() > short && await width() <= 420, String(await width()));
		await page.setViewportSize({ width: 900, height: 900 });
		await page.waitForFunction(() => document.querySelector('.legend').getBBox().width > 420);
		await inside('setPalette(v, "chain"); redraw(v)');
		await page.setViewportSize({ width: 420, height: 900 });
		await page.waitForFunction(short => document.querySelector('.legend').getBBox().width === short, short);
	}));

	await test('colours: a file without a legend, with names of all kinds, and --hash', async () => {
		await withInside(made(HOSTILE, ['--hash']), {}, async (page, inside) => {
			await inside('setPalette(v, "package"); redraw(v)');
			const { paint, light } = await shownBy(made(HOSTILE, ['--hash', '--colors', 'package']));
			assert.deepEqual(await drawn(page), { paint, light, legend: [] });
		});
	});

	await test('colours: schemes of a differential, and the squares of its legend', async () => {
		for (const [args, last] of [[[], ' may be noise (95% confidence)'], [['--negate', '--self-change'], ' may be noise (95% confidence)'], [['--confidence', '0'], ' gone  ']])
			await withInside(made(DIFF, ['--diff', ...args]), {}, async (page, inside) => {
				const before = await drawn(page);
				assert.deepEqual(await inside('palettesOf(v.base)'), ['red-blue', 'orange-blue']);
				await inside('setPalette(v, "orange-blue"); redraw(v)');
				const there = await shownBy(made(DIFF, ['--diff', '--diff-colors', 'orange-blue', ...args]));
				assert.deepEqual(await drawn(page), there);
				assert.equal(there.legend.at(-1)[1], last);
				await inside('setPalette(v, "red-blue"); redraw(v)');
				assert.deepEqual(await drawn(page), before);
			});
	});

	await test('colours: an unknown palette is the file\'s own, and by width there is no other', () => withInside(made(DEMO, ['--colordiffusion']), {}, async (page, inside) => {
		const before = await drawn(page);
		assert.deepEqual(await inside('palettesOf(v.base)'), []);
		await inside('setPalette(v, "java"); setPalette(v, "__proto__"); redraw(v)');
		assert.deepEqual(await drawn(page), before);
	}));

	await test('colours: of two pictures in a page one keeps its own', async () => {
		const inline = svg => `<div>${svg.replace(/^<\?xml.*\n/, '')}</div>`, strokes = () => [...document.querySelectorAll('.shapes')]
			.map(shapes => [...shapes.querySelectorAll('path')].map(path => getComputedStyle(path).stroke).join());
		const html = '<!doctype html><meta charset="utf-8">' + inline(made('x;y 5\n', [])) + inline(opened(made('x;y 5\n', [])));
		await withPage(put(html, {}, 'html'), {}, async page => {
			await page.waitForFunction(() => document.querySelectorAll('svg[data-ready="1"]').length === 2);
			const [one, two] = await page.evaluate(strokes);
			assert.equal(one, two);
			await insideOf(page)('setPalette(v, "green"); redraw(v)');
			const [still, green] = await page.evaluate(strokes);
			assert.equal(still, one);
			assert.notEqual(green, one);
		});
	});

	await test('colours: a tree of callers has the palette, too', () => withInside(made(walk(300), []), {}, async (page, inside) => {
		await inside('setPalette(v, "aqua"); change(v, { callers: true })');
		const { paint } = await drawn(page), colours = new Set(Object.values(paint));
		assert.ok(colours.size > 3);
		for (const colour of colours) {
			const [red, green, blue] = colour.match(/\d+/g).map(Number);
			assert.ok((green === blue && red < green) || colour === 'rgb(228, 226, 214)', colour);
		}
	}));
}
