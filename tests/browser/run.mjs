// node run.mjs [WORDS]: all tests of the viewer, or those with one of the words in their name.
//   BIN=DIR      where the program `flamegraph` is (default ../../bin)
//   CHROMIUM=... the browser (default /usr/bin/chromium); with CI=true its absence is a failure
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as oracle from './lib/encode.mjs';
import { PROFILES, DEMO, DIFF, HOSTILE, deep, walk } from './lib/profiles.mjs';
import { test as testNamed, skip, notOk, failures } from './lib/tap.mjs';
import { unitTests } from './unit.mjs';

const here = path.dirname(fileURLToPath(import.meta.url)), words = process.argv.slice(2);
const program = path.join(process.env.BIN || path.join(here, '../../bin'), 'flamegraph');
const test = (name, run, seconds) => !words.length || words.some(word => name.includes(word)) ? testNamed(name, run, seconds) : null;

if (!words.length)
	await unitTests();

let lib = null;
try {
	lib = await import('./lib/browser.mjs');
} catch (error) {
	finish('browser tests', 'playwright-core is not installed: npm ci', error);
}
if (!lib.hasBrowser())
	finish('browser tests', 'no browser at ' + lib.EXECUTABLE, 'no browser at ' + lib.EXECUTABLE);
const browser = await lib.launch(), server = await lib.serve();

function finish(name, reason, error) {
	if (process.env.CI === 'true')
		notOk(name, error);
	else
		skip(name, reason);
	process.exit(failures() ? 1 : 0);
}

// ---- pages ----

const svgOf = (folded, options, more) => oracle.svgOf(oracle.fromFolded(folded, options), more);

let served = 0;
// SVG_DIR keeps every picture that was looked at, for tests/check-svg.
const put = (text, headers, type = 'svg') => {
	const name = `page${served++}.${type}`;
	if (process.env.SVG_DIR && type === 'svg')
		fs.writeFileSync(path.join(process.env.SVG_DIR, name), text);
	return server.put(name, text, headers);
};

// Opens a page, runs body(page) and closes it; an exception or a message on the page is a failure.
async function withPage(url, { width = 1200, height = 900, allow = null, ready = true, ...context }, body) {
	const page = await browser.newPage({ viewport: { width, height }, ...context }), errors = [];
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
	}
}
const withGraph = (folded, options, body) => withPage(put(svgOf(folded, options.graph, options.file)) + (options.query || ''), options, body);

// What is drawn now.
const look = (page, scope = 'svg.flamegraph') => page.evaluate(scope => {
	const root = document.querySelector(scope), text = name => (root.querySelector(name) || {}).textContent;
	const shown = element => Boolean(element) && element.getClientRects().length > 0;
	return {
		paths: Object.fromEntries([...root.querySelectorAll('.shapes path[d]')].map(path => [path.getAttribute('class'), path.getAttribute('d')])),
		labels: [...root.querySelectorAll('.label:not([display])')].map(label => label.textContent),
		faded: [...root.querySelectorAll('.label.faded:not([display])')].map(label => label.textContent),
		light: [...root.querySelectorAll('.label.w:not([display])')].map(label => label.textContent),
		details: text('.details'), note: text('.hidden-note'), matched: text('.matched'), notice: text('.notice'),
		reset: shown(root.querySelector('.reset')), box: shown(root.querySelector('.box')), query: location.search,
		tooltip: shown(root.querySelector('.tooltip')) ? [...root.querySelectorAll('.tooltip tspan')].map(line => line.textContent) : null,
		outline: shown(root.querySelector('.outline')),
	};
}, scope);

// A point inside of the frame whose label reads so.
const pointOf = (page, name, scope = 'svg.flamegraph') => page.evaluate(([name, scope]) => {
	const label = [...document.querySelectorAll(scope + ' .label:not([display])')].find(element => element.textContent === name);
	if (!label)
		throw new Error('no label ' + name);
	const box = label.firstChild.getBoundingClientRect();
	return [box.x + 2, box.y + box.height / 2];
}, [name, scope]);
const clickOn = async (page, name, scope) => page.mouse.click(...await pointOf(page, name, scope));
const hoverOn = async (page, name, scope) => page.mouse.move(...await pointOf(page, name, scope));

