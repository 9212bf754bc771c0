// The program and the viewer draw the same boxes, for random profiles at random widths. No browser:
// the viewer's pure modules are asked, and the program's, by way of boxes.c.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import * as oracle from '../browser/lib/encode.mjs';
import { test, failures } from '../browser/lib/tap.mjs';
import { viewer } from '../browser/lib/viewer.mjs';

const PROFILES = 1000, ROW = 16, MOST_DRAWN = 5000; // the still picture's grid is coarser where more would be drawn
const WIDTHS = [1, 2, 7, 99, 100, 101, 103, 137, 251, 1200, 1201, 1203, 1207, 99999, 100000];
// Looked up once, as each look into the script is an evaluation.
const functions = Object.fromEntries(['drawnWidth', 'rowTop', 'fillOf', 'roomFor', 'labelText', 'unitsOf', 'LABEL_LEAST', 'GAP', 'ORDERS', 'WIDTHS']
	.map(name => [name, viewer[name]]));

let state = 20;
const random = () => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) / 4294967296;
const below = limit => Math.floor(random() * limit), pick = list => list[below(list.length)];

// Behind what tells a name from its siblings': short names fit, of the long ones some letters are wide.
const ENDS = ['', '', '_in_many_columns_of_text', 'é日本語のとても長い名前😀😀é'];

// Nodes in preorder with their parents, 0 the root, of names that differ among siblings.
function randomTree(size, deep, columns, largest) {
	const nodes = [], path = [0], kinds = [0];
	for (let node = 1; node <= size; node++) {
		path.length = random() < deep ? path.length : 1 + below(path.length);
		const parent = path.at(-1), nth = kinds[parent]++;
		const weights = Array.from({ length: columns }, () => random() < 0.2 ? 0n : BigInt(Math.floor(largest ** random())));
		nodes.push({ parent, name: pick('bdfhjl'.split('')) + nth + pick(ENDS), weights });
		kinds[node] = 0;
		path.push(node);
	}
	nodes.at(-1).weights = nodes.at(-1).weights.map(weight => weight + 1n);
	return nodes;
}

function randomProfile(i) {
	const columns = 1 + below(2), large = i % 250 === 249, size = large ? 6000 + below(6000) : 1 + below(3 ** (1 + below(6)));
	const largest = large ? 3 : pick([3, 100, 1e5, 1e9, i % 7 ? 1e7 : 1e14]), deep = pick([0.1, 0.5, 0.9, 0.99]);
	return { nodes: randomTree(size, large ? 0.1 : deep, columns, largest), settings: {
		width: large ? 3001 : random() < 0.5 ? pick(WIDTHS) : 50 + below(3000), columns,
		minwidth: large ? 0 : pick([0, 0, 10, 50, 333]), percent: below(2),
		order: below(3), widthby: below(3), icicle: below(2), cut: below(2), nodes: size } };
}

const inputOf = ({ nodes, settings }, plain) => ['picture ' + Object.entries({ ...settings, plain }).map(pair => pair.join('=')).join(' '),
	...nodes.map(({ parent, name, weights }) => [parent, name, ...weights].join(' '))].join('\n') + '\n';
// Each profile's picture as the program's text, and its boxes by the names of their fields.
function drawnByProgram(profiles, plain) {
	const program = path.join(process.env.BUILD || 'build', 'tests/layout/boxes');
	const text = execFileSync(program, { input: profiles.map(profile => inputOf(profile, plain)).join(''), encoding: 'utf8', maxBuffer: 2 ** 30 });
	return text.split(/^(?=picture )/m);
}
const fieldsOf = line => Object.fromEntries(line.split(' ').map(field => field.split('=')).map(([key, value]) => [key, +value]));

function boxesOf(text) {
	const [head, ...lines] = text.trimEnd().split('\n');
	return { units: fieldsOf(head).units, boxes: lines.map(fieldsOf) };
}

