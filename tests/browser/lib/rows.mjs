// Of a very tall picture only the rows near the window are drawn.
import assert from 'node:assert/strict';

const rowsOf = d => d.split(/(?=M)/).map(text => [+/^M\S+ ([\d.]+)/.exec(text)[1], text]);

// What of the wanted paths is in the rows that are drawn, of which there must be a window's height or all.
export function drawnPart(want, paths, height) {
	const ys = Object.values(paths).flatMap(rowsOf).map(([y]) => y), low = Math.min(...ys), high = Math.max(...ys);
	const all = [...want].map(([key, d]) => [key, rowsOf(d)]), tall = all.flatMap(([, rows]) => rows.map(([y]) => y));
	assert.ok(high - low >= Math.min(height, Math.max(...tall) - Math.min(...tall)) - 60, `drawn from ${low} to ${high}`);
	assert.ok(high - low <= 6 * height, `drawn from ${low} to ${high}`);
	return Object.fromEntries(all.map(([key, rows]) => [key, rows.filter(([y]) => low <= y && y <= high).map(([, text]) => text).join('')])
		.filter(([, d]) => d));
}
