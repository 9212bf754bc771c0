// Accessibility in the states that the viewer can be in, as a document of its own and inside of a page.
import assert from 'node:assert/strict';
import { axe } from '../lib/axe.mjs';
import { test, svgOf, withPage, put, pointOf, clickOn, hoverOn, type } from '../lib/page.mjs';
import { PROFILES, DEMO, DIFF } from '../lib/profiles.mjs';

const press = (...keys) => async page => {
	await clickOn(page, 'main');
	for (const key of keys)
		await page.keyboard.press(key);
};

// NAME: [how to get there, what is then to be seen, options as withGraph takes them, folded stacks]. What
// opens or shows something gets a line here.
const STATES = {
	plain: [() => {}, '.labels .label'],
	zoomed: [page => clickOn(page, 'render'), '.label.faded'],
	searched: [page => type(page, 'paint'), '.shapes path.match[d]'],
	'nothing found': [page => type(page, 'nothing_here'), '.matched'],
	'a bad expression': [async page => {
		await page.click('button.regex');
		await type(page, '^(a');
	}, '.notice:not([hidden])'],
	'under the mouse': [page => hoverOn(page, 'layout'), '.tooltip :first-child'],
	'by keyboard': [press('ArrowUp', 'ArrowRight', 'ArrowUp'), '.cursor:not([display=none])'],
	'the options': [press('v'), '.panel.options'],
	'the table': [press('t'), '.panel.table'],
	'the help': [press('?'), '.panel.help'],
	'the menu of a frame': [async page => page.mouse.click(...await pointOf(page, 'render'), { button: 'right' }), '.panel.menu'],
	'a sandwich': [press('ArrowUp', 's'), '.crumbs span'],
	'a comparison': [() => {}, '.labels .label', { graph: PROFILES.differential.options }, DIFF],
	'in a narrow window': [page => type(page, 'main'), '.shapes path.match[d]', { width: 400 }],
};

const alone = (svg, options, body) => withPage(put(svg), options, body);
const inside = (svg, options, body) => withPage(put(`<!doctype html>
<html lang="en"><meta charset="utf-8"><title>A page</title>
<main><h1>A page</h1><figure>${svg.replace(/^<\?xml.*\n/, '')}</figure></main></html>
`, {}, 'html'), options, body);

for (const [state, [reach, sign, options = {}, folded = DEMO]] of Object.entries(STATES)) {
	const look = async page => {
		await page.hover('.heading');
		await reach(page);
		await page.waitForSelector(sign, { state: 'attached' });
		assert.deepEqual(await axe(page), []);
	};
	await test('axe finds nothing wrong: ' + state, () => alone(svgOf(folded, options.graph), options, look));
	await test('axe finds nothing wrong inside of a page: ' + state, async () => {
		for (const colorScheme of ['light', 'dark'])
			await inside(svgOf(folded, options.graph), { ...options, colorScheme }, look);
	});
}

for (const [place, open] of Object.entries({ alone, inside }))
	await test('axe does look: ' + place, () => open(svgOf(DEMO), {}, async page => {
		await page.evaluate(() => {
			const button = document.querySelector('.bar button:not([hidden])');
			['aria-label', 'title'].forEach(name => button.removeAttribute(name));
			button.textContent = '';
		});
		assert.match((await axe(page)).join('\n'), /^button-name: <button/);
	}));
