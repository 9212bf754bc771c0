// The table of functions.
import assert from 'node:assert/strict';
import { test, withGraph, look, until, clickOn, pointOf, type } from '../lib/page.mjs';
import { PROFILES, DEMO, DIFF } from '../lib/profiles.mjs';

const quiet = { reducedMotion: 'reduce' };
const table = page => page.evaluate(() => ({
	heads: [...document.querySelectorAll('.panel thead th')].map(head => [head.textContent, head.getAttribute('aria-sort')]),
	rows: [...document.querySelectorAll('.panel tbody tr')].map(row => [...row.children].map(cell => cell.textContent)),
	note: document.querySelector('.panel [role="status"]').textContent,
}));
const names = async page => (await table(page)).rows.map(row => row[0]);
const sortBy = (page, name) => page.click(`.panel thead button >> text="${name}"`);
const many = Array.from({ length: 250 }, (_, i) => `main;f${String(i).padStart(3, '0')} ${i + 1}\n`).join('');

await test('table: functions with their self and total weight, sorted by self', () => withGraph(DEMO, quiet, async page => {
	await page.click('button.table');
	const { heads, rows, note } = await table(page);
	assert.deepEqual(heads, [['Function', 'none'], ['Self', 'descending'], ['Self %', 'none'], ['Total', 'none'], ['Total %', 'none']]);
	assert.deepEqual(rows[0], ['raster::fill_span<true>(Span const*)', '130', '26.53%', '130', '26.53%']);
	assert.deepEqual(rows.find(row => row[0] === 'mark'), ['mark', '25', '5.10%', '25', '5.10%']);
	assert.deepEqual([rows.length, note], [18, '18 functions']);
	assert.deepEqual(await page.evaluate(() => [document.querySelector('caption').textContent, document.querySelector('thead th').scope, document.activeElement.getAttribute('aria-label')]), ['Functions', 'col', 'Filter functions']);
}));

await test('table: sorts by each column, both ways', () => withGraph(DEMO, quiet, async page => {
	await page.keyboard.press('t');
	await sortBy(page, 'Total');
	assert.deepEqual((await names(page)).slice(0, 2), ['main', 'render']);
	await sortBy(page, 'Total');
	assert.deepEqual([(await names(page))[0], (await table(page)).heads[3][1]], ['idle', 'ascending']);
	await sortBy(page, 'Function');
	assert.deepEqual((await names(page)).slice(0, 3), ['gc', 'idle', 'layout']);
	await sortBy(page, 'Function');
	assert.equal((await names(page))[0], 'utf8_decode');
}));

await test('table: filter, and only what the search found', () => withGraph(DEMO, quiet, async page => {
	await type(page, 'tree');
	await page.keyboard.press('Escape');
	await page.keyboard.press('t');
	await page.keyboard.type('L(');
	assert.deepEqual((await table(page)).note, '0 functions');
	await page.fill('.panel input', 'S');
	assert.deepEqual((await names(page)).sort(), ['parse', 'raster::fill_span<true>(Span const*)', 'sort_children(std::vector<Frame*>&, unsigned long)', 'stroke', 'sweep']);
	await page.check('.panel [type="checkbox"]');
	assert.equal((await table(page)).rows.length, 5);
	await type(page, 'st');
	await until(page, now => now.matched !== '');
	assert.deepEqual((await names(page)).sort(), ['raster::fill_span<true>(Span const*)', 'sort_children(std::vector<Frame*>&, unsigned long)', 'stroke']);
	await page.fill('.panel input:not([type="checkbox"])', '');
	assert.equal((await table(page)).rows.length, 3);
}));

await test('table: a row selects its function in the picture', () => withGraph(DEMO, quiet, async page => {
	await page.keyboard.press('t');
	await page.click('.panel tbody button >> text="stroke"');
	assert.match((await look(page)).details, /^Function: stroke /);
	assert.equal(await page.evaluate(() => document.activeElement.textContent), 'stroke');
	await page.keyboard.press('Escape');
	await page.mouse.click(...await pointOf(page, 'gc'), { button: 'right' });
	await page.click('[role="menuitem"] >> text="Show it in the table"');
	assert.deepEqual(await names(page), ['gc']);
}));

