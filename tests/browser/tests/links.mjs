// Addresses that keep a view, and addresses that try to break it.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { test, svgOf, withGraph, withPage, put, look, pointOf, clickOn, type, typed, made, printed, withProgram } from '../lib/page.mjs';
import { DEMO } from '../lib/profiles.mjs';

await test('a link restores zoom, search and case', async () => {
	let query;
	const url = put(svgOf(DEMO));
	await withPage(url, {}, async page => {
		await clickOn(page, 'render');
		await type(page, 'Span|sort');
		await page.click('button.matchCase');
		await page.click('button.regex');
		query = (await look(page)).query;
		assert.equal(query, '?zoom=main;render&search=Span%7Csort&regex=1&case=1');
	});
	await withPage(url + query, {}, async page => {
		const now = await look(page);
		assert.deepEqual(now.faded, ['all', 'main']);
		assert.equal(now.matched, 'Matched: 74.58%');
		assert.equal(await typed(page), 'Span|sort');
		for (const name of ['matchCase', 'regex', 'word'])
			assert.equal(await page.getAttribute('button.' + name, 'aria-pressed'), String(name !== 'word'), name);
	});
});

await test('a link restores what was done to the stacks, and says what is no longer there', () => {
	const query = '?zoom=~render&hide=layout&remove=idle&fn=paint&flip=1&order=width&search=MAIN&word=1&dim=1';
	return withGraph(DEMO, { query: query + '&hide=gone%20one&focus=$zzzz' }, async page => {
		const now = await look(page);
		assert.match(now.details, /not in this profile: gone one, \$zzzz$/);
		assert.ok(now.labels.includes('render') && !now.labels.includes('layout') && !now.labels.includes('idle'));
		assert.equal(now.matched, 'Matched: 100%');
		assert.equal(await page.getAttribute('button.word', 'aria-pressed'), 'true');
		await page.click('button.matchCase');
		assert.equal((await look(page)).query, query.replace('&word', '&case=1&word'));
		await page.click('button.matchCase');
		assert.equal((await look(page)).query, query);
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
	'?search=*': 'Matched: 44.90%', '?search=%5C': 'No match', '?search=%7C': 'No match', '?search=%7C&regex=1': 'Matched: 100%', '?search=.*': 'No match', '?search=.*&regex=1': 'Matched: 100%', '?regex=1&search=(': 'Matched: 44.90%', '?search=le&word=1': 'No match', '?zoom=__proto__;toString&search=lex': 'Matched: 18.37%', '?zoom=&case=&search=': '',
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
	await withPage(url + '?regex=1&search=' + 'a'.repeat(60000), {}, async page => assert.match((await look(page)).notice, /longer than/));
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

// What top-folded writes as links must be what a picture of the same input reads: the last crumb is the frame.
if (withProgram) {
	const report = (folded, ...args) => JSON.parse(printed('top-folded', folded, ['-q', '--format', 'json', '--picture', 'x.svg', '--limit', '0', ...args]));
	const crumbs = page => page.evaluate(() => [...document.querySelectorAll('.crumbs nav > *')].map(crumb => crumb.textContent));
	const queryOf = link => link.replace(/^x\.svg/, '');
	const odd = ['<p>&^%\\z~', '~t', ',c', '$d', 'a b', 'foo (x)|`y`', 'x'.repeat(39) + '\u00fc\u{1f525}', 'C#', 'a+b=c?d&e', '%41', 'k_[k]', 'tab\there'];

	await test('links of top-folded open zoomed, whatever a function is called', async () => {
		const folded = odd.map((name, i) => `main;${name};${name} ${100 + i} ${500 + 2 * i}\n`).join('');
		const url = put(made(folded, []));
		for (const row of report(folded).rows.filter(row => row.name !== 'main'))
			await withPage(url + queryOf(row.link), {}, async page => {
				const [all, main, first, second, ...more] = await crumbs(page);
				assert.deepEqual([all, main, more], ['all', 'main', []], row.link);
				assert.equal(first, row.name.replace('_[k]', '').replace('\t', '\u2409'));
				assert.equal(second, first);
				assert.doesNotMatch((await look(page)).details, /not in this profile/);
			});
	});

	await test('links of top-folded open a stack that is too deep to be written, and a function', async () => {
		const folded = 'main;' + Array.from({ length: 300 }, (_, i) => 'function_number_' + i).join(';') + ' 10\nmain;b 5\n';
		const url = put(made(folded, [])), rows = report(folded, '--stacks').rows;
		await withPage(url + queryOf(rows[0].link), {}, async page => {
			assert.equal((await crumbs(page)).pop(), 'function_number_299');
			assert.doesNotMatch((await look(page)).details, /not in this profile/);
		});
		await withPage(url + queryOf(report(folded, '--callees', 'main').rows.find(row => row.name === 'b').link), {}, async page => {
			const { query } = await look(page);
			assert.equal(query, '?fn=b');
		});
	});

	await test('links of top-folded open a comparison where a function grew most', async () => {
		const folded = 'main;a;f 100 110\nmain;b;f 100 900\nmain;gone 500 0\nmain;c 5000 5000\n';
		const url = put(made(folded, [])), rows = report(folded).rows;
		for (const [name, path] of [['f', ['all', 'main', 'b', 'f']], ['gone', ['all', 'main', 'gone']]])
			await withPage(url + queryOf(rows.find(row => row.name === name).link), {}, async page =>
				assert.deepEqual(await crumbs(page), path));
	});
}
