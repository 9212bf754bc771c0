// The essential things in Firefox.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as oracle from '../lib/encode.mjs';
import { closeFirefox, control, openFirefox, withFirefox } from '../lib/firefox.mjs';
import { test as testNamed, wanted, put, svgOf, look, until, pointOf, clickOn, hoverOn } from '../lib/page.mjs';
import { PROFILES, DEMO } from '../lib/profiles.mjs';
import { skip } from '../lib/tap.mjs';

// Firefox starts with the first test that is wanted; where it cannot, that is one skip for all.
let missing;
async function test(name, run) {
	name = 'firefox: ' + name;
	if (missing || !wanted(name))
		return;
	if (missing === undefined) {
		missing = await openFirefox();
		if (missing) {
			skip('firefox', missing);
			return;
		}
	}
	await testNamed(name, run);
}
const withGraph = (folded, options, body) => withFirefox(put(svgOf(folded, options.graph, options.file)) + (options.query || ''), options, body);
const pictureOf = (folded, options, width) => oracle.picture(oracle.decodeBlock(oracle.encodeBlock(oracle.fromFolded(folded, options))), width);

for (const [name, { folded, options }] of Object.entries(PROFILES))
	await test('draws what the still picture shows: ' + name, () => withGraph(folded, { graph: options, height: 2000 }, async page => {
		// A scroll bar takes some of the width.
		const want = pictureOf(folded, options, await page.evaluate(() => document.documentElement.clientWidth)), now = await look(page);
		if (!name.startsWith('deep'))
			assert.deepEqual(now.paths, Object.fromEntries(want.paths));
		// Of a picture much taller than the window it draws the rows near the window, and these start at the root.
		for (const [colour, d] of Object.entries(now.paths))
			assert.ok(want.paths.get(colour).startsWith(d), colour);
		assert.equal(now.labels[0], want.labels[0].text);
		assert.equal(await page.evaluate(() => window.__pwned), undefined);
	}));

await test('works in a file, with a link', async () => {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'viewer-')), file = path.join(folder, 'demo.svg');
	fs.writeFileSync(file, svgOf(DEMO));
	try {
		await withFirefox(pathToFileURL(file).href, {}, async page => assert.deepEqual((await look(page)).paths, Object.fromEntries(pictureOf(DEMO).paths)));
		await withFirefox(pathToFileURL(file).href + '?zoom=main;gc&search=mark', {}, async page => {
			await until(page, now => now.matched === 'Matched: 58.14%');
			await page.keyboard.press('Escape');
			await until(page, now => now.query === '?zoom=main;gc');
		});
	} finally {
		fs.rmSync(folder, { recursive: true });
	}
});

await test('a click zooms; Esc, Back and Forward', () => withGraph(DEMO, {}, async page => {
	const first = await look(page);
	await clickOn(page, 'paint');
	const paint = await until(page, now => now.labels.length === 7);
	assert.deepEqual(paint.labels, ['all', 'main', 'render', 'paint', 'stroke', 'text', 'raster::fill_span<true>(Span const*)']);
	assert.deepEqual(paint.faded, ['all', 'main', 'render']);
	assert.equal(paint.query, '?zoom=main;render;paint');
	await page.keyboard.press('Escape');
	const back = await until(page, now => !now.reset);
	assert.deepEqual([back.paths, back.labels, back.query], [first.paths, first.labels, '']);
	await page.evaluate(() => history.back());
	await until(page, now => now.reset && now.query === paint.query);
	await page.evaluate(() => history.back());
	await until(page, now => !now.reset && now.query === '');
	await page.evaluate(() => history.forward());
	await until(page, now => now.reset && now.query === paint.query);
}));

