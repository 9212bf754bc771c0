// The line of details and the tooltip.
import assert from 'node:assert/strict';
import { test, withGraph, look, clickOn, hoverOn } from '../lib/page.mjs';
import { PROFILES, DEMO, DIFF } from '../lib/profiles.mjs';

await test('details line, tooltip and outline follow the mouse', () => withGraph(DEMO, {}, async page => {
	await hoverOn(page, 'layout');
	const now = await look(page);
	assert.equal(now.details, 'Function: layout (110 samples, 22.45%; self 20, 4.08%)');
	assert.deepEqual(now.tooltip, ['layout', '110 samples, 22.45%', 'self 20, 4.08%']);
	assert.equal(now.outline, true);
	await clickOn(page, 'render');
	await hoverOn(page, 'layout');
	assert.equal((await look(page)).details, 'Function: layout (110 samples, 22.45%; self 20, 4.08%; 37.29% of the zoomed frame)');
	await hoverOn(page, 'main');
	assert.equal((await look(page)).details, 'Function: main (490 samples, 100%; self 0, 0.00%)');
	await page.mouse.move(5, 300);
	const away = await look(page);
	assert.deepEqual([away.details, away.tooltip, away.outline], ['', null, false]);
}));

await test('weights have commas, and names lose their annotation', () => withGraph('main;read_[k] 1234567\nmain;b 1000000\n', {}, async page => {
	await hoverOn(page, 'read');
	assert.equal((await look(page)).details, 'Function: read (1,234,567 samples, 55.25%; self 1,234,567, 55.25%)');
}));

await test('the tooltip is wrapped and stays inside of the window', () => {
	const folded = `main;${'very::long::name<'.repeat(40)}> 50\nmain;right 8\nmain;zz 2\n`;
	return withGraph(folded, { width: 500, height: 260 }, async page => {
		for (const [x, y] of [[8, 60], [60, 60], [490, 60], [480, 76], [250, 44]]) {
			await page.mouse.move(x, y);
			const box = await page.evaluate(() => {
				const { x, y, right, bottom } = document.querySelector('.tooltip rect').getBoundingClientRect();
				const text = document.querySelector('.tooltip text').getBoundingClientRect();
				return { x, y, right, bottom, inside: text.x >= x && text.right <= right && text.y >= y && text.bottom <= bottom };
			});
			if (!(await look(page)).tooltip)
				continue;
			assert.ok(box.x >= 0 && box.y >= 0 && box.right <= 500 && box.bottom <= 260 && box.inside, JSON.stringify([x, y, box]));
		}
		await page.mouse.move(100, await page.evaluate(() => document.querySelector('.frames').getBoundingClientRect().y + 8));
		assert.ok((await look(page)).tooltip.length > 5);
	});
});

await test('before and after: details say both, the change in points and of its own', () => withGraph(DIFF, { graph: PROFILES.differential.options }, async page => {
	await hoverOn(page, 'lex');
	assert.equal((await look(page)).details, 'Function: lex (before 100 samples, 10.00%; after 150 samples, 17.24%; change +50: +7.24 points, +50.00%; self before 100, after 150)');
	await hoverOn(page, 'old_cache');
	assert.ok((await look(page)).tooltip.includes('change -200: -20.00 points, gone'));
	await hoverOn(page, 'new_cache');
	assert.ok((await look(page)).tooltip.includes('change +120: +13.79 points, new'));
}));
