// Moving about: history, the way to the zoomed frame, motion, very tall pictures, matches in turn.
import assert from 'node:assert/strict';
import { withInside } from '../lib/inside.mjs';
import { test, withGraph, withPage, svgOf, put, look, until, clickOn, type, made, withProgram } from '../lib/page.mjs';
import { DEMO, deep, walk } from '../lib/profiles.mjs';

const quiet = { reducedMotion: 'reduce' };
const crumbs = page => page.evaluate(() => [...document.querySelectorAll('.crumbs nav > *')].map(crumb => crumb.textContent));

await test('back and forward walk the zooms, and what else was done', () => withGraph(DEMO, quiet, async page => {
	for (const name of ['main', 'render', 'paint'])
		await clickOn(page, name);
	await page.keyboard.press('r');
	await until(page, now => now.query.includes('view=callers'));
	const back = async () => {
		await page.goBack();
		return (await look(page)).query;
	};
	assert.equal(await back(), '?zoom=main;render;paint');
	assert.deepEqual((await look(page)).faded, ['all', 'main', 'render']);
	assert.equal(await back(), '?zoom=main;render');
	assert.equal(await back(), '?zoom=main');
	assert.equal(await back(), '');
	assert.deepEqual((await look(page)).faded, []);
	await page.goForward();
	await page.goForward();
	assert.deepEqual((await look(page)).faded, ['all', 'main']);
}));

await test('typing a search adds no steps to go back', () => withGraph(DEMO, quiet, async page => {
	await clickOn(page, 'main');
	const length = await page.evaluate(() => history.length);
	await type(page, 'paint');
	await until(page, now => now.query.includes('search=paint'));
	assert.equal(await page.evaluate(() => history.length), length);
}));

await test('the way to the zoomed frame leads back, also from far away', () => withGraph(DEMO + 'main;' + 'deeper;'.repeat(30) + 'tip 50\n', quiet, async page => {
	assert.deepEqual(await crumbs(page), []);
	await clickOn(page, 'paint');
	await page.mouse.move(5, 5);
	assert.deepEqual(await crumbs(page), ['all', 'main', 'render', 'paint']);
	await page.click('.crumbs button >> text="main"');
	assert.equal((await look(page)).query, '?zoom=main');
	await clickOn(page, 'tip');
	const names = await crumbs(page);
	assert.ok(names.length < 12 && names[0] === 'all' && names[1] === 'main' && names.includes('\u2026') && names.at(-1) === 'tip');
	assert.equal(await page.locator('.crumbs [aria-current="true"]').textContent(), 'tip');
}));

await test('a zoom moves, unless the reader wants no motion', async () => {
	for (const [reducedMotion, moves] of [['no-preference', true], ['reduce', false]])
		await withGraph(DEMO, { reducedMotion }, async page => {
			await clickOn(page, 'render');
			assert.equal(await page.evaluate(() => document.getAnimations().length > 0), moves);
			await page.evaluate(() => Promise.all(document.getAnimations().map(animation => animation.finished)));
			assert.equal((await look(page)).query, '?zoom=main;render');
		});
});

await test('an operation lays out the page once', () => withGraph(walk(20000), { ...quiet, height: 1200 }, async page => {
	const session = await page.context().newCDPSession(page);
	await session.send('Performance.enable');
	const layouts = async () => (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'LayoutCount').value;
	const drawn = () => page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
	await page.mouse.move(600, 600);
	await drawn();
	for (const [name, run] of Object.entries({
		zoom: () => page.mouse.click(600, 600),
		reset: () => page.keyboard.press('0'),
		callers: () => page.keyboard.press('r'),
		back: () => page.keyboard.press('r'),
	})) {
		const before = await layouts();
		await run();
		await drawn();
		assert.ok(await layouts() - before <= 2, `${name}: ${await layouts() - before} layouts`);
	}
}));