await test('table: never more than 100 rows', () => withGraph(many, quiet, async page => {
	await page.keyboard.press('t');
	assert.deepEqual([(await table(page)).note, (await names(page)).length, (await names(page))[0]], ['1 to 100 of 251 functions', 100, 'f249']);
	await page.click('.panel button >> text="Next"');
	await page.click('.panel button >> text="Next"');
	assert.deepEqual([(await table(page)).note, (await names(page)).length], ['201 to 251 of 251 functions', 51]);
	assert.equal(await page.isVisible('.panel button >> text="Next"'), false);
	await page.click('.panel button >> text="Previous"');
	assert.equal((await names(page))[0], 'f149');
	assert.ok(await page.evaluate(() => document.querySelectorAll('.panel *').length) < 1000);
	await page.fill('.panel input', 'f00');
	assert.deepEqual([(await table(page)).note, (await names(page))[0]], ['10 functions', 'f009']);
}));

await test('table: stays as it is while the picture changes', () => withGraph(many + DEMO, quiet, async page => {
	await page.keyboard.press('t');
	await sortBy(page, 'Total');
	await page.evaluate(() => {
		document.querySelector('.scroll').scrollTop = 500;
		window.row = document.querySelector('tbody tr');
	});
	const same = () => page.evaluate(() => [document.querySelector('.scroll').scrollTop, document.querySelector('tbody tr') === window.row]);
	await clickOn(page, 'main');
	await type(page, 'f1');
	assert.deepEqual(await same(), [500, true]);
	await page.evaluate(() => document.activeElement.blur());
	await page.mouse.click(...await pointOf(page, 'main'), { button: 'right' });
	await page.click('[role="menuitem"] >> text="Hide it, keep its callees"');
	await page.keyboard.press('t');
	assert.ok(!(await names(page)).includes('main'));
	assert.deepEqual((await table(page)).heads[3], ['Total', 'descending']);
	await page.evaluate(() => { document.querySelector('.scroll').scrollTop = 400; });
	await page.click('.undo');
	assert.deepEqual([(await names(page)).includes('main'), (await same())[0]], [true, 400]);
}));

await test('table: before, after and the change of a comparison', () => withGraph(DIFF, { ...quiet, graph: PROFILES.differential.options }, async page => {
	await page.keyboard.press('t');
	const { heads, rows } = await table(page);
	assert.deepEqual(heads.map(([name]) => name), ['Function', 'Change', 'Before', 'After', 'Change of self']);
	assert.deepEqual(rows[0], ['new_cache', '+120', '0', '120', '+120']);
	assert.deepEqual(rows[rows.length - 1], ['old_cache', '-200', '200', '0', '-200']);
}));

await test('table: weights that a double cannot hold', () => withGraph('a;b 9007199254740993\na;c 9007199254740991\na 18014398509481\n', quiet, async page => {
	await page.keyboard.press('t');
	assert.deepEqual((await table(page)).rows.map(row => row.slice(0, 3)), [['b', '9,007,199,254,740,993', '49.95%'], ['c', '9,007,199,254,740,991', '49.95%'], ['a', '18,014,398,509,481', '0.10%']]);
}));

await test('table: fewer functions than a page behind lead to the first', () => withGraph(many, quiet, async page => {
	await page.keyboard.press('t');
	await page.click('.table button >> text="Next"');
	await page.fill('.table input[type="text"]', '');
	await page.click('.table button >> text="Next"');
	await page.click('.table label input');
	await page.fill('.box input', 'f1');
	await page.waitForFunction(() => /functions/.test(document.querySelector('.table [role="status"]').textContent) && document.querySelectorAll('.table tbody tr').length > 0);
	assert.ok(!(await page.textContent('.table [role="status"]')).startsWith('101'));
}));
