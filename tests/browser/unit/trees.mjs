// Trees made from the profile's, against the same done to folded stacks as text.
import assert from 'node:assert/strict';
import * as oracle from '../lib/encode.mjs';
import { PROFILES, walk } from '../lib/profiles.mjs';
import { test } from '../lib/tap.mjs';
import { viewer } from '../lib/viewer.mjs';

const PLAIN = { ...Object.fromEntries(['demo', 'differential', 'huge weights'].map(name => [name, PROFILES[name]])),
	'a walk': { folded: walk(3000), options: {} }, 'a walk, two columns': { folded: walk(3000, 3, 2), options: { columns: '2' } },
	recursive: { folded: 'm;a;a;b 3\nm;a;b;a;c 5\nm;b;a;b;a;b 7\na;a;a 1\nm 2\n', options: {} } };

// [[names], [weights]] of each stack
function stacksOf({ folded, options = {} }) {
	return String(folded).trimEnd().split('\n').map(line => {
		const fields = line.split(' '), weights = fields.splice(options.columns === '2' ? -2 : -1).map(BigInt);
		return [fields.join(' ').split(';'), weights];
	});
}
const decode = ({ folded, options }) => viewer.decodeProfile(oracle.encodeBlock(oracle.fromFolded(folded, options)));
const nameText = (tree, node) => tree.name[node] < 0 ? '' : viewer.shownName(tree.names[tree.name[node]]);

// 'a;b' -> its self weights, of all nodes that have some; a tree that grows is grown whole.
function selfsOf(tree) {
	const found = new Map(), open = [[0, []]];
	while (open.length) {
		const [node, path] = open.pop(), weights = tree.selfs.map(own => BigInt(own[node]));
		if (weights.some(weight => weight > 0n))
			found.set(path.join(';'), weights);
		for (const child of tree.children(node))
			open.push([child, [...path, nameText(tree, child)]]);
	}
	return Object.fromEntries([...found].sort());
}
function summed(stacks) {
	const found = new Map();
	for (const [names, weights] of stacks) {
		const key = names.join(';'), before = found.get(key) || weights.map(() => 0n);
		if (weights.some(weight => weight > 0n))
			found.set(key, before.map((weight, c) => weight + weights[c]));
	}
	return Object.fromEntries([...found].sort());
}

// Every tree in preorder is sound in itself.
function checkTree(tree) {
	for (let i = 1; i < tree.count; i++) {
		assert.ok(tree.parent[i] < i && i < tree.parent[i] + tree.size[tree.parent[i]]);
		assert.equal(tree.depth[i], tree.depth[tree.parent[i]] + 1);
	}
	for (let i = 0; i < tree.count; i++) {
		const children = tree.children(i);
		assert.equal(tree.size[i], children.reduce((sum, child) => sum + tree.size[child], 1));
		tree.totals.forEach((total, c) =>
			assert.equal(BigInt(total[i]), children.reduce((sum, child) => sum + BigInt(total[child]), BigInt(tree.selfs[c][i]))));
	}
}

const direct = names => names.filter((name, i) => name !== names[i - 1]);
function cycles(names) {
	const path = [];
	for (const name of names) {
		const at = path.indexOf(name);
		path.splice(at < 0 ? path.length : at, path.length, name);
	}
	return path;
}

