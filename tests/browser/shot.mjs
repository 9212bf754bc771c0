// node shot.mjs FILE.svg OUT.png [WIDTH] [light|dark] [noscript] [zoom=NAME] [search=TERM] [hover=NAME]
// A screenshot, for looking at. NAME is the text of a label that is visible.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { launch } from './lib/browser.mjs';

const [file, out, ...rest] = process.argv.slice(2);
const value = key => (rest.find(word => word.startsWith(key + '=')) || '').slice(key.length + 1);
const width = +(rest.find(word => /^\d+$/.test(word)) || 1200), scripts = !rest.includes('noscript');
const browser = await launch();
const page = await browser.newPage({ viewport: { width, height: 700 }, javaScriptEnabled: scripts,
	colorScheme: rest.includes('dark') ? 'dark' : 'light' });
const query = value('search') ? '?search=' + encodeURIComponent(value('search')) : '';
await page.goto(pathToFileURL(path.resolve(file)).href + query);
if (scripts)
	await page.waitForSelector('[data-ready="1"]', { state: 'attached' });
for (const action of ['zoom', 'hover']) {
	if (!value(action))
		continue;
	const box = await page.evaluate(name => {
		const label = [...document.querySelectorAll('.label:not([display])')].find(element => element.textContent === name);
		const { x, y, width, height } = label.getBoundingClientRect();
		return [x + Math.min(width / 2, 200), y + height / 2];
	}, value(action));
	await (action === 'zoom' ? page.mouse.click(...box) : page.mouse.move(...box));
}
await page.screenshot({ path: out });
await browser.close();
