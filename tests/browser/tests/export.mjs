// What leaves the page: stacks on the clipboard and in files, pictures as SVG and PNG.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as oracle from '../lib/encode.mjs';
import { test, skip, program, withProgram, made, blockOf, put, withPage, look } from '../lib/page.mjs';
import { opened, insideOf, withInside } from '../lib/inside.mjs';
import { DEMO, DIFF, HOSTILE, deep, walk } from '../lib/profiles.mjs';

const checkSvg = fileURLToPath(new URL('../../check-svg', import.meta.url));
const still = { reducedMotion: 'reduce' };
const sorted = text => Buffer.from(text).toString('latin1').split('\n').filter(Boolean).sort();
const stacksOf = svg => oracle.foldedOf(oracle.decodeBlock(blockOf(svg)));

// Runs the download and gives { name, data }.
async function saved(page, inside, kind) {
	const [file] = await Promise.all([page.waitForEvent('download'), inside(`download(v, "${kind}")`)]);
	return { name: file.suggestedFilename(), data: fs.readFileSync(await file.path()) };
}
const notice = page => page.evaluate(() => document.querySelector('.notice').textContent);

// Of PNG files, decoded in the page: sizes, the colours at points of the first, and how much of the
// picture differs clearly from the second.
const compare = (page, files, points = []) => page.evaluate(async ([urls, points]) => {
	const images = await Promise.all(urls.map(async url => {
		const image = new Image();
		image.src = url;
		await image.decode();
		const canvas = document.createElementNS('http://www.w3.org/1999/xhtml', 'canvas'), { width, height } = Object.assign(canvas, { width: image.width, height: image.height });
		canvas.getContext('2d').drawImage(image, 0, 0);
		return { size: [width, height], pixels: canvas.getContext('2d').getImageData(0, 0, width, height).data };
	}));
	const [one, two = one] = images, colours = points.map(([x, y]) => 'rgb(' + one.pixels.slice(4 * (y * one.size[0] + x), 4 * (y * one.size[0] + x) + 3).join(', ') + ')');
	let differ = 0;
	for (let i = 0; i < one.pixels.length; i += 4)
		differ += [0, 1, 2].some(k => Math.abs(one.pixels[i + k] - two.pixels[i + k]) > 40);
	return { sizes: images.map(image => image.size), colours, differ: differ / (one.pixels.length / 4) };
}, [files.map(data => 'data:image/png;base64,' + data.toString('base64')), points.map(point => point.map(Math.floor))]);

if (!withProgram)
	skip('export', 'no ' + program);
