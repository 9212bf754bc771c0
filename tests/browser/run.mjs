// node run.mjs [WORDS]: all tests of the viewer, tests/*.mjs, or those with one of the words in their name.
//   BIN=DIR      where the program `flamegraph` is (default ../../bin)
//   CHROMIUM=... the browser (default /usr/bin/chromium); with CI=true its absence is a failure
//   FIREFOX=...  the other one (default /usr/bin/firefox-esr); its absence is a skip
import fs from 'node:fs';
import { skip, notOk, failures } from './lib/tap.mjs';

if (process.argv.length < 3)
	await (await import('./unit.mjs')).unitTests();

let page;
try {
	page = await import('./lib/page.mjs');
	await page.open();
} catch (error) {
	const missing = error.code === 'ERR_MODULE_NOT_FOUND' ? 'playwright-core is not installed: npm ci' : error.message;
	if (process.env.CI === 'true')
		notOk('browser tests', error);
	else
		skip('browser tests', missing);
	process.exit(failures() ? 1 : 0);
}

for (const file of fs.readdirSync(new URL('tests', import.meta.url)).filter(name => name.endsWith('.mjs')).sort()) {
	try {
		await import('./tests/' + file);
	} catch (error) {
		notOk(file, error);
	}
}
await page.close();
process.exit(failures() ? 1 : 0);