// Polls until check(look()) holds.
async function until(page, check, what) {
	const end = Date.now() + 8000;
	for (;;) {
		const now = await look(page);
		if (check(now))
			return now;
		if (Date.now() > end)
			assert.fail(`${what || check}: ${JSON.stringify(now).slice(0, 1500)}`);
		await page.waitForTimeout(30);
	}
}
const typed = page => page.evaluate(() => document.querySelector('.box input').value);
async function type(page, text) {
	await page.keyboard.press('Control+f');
	await page.fill('.box input', text);
	await page.keyboard.press('Enter');
}

// ---- drawing ----

for (const [name, { folded, options }] of Object.entries(PROFILES))
	await test('draws what the still picture shows: ' + name, () => withGraph(folded, { graph: options, height: 2000 }, async page => {
		const want = oracle.picture(oracle.decodeBlock(oracle.encodeBlock(oracle.fromFolded(folded, options)))), now = await look(page);
		assert.deepEqual(now.paths, Object.fromEntries(want.paths));
		const labels = want.labels.map(label => label.text);
		if (labels.length <= 1500)
			assert.deepEqual(now.labels, labels);
		else
			assert.ok(now.labels.length > 10 && now.labels.length < 500);
		assert.equal(await page.evaluate(() => window.__pwned), undefined);
	}));

await test('a profile of 60,000 nodes takes few elements and little time', () => {
	const model = oracle.fromFolded(walk(60000)), svg = oracle.svgOf(model), want = oracle.picture(oracle.decodeBlock(oracle.encodeBlock(model)));
	return withPage(put(svg), {}, async page => {
		assert.deepEqual((await look(page)).paths, Object.fromEntries(want.paths));
		assert.ok(await page.evaluate(() => document.querySelectorAll('*').length) < 3000);
		const took = await page.evaluate(() => {
			const start = performance.now(), path = document.querySelector('.shapes path');
			document.querySelector('.case').click();
			path.getBoundingClientRect();
			return performance.now() - start;
		});
		assert.ok(took < 500, `redrawn in ${took} ms`);
	});
});

await test('labels far below the window of a deep graph appear on scrolling', () => withGraph(deep(5000), { graph: { direction: 'down' } }, async page => {
	assert.ok((await look(page)).labels.length < 400);
	await page.evaluate(() => window.scrollTo(0, 1e9));
	await until(page, now => now.labels.includes('leaf'));
}));

await test('light labels on the fills that are listed as dark', () => withGraph(DEMO, {}, async page => {
	const { light } = await look(page);
	assert.ok(light.length > 0 && light.length < 10);
	const fill = await page.evaluate(() => getComputedStyle(document.querySelector('.label.w text')).fill);
	assert.equal(fill, 'rgb(255, 255, 255)');
}));

// ---- zoom ----

await test('a click zooms, ancestors are faded and lead back', () => withGraph(DEMO, {}, async page => {
	assert.equal((await look(page)).reset, false);
	await clickOn(page, 'paint');
	const paint = await look(page);
	assert.deepEqual(paint.faded, ['all', 'main', 'render']);
	assert.deepEqual(paint.labels, ['all', 'main', 'render', 'paint', 'stroke', 'text', 'raster::fill_span<true>(Span const*)']);
	assert.match(paint.paths['f0 faded'], /^M0 \d+h11755$/);
	assert.equal(paint.reset, true);
	assert.match(paint.query, /^\?zoom=main;render;paint$/);
	await clickOn(page, 'render');
	assert.deepEqual((await look(page)).faded, ['all', 'main']);
	await clickOn(page, 'all');
	const all = await look(page);
	assert.deepEqual([all.faded, all.reset, all.query], [[], false, '']);
	await clickOn(page, 'gc');
	await page.click('.reset');
	assert.deepEqual((await look(page)).labels, all.labels);
	await clickOn(page, 'gc');
	await page.keyboard.press('Escape');
	assert.equal((await look(page)).reset, false);
}));