await test('Ctrl-F opens the search, and typing marks matches', () => withGraph(DEMO, {}, async page => {
	await control(page, 'f');
	await page.waitForFunction(() => document.activeElement.matches('.box input'));
	await page.keyboard.type('mark');
	const now = await until(page, now => now.matched !== '');
	assert.equal(now.matched, 'Matched: 5.10%');
	assert.match(now.paths.match, /^M/);
	await page.keyboard.press('Escape');
	await until(page, now => now.matched === '' && !now.paths.match);
}));

await test('details and tooltip follow the mouse', () => withGraph(DEMO, {}, async page => {
	await hoverOn(page, 'layout');
	const now = await until(page, now => now.tooltip);
	assert.match(now.details, /layout \(110 samples, 22.45%/);
	assert.equal(now.outline, true);
	await page.mouse.move(5, 300);
	await until(page, now => !now.tooltip && now.details === '');
}));

await test('panels open by key and mouse, and close', () => withGraph(DEMO, {}, async page => {
	for (const [key, name] of [['v', 'options'], ['t', 'table'], ['?', 'help']]) {
		await page.keyboard.press(key);
		await page.waitForSelector('.panel.' + name);
		await page.keyboard.press('Escape');
		await page.waitForFunction(() => !document.querySelector('.panel'));
	}
	await page.mouse.click(...await pointOf(page, 'render'), { button: 'right' });
	await page.waitForSelector('.panel.menu');
	await page.keyboard.press('s');
	await until(page, now => now.query === '?fn=render');
}));

await test('labels fit their frames, controls the window', () => withGraph(DEMO, {}, async page => {
	for (const width of [450, 1200, 2000]) {
		await page.setViewport({ width, height: 700 });
		await page.waitForFunction(units => document.querySelector('.shapes').getAttribute('viewBox').split(' ')[2] === units, {}, String(Math.round(9.8 * width)));
		assert.deepEqual(await page.evaluate(() => {
			const all = [...document.querySelectorAll('.label:not([display])')], end = 0.98 * document.documentElement.clientWidth;
			const labels = all.filter((label, i) => +label.getAttribute('x') + label.getComputedTextLength() > 1 +
				(all[i + 1] && all[i + 1].getAttribute('y') === label.getAttribute('y') ? +all[i + 1].getAttribute('x') - 3 : end));
			const controls = [...document.querySelectorAll('.tools > *')].filter(control => control.getBoundingClientRect().right > document.documentElement.clientWidth);
			return [...labels, ...controls].map(element => element.textContent);
		}), [], `at ${width} px`);
	}
}));

await test('works inside of a page of HTML', () => {
	const html = `<!doctype html><meta charset="utf-8"><p>text</p><div>${svgOf(DEMO).replace(/^<\?xml.*\n/, '')}</div><object data="${put(svgOf(DEMO))}" type="image/svg+xml" width="1000" height="400"></object>`;
	return withFirefox(put(html, {}, 'html'), {}, async page => {
		await clickOn(page, 'render');
		await until(page, now => now.reset);
		const inside = await page.waitForFunction(() => {
			const root = document.querySelector('object').contentDocument.documentElement;
			return root.dataset.ready === '1' && root.querySelectorAll('.shapes path').length;
		});
		assert.ok(await inside.jsonValue() >= 4);
	});
});

await test('where scripts are forbidden the still picture stays', () => {
	const csp = { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" };
	return withFirefox(put(svgOf(DEMO), csp), { ready: false, allow: /Content-Security-Policy/ }, async page => {
		const now = await look(page);
		assert.equal(await page.evaluate(() => document.documentElement.dataset.ready), undefined);
		assert.deepEqual(now.paths, Object.fromEntries(pictureOf(DEMO).paths));
		const [first, heading] = await page.evaluate(() => ['.shapes path.f0', '.heading'].map(name => document.querySelector(name).getBoundingClientRect().width));
		// It counts a part of the stroke.
		assert.ok(first > 0.98 * 1200 - 1.5 && first < 0.98 * 1200 + 8 && heading > 10, `${first} ${heading}`);
	});
});

if (missing === '')
	await closeFirefox();
