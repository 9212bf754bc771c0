// A Content-Security-Policy that names the script by what --csp-hash prints lets the viewer run, and
// nothing else does.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test, skip, program, withProgram, made, withPage, put, look, clickOn } from '../lib/page.mjs';
import { DEMO } from '../lib/profiles.mjs';

const refused = /Content Security Policy/;
const served = policy => put(made(DEMO, []), { 'Content-Security-Policy': policy });

if (!withProgram)
	skip('policy', 'no ' + program);
else {
	const source = execFileSync(program, ['--csp-hash'], { encoding: 'utf8' }).trim();

	await test('policy: the hash lets the viewer run', () =>
		withPage(served(`default-src 'none'; style-src 'unsafe-inline'; script-src ${source}`), {}, async page => {
			await clickOn(page, 'paint');
			assert.equal((await look(page)).reset, true);
		}));

	for (const [name, allowed] of Object.entries({ 'no script': "'none'", 'the hash of another script': source.replace(/-..../, '-AAAA') }))
		await test('policy: a still picture where the header allows ' + name, () =>
			withPage(served('script-src ' + allowed), { ready: false, allow: refused }, async page => {
				assert.ok((await page.locator('.frames path').count()) > 4);
				assert.equal(await page.locator('.controls > *').count(), 0);
			}));
}
