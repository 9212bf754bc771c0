// Windows of any width, light and dark colours, and the keyboard.
import assert from 'node:assert/strict';
import { test, withGraph, look, clickOn, type } from '../lib/page.mjs';
import { PROFILES, DEMO } from '../lib/profiles.mjs';

await test('labels fit their frame and controls leave the heading free, from 400 to 4000 px', () => withGraph(DEMO, { file: { title: 'A heading of some length', subtitle: 'and a subtitle' } }, async page => {
	await clickOn(page, 'main');
	await clickOn(page, 'render');
	for (const width of [400, 520, 800, 1200, 2000, 4000]) {
		await page.setViewportSize({ width, height: 700 });
		for (const open of [false, true]) {
			await page.keyboard.press(open ? '/' : 'Escape');
			if (!open && !(await look(page)).reset)
				await clickOn(page, 'render');
			const units = String(Math.round(0.98 * width * 10));
			await page.waitForFunction(units => document.querySelector('.shapes').getAttribute('viewBox').split(' ')[2] === units, units);
			const problems = await page.evaluate(() => {
				const out = [], width = document.documentElement.clientWidth;
				const labels = [...document.querySelectorAll('.label:not([display])')];
				labels.forEach((label, i) => {
					const next = labels[i + 1], sameRow = next && next.getAttribute('y') === label.getAttribute('y');
					if (+label.getAttribute('x') + label.getComputedTextLength() > (sameRow ? +next.getAttribute('x') - 3 : 0.98 * width) + 1)
						out.push('label ' + label.textContent);
				});
				const boxes = ['.heading', '.subtitle', '.frames'].map(name => document.querySelector(name).getBoundingClientRect());
				for (const control of document.querySelectorAll('.tools > *')) {
					const box = control.getBoundingClientRect();
					if (box.width && (box.left < 0 || box.right > width))
						out.push(control.className + ' outside');
					for (const other of boxes)
						if (box.width && box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom)
							out.push(control.className + ' overlaps');
				}
				return out;
			});
			assert.deepEqual(problems, [], `at ${width} px, search ${open}`);
		}
	}
}), 60);

await test('the same width again after resizing gives the same picture', () => withGraph(DEMO, {}, async page => {
	const first = await look(page);
	for (const width of [700, 1200]) {
		await page.setViewportSize({ width, height: 900 });
		await page.waitForFunction(units => document.querySelector('.shapes').getAttribute('viewBox').split(' ')[2] === units, String(Math.round(9.8 * width)));
	}
	assert.deepEqual(await look(page), first);
}));

await test('texts around the picture fit a window of 400 px', () => {
	const folded = 'main;' + 'a_long_name_'.repeat(20) + ' 1000000 2000000\nmain;rest;' + Array.from({ length: 2000 }, (_, i) => `r${i} 1 1`).join('\nmain;rest;') + '\n';
	const file = { title: 'A heading that has far too many words for a narrow window', subtitle: 'and a subtitle with some more words than fit, too' };
	return withGraph(folded, { graph: PROFILES.differential.options, file, width: 400 }, async page => {
		await page.mouse.move(200, 24 + await page.evaluate(() => +document.querySelector('.frames').getAttribute('y')));
		const now = await look(page);
		assert.match(now.details, /^Function: a_long.*\.\. \(before 1,000,000 samples, /);
		assert.match(now.note, /^1,999 frames/);
		for (const name of ['heading', 'subtitle', 'hidden-note', 'details']) {
			const [left, right] = await page.evaluate(name => {
				const box = document.querySelector('.' + name).getBoundingClientRect();
				return [box.left, box.right];
			}, name);
			assert.ok(left >= 0 && right <= 401, `${name} ${left} ${right}`);
		}
	});
});

// WCAG contrast of two rgb() colours, after laying the first with an opacity over the second.
const contrastIn = page => page.evaluate(() => {
	const parse = text => text.match(/[\d.]+/g).slice(0, 3).map(Number);
	const over = (top, opacity, under) => top.map((part, i) => part * opacity + under[i] * (1 - opacity));
	const light = colour => colour.map(part => part / 255).map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4).reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
	const ratio = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
	const style = name => getComputedStyle(typeof name === 'string' ? document.querySelector(name) : name), page = parse(style('.background').fill), out = {};
	for (const name of ['.heading', '.details', '.hidden-note'])
		out[name] = ratio(over(parse(style(name).fill), +style(name).fillOpacity, page), page);
	for (const path of document.querySelectorAll('.shapes path[d]')) {
		const faded = path.classList.contains('faded'), fill = over(parse(style(path).stroke), +style(path).strokeOpacity, page);
		const dark = path.classList.contains('f4') && !faded, label = document.querySelector(faded ? '.label.faded text' : dark ? '.label.w text' : '.label:not(.faded):not(.w) text');
		if (label)
			out[path.getAttribute('class')] = ratio(parse(style(label).fill), fill);
	}
	for (const name of ['button.options', 'button.regex', 'button.reset', '.matched', '.count', '.notice'])
		out[name] = ratio(parse(style(name).color), /rgba\(0, 0, 0, 0\)/.test(style(name).backgroundColor) ? page : parse(style(name).backgroundColor));
	return out;
});

await test('text has a contrast of 4.5 and more, light and dark', async () => {
	for (const colorScheme of ['light', 'dark'])
		await withGraph(DEMO, { colorScheme, query: '?zoom=main;render&search=text(' }, async page => {
			for (const search of ['text', 'text(', 'main|stroke']) {
				await type(page, search);
				for (const [name, ratio] of Object.entries(await contrastIn(page)))
					assert.ok(ratio >= 4.5, `${colorScheme} ${name}: ${ratio}`);
			}
		});
});

await test('controls have names, a focus that shows, and work by keyboard', () => withGraph(DEMO, { query: '?zoom=main' }, async page => {
	const seen = [];
	await page.focus('.options');
	for (let i = 0; i < 5; i++) {
		seen.push(await page.evaluate(() => [document.activeElement.getAttribute('aria-label') || document.activeElement.textContent, getComputedStyle(document.activeElement).outlineStyle]));
		await page.keyboard.press('Tab');
	}
	assert.deepEqual(seen, ['Options', 'Table of functions', 'Help', 'Reset zoom', 'Search frames'].map(name => [name, 'solid']));
	await page.focus('.reset');
	await page.keyboard.press('Enter');
	assert.equal((await look(page)).reset, false);
	assert.deepEqual(await page.evaluate(() => ['role', 'aria-label'].map(name => document.documentElement.getAttribute(name))), ['group', 'Flame Graph']);
	assert.equal(await page.evaluate(() => document.querySelector('.matched').getAttribute('role')), 'status');
}));