await test('a zoomed frame gets the whole width, to the half pixel', () => withGraph(DEMO, {}, async page => {
	await clickOn(page, 'parse');
	const paths = Object.values((await look(page)).paths).join('');
	const ends = [...paths.matchAll(/M(\d+) \d+h(\d+)/g)].map(match => +match[1] + +match[2]);
	assert.equal(Math.max(...ends), 11755);
}));

await test('zooming in shows frames that were too thin, and the note counts the rest', () => {
	const folded = 'main;big 100000\n' + Array.from({ length: 1500 }, (_, i) => `main;rest;r${i};x${i} 1\n`).join('');
	return withGraph(folded, {}, async page => {
		const first = await look(page);
		assert.match(first.note, /^\d,\d\d\d frames are too thin to draw here; zoom in to see them$/);
		await page.mouse.click(1187, await page.evaluate(() => document.querySelector('.frames').getBoundingClientRect().bottom - 40));
		const zoomed = await until(page, now => now.reset);
		assert.deepEqual(zoomed.faded, ['all', 'main']);
		assert.equal(zoomed.note, '');
		assert.ok(zoomed.paths.f1.length > 1000);
	});
});

await test('a zoom that shows deeper rows makes the picture taller, both ways up', async () => {
	const folded = 'main;wide 1000000\nmain;thin;' + 'deep;'.repeat(40) + 'end 1\n' + 'main;thin 3000\n';
	for (const direction of ['up', 'down'])
		await withGraph(folded, { graph: { direction }, query: '?zoom=main;thin;' + 'deep;'.repeat(39) + 'deep' }, async page => {
			const tall = await page.evaluate(() => ['svg.flamegraph', '.frames'].map(name => +document.querySelector(name).getAttribute('height')));
			assert.equal(tall[1], 44 * 16);
			const boxes = await page.evaluate(() => ['.frames', '.details'].map(name => +document.querySelector(name).getAttribute('y')));
			assert.ok(direction === 'up' ? boxes[1] > boxes[0] + tall[1] : boxes[1] < boxes[0]);
			assert.ok((await look(page)).labels.includes('end'));
			await page.click('.reset');
			assert.equal(await page.evaluate(() => +document.querySelector('.frames').getAttribute('height')), 3 * 16);
		});
});

// ---- details and tooltip ----

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

// ---- search ----

await test('the search opens by button, Ctrl-F, Cmd-F, F3 and slash; Esc closes', () => withGraph(DEMO, {}, async page => {
	for (const open of [() => page.click('button.search'), ...['Control+f', 'Meta+f', 'F3', '/'].map(key => () => page.keyboard.press(key))]) {
		await open();
		assert.equal((await look(page)).box, true);
		assert.equal(await page.evaluate(() => document.activeElement.localName), 'input');
		assert.equal(await typed(page), '');
		await page.keyboard.press('Escape');
		assert.equal((await look(page)).box, false);
	}
}));

await test('with the box in focus Ctrl-F and F3 are left to the browser', () => withGraph(DEMO, {}, async page => {
	await page.evaluate(() => {
		window.seen = [];
		window.addEventListener('keydown', event => window.seen.push(event.key + event.defaultPrevented));
	});
	for (const key of ['Control+f', 'Control+f', 'F3'])
		await page.keyboard.press(key);
	const seen = await page.evaluate(() => window.seen.filter(key => !key.startsWith('Control')));
	assert.deepEqual(seen, ['ftrue', 'ffalse', 'F3false']);
}));

