// Views switched in the page: what is drawn is what a file made for that would show.
import assert from 'node:assert/strict';
import * as oracle from '../lib/encode.mjs';
import { withInside } from '../lib/inside.mjs';
import { test, svgOf, look } from '../lib/page.mjs';
import { PROFILES, DEMO, DIFF, walk } from '../lib/profiles.mjs';

const quiet = { reducedMotion: 'reduce', height: 1600 };
const lines = folded => folded.trimEnd().split('\n').map(line => [line.slice(0, line.lastIndexOf(' ')).split(';'), line.slice(line.lastIndexOf(' '))]);
// Folded stacks with their names changed, or left out where change() gives null.
const each = (folded, change) => lines(folded).map(([names, weight]) => [change(names), weight])
	.filter(([names]) => names !== null && names.length > 0).map(([names, weight]) => names.join(';') + weight + '\n').join('');
const RECURSIVE = 'm;a;a;b 30\nm;a;b;a;c 50\nm;b;a;b;a;b 70\nm;d 45\n' + DEMO;

// The drawn paths by class, as in a file of these stacks. Siblings that the oracle orders by name.
async function draws(page, folded, options = {}) {
	const want = oracle.picture(oracle.decodeBlock(oracle.encodeBlock(oracle.fromFolded(folded, options))));
	const now = await look(page), labels = want.labels.map(label => label.text);
	assert.deepEqual(now.labels, labels);
	// fills follow from ids of names, which another file numbers otherwise: where there is anything must be the same
	const places = paths => Object.values(paths).flatMap(d => d.split(/(?=M)/)).flatMap(row => {
		const [, x, y, rest] = /^M(\S+) (\d+)(.*)/.exec(row), found = [];
		let at = +x;
		for (const [, skip = '0', width] of rest.matchAll(/(?:m(\S+) 0)?h(\d+)/g)) {
			at += +skip;
			found.push(`${y} ${at} ${width}`);
			at += +width;
		}
		return found;
	}).sort();
	// a view may keep the height of the picture before: rows count from the root
	const rooted = (list, root) => list.map(place => (root - +place.split(' ')[0]) + place.slice(place.indexOf(' ')));
	const drawn = places(now.paths), wanted = places(Object.fromEntries(want.paths));
	const rootOf = list => Math.max(...list.map(place => +place.split(' ')[0]));
	assert.deepEqual(rooted(drawn, rootOf(drawn)).sort(), rooted(wanted, rootOf(wanted)).sort());
}
const graph = (folded, options, body) => withInside(svgOf(folded, options), quiet, body);

await test('views: without, only with and not below a function', () => graph(DEMO, {}, async (page, inside) => {
	const edit = (kind, name) => inside(`edit(v, '${kind}', v.base.names.findIndex(name => stripped(shownName(name)) === '${name}'))`);
	await edit('hide', 'render');
	await draws(page, each(DEMO, names => names.filter(name => name !== 'render')));
	await edit('remove', 'paint');
	await draws(page, each(DEMO, names => names.includes('paint') ? null : names.filter(name => name !== 'render')));
	await edit('focus', 'parse');
	await draws(page, each(DEMO, names => names.includes('parse') ? names : null));
	for (let i = 0; i < 3; i++)
		await inside('undo(v)');
	await draws(page, DEMO);
	assert.equal((await look(page)).query, '');
}));

await test('views: recursion folded, direct and all', () => graph(RECURSIVE, {}, async (page, inside) => {
	await inside("change(v, { merge: 'direct' })");
	await draws(page, each(RECURSIVE, names => names.filter((name, i) => name !== names[i - 1])));
	await inside("change(v, { merge: 'all' })");
	await draws(page, each(RECURSIVE, names => names.reduce((path, name) => {
		const at = path.indexOf(name);
		return at < 0 ? [...path, name] : path.slice(0, at + 1);
	}, [])));
	await inside("change(v, { merge: 'none' })");
	await draws(page, RECURSIVE);
}));

for (const [name, folded] of Object.entries({ demo: DEMO, 'a walk': walk(2000).toString() }))
	await test('views: callers first, and back: ' + name, () => graph(folded, {}, async (page, inside) => {
		await inside('change(v, { callers: true })');
		await draws(page, each(folded, names => [...names].reverse()));
		await inside("change(v, { order: 'width' })");
		await draws(page, each(folded, names => [...names].reverse()), { order: 'width' });
		await inside("change(v, { callers: false, order: 'name' })");
		await draws(page, folded);
	}));

await test('views: order of siblings, and both ways up', () => graph(walk(2000), {}, async (page, inside) => {
	for (const order of ['width', 'input', 'name']) {
		await inside(`change(v, { order: '${order}' })`);
		await draws(page, walk(2000), { order });
	}
	await inside('change(v, { up: false })');
	const want = oracle.picture(oracle.decodeBlock(oracle.encodeBlock(oracle.fromFolded(walk(2000), { direction: 'down' }))));
	assert.deepEqual((await look(page)).paths, Object.fromEntries(want.paths));
}));

