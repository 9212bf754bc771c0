// Fills and palettes without a page.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as oracle from '../lib/encode.mjs';
import { PROFILES, walk } from '../lib/profiles.mjs';
import { test } from '../lib/tap.mjs';
import { viewer } from '../lib/viewer.mjs';

const decode = (folded, options) => viewer.decodeProfile(oracle.encodeBlock(oracle.fromFolded(folded, options)));
const two = { columns: '2', fillkind: 'change' };

// By hand: |after - before| in tenths of the largest change, of totals or selfs.
function absoluteLevels(profile, columns) {
	const changes = [...columns[0]].map((before, i) => [BigInt(before), BigInt(columns[1][i])]), size = ([b, a]) => Number(a > b ? a - b : b - a);
	const most = Math.max(...changes.map(size));
	return changes.map(([b, a]) => a === b ? 0 : !b ? 21 : !a ? 22 : Math.max(1, Math.ceil(size([b, a]) / most * 10)) + (a > b ? 0 : 10));
}
const levels = (profile, patch) => {
	const tree = Object.assign(profile, patch);
	return Array.from({ length: tree.count }, (_, node) => viewer.changeLevel(tree, node));
};

export async function colourTests() {
	await test('unit: changes relative to the frame or to the largest change', () => {
		for (const folded of [PROFILES.differential.folded, walk(600, 3, 2), 'a;b 9007199254740993 1\na;c 5 9007199254740991\nd 0 18014398509481\n', 'a;b 5 9\na;c 9 5\n', 'a 3 3\n']) {
			const profile = decode(folded, two), relative = levels(profile, {});
			assert.deepEqual(levels(profile, { relative: false }), absoluteLevels(profile, profile.totals));
			assert.deepEqual(levels(profile, { changeOfSelf: true }), absoluteLevels(profile, profile.selfs));
			assert.deepEqual(levels(profile, { changeOfSelf: false }), absoluteLevels(profile, profile.totals));
			assert.deepEqual(levels(profile, { relative: true }), relative);
		}
	});

	await test('unit: the largest change is that of each tree, and of callers that of the tree below', () => {
		const profile = Object.assign(decode('a;b 10 20\na;c 5 105\n', two), { relative: false });
		assert.equal(viewer.largestChange(profile), 110);
		const less = viewer.EDITS.remove(profile, profile.names.indexOf('c'));
		assert.equal(viewer.largestChange(less), 10);
		assert.equal(viewer.largestChange(viewer.growingTree(profile, -1)), 110);
		/* Together 30 in a tree whose own frames never change by more than 20: still the strongest step. */
		const callers = viewer.growingTree(Object.assign(decode('a;x 10 20\nb;x 10 20\na;z 20 0\nb;z 20 0\nc;x 5 15\n', two), { relative: false }), -1);
		const x = callers.children(0).find(node => callers.names[callers.name[node]] === 'x');
		assert.equal(Number(callers.totals[1][x]) - Number(callers.totals[0][x]), 30);
		assert.equal(viewer.changeLevel(callers, x), 10);
	});

	await test('unit: white or black text, as the program chooses', () => {
		const program = path.join(process.env.BIN || fileURLToPath(new URL('../../../bin', import.meta.url)), 'flamegraph');
		assert.equal(viewer.wantsLightText('#000000'), true);
		assert.equal(viewer.wantsLightText('#ffffff'), false);
		assert.deepEqual(['#757575', '#767676'].map(viewer.wantsLightText), [true, false]);
		for (const args of fs.existsSync(program) ? [['--colors', 'red'], ['--colors', 'io'], ['--colors', 'purple'], ['--colors', 'blue', '--hash'], ['--diff', '--diff-colors', 'orange-blue'], ['--colordiffusion']] : []) {
			const svg = spawnSync(program, args, { input: walk(900, 5, args[0] === '--diff' ? 2 : 1), encoding: 'utf8', maxBuffer: 1 << 26 }).stdout;
			const colours = [...svg.matchAll(/\.flamegraph \.f\d+\{stroke:(#[0-9a-f]{6})\}/g)].map(match => match[1]);
			const light = /\nlight ?(.*)\n/.exec(svg)[1].split(' ').filter(Boolean).map(Number);
			assert.ok(colours.length > 10);
			assert.deepEqual(colours.map((_, i) => i).filter(i => viewer.wantsLightText(colours[i])), light, args.join(' '));
		}
	});
}