await test('matches are marked live, and their share is right at every zoom', () => withGraph('r;a;x;a 30\nr;b;a 20\nr;b 25\nr;a(b);c 5\nr;zoom 20\n', {}, async page => {
	await page.keyboard.press('/');
	await page.keyboard.type('^a$');
	const now = await until(page, now => now.matched === 'Matched: 50.00%');
	assert.match(now.paths.match, /^M/);
	await until(page, now => /search=%5Ea%24$/.test(now.query));
	await clickOn(page, 'b');
	assert.equal((await look(page)).matched, 'Matched: 44.44%');
	await page.click('.reset');
	assert.equal((await look(page)).matched, 'Matched: 50.00%');
	await clickOn(page, 'x');
	assert.equal((await look(page)).matched, 'Matched: 100%');
	await page.keyboard.press('Escape');
	const closed = await look(page);
	assert.deepEqual([closed.paths.match, closed.matched, closed.query], [undefined, '', '?zoom=r;a;x']);
}));

await test('the search sees names only, with and without regard to case', () => withGraph(DEMO, {}, async page => {
	await type(page, 'samples|%|490');
	assert.equal((await look(page)).matched, 'No match');
	await type(page, 'LEX');
	assert.equal((await look(page)).matched, 'Matched: 18.37%');
	await page.keyboard.press('Control+i');
	assert.equal((await look(page)).matched, 'No match');
	assert.equal(await page.getAttribute('button.case', 'aria-pressed'), 'true');
	assert.match((await look(page)).query, /search=LEX&case=1/);
	await page.click('button.case');
	assert.equal((await look(page)).matched, 'Matched: 18.37%');
}));

await test('a bad expression is reported in words and found as text', () => withGraph(DEMO, {}, async page => {
	await type(page, 'sort_children(');
	const now = await look(page);
	assert.match(now.notice, /^Not a usable expression \("\)" is missing\); searched as plain text$/);
	assert.equal(now.matched, 'Matched: 18.37%');
	await type(page, '(a)\\1');
	assert.match((await look(page)).notice, /references to groups are not supported/);
	await type(page, 'nothing_here');
	const none = await look(page);
	assert.deepEqual([none.notice, none.matched], ['', 'No match']);
}));

await test('no expression hangs the page', () => withGraph('main;' + 'a'.repeat(38) + '! 60\nmain;x 40\n' + walk(3000), {}, async page => {
	for (const pattern of ['(a+)+$', '(a|aa)+$', '(a*)*b', '^(([a-z])+.)+[A-Z]([a-z])+$', '(a*)*\\1$b', '.*.*.*=', 'a'.repeat(60000), '((a{0,99}){99}){99}', '<script>window.__pwned=1</script>']) {
		await type(page, pattern);
		await until(page, now => now.matched !== '' || now.notice !== '', pattern.slice(0, 40));
	}
	assert.equal(await page.evaluate(() => window.__pwned), undefined);
}), 60);

// ---- links ----

await test('a link restores zoom, search and case', async () => {
	let query;
	const url = put(svgOf(DEMO));
	await withPage(url, {}, async page => {
		await clickOn(page, 'render');
		await type(page, 'Span|sort');
		await page.keyboard.press('Control+i');
		query = (await look(page)).query;
		assert.equal(query, '?zoom=main;render&search=Span%7Csort&case=1');
	});
	await withPage(url + query, {}, async page => {
		const now = await look(page);
		assert.deepEqual(now.faded, ['all', 'main']);
		assert.equal(now.matched, 'Matched: 74.58%');
		assert.equal(await typed(page), 'Span|sort');
		assert.equal(await page.getAttribute('button.case', 'aria-pressed'), 'true');
	});
});

await test('a link to a frame that is gone leads to the nearest one and says so', () => withGraph(DEMO, { query: '?zoom=main;render;was_here;x&search=lex' }, async page => {
	const now = await look(page);
	assert.deepEqual(now.faded, ['all', 'main']);
	assert.match(now.details, /not in this profile .*zoomed to the nearest frame above it: render$/);
	assert.equal(now.matched, 'Matched: 0.00%');
}));