function decoded({ nodes, settings }) {
	const { columns, order, widthby, icicle, cut, minwidth, percent } = settings, stacks = [''];
	const folded = nodes.map(({ parent, name, weights }) => {
		stacks.push((parent ? stacks[parent] + ';' : '') + name);
		return stacks.at(-1) + ' ' + weights.join(' ') + '\n';
	}).join('');
	return viewer.decodeProfile(oracle.encodeBlock(oracle.fromFolded(folded, { columns: String(columns), order: functions.ORDERS[order],
		widthby: functions.WIDTHS[widthby], direction: icicle ? 'down' : 'up', minwidth: `${minwidth / 100} ${percent ? '%' : 'px'}`, row: String(ROW),
		...cut && { cut: 'left' }, fillkind: columns === 2 ? 'change' : 'width' })));
}

// The same text of the viewer.
function drawnByViewer(profile, units, zoom = 0, span = [0, 1]) {
	const view = viewer.layoutView(profile, zoom, units, span), charWidth = profile.fontSize * profile.fontWidth;
	const { drawnWidth, rowTop, fillOf, roomFor, labelText, LABEL_LEAST } = functions;
	const lines = view.node.map((node, i) => {
		const depth = profile.depth[node], columns = roomFor(view, i, charWidth), room = columns < LABEL_LEAST ? 0 : columns;
		return `node=${node} depth=${depth} x=${view.x[i]} w=${drawnWidth(view.w[i])} y=${rowTop(profile, view, view.depth, depth)} ` +
			`fill=${fillOf(profile, node)} room=${room} label=${room ? labelText(profile, view, i, charWidth) : ''}\n`;
	});
	return `picture units=${units} rows=${view.depth} hidden=${view.hidden}\n` + lines.join('');
}

// A thin frame has no gap, so it may end where the gap of the one that it stands on does.
function checkPlaces(text, { nodes }) {
	const { units, boxes } = boxesOf(text);
	const drawn = new Map(boxes.map(box => [box.node, box])), ends = new Map();
	for (const box of boxes) {
		const { node, depth, x, w } = box, parent = node ? drawn.get(nodes[node - 1].parent) : { x: 0, w: units };
		assert.ok(x >= 0 && x + w <= units, `frame ${node}, ${x} + ${w}, is beyond the root's ${units}`);
		assert.ok(parent, `frame ${node} stands on none that is drawn`);
		assert.ok(x >= parent.x && x + w <= parent.x + parent.w + functions.GAP, `frame ${node} is beside its parent`);
		assert.ok(x >= (ends.get(depth) || 0), `frame ${node} is over its neighbour`);
		ends.set(depth, x + w);
	}
}

const profiles = Array.from({ length: PROFILES }, (_, i) => randomProfile(i)), drawn = drawnByProgram(profiles, 0);
const unitsOf = ({ settings }) => functions.unitsOf(settings.width);
const forEachProfile = (count, check) => profiles.slice(0, count).forEach((profile, i) => {
	try {
		check(profile, i);
	} catch (error) {
		error.message = `profile ${i}, ${JSON.stringify(profile.settings)}: ${error.message}`;
		throw error;
	}
});

await test('layout: frames of the still picture are in the root and in their parents', () => {
	assert.equal(drawn.length, PROFILES);
	forEachProfile(PROFILES, (profile, i) => checkPlaces(drawn[i], profile));
}, 60);

await test('layout: so are those of a picture with an element a frame', () => {
	const plain = drawnByProgram(profiles, 1);
	forEachProfile(PROFILES, (profile, i) => checkPlaces(plain[i], profile));
}, 60);

await test('layout: program and viewer draw the same boxes, fills and labels', () => {
	let same = 0;
	forEachProfile(PROFILES, (profile, i) => {
		const picture = drawnByViewer(decoded(profile), unitsOf(profile));
		if (picture.split('\n').length - 2 > MOST_DRAWN)
			return;
		same++;
		if (drawn[i] !== picture)
			assert.deepEqual(drawn[i].split('\n'), picture.split('\n'));
	});
	assert.ok(same > 0.99 * PROFILES && same < PROFILES, `${same} compared`);
}, 60);

await test('layout: frames of any zoom are in the zoomed one and in their parents', () => {
	forEachProfile(300, profile => {
		const tree = decoded(profile), zoom = below(tree.count), from = random() / 2;
		for (const span of [[0, 1], [from, from + random() / 2]])
			checkPlaces(drawnByViewer(tree, unitsOf(profile), zoom, span), profile);
	});
}, 60);

process.exit(failures() ? 1 : 0);
