// Addresses that keep a view, and addresses that try to break it.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { test, svgOf, withGraph, withPage, put, look, pointOf, clickOn, type, typed } from '../lib/page.mjs';
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
