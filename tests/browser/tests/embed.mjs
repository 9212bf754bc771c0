// In other pages, without scripts, and when something is wrong.
import assert from 'node:assert/strict';
import * as oracle from '../lib/encode.mjs';
import { test, svgOf, withPage, put, look, until, pointOf, clickOn, hoverOn } from '../lib/page.mjs';
import { DEMO } from '../lib/profiles.mjs';

const inline = svg => svg.replace(/^<\?xml.*\n/, '');

await test('works in object and iframe', async () => {
	const url = put(svgOf(DEMO));
	for (const tag of [`<object data="${url}" type="image/svg+xml" width="1000" height="400"></object>`, `<iframe src="${url}" width="1000" height="400"></iframe>`])
		await withPage(put('<!doctype html><p>text</p>' + tag, {}, 'html'), { ready: false }, async page => {
			const element = await page.waitForSelector('object, iframe');
			while (page.frames().length < 2)
				await page.waitForTimeout(20);
			const frame = page.frames()[1];
			await frame.waitForSelector('svg[data-ready="1"]', { state: 'attached' });
			const box = await element.boundingBox(), at = await pointOf(frame, 'render');
			await page.mouse.click(box.x + at[0] + 3, box.y + at[1] + 3);
			await until(frame, now => now.reset);
		});
});

await test('two in one page of HTML are independent and leave the page alone', () => {
	const red = svgOf(DEMO, {}, { css: '.flamegraph .f0{stroke:#ff0000}' }), other = svgOf('x;y;render 5\nx;z 4\n').replace('#d8d8d8', '#00ff00');
	const html = `<!doctype html><meta charset="utf-8"><p>before</p><input class="mine"><div class="one">${inline(red)}</div><div class="two">${inline(other)}</div>`;
	return withPage(put(html, {}, 'html'), { height: 700 }, async page => {
		await page.waitForFunction(() => document.querySelectorAll('svg[data-ready="1"]').length === 2);
		await clickOn(page, 'paint', '.one svg.flamegraph');
		const [one, two] = [await look(page, '.one svg.flamegraph'), await look(page, '.two svg.flamegraph')];
		assert.deepEqual([one.reset, two.reset, one.query], [true, false, '']);
		assert.ok(two.labels.includes('y'));
		const colours = await page.evaluate(() => ['.one', '.two'].map(name => getComputedStyle(document.querySelector(name + ' .shapes path[class^=f0]')).stroke));
		assert.deepEqual(colours, ['rgb(255, 0, 0)', 'rgb(0, 255, 0)']);
		await page.mouse.move(5, 5);
		await page.focus('.mine');
		await page.keyboard.press('/');
		assert.equal(await page.inputValue('.mine'), '/');
		await hoverOn(page, 'y', '.two svg.flamegraph');
		assert.match((await look(page, '.two svg.flamegraph')).details, /^Function: y/);
		assert.equal((await look(page, '.one svg.flamegraph')).details, '');
	});
});

await test('nothing global is left behind, and one event says when it is ready', () => {
	const probe = '<script>window.before = Object.keys(window); window.events = 0; addEventListener("flamegraph-ready", () => window.events++);</script>';
	const html = `<!doctype html><meta charset="utf-8">${probe}<div>${inline(svgOf(DEMO))}</div><script>window.after = Object.keys(window).filter(key => !window.before.includes(key));</script>`;
	return withPage(put(html, {}, 'html'), {}, async page => {
		assert.deepEqual((await page.evaluate(() => window.after)).filter(key => !['before', 'after', 'events'].includes(key)), []);
		assert.equal(await page.evaluate(() => window.events), 1);
	});
});

await test('works where eval and markup from strings are forbidden', () => {
	const csp = { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; require-trusted-types-for 'script'; trusted-types 'none'" };
	return withPage(put(svgOf(DEMO), csp), {}, async page => {
		await clickOn(page, 'render');
		await page.click('button.regex');
		await page.keyboard.press('/');
		await page.keyboard.type('(p)+aint');
		await until(page, now => now.matched === 'Matched: 62.71%');
	});
});

await test('where scripts are forbidden the still picture stays', () => {
	const csp = { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" };
	return withPage(put(svgOf(DEMO), csp), { ready: false, allow: /sandbox|Content Security Policy/ }, async page => {
		const now = await look(page);
		assert.ok(Object.keys(now.paths).length >= 4);
		assert.equal(now.box, false);
	});
});

await test('without scripts the picture fits the window, and an <img> has its natural size', async () => {
	const url = put(svgOf(DEMO));
	for (const width of [400, 1200, 1600])
		await withPage(url, { width, ready: false, javaScriptEnabled: false }, async page => {
			const [root, first, scroll] = await page.evaluate(() => [
				document.documentElement.getBoundingClientRect().width,
				document.querySelector('.shapes path.f0').getBoundingClientRect().width,
				document.documentElement.scrollWidth]);
			assert.equal(root, width);
			assert.ok(Math.abs(first - 0.98 * width) < 1.5, `root frame ${first} of ${width}`);
			assert.ok(scroll <= width, 'nothing to scroll');
		});
	const html = put(`<img src="${url}"><img src="${url}" width="600">`, {}, 'html');
	await withPage(html, { ready: false }, async page => {
		await page.waitForFunction(() => [...document.images].every(image => image.complete));
		assert.deepEqual(await page.evaluate(() => [...document.images].map(image => image.width)), [1200, 600]);
	});
});

await test('a damaged profile leaves the still picture and says why', async () => {
	const good = oracle.encodeBlock(oracle.fromFolded(DEMO));
	for (const block of [good.replace('profile 1', 'profile 9'), good.replace(/tree ../, 'tree '), good.replace(/total \d+/, 'total 7'), good.replace(/\nnames \d+/, '\nnames 9999'), ''])
		await withPage(put(svgOf(DEMO, {}, { block })), { ready: false }, async page => {
			const now = await look(page);
			assert.match(now.details, /^Only a still picture: .*damaged/);
			assert.ok(Object.keys(now.paths).length >= 4);
		});
});
