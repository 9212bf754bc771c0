// What readers work the picture with: keys, toolbar, options, the menu of a frame, help.
import assert from 'node:assert/strict';
import { test, withGraph, withPage, svgOf, put, look, until, clickOn, pointOf, type, typed } from '../lib/page.mjs';
import { PROFILES, DEMO, DIFF, deep } from '../lib/profiles.mjs';

const quiet = { reducedMotion: 'reduce' };
const rightClick = async (page, name) => page.mouse.click(...await pointOf(page, name), { button: 'right' });
// What is on the page of the viewer's panels, and where the focus is.
const panel = page => page.evaluate(() => {
	const element = document.querySelector('.panel'), active = document.activeElement;
	return {
		name: element && element.className.replace('panel ', ''),
		items: [...document.querySelectorAll('[role="menuitem"]')].map(item => item.firstChild.textContent),
		pressed: [...document.querySelectorAll('.panel [aria-pressed="true"]')].map(button => button.textContent),
		rows: [...document.querySelectorAll('.panel .row .name')].map(name => name.textContent),
		focus: active && (active.getAttribute('aria-label') || (active.firstChild && active.firstChild.textContent)),
		inside: Boolean(element) && element.contains(active),
	};
});
const press = async (page, ...keys) => {
	for (const key of keys)
		await page.keyboard.press(key);
};
const choose = (page, row, value) => page.click(`.panel [aria-label="${row}"] >> text="${value}"`);

await test('ui: arrows go from frame to frame, Enter zooms, 0 and Home lead back', () => withGraph(DEMO, quiet, async page => {
	const details = async () => /^Function: (\S+)/.exec((await look(page)).details)[1];
	const seen = [];
	for (const key of ['ArrowUp', 'ArrowUp', 'ArrowLeft', 'ArrowUp', 'ArrowDown', 'ArrowRight']) {
		await press(page, key);
		seen.push(await details());
	}
	assert.deepEqual(seen, ['main', 'render', 'parse', 'lex', 'parse', 'render']);
	await press(page, 'Enter');
	assert.match((await look(page)).query, /zoom=main;render$/);
	await press(page, '0');
	assert.equal((await look(page)).reset, false);
	await press(page, 'ArrowUp', 'Enter', 'Home');
	assert.deepEqual([(await look(page)).reset, (await look(page)).query], [false, '']);
}));

await test('ui: in an icicle the arrows follow the picture', () => withGraph(DEMO, { ...quiet, graph: { direction: 'down' } }, async page => {
	await press(page, 'ArrowDown');
	assert.match((await look(page)).details, /^Function: main /);
	await press(page, 'ArrowUp');
	assert.match((await look(page)).details, /^Function: all /);
	await press(page, 'i', 'ArrowUp');
	assert.match((await look(page)).details, /^Function: main /);
}));

await test('ui: one key a command', () => withGraph(DEMO, quiet, async page => {
	const at = async name => {
		await press(page, 'Escape', 'Escape');
		await type(page, name);
		await press(page, 'Escape');
	};
	await at('layout');
	await press(page, 'h');
	assert.ok(!(await look(page)).labels.includes('layout'));
	await press(page, 'u');
	assert.ok((await look(page)).labels.includes('layout'));
	await at('parse');
	await press(page, 'x');
	assert.ok(!(await look(page)).labels.includes('parse'));
	await press(page, 'u');
	await at('parse');
	await press(page, 'f');
	assert.ok(!(await look(page)).labels.includes('render'));
	await page.click('.undo');
	assert.ok((await look(page)).labels.includes('render'));
	assert.equal(await page.isVisible('.undo'), false);
	await at('paint');
	await press(page, 's');
	assert.match((await look(page)).query, /paint/);
	await press(page, 'u', 'r');
	assert.match((await look(page)).query, /callers/);
	await press(page, 'r', 'o');
	assert.match((await look(page)).query, /order=width/);
	await press(page, 'o', 'o');
	assert.equal((await look(page)).query, '');
}));

await test('ui: keys with Ctrl and Alt, and those typed, are not ours', () => withGraph(DEMO, quiet, async page => {
	const before = await look(page);
	await press(page, 'Alt+i', 'Control+i', 'Control+r', 'Alt+ArrowUp');
	await until(page, now => now.labels.length === before.labels.length);
	assert.deepEqual((await look(page)).paths, before.paths);
	await press(page, '/');
	await page.keyboard.type('0irtdhx?');
	await until(page, now => now.query === '?search=0irtdhx%3F');
	assert.equal((await panel(page)).name, null);
}));

await test('ui: Esc takes back one thing at a time', () => withGraph(DEMO, quiet, async page => {
	await clickOn(page, 'render');
	await type(page, 'paint');
	await page.click('.options');
	const steps = [];
	for (let i = 0; i < 4; i++) {
		const now = await look(page);
		steps.push([(await panel(page)).name, now.matched !== '', now.reset]);
		await press(page, 'Escape');
	}
	assert.deepEqual(steps, [['options', true, true], [null, true, true], [null, false, true], [null, false, false]]);
}));

