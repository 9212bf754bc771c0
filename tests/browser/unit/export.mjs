// Stacks as text, without a page.
import assert from 'node:assert/strict';
import * as oracle from '../lib/encode.mjs';
import { PROFILES, HOSTILE, walk } from '../lib/profiles.mjs';
import { test } from '../lib/tap.mjs';
import { viewer } from '../lib/viewer.mjs';

const model = (folded, options) => oracle.fromFolded(folded, options);
const decode = (folded, options) => viewer.decodeProfile(oracle.encodeBlock(model(folded, options)));
const bytes = async text => Buffer.from(await new Blob(viewer.bytesOf(text)).arrayBuffer()).toString('latin1');
const sorted = text => text.split('\n').filter(Boolean).sort();

export async function exportTests() {
	for (const [name, { folded, options }] of Object.entries({ ...PROFILES, 'a walk': { folded: walk(2000), options: {} } }))
		await test('unit: folded text is the stacks, byte for byte: ' + name, async () => {
			const profile = decode(folded, options), v = { profile, zoom: 0 };
			assert.deepEqual(sorted(await bytes(viewer.foldedText(v))), oracle.foldedOf(model(folded, options)));
			const callers = viewer.growingTree(profile, -1);
			if (name !== 'deep 5000')
				assert.deepEqual(sorted(await bytes(viewer.foldedText({ profile: callers, zoom: 0 }))), oracle.foldedOf(model(folded, options)));
		});

	await test('unit: a name has the bytes that the file has', async () => {
		const profile = decode(HOSTILE), wanted = [...new Set(oracle.preorder(model(HOSTILE).root).slice(1).map(node => node.name))].sort();
		const names = [];
		for (let node = 1; node < profile.count; node++)
			names.push(await bytes(viewer.foldedName(profile.names[profile.name[node]])));
		assert.deepEqual([...new Set(names)].sort(), wanted);
	});

	await test('unit: weights of callers have their decimals, in files and in words', () => {
		const profile = decode('a;x 150\nb;x 75\nb 3\n', { places: '2' }), callers = viewer.growingTree(profile, -1);
		assert.equal(viewer.foldedText({ profile, zoom: 0 }), 'a;x 1.5\nb 0.03\nb;x 0.75\n');
		assert.deepEqual(sorted(viewer.foldedText({ profile: callers, zoom: 0 })), ['a;x 1.5', 'b 0.03', 'b;x 0.75']);
		const x = callers.children(0).find(node => viewer.nameOf(callers, node) === 'x');
		assert.match(viewer.describe(callers, x, 0)[0], /^2\.25 samples, /);
	});
}