else {
	const profiles = { demo: [DEMO, []], differential: [DIFF.replace(/^main;idle.*\n/m, ''), ['--diff']], 'hostile names': [HOSTILE, []], deep: [deep(3000), []], decimals: ['a;b 2.5\na;c 7.25\na 0.125\n', []],
		'huge weights': ['a;b 9007199254740993\na;c 9007199254740991\na 18014398509481\n', []], 'a factor': ['a;b 3\na;c 5\n', ['--factor=1000']], 'a walk': [walk(3000), []] };
	for (const [name, [folded, args]] of Object.entries(profiles))
		await test('export: folded stacks, saved, are those of the file: ' + name, () => withInside(made(folded, args), {}, async (page, inside) => {
			const file = await saved(page, inside, 'folded'), svg = made(folded, args);
			assert.equal(file.name, args.includes('--diff') ? 'Differential-Flame-Graph.folded' : 'Flame-Graph.folded');
			assert.deepEqual(stacksOf(made(file.data, args)), stacksOf(svg));
			if (args.length === 0 && name !== 'decimals')
				assert.deepEqual(sorted(file.data), stacksOf(svg));
		}));

	await test('export: folded stacks of what is zoomed, with those above it', () => withInside(made(DEMO, []), {}, async (page, inside) => {
		await inside('zoomTo(v, findPath(v.profile, "main;parse").node)');
		assert.deepEqual(sorted(await inside('foldedText(v)')), sorted(DEMO.split('\n').filter(line => line.startsWith('main;parse')).join('\n')));
	}));

	await test('export: folded stacks in the order of the picture', () => withInside(made('m;b 1\nm;a 2\nm;c 3\n', []), {}, async (page, inside) => {
		assert.equal(await inside('foldedText(v)'), 'm;a 2\nm;b 1\nm;c 3\n');
		await inside('change(v, { order: "width" })');
		assert.equal(await inside('foldedText(v)'), 'm;c 3\nm;a 2\nm;b 1\n');
		await inside('change(v, { order: "input" })');
		assert.equal(await inside('foldedText(v)'), 'm;b 1\nm;a 2\nm;c 3\n');
	}));

	await test('export: stacks of callers are in the order of calls', () => withInside(made(walk(600), []), {}, async (page, inside) => {
		const all = sorted(await inside('foldedText(v)'));
		await inside('change(v, { callers: true })');
		assert.deepEqual(sorted(await inside('foldedText(v)')), all);
		/* The last frame of a stack comes first in the picture. */
		await inside('zoomTo(v, layOut(v.profile, 0))');
		const [leaf, node] = [await inside('stackText(v.profile, v.zoom)'), await inside('layOut(v.profile, v.zoom)')];
		assert.deepEqual(sorted(await inside('foldedText(v)')), all.filter(line => line.replace(/ \d+$/, '').split(';').at(-1) === leaf));
		assert.ok((await inside(`stackText(v.profile, ${node})`)).endsWith(';' + leaf));
	}));

	await test('export: stacks of a sandwich are those through its function', () => withInside(made(DEMO + 'main;idle;parse;x 5\nmain;parse;parse;lex 4\n', []), {}, async (page, inside) => {
		const folded = sorted(await inside('foldedText(v)'));
		await inside('change(v, { pivot: v.base.names.indexOf("parse") })');
		assert.deepEqual(sorted(await inside('foldedText(v)')), folded.filter(line => line.includes(';parse')));
		const children = await inside('v.profile.children(0).map(node => [v.profile.depth[node], stackText(v.profile, node)])');
		assert.ok(children.some(([depth, stack]) => depth === -1 && stack === 'idle;parse'));
		assert.ok(children.some(([depth, stack]) => depth === 1 && stack === 'parse;lex'));
		assert.equal(await inside('stackText(v.profile, 0)'), 'parse');
	}));

	await test('export: of a tree with edits its own stacks', () => withInside(made(DEMO, []), {}, async (page, inside) => {
		await inside('edit(v, "hide", v.base.names.indexOf("parse"))');
		assert.deepEqual(sorted(await inside('foldedText(v)')), sorted(DEMO.replace(/;parse/g, '')));
	}));

	await test('export: a stack as text has the annotations and control characters of the file', () => withInside(made('main;read_[k];a\x01b<&^%\\ 5\n', []), {}, async (page, inside) => {
		assert.equal(await inside('stackText(v.profile, 3)'), 'main;read_[k];a\x01b<&^%\\');
		assert.equal(await inside('stackText(v.profile, 0)'), '');
	}));

	await test('export: too many stacks are refused in words', () => withInside(made(DEMO, []).replace('MANY_CHARACTERS = 2 ** 28', 'MANY_CHARACTERS = 300'), {}, async (page, inside) => {
		await inside('download(v, "folded")');
		assert.equal(await notice(page), 'Could not make Flame-Graph.folded: there are too many stacks, zoom in first');
	}));

	await test('export: copies to the clipboard', async () => {
		await withInside(made(DEMO, []), {}, async (page, inside) => {
			await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
			await inside('copyText(v, stackText(v.profile, 2), "the stack")');
			assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await inside('stackText(v.profile, 2)'));
			assert.equal(await notice(page), 'Copied the stack');
		});
		/* Without a clipboard of its own: in HTML there is the old way. */
		const html = '<!doctype html><meta charset="utf-8"><input class="mine"><div>' + opened(made(DEMO, [])).replace(/^<\?xml.*\n/, '') + '</div>';
		await withPage(put(html, {}, 'html'), {}, async page => {
			await page.context().grantPermissions(['clipboard-read']);
			await page.evaluate(() => navigator.clipboard.writeText('old').catch(() => {}));
			await page.evaluate(() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); });
			await page.click('.mine');
			await insideOf(page)('copyText(v, "a;b\\nc", "two lines")');
			assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'a;b\nc');
			assert.equal(await notice(page), 'Copied two lines');
			assert.equal(await page.evaluate(() => document.activeElement.className), 'mine');
			assert.equal(await page.locator('textarea').count(), 0);
		});
	});

	await test('export: says that the clipboard is forbidden', () => withInside(made(DEMO, []), {}, async (page, inside) => {
		await page.evaluate(() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); });
		await inside('copyText(v, "x", "x")');
		assert.match(await notice(page), /^Nothing copied: ./);
		await inside('copyText(v, () => { throw new Error("too many"); }, "x")');
		assert.equal(await notice(page), 'Nothing copied: too many');
	}));

	const pictures = { demo: [DEMO, [], ''], 'in a dark theme by choice': [DEMO, [], 'setTheme(v, "dark")'], 'zoomed, with a palette, in the dark': [DEMO, [], 'zoomTo(v, 3); setPalette(v, "java"); redraw(v)', { colorScheme: 'dark' }],
		'a differential, searched': [DIFF, ['--diff', '--inverted'], 'find(v, { text: "lex" })'], 'hostile names': [HOSTILE, [], ''] };
	for (const [name, [folded, args, action, options]] of Object.entries(pictures))
		await test('export: the saved SVG is what was on the screen, without what needs scripts: ' + name, () => withInside(made(folded, args), { height: 500, ...still, ...options }, async (page, inside) => {
			await inside(action);
			await page.evaluate(() => document.querySelector('.details').textContent = '');
			await page.mouse.move(600, 350);
			const { name: fileName, data } = await saved(page, inside, 'svg'), text = data.toString('utf8');
			assert.match(fileName, /^(Flame-Graph|Differential-Icicle-Graph)\.svg$/);
			const where = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'export-')), 'still.svg');
			fs.writeFileSync(where, text);
			assert.equal(spawnSync(checkSvg, [where], { encoding: 'utf8' }).stdout, '');
			fs.rmSync(path.dirname(where), { recursive: true });
			assert.ok(!/<script|metadata|foreignObject|var\(|@media|tooltip|outline|cursor|role=|aria-|tabindex|data-|display="none"/.test(text), text.slice(0, 3000));
			assert.match(text, /^<\?xml version="1.0" encoding="UTF-8"\?>\n<svg [^>]*width="1200" height="\d+"[^>]* viewBox="0 0 1200 \d+"/);
			const { paths, labels } = await look(page);
			await page.mouse.move(0, 0);
			await page.addStyleTag({ content: '.flamegraph foreignObject, .flamegraph .tooltip, .flamegraph .outline, .flamegraph .cursor { display: none !important; }' }).catch(() => inside('["foreignObject", ".tooltip", ".outline", ".cursor"].forEach(name => v.root.querySelectorAll(name).forEach(element => element.remove()))'));
			await inside('v.details.textContent = ""');
			const clip = { x: 0, y: 0, width: 1200, height: await inside('+v.root.getAttribute("height")') }, screen = await page.screenshot({ clip });
			await withPage(put(text), { height: 500, ready: false, colorScheme: 'light' }, async other => {
				const now = await look(other);
				assert.deepEqual(now.paths, Object.fromEntries(Object.entries(paths).filter(([, d]) => d)));
				assert.ok(Object.keys(now.paths).length > 2);
				assert.deepEqual(now.labels, labels);
				const { sizes: [one, two], differ } = await compare(page, [screen, await other.screenshot({ clip })]);
				assert.equal((await other.locator('svg.flamegraph').boundingBox()).height, clip.height);
				assert.deepEqual(one, two);
				assert.ok(differ < 0.002, String(differ));
			});
		}));

	await test('export: of a picture far taller than the window all is saved', () => withInside(made(deep(800), []), { height: 400 }, async (page, inside) => {
		const before = await look(page), { data } = await saved(page, inside, 'svg'), text = data.toString('utf8');
		assert.equal((text.match(/class="label"/g) || []).length, 802 + 20);
		assert.deepEqual({ ...await look(page), notice: '' }, before);
	}));

	await test('export: a PNG is twice as fine as the screen, and shows it', async () => {
		for (const deviceScaleFactor of [1, 3])
			await withInside(made(DEMO, []), { width: 700, height: 400, deviceScaleFactor, ...still }, async (page, inside) => {
				const { name, data } = await saved(page, inside, 'png'), scale = Math.max(2, deviceScaleFactor);
				assert.equal(name, 'Flame-Graph.png');
				/* A point at the right end of each row, where frames have no label, and one of the background. */
				const points = await page.evaluate(() => {
					const { right, bottom } = document.querySelector('.frames').getBoundingClientRect();
					return [0, 1, 2].map(row => [right - 2, bottom - 16 * row - 8, document.elementFromPoint(right - 2, bottom - 16 * row - 8)])
						.map(([x, y, path]) => [x, y, getComputedStyle(path).stroke]).concat([[2, 2, getComputedStyle(document.querySelector('.background')).fill]]);
				});
				const { sizes, colours } = await compare(page, [data], points.map(([x, y]) => [x * scale, y * scale]));
				assert.deepEqual(sizes, [[700 * scale, await inside('+v.root.getAttribute("height")') * scale]]);
				assert.deepEqual(colours, points.map(point => point[2]));
				assert.equal(new Set(colours).size, 4);
			});
	});

	await test('export: a PNG of a very tall picture fits a canvas', () => withInside(made(deep(2500), []), { width: 400, height: 300 }, async (page, inside) => {
		const { data } = await saved(page, inside, 'png'), size = [data.readUInt32BE(16), data.readUInt32BE(20)];
		assert.ok(size[1] <= 32767 && size[1] > 32700, String(size));
		assert.ok(data.length > 5000);
	}), 60);

	await test('export: what a page forbids is said', async () => {
		const csp = { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline' 'unsafe-eval'" };
		await withInside(made(DEMO, []), { headers: csp, allow: /Content Security Policy/ }, async (page, inside) => {
			await inside('download(v, "png")');
			assert.equal(await notice(page), 'Could not make Flame-Graph.png: The source image cannot be decoded.');
			assert.match((await saved(page, inside, 'svg')).name, /svg$/);
		});
		await withInside(made(DEMO, []), { headers: { 'content-security-policy': 'sandbox allow-scripts' }, allow: /sandbox/ }, async (page, inside) => {
			await inside('download(v, "svg")');
			assert.equal(await notice(page), 'Saved Flame-Graph.svg, if the sandbox of this page allows it');
		});
	});
}
