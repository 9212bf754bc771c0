// The program and the viewer show the same numbers: weights at the edges of units and of rounding, and
// random ones. No browser: the viewer's pure module is asked, and the program's, by way of numbers.c.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { test, failures } from '../browser/lib/tap.mjs';
import { viewer } from '../browser/lib/viewer.mjs';

const UNITS = ['', 'ns', 'us', 'ms', 's', '\u00b5s', '\u03bcs', 'bytes', 'byte', 'B', 'KiB', 'samples', 'calls', 'cache-misses', 'context-switches',
	'entries', 'boxes', 'progress', 'cycles', 'sched:sched_switch', "it's", 'S', 'two words', 's\u00e9s'];
const { formatNumber, formatQuantity } = Object.fromEntries(['formatNumber', 'formatQuantity'].map(name => [name, viewer[name]]));
const MOST = 2n ** 64n - 1n;

let state = 7;
const random = () => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) / 4294967296;
const below = limit => Math.floor(random() * limit);

// Around powers of ten and of 1024, halves of the last digit that is shown, and what is anywhere.
function weights() {
	const list = [0n, MOST], add = weight => weight >= 0n && weight <= MOST && list.push(weight);
	for (let exponent = 0; exponent < 20; exponent++)
		for (const by of [1n, 2n, 5n, 9n, 995n, 9995n, 99949n, 9999n])
			for (let near = -1n; near <= 1n; near++)
				add(by * 10n ** BigInt(exponent) + near);
	for (let bits = 0n; bits <= 64n; bits += 1n)
		for (let near = -2n; near <= 2n; near++)
			add(2n ** bits + near);
	for (let step = 0n; step < 6n; step++)
		for (const half of [1047n, 2095n, 20479n, 10234n, 10235n, 10236n])
			add((half * 1024n ** step * 1024n) / 10n);
	for (let i = 0; i < 400; i++)
		add(BigInt(Math.floor(2 ** (random() * 53))) << BigInt(below(12)));
	return list;
}

const rows = UNITS.flatMap(unit => weights().map(weight => ({ exact: below(8) ? 0 : 1, places: below(3) ? 0 : below(7), weight, unit })));

await test('layout: program and viewer show the same numbers', () => {
	const program = path.join(process.env.BUILD || 'build', 'tests/layout/numbers');
	const input = rows.map(({ exact, places, weight, unit }) => `${exact} ${places} ${weight} ${unit}\n`).join('');
	const lines = execFileSync(program, { input, encoding: 'utf8', maxBuffer: 2 ** 28 }).split('\n');
	assert.ok(rows.length > 10000 && lines.length === rows.length + 1, `${lines.length} of ${rows.length}`);
	rows.forEach(({ exact, places, weight, unit }, i) => {
		const profile = { countname: unit, exact: exact > 0, places, factor: 1 };
		assert.equal(lines[i], formatNumber(profile, weight) + '\t' + formatQuantity(profile, weight), JSON.stringify({ exact, places, weight: String(weight), unit }));
		assert.equal(formatNumber(profile, -weight), (weight ? '-' : '') + formatNumber(profile, weight));
	});
}, 60);

process.exit(failures() ? 1 : 0);
