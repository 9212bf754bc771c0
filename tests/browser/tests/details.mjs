// The line of details and the tooltip.
import assert from 'node:assert/strict';
import { test, withGraph, withPage, made, put, look, clickOn, hoverOn } from '../lib/page.mjs';
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
	const { details, tooltip } = await look(page);
	assert.equal(details, 'Function: read (1,234,567 samples, 55.25%; self 1,234,567, 55.25%; kernel: code of the kernel)');
	assert.deepEqual(tooltip, ['read kernel', '1,234,567 samples, 55.25%', 'self 1,234,567, 55.25%', 'kernel: code of the kernel']);
}));

await test('numbers are what the first line of the input says, and processes are no functions', async () => {
	const input = '# folded: unit="ns" event="cpu-clock" samples="1903" leading="process"\nfib;main;fib;read_[k] 903452100\nfib;main;fib 900000000\nfib 100000000\n';
	for (const [options, own, total] of [[[], '903 ms', '1.90 s'], [['--numbers', 'exact'], '903,452,100 ns', '1,903,452,100 ns'], [['--countname', 'calls'], '903,452,100 calls', '1,903,452,100 calls']])
		await withPage(put(made(input, options)), {}, async page => {
			await hoverOn(page, 'read');
			assert.equal((await look(page)).details.split(';')[0], `Function: read (${own}, 47.46%`);
			await hoverOn(page, 'all');
			assert.equal((await look(page)).tooltip[1], total + ', 100%');
			assert.equal(await page.textContent('.subtitle'), `${total}${total.includes('calls') ? '' : ' of CPU'}, 1,903 samples`);
			// The function fib, not the process, is found, and listed; a process is found where no function is.
			await page.keyboard.press('t');
			assert.deepEqual(await page.$$eval('.table tbody button', list => list.map(button => button.textContent)), ['read kernel', 'fib', 'main']);
			assert.match(await page.textContent('.table .row .name'), /^3 functions; 100(,000,000)? \w+ in no function$/);
		});
	await withPage(put(made(input.replaceAll('main;fib', 'main;run'), [])) + '?search=fib', {}, async page =>
		assert.match((await page.textContent('body, svg')), /Matched: 100%/));
	await withPage(put(made(input, [])) + '?search=fib', {}, async page =>
		assert.match((await page.textContent('body, svg')), /Matched: 94.75%/));
});

await test('the tooltip is wrapped and stays inside of the window', () => {
	const folded = `main;${'very::long::name<'.repeat(40)}> 50\nmain;right 8\nmain;zz 2\n`;
	return withGraph(folded, { width: 500, height: 260 }, async page => {
		const first = await page.evaluate(() => document.querySelector('.frames').getBoundingClientRect().y + 8);
		for (const [x, y] of [[8, first], [60, first], [420, first], [480, first + 16], [250, first + 32]]) {
			await page.mouse.move(x, y);
			assert.ok((await look(page)).tooltip, `${x} ${y}`);
			const box = await page.evaluate(() => {
				const element = document.querySelector('.tooltip'), { left, top, right, bottom } = element.getBoundingClientRect();
				return { left, top, right, bottom, wide: element.scrollWidth - element.clientWidth, facts: bottom - element.lastChild.getBoundingClientRect().bottom };
			});
			assert.ok(box.left >= 0 && box.top >= 0 && box.right <= 500 && box.bottom <= 260 && box.wide <= 0 && box.facts > 0, JSON.stringify([x, y, box]));
		}
		await page.mouse.move(100, first);
		assert.ok(await page.evaluate(() => document.querySelector('.tooltip').firstChild.getBoundingClientRect().height) > 30);
	});
});

await test('before and after: details say both, and the change of all and of its own', () => withGraph(DIFF, { width: 1400, graph: PROFILES.differential.options }, async page => {
	await hoverOn(page, 'lex');
	assert.equal((await look(page)).details, 'Function: lex (before 100 samples, 10.00%; after 150 samples, 17.24%; change +50: +5.00% of all before, +50.00% of its own; self before 100, after 150)');
	await hoverOn(page, 'old_cache');
	assert.ok((await look(page)).tooltip.includes('change -200: -20.00% of all before, gone'));
	await hoverOn(page, 'new_cache');
	assert.ok((await look(page)).tooltip.includes('change +120: +12.00% of all before, new'));
}));
