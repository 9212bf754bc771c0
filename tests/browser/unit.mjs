// Tests of the viewer's pure functions; no browser. Run by run.mjs, or alone.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import * as oracle from './lib/encode.mjs';
import { script, style, viewer } from './lib/viewer.mjs';
import { PROFILES, DEMO, DIFF, HOSTILE, deep, walk } from './lib/profiles.mjs';
import { test, failures } from './lib/tap.mjs';
import { colourTests } from './unit/colours.mjs';
import { exportTests } from './unit/export.mjs';
import { searchAndLinkTests } from './unit/search.mjs';
import { treeTests } from './unit/trees.mjs';


const decode = (folded, options) => viewer.decodeProfile(oracle.encodeBlock(oracle.fromFolded(folded, options)));
const pathsOf = (profile, view) => viewer.pathsOf(profile, view, view.depth, node => 'f' + viewer.fillOf(profile, node));
const matched = (profile, zoom, marks) => viewer.measureMatches(profile, zoom, viewer.matcherOf(profile, marks, '')).sum;
const at = (profile, path) => viewer.findPath(profile, path).node;

// Folded lines from what the viewer decoded, with names as people see them.
function foldedOf(profile) {
	const out = [];
	for (let node = 1; node < profile.count; node++) {
		if (!profile.selfs.some(column => Number(column[node]) > 0))
			continue;
		const path = [];
		for (let i = node; i; i = profile.parent[i])
			path.push(viewer.shownName(profile.names[profile.name[i]]));
		out.push(path.reverse().join(';') + ' ' + profile.selfs.map(column => column[node]).join(' '));
	}
	return out.sort();
}

