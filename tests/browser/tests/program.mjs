// Files of the program: they are what the oracle says, and the viewer draws them.
import assert from 'node:assert/strict';
import * as oracle from '../lib/encode.mjs';
import { test, skip, program, withProgram, made, blockOf, withPage, put, look, until, clickOn } from '../lib/page.mjs';
import { DEMO, DIFF, HOSTILE, deep, walk } from '../lib/profiles.mjs';
import { drawnPart } from '../lib/rows.mjs';

const unescape = text => text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&quot;/g, '"').replace(/&#39;/g, "'").replace(/&amp;/g, '&');
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
			assert.deepEqual(now.paths, drawnPart(want.paths, now.paths, 2000));
			if (labels.length <= 1000)
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
