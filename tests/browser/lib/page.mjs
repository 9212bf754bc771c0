// What the tests of the viewer share. A file of tests/ imports from here and says, at its top level,
//
//     await test('a click zooms', () => withGraph(DEMO, {}, async page => {
//         await clickOn(page, 'paint');                           // the frame with this label
//         assert.deepEqual((await look(page)).faded, ['all', 'main', 'render']);
//     }));
//
//   test(name, run, seconds)             runs one test, if its name is among those wanted
//   withGraph(folded, options, body)     opens a graph of these folded stacks and runs body(page):
//                                        options.graph as encode.mjs's fromFolded takes them, .file as
//                                        its svgOf does, .query, and those of withPage
//   withPage(url, options, body)         opens any address; options.width and .height of the window,
//                                        .ready (false: don't wait for the viewer), .allow (errors
//                                        that may happen) and what Playwright's newPage takes
//   put(text, headers, type)             serves a file from memory; returns its address
//   printed(name, folded, args)          what one of our programs makes of folded stacks
//   made(folded, args), blockOf(svg)     the picture that flamegraph does; its data block
//   look(page)                           what is drawn now, in words: labels, paths, matched, ...; box: the
//                                        search box has the focus
//   until(page, check)                   polls until check(look()) holds, and returns that look
//   clickOn, hoverOn, pointOf(page, name)  the mouse, on the frame with this label
//   type(page, text), typed(page)        the search box
//
// look, pointOf, clickOn and hoverOn take a selector of the graph as their last argument, for pages
// with two; page may be a frame where the mouse is not needed.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { EXECUTABLE, hasBrowser, launch, serve } from './browser.mjs';
import * as oracle from './encode.mjs';
import { test as testNamed, skip as skipNamed } from './tap.mjs';

const words = process.argv.slice(2);
export const wanted = name => !words.length || words.some(word => name.includes(word));
export const test = (name, run, seconds) => wanted(name) ? testNamed(name, run, seconds) : null;
export const skip = (name, reason) => wanted(name) ? skipNamed(name, reason) : null;

export let browser, server;
export async function open() {
	if (!hasBrowser())
		throw new Error('no browser at ' + EXECUTABLE);
	browser = await launch();
	server = await serve();
}
export async function close() {
	await browser.close();
	server.close();
}

// ---- pages ----

export const svgOf = (folded, options, more) => oracle.svgOf(oracle.fromFolded(folded, options), more);

let served = 0;
// SVG_DIR keeps every picture that was looked at, for tests/check-svg.
export const put = (text, headers, type = 'svg') => {
	const name = `page${served++}.${type}`;
	if (process.env.SVG_DIR && type === 'svg')
		fs.writeFileSync(path.join(process.env.SVG_DIR, name), text);
	return server.put(name, text, headers);
};

// One context for all pages that want the same of it, for each new one is a new window. Its own page
// stays open and takes away what the others leave in it.
const contexts = new Map();
async function contextOf(options) {
	const key = JSON.stringify(options);
	if (!contexts.has(key)) {
		const context = await browser.newContext(options), keeper = await context.newPage();
		await keeper.goto(server.put('keeper.html', ''));
		contexts.set(key, {
			newPage: () => context.newPage(),
			async clean() {
				await keeper.evaluate(() => localStorage.clear());
				await context.clearPermissions();
			},
		});
	}
	return contexts.get(key);
}

// Opens a page, runs body(page) and closes it; an exception or a message on the page is a failure.
export async function withPage(url, { width = 1200, height = 900, allow = null, ready = true, ...context }, body) {
	const window = await contextOf({ viewport: { width, height }, ...context });
	const page = await window.newPage(), errors = [];
	page.setDefaultTimeout(10000);
	page.on('pageerror', error => errors.push(error.stack || error.message));
	page.on('console', message => message.type() === 'error' && errors.push(message.text()));
	page.on('dialog', dialog => {
		errors.push('dialog ' + dialog.message());
		dialog.dismiss();
	});
	try {
		await page.goto(url);
		if (ready)
			await page.waitForSelector('svg[data-ready="1"]', { state: 'attached' });
		await body(page);
		assert.deepEqual(errors.filter(text => !allow || !allow.test(text)), []);
	} finally {
		await page.close();
		await window.clean();
	}
}
export const withGraph = (folded, options, body) => withPage(put(svgOf(folded, options.graph, options.file)) + (options.query || ''), options, body);

// What is drawn now.
export const look = (page, scope = 'svg.flamegraph') => page.evaluate(scope => {
	const root = document.querySelector(scope), text = name => (root.querySelector(name) || {}).textContent;
	const shown = element => Boolean(element) && element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden';
	return {
		paths: Object.fromEntries([...root.querySelectorAll('.shapes path[d]:not([d=""])')].map(path => [path.getAttribute('class'), path.getAttribute('d')])),
		labels: [...root.querySelectorAll('.label:not([display])')].map(label => label.textContent),
		faded: [...root.querySelectorAll('.label.faded:not([display])')].map(label => label.textContent),
		light: [...root.querySelectorAll('.label.w:not([display])')].map(label => label.textContent),
		details: text('.details'), note: text('.hidden-note'), matched: text('.matched'), notice: text('.notice'),
		reset: shown(root.querySelector('.reset')), box: root.contains(document.activeElement) && document.activeElement.matches('.box input'), query: location.search,
		tooltip: shown(root.querySelector('.tooltip')) ? [...root.querySelectorAll('.tooltip div')].map(line => line.textContent) : null,
		outline: shown(root.querySelector('.outline')),
	};
}, scope);

// A point inside of the frame whose label reads so.
export const pointOf = (page, name, scope = 'svg.flamegraph') => page.evaluate(async ([name, scope]) => {
	await Promise.all(document.getAnimations().map(animation => animation.finished));
	const label = [...document.querySelectorAll(scope + ' .label:not([display])')].find(element => element.textContent === name);
	if (!label)
		throw new Error('no label ' + name);
	const box = (label.firstElementChild || label).getBoundingClientRect();
	return [box.x + 2, box.y + box.height / 2];
}, [name, scope]);
export const clickOn = async (page, name, scope) => page.mouse.click(...await pointOf(page, name, scope));
export const hoverOn = async (page, name, scope) => page.mouse.move(...await pointOf(page, name, scope));

// Polls until check(look()) holds.
export async function until(page, check, what) {
	const end = Date.now() + 8000;
	for (;;) {
		const now = await look(page);
		if (check(now))
			return now;
		if (Date.now() > end)
			assert.fail(`${what || check}: ${JSON.stringify(now).slice(0, 1500)}`);
		await new Promise(done => setTimeout(done, 30));
	}
}
export const typed = page => page.evaluate(() => document.querySelector('.box input').value);
export async function type(page, text) {
	await page.keyboard.press('Control+f');
	await page.fill('.box input', text);
	await page.keyboard.press('Enter');
}

// ---- files of the program ----

const programs = process.env.BIN || fileURLToPath(new URL('../../../bin', import.meta.url));
export const program = path.join(programs, 'flamegraph');
export const withProgram = fs.existsSync(program);
export function printed(name, folded, args) {
	const run = spawnSync(path.join(programs, name), args, { input: folded, maxBuffer: 1 << 28 });
	assert.equal(run.status, 0, String(run.stderr));
	return run.stdout.toString('utf8');
}
export const made = (folded, args) => printed('flamegraph', folded, args);
export const blockOf = svg => /<metadata class="profile">([^]*?)<\/metadata>/.exec(svg)[1];
