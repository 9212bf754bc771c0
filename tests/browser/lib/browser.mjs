// One Chromium for all tests, and a small server that gives it pages from memory.
import { chromium } from 'playwright-core';
import fs from 'node:fs';
import http from 'node:http';

export const EXECUTABLE = process.env.CHROMIUM || '/usr/bin/chromium';
const ARGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
	'--disable-component-update', '--disable-sync'];

export const hasBrowser = () => fs.existsSync(EXECUTABLE);
export const launch = () => chromium.launch({ executablePath: EXECUTABLE, args: ARGS });

// serve(): put(name, text, headers) -> address
export async function serve() {
	const files = new Map();
	const server = http.createServer({ maxHeaderSize: 1 << 20 }, (request, response) => {
		const file = files.get(request.url.split('?')[0]);
		response.writeHead(file ? 200 : 204, file ? file.headers : {});  // no icon
		response.end(file ? file.text : '');
	});
	await new Promise(done => server.listen(0, '127.0.0.1', done));
	return {
		put(name, text, headers = {}) {
			const type = name.endsWith('.html') ? 'text/html; charset=utf-8' : 'image/svg+xml';
			files.set('/' + name, { text, headers: { 'content-type': type, ...headers } });
			return `http://127.0.0.1:${server.address().port}/${name}`;
		},
		close: () => server.close(),
	};
}