await test('ui: Enter and n go to the next match, Shift-Enter and N back', () => withGraph(DEMO, quiet, async page => {
	const count = () => page.textContent('.count'), at = [];
	await type(page, 'e');
	for (const key of ['Enter', 'Shift+Enter', 'Shift+Enter']) {
		at.push(await count());
		await press(page, key);
	}
	at.push(await count());
	const all = +at[0].split(' ').pop();
	assert.deepEqual(at, [`1 of ${all}`, `2 of ${all}`, `1 of ${all}`, `${all} of ${all}`]);
	await page.click('.next');
	assert.equal(await count(), `1 of ${all}`);
	await page.evaluate(() => document.activeElement.blur());
	await press(page, 'n', 'n', 'N');
	assert.equal(await count(), `2 of ${all}`);
	await page.click('.clear');
	assert.deepEqual([await count(), await page.isVisible('.next'), await typed(page)], ['', false, '']);
}));

await test('ui: the options change the picture and show what is chosen', () => withGraph(DEMO, quiet, async page => {
	await page.click('.options');
	const open = await panel(page);
	assert.deepEqual([open.name, open.inside, open.pressed.slice(0, 4)], ['options', true, ['flame', 'callees', 'name', 'none']]);
	assert.ok(!open.rows.includes('Width'));
	await choose(page, 'Direction', 'icicle');
	await choose(page, 'Order', 'width');
	await choose(page, 'Fold recursion', 'direct');
	const now = await look(page);
	assert.equal(now.labels.filter(label => label === 'mark').length, 1);
	assert.deepEqual((await panel(page)).pressed.slice(0, 4), ['icicle', 'callees', 'width', 'direct']);
	await choose(page, 'Stacks', 'callers');
	assert.ok((await panel(page)).pressed.includes('callers'));
	await page.click('.options');
	assert.deepEqual([(await panel(page)).name, (await panel(page)).focus], [null, 'Options']);
	await page.click('.options');
	await page.mouse.click(900, 600);
	assert.equal((await panel(page)).name, null);
}));

await test('ui: a comparison has options of its own', () => withGraph(DIFF, { ...quiet, graph: PROFILES.differential.options }, async page => {
	const shown = async () => Object.keys((await look(page)).paths).sort().join(' ');
	const first = await look(page);
	await press(page, 'v');
	for (const [row, value] of [['Width', 'before'], ['Change of', 'self'], ['Change', 'absolute'], ['Show', 'gone']]) {
		const before = await look(page), keys = await shown();
		await choose(page, row, value);
		assert.ok(JSON.stringify((await look(page)).paths) !== JSON.stringify(before.paths) || await shown() !== keys, row);
	}
	for (const [row, value] of [['Width', 'larger'], ['Change of', 'total'], ['Change', 'relative'], ['Show', 'all']])
		await choose(page, row, value);
	assert.deepEqual((await look(page)).paths, first.paths);
	await press(page, 'Escape', 'w');
	assert.match((await look(page)).query, /before/);
}));

await test('ui: the theme goes against the system, and stays', () => withGraph(DEMO, { ...quiet, colorScheme: 'light' }, async page => {
	const dark = () => page.evaluate(() => getComputedStyle(document.querySelector('.background')).fill);
	const light = await dark();
	await press(page, 'd');
	assert.notEqual(await dark(), light);
	assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme), 'dark');
	await page.reload();
	await page.waitForSelector('svg[data-ready="1"]', { state: 'attached' });
	assert.notEqual(await dark(), light);
	await page.click('.options');
	assert.ok((await panel(page)).pressed.includes('dark'));
	await page.emulateMedia({ colorScheme: 'dark' });
	const own = await dark();
	await choose(page, 'Theme', 'light');
	assert.equal(await dark(), light);
	await choose(page, 'Theme', 'auto');
	assert.equal(await dark(), own);
}));

await test('ui: a right click opens the menu of the frame', () => withGraph(DEMO, quiet, async page => {
	await rightClick(page, 'layout');
	const menu = await panel(page);
	assert.deepEqual([menu.name, menu.focus, menu.items.length], ['menu', 'Zoom to it', 10]);
	await press(page, 'ArrowDown', 'ArrowDown', 'ArrowUp');
	assert.equal((await panel(page)).focus, 'Its callers and callees');
	await press(page, 'Home', 'ArrowUp');
	assert.equal((await panel(page)).focus, 'Copy all stacks through it');
	await page.click('[role="menuitem"] >> text="Search for its name"');
	const now = await look(page);
	assert.deepEqual([now.matched, await typed(page), (await panel(page)).name], ['Matched: 22.45%', 'layout', null]);
	await rightClick(page, 'all');
	assert.equal((await panel(page)).name, null);
}));