const QUERIES = { '?s=foo': 'No match', '?s=lex': 'Matched: 18.37%', '?x=608.6&y=405&s=lex': 'Matched: 18.37%', '?search=%E0%A4%A': 'No match', '?q=%zz&search=lex': 'Matched: 18.37%', '?zoom=%zz&search=lex': 'Matched: 18.37%',
	'?__proto__[x]=1&__proto__=2&constructor=3&search=lex': 'Matched: 18.37%', '?search=lex&search=zzz': 'Matched: 18.37%', '?s': '', '?&&&=&s=lex': 'Matched: 18.37%', '?search=(': 'Matched: 44.90%',
	'?search=*': 'Matched: 44.90%', '?search=%5C': 'No match', '?search=%7C': 'Matched: 100%', '?search=.*': 'Matched: 100%', '?zoom=__proto__;toString&search=lex': 'Matched: 18.37%', '?zoom=&case=&search=': '',
	'?search=%3Cscript%3Ewindow.__pwned=1%3C/script%3E': 'No match', '?s=(a%2B)%2B$': 'Matched: 0', '?zoom=%00;%ff&s=lex': 'Matched: 18.37%' };
await test('odd addresses never stop the rest', async () => {
	const url = put(svgOf(DEMO));
	for (const [query, matched] of Object.entries(QUERIES))
		await withPage(url + query, {}, async page => {
			const now = await look(page);
			if (matched !== 'Matched: 0')
				assert.equal(now.matched, matched, query);
			assert.equal(await page.evaluate(() => window.__pwned), undefined);
		});
	await withPage(url + '?search=' + 'a'.repeat(60000), {}, async page => assert.match((await look(page)).notice, /longer than/));
}, 60);

await test('links work in files, and all else where addresses cannot be changed', async () => {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'viewer-')), file = path.join(folder, 'demo.svg');
	fs.writeFileSync(file, svgOf(DEMO));
	await withPage(pathToFileURL(file).href + '?zoom=main;gc&search=mark', {}, async page => {
		assert.equal((await look(page)).matched, 'Matched: 58.14%');
		await page.click('.reset');
		assert.match(page.url(), /\?search=mark$/);
	});
	fs.rmSync(folder, { recursive: true });
	const host = put(`<!doctype html><iframe sandbox="allow-scripts" src="${put(svgOf(DEMO))}" width="1200" height="600"></iframe>`, {}, 'html');
	await withPage(host, { ready: false }, async page => {
		const frame = await (await page.waitForSelector('iframe')).contentFrame();
		await frame.waitForSelector('svg[data-ready="1"]', { state: 'attached' });
		const box = await (await page.$('iframe')).boundingBox(), at = await pointOf(frame, 'render');
		await page.mouse.click(box.x + at[0], box.y + at[1]);
		assert.equal((await look(frame)).reset, true);
	});
});

// ---- width, colours, keys ----

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
				for (const label of document.querySelectorAll('.label:not([display])'))
					if (label.firstChild.getComputedTextLength() + 3 > +label.getAttribute('width') + 1)
						out.push('label ' + label.textContent);
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
	for (const name of ['button.search', 'button.case', 'button.reset', '.matched', '.notice'])
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
	for (let i = 0; i < 3; i++) {
		await page.keyboard.press('Tab');
		seen.push(await page.evaluate(() => [document.activeElement.getAttribute('aria-label'), getComputedStyle(document.activeElement).outlineStyle]));
	}
	assert.deepEqual(seen, [['Reset zoom', 'solid'], ['Search (Ctrl-F)', 'solid'], ['Match case (Ctrl-I)', 'solid']]);
	await page.keyboard.press('Shift+Tab');
	await page.keyboard.press('Enter');
	assert.equal((await look(page)).box, true);
	assert.deepEqual(await page.evaluate(() => ['role', 'aria-label'].map(name => document.documentElement.getAttribute(name))), ['group', 'Flame Graph']);
	assert.equal(await page.evaluate(() => document.querySelector('.matched').getAttribute('role')), 'status');
}));

