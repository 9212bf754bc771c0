// Zooming in and out.
import assert from 'node:assert/strict';
import { test, withGraph, look, until, clickOn } from '../lib/page.mjs';
import { DEMO } from '../lib/profiles.mjs';

await test('a click zooms, ancestors are faded and lead back', () => withGraph(DEMO, {}, async page => {
	assert.equal((await look(page)).reset, false);
	await clickOn(page, 'paint');
	const paint = await look(page);
	assert.deepEqual(paint.faded, ['all', 'main', 'render']);
	assert.deepEqual(paint.labels, ['all', 'main', 'render', 'paint', 'stroke', 'text', 'raster::fill_span<true>(Span const*)']);
	assert.match(paint.paths['f0 faded'], /^M0 \d+h11755$/);
	assert.equal(paint.reset, true);
	assert.match(paint.query, /^\?zoom=main;render;paint$/);
	await clickOn(page, 'render');
	assert.deepEqual((await look(page)).faded, ['all', 'main']);
	await clickOn(page, 'all');
	const all = await look(page);
	assert.deepEqual([all.faded, all.reset, all.query], [[], false, '']);
	await clickOn(page, 'gc');
	await page.click('.reset');
	assert.deepEqual((await look(page)).labels, all.labels);
	await clickOn(page, 'gc');
	await page.keyboard.press('Escape');
	assert.equal((await look(page)).reset, false);
}));

await test('a zoomed frame gets the whole width, to the half pixel', () => withGraph(DEMO, {}, async page => {
	await clickOn(page, 'parse');
	const paths = Object.values((await look(page)).paths).join('');
	const ends = [...paths.matchAll(/M(\d+) \d+h(\d+)/g)].map(match => +match[1] + +match[2]);
	assert.equal(Math.max(...ends), 11755);
}));

await test('zooming in shows frames that were too thin, and the note counts the rest', () => {
	const folded = 'main;big 100000\n' + Array.from({ length: 1500 }, (_, i) => `main;rest;r${i};x${i} 1\n`).join('');
	return withGraph(folded, {}, async page => {
		const first = await look(page);
		assert.match(first.note, /^\d,\d\d\d frames are too thin to draw here; zoom in to see them$/);
		await page.mouse.click(1187, await page.evaluate(() => document.querySelector('.frames').getBoundingClientRect().bottom - 40));
		const zoomed = await until(page, now => now.reset);
		assert.deepEqual(zoomed.faded, ['all', 'main']);
		assert.equal(zoomed.note, '');
		assert.ok(zoomed.paths.f1.length > 1000);
	});
});

await test('a zoom that shows deeper rows makes the picture taller, both ways up', async () => {
	const folded = 'main;wide 1000000\nmain;thin;' + 'deep;'.repeat(40) + 'end 1\n' + 'main;thin 3000\n';
	for (const direction of ['up', 'down'])
		await withGraph(folded, { graph: { direction }, query: '?zoom=main;thin;' + 'deep;'.repeat(39) + 'deep' }, async page => {
			const tall = await page.evaluate(() => ['svg.flamegraph', '.frames'].map(name => +document.querySelector(name).getAttribute('height')));
			assert.equal(tall[1], 44 * 16);
			const boxes = await page.evaluate(() => ['.frames', '.details'].map(name => +document.querySelector(name).getAttribute('y')));
			assert.ok(direction === 'up' ? boxes[1] > boxes[0] + tall[1] : boxes[1] < boxes[0]);
			assert.ok((await look(page)).labels.includes('end'));
			await page.click('.reset');
			assert.equal(await page.evaluate(() => +document.querySelector('.frames').getAttribute('height')), 3 * 16);
		});
});