await test('10,000 frames deep: few elements, only rows near the window, the zoomed frame in sight', () => withGraph(deep(10000), quiet, async page => {
	const drawnRows = () => page.evaluate(() => new Set([...document.querySelectorAll('.shapes path[d]')]
		.flatMap(path => path.getAttribute('d').match(/M\S+ [\d.]+/g)).map(text => text.split(' ')[1])).size);
	const elements = () => page.evaluate(() => document.querySelectorAll('*').length);
	assert.ok(await drawnRows() < 300 && await elements() < 1500);
	const inSight = name => page.evaluate(name => [...document.querySelectorAll('.label:not([display])')].some(label => {
		const box = label.getBoundingClientRect();
		return label.textContent === name && box.bottom > 0 && box.top < innerHeight;
	}), name);
	assert.ok(await inSight('all'));
	for (const y of [80000, 40000, 120000]) {
		await page.evaluate(y => scrollTo(0, y), y);
		await page.waitForFunction(() => [...document.querySelectorAll('.label:not([display])')].filter(label => {
			const box = label.getBoundingClientRect();
			return box.bottom > 0 && box.top < innerHeight;
		}).length > 40);
		assert.ok(await drawnRows() < 300 && await elements() < 1500);
	}
	await type(page, 'leaf');
	await page.keyboard.press('Enter');
	await until(page, now => /^Function: leaf/.test(now.details));
	await page.waitForFunction(() => [...document.querySelectorAll('.cursor:not([display=none])')].some(cursor => {
		const box = cursor.getBoundingClientRect();
		return box.top >= 0 && box.bottom <= innerHeight;
	}));
	await page.keyboard.press('Escape');
	await page.keyboard.press('Enter');
	await until(page, now => now.faded.length > 10);
	await page.keyboard.press('0');
	await until(page, now => now.labels.includes('all'));
	assert.ok(await inSight('all'));
}));

await test('matches in turn: k of n, and a thin one is zoomed to', () => {
	const thin = 'm;wide 1000000\nm;x;needle 1\nm;y;needle 2\nm;z;needle 300000\n';
	return withGraph(thin, quiet, async page => {
		await type(page, 'needle');
		const told = async () => page.evaluate(() => document.querySelector('.count').textContent);
		const seen = [];
		for (let i = 0; i < 4; i++) {
			seen.push([await told(), /\((.*?) samples?,/.exec((await look(page)).details)?.[1]]);
			await page.keyboard.press('Enter');
		}
		assert.deepEqual(seen, [['1 of 3', '1'], ['2 of 3', '2'], ['3 of 3', '300,000'], ['1 of 3', '1']]);
		await page.keyboard.press('Shift+Enter');
		await page.keyboard.press('Shift+Enter');
		assert.equal(await told(), '3 of 3');
	});
});

await test('flamegraph --search opens with its matches, and a link may take them back', async () => {
	if (!withProgram)
		return;
	const svg = made(DEMO, ['--search', 'paint']), address = put(svg);
	await withPage(address, quiet, async page => {
		const now = await look(page);
		assert.equal(now.matched, 'Matched: 37.76%');
		assert.ok(now.paths.match);
		assert.equal(now.query, '');
	});
	await withPage(address + '?search=', quiet, async page => assert.equal((await look(page)).matched, ''));
});

await test('frames are a tree for screen readers, and speak', () => withInside(svgOf(DEMO, {}), quiet, async (page, inside) => {
	const active = () => page.evaluate(() => {
		const tree = document.querySelector('[role="tree"]'), item = document.getElementById(tree.getAttribute('aria-activedescendant'));
		return ['role', 'aria-label', 'aria-level', 'aria-posinset', 'aria-setsize', 'aria-expanded', 'aria-selected'].map(name => item.getAttribute(name));
	});
	await page.focus('[role="tree"]');
	await page.keyboard.press('ArrowUp');
	assert.deepEqual(await active(), ['treeitem', 'main, 490 samples, 100%, self 0, 0.00%', '2', '1', '1', 'true', 'true']);
	const first = await page.evaluate(() => document.querySelector('[role="tree"]').getAttribute('aria-activedescendant'));
	await page.keyboard.press('ArrowUp');
	assert.deepEqual((await active()).slice(1, 5), ['render, 295 samples, 60.20%, self 0, 0.00%', '3', '4', '4']);
	assert.notEqual(await page.evaluate(() => document.querySelector('[role="tree"]').getAttribute('aria-activedescendant')), first);
	const items = await page.evaluate(() => [...document.querySelectorAll('.labels [role="treeitem"]:not([display])')].map(item => item.getAttribute('aria-label')));
	assert.ok(items.includes('parse, 29.18%'), items.join('; '));
}));
