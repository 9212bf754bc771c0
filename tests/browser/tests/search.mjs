// The search: how it opens, what it finds, what it says.
import assert from 'node:assert/strict';
import { test, withGraph, look, until, clickOn, type, typed } from '../lib/page.mjs';
import { DEMO, walk } from '../lib/profiles.mjs';

await test('the search box is reached by a click, Ctrl-F, Cmd-F, F3 and slash; Esc leaves it', () => withGraph(DEMO, {}, async page => {
	for (const open of [() => page.click('.box input'), ...['Control+f', 'Meta+f', 'F3', '/'].map(key => () => page.keyboard.press(key))]) {
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

await test('matches are marked live, and their share is right at every zoom', () => withGraph('r;a;x;a 30\nr;b;a 20\nr;b 25\nr;a(b);c 5\nr;zoom 20\n', { reducedMotion: 'reduce' }, async page => {
	await page.click('button.regex');
	await page.keyboard.press('/');
	await page.keyboard.type('^a$');
	const now = await until(page, now => now.matched === 'Matched: 50.00%');
	assert.match(now.paths.match, /^M/);
	await until(page, now => /search=%5Ea%24&regex=1$/.test(now.query));
	await clickOn(page, 'b');
	assert.equal((await look(page)).matched, 'Matched: 44.44%');
	await page.click('.reset');
	assert.equal((await look(page)).matched, 'Matched: 50.00%');
	await clickOn(page, 'x');
	assert.equal((await look(page)).matched, 'Matched: 100%');
	await page.keyboard.press('Escape');
	const closed = await look(page);
	assert.deepEqual([closed.paths.match, closed.matched, closed.query], [undefined, '', '?zoom=r;a;x&regex=1']);
}));

await test('the search sees names only, with and without regard to case', () => withGraph(DEMO, {}, async page => {
	for (const text of ['samples', '%', '490', 'lex|main', 'l.x']) {
		await type(page, text);
		assert.equal((await look(page)).matched, 'No match');
	}
	await type(page, 'LEX');
	assert.equal((await look(page)).matched, 'Matched: 18.37%');
	await page.click('button.matchCase');
	assert.equal((await look(page)).matched, 'No match');
	assert.equal(await page.getAttribute('button.matchCase', 'aria-pressed'), 'true');
	assert.match((await look(page)).query, /search=LEX&case=1/);
	await page.click('button.matchCase');
	assert.equal((await look(page)).matched, 'Matched: 18.37%');
	await type(page, 'le');
	assert.equal((await look(page)).matched, 'Matched: 20.20%');
	await page.click('button.word');
	assert.equal((await look(page)).matched, 'No match');
}));

await test('a bad expression is reported in words and found as text', () => withGraph(DEMO, {}, async page => {
	await page.click('button.regex');
	await type(page, 'sort_children(');
	const now = await look(page);
	assert.match(now.notice, /^Not a usable expression \("\)" is missing\); searched as plain text$/);
	assert.equal(now.matched, 'Matched: 18.37%');
	await type(page, '(a)\\1');
	assert.match((await look(page)).notice, /\\1 is not supported/);
	await type(page, 'nothing_here');
	const none = await look(page);
	assert.deepEqual([none.notice, none.matched], ['', 'No match']);
}));

await test('no expression hangs the page', () => withGraph('main;' + 'a'.repeat(38) + '! 60\nmain;x 40\n' + walk(3000), {}, async page => {
	await page.click('button.regex');
	for (const pattern of ['(a+)+$', '(a|aa)+$', '(a*)*b', '^(([a-z])+.)+[A-Z]([a-z])+$', '(a*)*\\1$b', '.*.*.*=', 'a'.repeat(60000), '((a{0,99}){99}){99}', '<script>window.__pwned=1</script>']) {
		await type(page, pattern);
		await until(page, now => now.matched !== '' || now.notice !== '', pattern.slice(0, 40));
	}
	assert.equal(await page.evaluate(() => window.__pwned), undefined);
}), 60);