await test('views: a sandwich has callers above its function and callees below', () => graph(DEMO + 'other;paint;text 70\n', {}, async (page, inside) => {
	await inside("change(v, { pivot: v.base.names.findIndex(name => shownName(name) === 'paint') })");
	const rows = await page.evaluate(() => Object.fromEntries([...document.querySelectorAll('.label:not([display])')].map(label => [label.textContent, +label.getAttribute('y')])));
	assert.deepEqual(Object.keys(rows).sort(), ['main', 'other', 'paint', 'raster::fill_span<true>(Span const*)', 'render', 'stroke', 'text'].sort());
	assert.ok(rows.main < rows.render && rows.render === rows.other && rows.render < rows.paint && rows.paint < rows.text && rows.text === rows.stroke);
	// the wider half belongs to render: 185 of 255
	const widths = await inside('Object.fromEntries(v.view.node.map((node, i) => [nameOf(v.profile, node), v.view.w[i]]))');
	assert.ok(Math.abs(widths.render / widths.paint - 185 / 255) < 0.002 && Math.abs(widths.text / widths.paint - 103 / 255) < 0.002);
	await inside('undo(v)');
	await draws(page, DEMO + 'other;paint;text 70\n');
}));

await test('views: a comparison by before, after and the larger; of self; what grew', () => graph(DIFF, PROFILES.differential.options, async (page, inside) => {
	for (const widthby of ['before', 'after', 'larger']) {
		await inside(`change(v, { widthby: '${widthby}' })`);
		const want = oracle.picture(oracle.decodeBlock(oracle.encodeBlock(oracle.fromFolded(DIFF, { columns: '2', widthby, fillkind: 'change' }))));
		assert.deepEqual((await look(page)).paths, Object.fromEntries(want.paths));
	}
	await inside('change(v, { self: true })');
	const own = oracle.picture(oracle.decodeBlock(oracle.encodeBlock(oracle.fromFolded(DIFF, { columns: '2', diff: 'self', fillkind: 'change' }))));
	assert.deepEqual((await look(page)).paths, Object.fromEntries(own.paths));
	await inside('change(v, { self: false })');
	for (const [only, names] of [['grew', ['lex', 'new_cache', 'main', 'all']], ['shrank', ['tree', 'old_cache', 'parse']], ['new', ['new_cache']], ['gone', ['old_cache']]]) {
		await inside(`change(v, { only: '${only}' })`);
		const marked = await inside('v.view.node.filter(v.isMatch).map(node => nameOf(v.profile, node))');
		for (const name of names.filter(name => !['main', 'all', 'parse'].includes(name)))
			assert.ok(marked.includes(name), only + ' ' + name);
		assert.ok(!marked.includes('paint'), only);
		assert.equal(await page.locator('.drawing.dim').count(), 1);
	}
	await inside('nextMatch(v, 1)');
	assert.match((await look(page)).details, /^Function: old_cache .*gone/);
}));

await test('views: another order keeps the zoomed caller, and grows nothing twice', () => graph(DEMO, {}, async (page, inside) => {
	await inside('change(v, { callers: true })');
	await inside("selectName(v, v.base.names.findIndex(name => shownName(name) === 'lex')), zoomTo(v, v.selected)");
	const { query } = await look(page), count = await inside('v.profile.count');
	for (const order of ['width', 'input', 'name'])
		await inside(`change(v, { order: '${order}' })`);
	assert.equal((await look(page)).query, query);
	assert.equal(await inside('v.profile.count'), count);
}));

await test('views: arrows in a sandwich go up to callers and down to callees', () => graph(DEMO, {}, async (page, inside) => {
	await inside("change(v, { pivot: v.base.names.findIndex(name => shownName(name) === 'paint') })");
	const seen = [];
	for (const key of ['ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp']) {
		await page.keyboard.press(key);
		seen.push(/^Function: (\S+)/.exec((await look(page)).details)[1]);
	}
	assert.deepEqual(seen, ['render', 'main', 'render', 'paint', 'stroke', 'paint']);
}));

await test('views: an edit of a sandwich\'s own function leaves it; a menu closes when the stacks change', () => graph(DEMO, {}, async (page, inside) => {
	const id = "v.base.names.findIndex(name => shownName(name) === 'paint')";
	await inside(`change(v, { pivot: ${id} })`);
	await inside(`edit(v, 'hide', ${id})`);
	await draws(page, each(DEMO, names => names.filter(name => name !== 'paint')));
	await inside('openMenu(v, 1), undo(v)');
	assert.equal(await page.locator('.panel').count(), 0);
	await draws(page, DEMO);
}));