await test('ui: the menu by keyboard, inside of the window', () => withGraph(deep(300), { ...quiet, width: 600, height: 500 }, async page => {
	await press(page, 'ArrowUp', 'ArrowUp', 'm');
	const box = await page.evaluate(() => {
		const { left, top, right, bottom } = document.querySelector('.panel').getBoundingClientRect();
		return [left >= 0, top >= 0, right <= innerWidth, bottom <= innerHeight, bottom - top > 100];
	});
	assert.deepEqual(box, [true, true, true, true, true]);
	await press(page, 'Enter');
	assert.match((await look(page)).query, /zoom=f;f$/);
	await press(page, 'Shift+F10');
	assert.equal((await panel(page)).name, 'menu');
	await press(page, 'Escape');
	assert.deepEqual([(await panel(page)).name, (await look(page)).reset], [null, true]);
}));

await test('ui: the help tells every key', () => withGraph(DEMO, quiet, async page => {
	await press(page, '?');
	const keys = await page.evaluate(() => [...document.querySelectorAll('.help kbd')].map(key => key.textContent));
	for (const key of ['/', 'Ctrl-F', 'n', 'N', 's', 'f', 'h', 'x', 'u', 'i', 'r', 't', 'd', 'o', 'c', 'C', 'm', '0', 'Home', 'Enter', 'Up', 'Left', '?', 'Right click'])
		assert.ok(keys.includes(key), key);
	assert.match(await page.textContent('.help p'), /as wide as its share of all samples/);
	await press(page, '?');
	assert.equal((await panel(page)).name, null);
}));

await test('ui: a bar over a tall picture stays in sight, and so does a panel', () => withGraph(deep(5000), quiet, async page => {
	const inSight = name => page.evaluate(name => {
		const { top, bottom } = document.querySelector(name).getBoundingClientRect();
		return top >= 0 && bottom <= innerHeight;
	}, name);
	await press(page, 'v');
	for (const y of [1e6, 3000, 0]) {
		await page.evaluate(y => scrollTo(0, y), y);
		await page.waitForFunction(y => Math.abs(document.querySelector('.bar').getBoundingClientRect().top) < 40, y);
		assert.deepEqual([await inSight('.options'), await inSight('.panel')], [true, true], String(y));
	}
}));

await test('ui: what the bar says moves nothing', () => withGraph(DEMO, quiet, async page => {
	const places = () => page.evaluate(() => [document.querySelector('.frames').getAttribute('y'), ...['.options', '.found', '.box', '.regex'].map(name => {
		const { x, y, width, height } = document.querySelector(name).getBoundingClientRect();
		return [name, x, y, width, height].join(' ');
	})]);
	for (const width of [1200, 400]) {
		await page.setViewportSize({ width, height: 700 });
		await page.waitForFunction(width => document.querySelector('.shapes').getAttribute('viewBox').split(' ')[2] === String(Math.round(9.8 * width)), width);
		const before = await places();
		await clickOn(page, 'main');
		await type(page, 'e');
		await press(page, 'Enter');
		assert.deepEqual(await places(), before, width);
		await press(page, 'Escape', 'Escape', 'Escape');
	}
}));

await test('ui: letters four times as large leave all within reach', () => withGraph(DEMO, { ...quiet, width: 1000, height: 800 }, async page => {
	await page.evaluate(() => document.querySelector('style').sheet.insertRule('.flamegraph foreignObject { font-size: 48px }', document.querySelector('style').sheet.cssRules.length));
	await page.setViewportSize({ width: 900, height: 800 });
	await page.waitForFunction(() => document.querySelector('.shapes').getAttribute('viewBox').split(' ')[2] === '8820');
	const out = await page.evaluate(() => {
		const frames = document.querySelector('.frames').getBoundingClientRect();
		return [...document.querySelectorAll('.bar button, .bar input')].filter(element => element.getClientRects().length).map(element => [element.className, element.getBoundingClientRect()])
			.filter(([, box]) => box.left < 0 || box.right > innerWidth || box.bottom > frames.top).map(([name]) => name);
	});
	assert.deepEqual(out, []);
}));

await test('ui: in a page of HTML keys are the page\'s while the mouse is elsewhere', () => {
	const page = '<!doctype html><title>t</title><style>body{padding-top:100px}</style><input id="own">' + svgOf(DEMO).replace(/^<\?xml.*\n/, '').repeat(2);
	return withPage(put(page, {}, 'html'), quiet, async page => {
		await page.mouse.move(500, 20);
		await press(page, 't', '?', '/');
		assert.equal(await page.evaluate(() => document.querySelectorAll('.panel').length), 0);
		await page.mouse.move(500, 150);
		await press(page, '?');
		assert.equal(await page.evaluate(() => document.querySelectorAll('.panel').length), 1);
		await press(page, 'Escape');
		await page.focus('#own');
		await press(page, '?', 'ArrowUp');
		assert.deepEqual(await page.evaluate(() => [document.querySelector('#own').value, document.querySelectorAll('.panel').length]), ['?', 0]);
	});
});