export async function treeTests() {
	for (const [title, profile] of Object.entries(PLAIN)) {
		const stacks = stacksOf(profile), map = change => stacks.map(([names, weights]) => [change(names), weights]);
		const busy = [...new Set(stacks.flatMap(([names]) => names))].slice(0, 12);
		const idOf = (tree, name) => tree.names.findIndex(encoded => viewer.shownName(encoded) === name);

		await test('unit: hide, remove, focus a function: ' + title, () => {
			const tree = decode(profile);
			for (const name of busy) {
				const id = idOf(tree, name), { hide, remove, focus } = viewer.EDITS;
				const hidden = hide(tree, id);
				assert.deepEqual(selfsOf(hidden), summed(map(names => names.filter(other => other !== name))));
				assert.deepEqual(selfsOf(remove(tree, id)), summed(stacks.filter(([names]) => !names.includes(name))));
				const focused = focus(tree, id);
				assert.deepEqual(selfsOf(focused), summed(stacks.filter(([names]) => names.includes(name))));
				assert.deepEqual(selfsOf(focus(hidden, id)), {});
				[hidden, focused].forEach(checkTree);
			}
		});
		await test('unit: recursion is merged, direct and mutual: ' + title, () => {
			const tree = decode(profile);
			assert.deepEqual(selfsOf(viewer.MERGES.direct(tree)), summed(map(direct)));
			const merged = viewer.MERGES.all(tree);
			assert.deepEqual(selfsOf(merged), summed(map(cycles)));
			checkTree(merged);
			assert.equal(viewer.MERGES.none(tree), tree);
		});
		await test('unit: callers first are the stacks reversed: ' + title, () => {
			const tree = viewer.growingTree(decode(profile), -1);
			assert.deepEqual(selfsOf(tree), summed(map(names => [...names].reverse())));
			tree.totals.forEach((total, c) => assert.equal(BigInt(total[0]), stacks.reduce((sum, [, weights]) => sum + weights[c], 0n)));
		});
		await test('unit: a sandwich has all callers and all callees of a function: ' + title, () => {
			const base = decode(profile);
			for (const name of busy) {
				const tree = viewer.growingTree(base, idOf(base, name)), below = [], above = [];
				for (const [names, weights] of stacks) {
					const at = names.indexOf(name);
					if (at < 0)
						continue;
					below.push([names.slice(at + 1), weights]);
					above.push([names.slice(0, at).reverse(), weights]);
				}
				const side = sign => {
					const found = new Map(), open = tree.children(0).filter(child => tree.depth[child] === sign).map(child => [child, []]);
					while (open.length) {
						const [node, path] = open.pop(), names = [...path, nameText(tree, node)];
						const weights = tree.selfs.map(own => BigInt(own[node]));
						if (weights.some(weight => weight > 0n))
							found.set(names.join(';'), weights);
						for (const child of tree.children(node))
							open.push([child, names]);
					}
					return Object.fromEntries([...found].sort());
				};
				const without = object => Object.fromEntries(Object.entries(object).filter(([key]) => key !== ''));
				assert.deepEqual(side(1), without(summed(below)));
				assert.deepEqual(side(-1), without(summed(above)));
				assert.deepEqual(tree.selfs.map(own => BigInt(own[0])), summed(below)[''] || tree.selfs.map(() => 0n));
			}
		});
		await test('unit: functions by self and total, recursion counted once: ' + title, () => {
			const tree = decode(profile), { self, total } = viewer.functionsOf(tree);
			for (const name of busy) {
				const id = idOf(tree, name), sum = keep => stacks.filter(([names]) => keep(names))
					.reduce((sums, [, weights]) => sums.map((weight, c) => weight + weights[c]), tree.selfs.map(() => 0n));
				assert.deepEqual(self.map(column => BigInt(column[id])), sum(names => names[names.length - 1] === name));
				assert.deepEqual(total.map(column => BigInt(column[id])), sum(names => names.includes(name)));
			}
		});
		await test('unit: the matched share of callers and sandwiches: ' + title, () => {
			const base = decode(profile), callers = viewer.growingTree(base, -1), [first, second = first] = busy;
			const marks = Uint8Array.from(base.names, (_, id) => +(id === idOf(base, first)));
			const width = keep => stacks.filter(([names]) => keep(names)).reduce((sum, [, weights]) => sum + (weights.length === 1 ? weights[0] : weights[0] > weights[1] ? weights[0] : weights[1]), 0n);
			if (base.columns === 1 || !title.includes('walk'))
				assert.equal(BigInt(viewer.measureGrown(callers, 0, marks)), width(names => names.includes(first)));
			const sandwich = viewer.growingTree(base, idOf(base, second));
			assert.equal(BigInt(viewer.measureGrown(sandwich, 0, marks)) <= BigInt(sandwich.width[0]), true);
			if (base.columns === 1)
				assert.equal(BigInt(viewer.measureGrown(sandwich, 0, marks)), width(names => names.includes(first) && names.includes(second)));
		});
	}
}
