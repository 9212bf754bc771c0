// What an input is made of: a list of strings or buffers; copies, which come as often as is wanted; and
// functions, which are told how many copies that is. Several copies in a list come equally often.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

// So many copies differ; then they come again.
export const VARIANTS = 100;

// A file of tests/cases, without the beginning of its folder's name.
export function recorded(file) {
	const path = fileURLToPath(new URL(`../../cases/${file.startsWith('..') ? '' : 'collapse-'}${file}`, import.meta.url));
	if (path.endsWith('.zst'))
		return execFileSync('zstd', ['-dcq', path], { encoding: 'utf8' });
	const bytes = fs.readFileSync(path);
	return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
}

// Copies of which no more are kept than fit into some megabytes.
export function copies(make) {
	const made = [];
	let variants = VARIANTS;
	return {
		nth(i) {
			const place = i % variants;
			if (made[place] === undefined) {
				made[place] = Buffer.from(make(place));
				variants = Math.min(VARIANTS, Math.max(1, Math.floor(2e7 / made[0].length)));
			}
			return made[place];
		},
	};
}

// The text with a number behind each of these names.
export const numbered = (text, names) => i => text.replace(names, name => name + i);
