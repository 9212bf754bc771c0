// Fingers, trackpads and wheels.
import assert from 'node:assert/strict';
import { test, look, until, svgOf, pointOf, put, withPage } from '../lib/page.mjs';
import { withInside, opened, insideOf } from '../lib/inside.mjs';
import { DEMO, deep } from '../lib/profiles.mjs';

const finger = { hasTouch: true, reducedMotion: 'reduce', height: 500 };
const withTouch = (svg, body, options) => withInside(svg, { ...finger, ...options }, async (page, inside) => {
	const session = await page.context().newCDPSession(page);
	const touch = (type, points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
	const settled = () => page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
	await body(page, inside, touch, settled);
});
const span = inside => inside('v.span');
// Where a part of the zoomed frame is on the screen: the share from its left end.
const shareAt = (inside, x) => inside(`(v.span[0] + (v.span[1] - v.span[0]) * (${x} - v.left - 0.01 * v.width) / (0.98 * v.width))`);

await test('touch: a tap zooms, and no tooltip covers the frame', () => withTouch(svgOf(DEMO), async (page, inside) => {
	await page.touchscreen.tap(...await pointOf(page, 'render'));
	const now = await until(page, now => now.reset);
	assert.deepEqual(now.faded, ['all', 'main']);
	assert.equal(now.tooltip, null);
	assert.match(now.details, /^(Function: render .*)?$/);
	await page.mouse.move(...await pointOf(page, 'paint'));
	await page.mouse.down();
	await page.mouse.up();
	assert.notEqual((await look(page)).tooltip, null);
}));

await test('touch: a long press opens the menu of the frame, and is no tap', () => withTouch(svgOf(DEMO), async (page, inside, touch, settled) => {
	await inside('openMenu = (v, node, x, y) => { window.opened = [nameOf(v.profile, node), x, y]; }');
	const at = (await pointOf(page, 'gc')).map(Math.round);
	await touch('touchStart', [at]);
	await page.waitForFunction(() => window.opened);
	await touch('touchEnd', []);
	await settled();
	assert.deepEqual(await page.evaluate(() => window.opened), ['gc', ...at]);
	assert.equal((await look(page)).reset, false);
	/* A tap after it is one. */
	await page.touchscreen.tap(...at);
	await until(page, now => now.reset);
}));

await test('touch: a finger that moves or leaves opens no menu', () => withTouch(svgOf(DEMO), async (page, inside, touch) => {
	await inside('openMenu = () => { window.opened = true; }');
	const [x, y] = await pointOf(page, 'gc');
	/* Together: a busy machine may need long for each. */
	await Promise.all([touch('touchStart', [[x, y]]), touch('touchMove', [[x + 30, y]])]);
	await page.waitForTimeout(700);
	await touch('touchEnd', []);
	await Promise.all([touch('touchStart', [[x, y]]), touch('touchEnd', [])]);
	await page.waitForTimeout(700);
	assert.equal(await page.evaluate(() => window.opened), undefined);
}));

await test('touch: two fingers zoom around what is between them, and move it', () => withTouch(svgOf(DEMO), async (page, inside, touch, settled) => {
	const [, y] = await pointOf(page, 'main'), under = await shareAt(inside, 600);
	await touch('touchStart', [[500, y], [700, y]]);
	for (let apart = 110; apart <= 200; apart += 10)
		await touch('touchMove', [[600 - apart, y], [600 + apart, y]]);
	await settled();
	const [from, to] = await span(inside);
	assert.ok(Math.abs(to - from - 0.5) < 0.02, `${from} ${to}`);
	assert.ok(Math.abs(await shareAt(inside, 600) - under) < 0.005);
	for (let move = 10; move <= 100; move += 10)
		await touch('touchMove', [[400 - move, y], [800 - move, y]]);
	await settled();
	assert.ok(Math.abs(await shareAt(inside, 500) - under) < 0.005);
	await touch('touchEnd', []);
	await settled();
	/* The frames are drawn there, and the pinch was no click. */
	assert.ok((await look(page)).paths.f0 !== undefined);
	assert.equal(await inside('v.zoom'), 0);
	/* One finger moves on, as far as the zoomed frame goes. */
	await touch('touchStart', [[200, y]]);
	for (let x = 230; x <= 1100; x += 30)
		await touch('touchMove', [[x, y]]);
	await touch('touchEnd', []);
	await settled();
	assert.equal((await span(inside))[0], 0);
	assert.equal(await inside('v.zoom'), 0);
}));

await test('touch: many moves make one drawing a frame', () => withTouch(svgOf(DEMO), async (page, inside, touch, settled) => {
	await inside('window.drawn = 0; window.oldPaint = paint; paint = v => { window.drawn++; window.oldPaint(v); }');
	assert.equal(await inside('for (let i = 0; i < 50; i++) panZoom(v, 1.01, 600, 0); window.drawn'), 0);
	await settled();
	assert.equal(await page.evaluate(() => window.drawn), 1);
}));

await test('touch: one finger scrolls the page up and down', () => withTouch(svgOf(deep(300)), async (page, inside, touch, settled) => {
	await page.evaluate(() => window.scrollTo(0, 1000));
	await settled();
	await touch('touchStart', [[600, 400]]);
	for (let y = 390; y >= 200; y -= 10)
		await touch('touchMove', [[600, y]]);
	await touch('touchEnd', []);
	await page.waitForFunction(() => window.scrollY > 1100);
	assert.equal(await inside('v.zoom'), 0);
	assert.deepEqual(await span(inside), [0, 1]);
}));

await test('touch: a trackpad pinches and moves sideways; the page keeps its scrolling', () => withTouch(svgOf(deep(300)), async (page, inside, touch, settled) => {
	await page.mouse.move(400, 300);
	const scrolled = () => page.evaluate(() => window.scrollY), start = await scrolled();
	await page.mouse.wheel(0, -100);
	await page.waitForFunction(start => window.scrollY < start, start);
	await page.mouse.wheel(60, 0);
	await settled();
	assert.deepEqual(await span(inside), [0, 1]);
	const under = await shareAt(inside, 400), before = await scrolled();
	await page.keyboard.down('Control');
	await page.mouse.wheel(0, -40);
	await page.mouse.wheel(0, -30);
	await page.keyboard.up('Control');
	await page.waitForFunction(() => window.inside('v.span[1] - v.span[0] < 0.6'));
	await settled();
	assert.ok(Math.abs(await shareAt(inside, 400) - under) < 0.005);
	const [from] = await span(inside);
	await page.mouse.wheel(60, 5);
	await page.waitForFunction(from => window.inside('v.span[0]') > from, from);
	await page.keyboard.down('Shift');
	await page.mouse.wheel(0, 60);
	await page.keyboard.up('Shift');
	await page.waitForFunction(from => window.inside('v.span[0]') > from, (await span(inside))[0] - 1e-9);
	assert.equal(await scrolled(), before);
	await page.mouse.wheel(0, 100);
	await page.waitForFunction(before => window.scrollY > before, before);
}));

await test('touch: of two pictures in a page one is pinched', () => {
	const inline = svg => `<div>${svg.replace(/^<\?xml.*\n/, '')}</div>`;
	return withPage(put('<!doctype html><meta charset="utf-8">' + inline(svgOf(DEMO)) + inline(opened(svgOf(DEMO))), {}, 'html'), { ...finger, height: 700 }, async page => {
		const inside = insideOf(page), before = await look(page), y = await inside('v.at + v.top + 20');
		await page.mouse.move(600, y);
		await page.keyboard.down('Control');
		await page.mouse.wheel(0, -50);
		await page.keyboard.up('Control');
		await page.waitForFunction(() => window.inside('v.span[1] - v.span[0] < 1'));
		assert.deepEqual({ ...await look(page), paths: 0 }, { ...before, paths: 0 });
		assert.deepEqual((await look(page)).paths, before.paths);
	});
});
