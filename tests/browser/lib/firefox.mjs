// Firefox, through WebDriver BiDi. Its pages are puppeteer's; look, until, pointOf, clickOn and hoverOn
// of page.mjs work with them too. FIREFOX=... says where it is.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

const EXECUTABLE = process.env.FIREFOX || ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find(file => fs.existsSync(file)) || '/usr/bin/firefox-esr';
// The first with all of WebDriver BiDi that puppeteer needs, as it says itself:
// https://developer.chrome.com/blog/firefox-support-in-puppeteer-with-webdriver-bidi
const OLDEST = 129;
let browser;

// "Mozilla Firefox 115.14.0esr" is; what says no version may do.
function tooOld() {
	const [version] = /\d+\.[\w.]*/.exec(spawnSync(EXECUTABLE, ['--version'], { encoding: 'utf8' }).stdout) || [];
	return version && parseInt(version, 10) < OLDEST ? `${EXECUTABLE} is ${version}: puppeteer needs ${OLDEST} or later` : '';
}

// Starts it; returns why it cannot be had, or ''.
export async function openFirefox() {
	if (!fs.existsSync(EXECUTABLE))
		return 'no browser at ' + EXECUTABLE;
	const old = tooOld();
	if (old)
		return old;
	const puppeteer = await import('puppeteer-core').catch(() => null);
	if (!puppeteer)
		return 'puppeteer-core is not installed: npm ci';
	browser = await puppeteer.launch({ browser: 'firefox', executablePath: EXECUTABLE, headless: true });
	return '';
}
export const closeFirefox = () => browser.close();

// As withPage of page.mjs.
export async function withFirefox(url, { width = 1200, height = 900, allow = null, ready = true }, body) {
	const page = await browser.newPage(), errors = [];
	page.setDefaultTimeout(10000);
	page.on('pageerror', error => errors.push(error.stack || error.message));
	page.on('console', message => message.type() === 'error' && errors.push(message.text()));
	page.on('dialog', dialog => {
		errors.push('dialog ' + dialog.message());
		dialog.dismiss();
	});
	try {
		await page.setViewport({ width, height });
		await page.goto(url);
		if (ready)
			await page.waitForSelector('svg[data-ready="1"]');
		await body(page);
		assert.deepEqual(errors.filter(text => !allow || !allow.test(text)), []);
	} finally {
		await page.close();
	}
}

// Ctrl and another key.
export async function control(page, key) {
	await page.keyboard.down('Control');
	await page.keyboard.press(key);
	await page.keyboard.up('Control');
}