// All tests, in order.
export async function unitTests() {
	await test('unit: the script and the style can stand in CDATA and leave nothing global', () => {
		assert.ok(!script.includes(']]' + '>') && !style.includes(']]' + '>') && !/[<&]/.test(style));
		assert.ok(!/innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b|new Function/.test(script));
	});

	await test('unit: numbers, at the edges of their digits and up to 2^64', () => {
		for (const value of [0n, 1n, 45n, 46n, 90n, 2070n, 2071n, 93195n, 2n ** 53n - 1n, 2n ** 53n + 1n, 2n ** 64n - 1n]) {
			const text = oracle.encodeNumber(value);
			assert.equal(new viewer.Numbers(new Map([['k', text]]), 'k').nextBig(), value);
			if (value < 2n ** 53n)
				assert.equal(new viewer.Numbers(new Map([['k', text]]), 'k').next(), Number(value));
		}
		for (const bad of ['', '~', '~~~', ' ', '&', '<', '>', '\x7f', 'é'])
			assert.throws(() => new viewer.Numbers(new Map([['k', bad]]), 'k').next(), /damaged/);
	});

	for (const [name, { folded, options }] of Object.entries(PROFILES)) {
		await test('unit: decodes to the same stacks: ' + name, () => {
			const want = oracle.foldedOf(oracle.fromFolded(folded, options)).map(line => {
				const cut = line.lastIndexOf(' ', line.length - (options.columns === '2' ? line.split(' ').at(-1).length + 2 : 1));
				const names = Buffer.from(line.slice(0, cut), 'latin1').toString('latin1').split(';');
				return names.map(part => viewer.shownName(oracle.encodeName(part))).join(';') + line.slice(cut);
			}).sort();
			assert.deepEqual(foldedOf(decode(folded, options)), want);
		});
		await test('unit: draws the same paths: ' + name, () => {
			const profile = decode(folded, options), view = viewer.layoutView(profile, 0, 11760);
			const want = oracle.picture(oracle.decodeBlock(oracle.encodeBlock(oracle.fromFolded(folded, options))));
			assert.deepEqual(pathsOf(profile, view), want.paths);
			assert.equal(view.hidden, want.hidden);
			assert.deepEqual(viewer.labelled(view, 7.2).map(i => viewer.labelText(profile, view, i, 7.2)), want.labels.map(label => label.text));
		});
	}

	await test('unit: a profile of 60,000 nodes: stacks, paths, labels, and in time', () => {
		const model = oracle.fromFolded(walk(60000)), block = oracle.encodeBlock(model), start = performance.now();
		const profile = viewer.decodeProfile(block), view = viewer.layoutView(profile, 0, 11760);
		const paths = pathsOf(profile, view), took = performance.now() - start;
		assert.ok(profile.count > 50000);
		assert.deepEqual(paths, oracle.picture(oracle.decodeBlock(block)).paths);
		assert.deepEqual(foldedOf(profile), oracle.foldedOf(model));
		assert.ok(took < 1000, `${took} ms`);
	});

	await test('unit: stored unit, decimal places, factor and a root wider than its parts', () => {
		const block = oracle.encodeBlock(oracle.fromFolded('a;b 3\na;c 5\n', { unit: '25', places: '2' })).replace('\nnodes', '\nwidth 400\nnodes');
		const profile = viewer.decodeProfile(block);
		assert.deepEqual([...profile.width], [400, 200, 75, 125]);
		assert.equal(viewer.formatNumber(profile, profile.width[2]), '0.75');
		assert.equal(viewer.describe(profile, 2, 0)[0], '0.75 samples, 18.75%');
		assert.equal(viewer.describe(profile, 0, 0)[0], '4 samples, 100%');
		assert.deepEqual(viewer.layoutView(profile, 0, 11760).w, [11760, 5880, 2205, 3675]);
		const scaled = viewer.decodeProfile(block.replace('\nnodes', '\nfactor 1000\nnodes'));
		assert.equal(viewer.formatNumber(scaled, 125), '1,250');
	});

	await test('unit: percentages and commas are exact', () => {
		assert.equal(viewer.percent(1, 3), '33.33%');
		assert.equal(viewer.percent(2, 3), '66.67%');
		assert.equal(viewer.percent(3, 3), '100%');
		assert.equal(viewer.percent(0, 3), '0.00%');
		assert.equal(viewer.percent(1, 0), '0.00%');
		assert.equal(viewer.percent(1n, 2n ** 63n), '0.00%');
		assert.equal(viewer.percent(12345, 100), '12,345.00%');
		assert.equal(viewer.hundredths(-1, 8), '-12.50');
		assert.equal(viewer.hiddenNote(1), '1 frame is too thin to draw here; zoom in to see it');
		assert.equal(viewer.hiddenNote(1234), '1,234 frames are too thin to draw here; zoom in to see them');
		assert.equal(viewer.hiddenNote(0), '');
	});

	await test('unit: what is said about a frame, before and after', () => {
		const profile = decode(DIFF, PROFILES.differential.options);
		const say = path => viewer.describe(profile, at(profile, path), 0);
		assert.deepEqual(say('main;parse;lex'), ['before 100 samples, 10.00%', 'after 150 samples, 17.24%', 'change +50: +5.00% of all before, +50.00% of its own', 'self before 100, after 150']);
		assert.equal(say('main;render;old_cache')[2], 'change -200: -20.00% of all before, gone');
		assert.equal(say('main;render;new_cache')[2], 'change +120: +12.00% of all before, new');
		assert.equal(say('main;render;paint')[2], 'no change');
		const fresh = decode('main;a 0 5\n', PROFILES.differential.options);
		assert.deepEqual(viewer.describe(fresh, 2, 0), ['before 0 samples, 0.00%', 'after 5 samples, 100%', 'change +5: new', 'self before 0, after 5']);
	});

	await test('unit: a frame is found where it is drawn', () => {
		const profile = decode(DEMO), view = viewer.layoutView(profile, at(profile, 'main;render'), 3920);
		view.node.forEach((node, i) => {
			const d = profile.depth[node];
			assert.equal(viewer.frameAt(view, d, view.x[i]), i);
			assert.equal(viewer.frameAt(view, d, view.x[i] + view.w[i] - 1), i);
		});
		assert.equal(viewer.frameAt(view, 0, -1), -1);
		assert.equal(viewer.frameAt(view, 0, 3920), -1);
		assert.equal(viewer.frameAt(view, 99, 10), -1);
		assert.equal(viewer.frameAt(view, -1, 10), -1);
	});

	await test('unit: labels are cut in whole characters', () => {
		assert.equal(viewer.fitText('abcdef', 6), 'abcdef');
		assert.equal(viewer.fitText('abcdef', 5), 'abc..');
		assert.equal(viewer.fitText('😀😀😀😀', 4), '😀..');
		assert.equal(viewer.fitText('😀😀', 4), '😀😀');
		assert.equal(viewer.fitText('日本語', 5), '日..');
		assert.equal(viewer.fitText('aé日', 4), 'aé日');
		assert.equal(viewer.fitText('abcdef', 6, true), 'abcdef');
		assert.equal(viewer.fitText('abcdef', 5, true), '..def');
		assert.equal(viewer.fitText('a😀😀😀', 5, true), '..😀');
		assert.equal(viewer.fitText('日é', 3, true), '日é');
	});

	await test('unit: matched width counts nested matches once, at any zoom', () => {
		const profile = decode('r;a;x;a 30\nr;b;a 20\nr;b 25\nr;a(b);c 5\n'), run = text => viewer.runSearch(profile, { text, regex: true, matchCase: true, word: false }).marks;
		assert.equal(matched(profile, 0, run('^a$')), 50);
		assert.equal(matched(profile, at(profile, 'r;b'), run('^a$')), 20);
		assert.equal(matched(profile, at(profile, 'r;a'), run('x')), 30);
		assert.equal(matched(profile, 0, run('zz')), 0);
		assert.equal(matched(profile, 0, run('a\\(')), 5);
	});

	await test('unit: a damaged block is refused in words, whatever is cut or changed', () => {
		const block = oracle.encodeBlock(oracle.fromFolded(DEMO));
		let refused = 0;
		for (let i = 0; i < block.length; i += 3)
			for (const text of [block.slice(0, i), block.slice(0, i) + '~' + block.slice(i + 1), block.slice(0, i) + block.slice(i + 1)])
				try {
					viewer.decodeProfile(text);
				} catch (error) {
					assert.ok(error instanceof Error && error.message, text);
					refused++;
				}
		assert.ok(refused > block.length / 2);
		for (const [from, to] of [[/nodes \d+/, 'nodes 900000000'], [/names \d+/, 'names 900000000'], [/nodes \d+/, 'nodes -1'], [/nodes \d+/, 'nodes x']])
			assert.throws(() => viewer.decodeProfile(block.replace(from, to)), /damaged/);
	});

	await test('unit: a profile of nothing but the root', () => {
		const profile = decode(''), view = viewer.layoutView(profile, 0, 11760);
		assert.deepEqual([profile.count, view.depth, view.hidden, viewer.describe(profile, 0, 0)[0]], [1, 1, 0, '0 samples, 0.00%']);
	});

	await test('unit: 5,000 frames deep and the last of them zoomed', () => {
		const profile = decode(deep(5000)), view = viewer.layoutView(profile, profile.count - 1, 11760);
		assert.ok(view.depth > 20);
	});
	await searchAndLinkTests();
	await treeTests();
	await colourTests();
	await exportTests();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	await unitTests();
	process.exit(failures() ? 1 : 0);
}