// ---- in other pages, and when something is wrong ----

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

// ---- files of the program ----

const withProgram = fs.existsSync(program);
function made(folded, args) {
	const run = spawnSync(program, args, { input: folded, maxBuffer: 1 << 28 });
	assert.equal(run.status, 0, String(run.stderr));
	return run.stdout.toString('utf8');
}
const unescape = text => text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&quot;/g, '"').replace(/&#39;/g, "'").replace(/&amp;/g, '&');
const blockOf = svg => /<metadata class="profile">([^]*?)<\/metadata>/.exec(svg)[1];
const stillOf = svg => ({
	paths: new Map([...svg.matchAll(/<path class="(f\d+)" d="([^"]*)"\/>/g)].map(match => [match[1], match[2]])),
	labels: [...svg.matchAll(/<svg class="label[^>]*><text[^>]*>([^]*?)<\/text>/g)].map(match => unescape(match[1])),
});
const CASES = { demo: [DEMO, []], icicle: [DEMO, ['--inverted']], 'by width': [DEMO, ['--order=width']], 'input order': [DEMO, ['--order=input']], 'flame chart': ['m;a 5\nm;b 3\nm;a 7\n', ['--flamechart'], null],
	'minimum width': [DEMO, ['--minwidth=5%']], differential: [DIFF, ['--diff'], { columns: '2' }], 'differential by after': [DIFF, ['--diff', '--width-by=after'], { columns: '2' }],
	'differential of self': [DIFF, ['--diff', '--self-change'], { columns: '2' }], 'least change': [DIFF, ['--diff', '--min-change=5%'], { columns: '2' }], 'hostile names': [HOSTILE, []], 'deep 5000': [deep(5000), []], '60,000 nodes': [walk(60000), []],
	'60,000 nodes, two columns': [walk(60000, 3, 2), ['--diff'], { columns: '2' }], 'colour by width': [DEMO, ['--colordiffusion']], decimals: ['a;b 2.5\na;c 7.25\n', [], null],
	'a wider root': [DEMO, ['--total=1001']], 'fixed width': [DEMO, ['--width=777']], 'high rows, large letters': [DEMO, ['--height=21', '--fontsize=15']] };
for (const [name, [folded, args, options = {}]] of Object.entries(CASES)) {
	if (!withProgram) {
		skip('program: ' + name, 'no ' + program);
		continue;
	}
	await test('program: the file is what the oracle says, and the viewer draws it: ' + name, () => {
		const svg = made(folded, args), model = oracle.decodeBlock(blockOf(svg)), still = stillOf(svg);
		const width = +/ width="(\d+)"/.exec(svg)[1];
		if (options)
			assert.deepEqual(oracle.foldedOf(model), oracle.foldedOf(oracle.fromFolded(folded, options)));
		const want = oracle.picture(model, width), labels = want.labels.map(label => label.text);
		if (want.drawn <= 5000) {
			assert.deepEqual(Object.fromEntries(still.paths), Object.fromEntries(want.paths));
			const widest = Math.min(...want.labels.map(label => label.w));
			assert.deepEqual(still.labels.filter(label => labels.includes(label)), still.labels, `labels, ${widest}`);
		}
		return withPage(put(svg), { height: 2000 }, async page => {
			const now = await look(page);
			assert.deepEqual(now.paths, Object.fromEntries(want.paths));
			if (labels.length <= 1500)
				assert.deepEqual(now.labels, labels);
			assert.match(now.note, want.hidden ? new RegExp('^' + want.hidden.toLocaleString('en-US') + ' frame') : /^$/);
			/* The root is in the window, however tall the picture. */
			const { labels: [, child] } = await until(page, now => now.labels[0] === 'all');
			await clickOn(page, child);
			assert.equal((await look(page)).reset, true);
			assert.equal(await page.evaluate(() => window.__pwned), undefined);
		});
	});
}

await browser.close();
server.close();
process.exit(failures() ? 1 : 0);
