// What is drawn, before anybody touches it.
import assert from 'node:assert/strict';
import * as oracle from '../lib/encode.mjs';
import { test, withGraph, withPage, put, look, until } from '../lib/page.mjs';
import { PROFILES, DEMO, deep, walk } from '../lib/profiles.mjs';
import { drawnPart } from '../lib/rows.mjs';

for (const [name, { folded, options }] of Object.entries(PROFILES))
	await test('draws what the still picture shows: ' + name, () => withGraph(folded, { graph: options, height: 2000 }, async page => {
		const want = oracle.picture(oracle.decodeBlock(oracle.encodeBlock(oracle.fromFolded(folded, options)))), now = await look(page);
		assert.deepEqual(now.paths, drawnPart(want.paths, now.paths, 2000));
		const labels = want.labels.map(label => label.text);
		if (labels.length <= 1000)
			assert.deepEqual(now.labels, labels);
		else
			assert.ok(now.labels.length > 10 && now.labels.length < 500);
		assert.equal(await page.evaluate(() => window.__pwned), undefined);
	}));

await test('a profile of 60,000 nodes takes few elements', () => {
	const model = oracle.fromFolded(walk(60000)), svg = oracle.svgOf(model), want = oracle.picture(oracle.decodeBlock(oracle.encodeBlock(model)));
	return withPage(put(svg), {}, async page => {
		assert.deepEqual((await look(page)).paths, Object.fromEntries(want.paths));
		assert.ok(await page.evaluate(() => document.querySelectorAll('*').length) < 3000);
	});
});

await test('labels far below the window of a deep graph appear on scrolling', () => withGraph(deep(5000), { graph: { direction: 'down' } }, async page => {
	assert.ok((await look(page)).labels.length < 400);
	await page.evaluate(() => window.scrollTo(0, 1e9));
	await until(page, now => now.labels.includes('leaf'));
}));

await test('light labels on the fills that are listed as dark', () => withGraph(DEMO, {}, async page => {
	const { light } = await look(page);
	assert.ok(light.length > 0 && light.length < 10);
	const fill = await page.evaluate(() => getComputedStyle(document.querySelector('.labels .label.w')).fill);
	assert.equal(fill, 'rgb(255, 255, 255)');
}));
