// Palettes and schemes that a file of the program offers beside its own: the colours that its data
// give are those that the program draws when it is asked for that palette.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import * as oracle from '../lib/encode.mjs';
import { test, skip, program, withProgram, made, blockOf } from '../lib/page.mjs';
import { DEMO, DIFF, HOSTILE, walk } from '../lib/profiles.mjs';

const top = new URL('../../../', import.meta.url), read = name => fs.readFileSync(new URL(name, top), 'latin1');
const listed = option => {
	const { stderr } = spawnSync(program, [option, '?'], { input: '' });
	return / one of (.*): try /.exec(stderr)[1].split(' ');
};

// Names that each rule of the palettes is for, from the unit test of them, one frame each.
const ruled = () => [...read('tests/unit/colour.c').matchAll(/^\t\t\{"\w+", "([^"\\]+)", "#/gm)].map(match => `main;${match[1]} 1`);
// Stacks of all kinds of profiles that the cases of collapse-perf end in.
const folded = () => fs.readdirSync(new URL('tests/cases', top)).filter(name => name.startsWith('collapse-perf-') && fs.existsSync(new URL(`tests/cases/${name}/stdout`, top)))
	.flatMap(name => read(`tests/cases/${name}/stdout`).split('\n').filter(line => /^[^#].* \d+$/.test(line)).map(line => line.replace(/\d+$/, '1')));
const PROFILES = { demo: () => DEMO, 'hostile names': () => HOSTILE, 'names of all rules': () => ruled().join('\n'), 'stacks of the cases': () => folded().join('\n'),
	separators: () => 'a;b;-;c;--;d;;e 5\n', '6,000 nodes': () => walk(6000) };
for (const name of ['examples/go.folded', '../shared/corpus/other/heaptrack-heavy-peak.folded', '../shared/corpus/other/heaptrack-heavy-allocations.folded'])
	PROFILES[name] = () => read(name);

const bytes = text => Buffer.isBuffer(text) ? text : Buffer.from(text, 'latin1');
// One node for each name, and the root.
const nodesOf = model => [...new Map(oracle.preorder(model.root).map(node => [node === model.root ? null : node.name, node])).values()];
const coloursOf = (model, colour) => new Map(nodesOf(model).map(node => [node === model.root ? null : node.name, colour(node)]));
function fillsOf(svg, model) {
	const colours = oracle.fillColours(svg);
	return coloursOf(model, node => colours[oracle.fillOf(model, node)]);
}

function compare(input, args, other) {
	const svg = made(input, args), model = oracle.decodeBlock(blockOf(svg)), { palette, tintsOf } = model.palettes;
	for (const name of Object.keys(tintsOf)) {
		const drawn = made(input, [...other, '--colors', name]), there = oracle.decodeBlock(blockOf(drawn));
		const want = fillsOf(drawn, there);
		assert.equal(there.palettes.palette, name);
		assert.deepEqual(coloursOf(there, node => oracle.paletteFill(there, name, node)), want, name + ' of itself');
		/* The chain palette marks wakers in their names: the colours of the marked ones are its own. */
		if (name !== 'chain' || !/;--;/.test(input))
			assert.deepEqual(coloursOf(model, node => oracle.paletteFill(model, name, node)), want, `${name} from ${palette}`);
	}
	return model;
}

if (!withProgram)
	skip('palettes', 'no ' + program);
for (const [name, load] of withProgram ? Object.entries(PROFILES) : []) {
	if (name.startsWith('..') && !fs.existsSync(new URL(name, top))) {
		skip('palettes: from the data of another: ' + name, 'absent: ' + name);
		continue;
	}
	await test('palettes: from the data of another: ' + name, () => {
		const input = bytes(load()), model = compare(input, [], []);
		assert.ok(nodesOf(model).length > 5);
		compare(input, ['--hash', '--colors', 'java'], ['--hash']);
	}, 60);
}

if (withProgram) {
	const lines = svg => blockOf(svg).split('\n').filter(line => /^(palette|rootcolour|tints?\.|shades|legend|scheme)/.test(line));

	await test('palettes: all are there, each once, and the one of the file', () => {
		const offered = Object.keys(oracle.decodeBlock(blockOf(made(DEMO, []))).palettes.tintsOf);
		assert.deepEqual(offered, listed('--colors').filter(name => name !== 'wakeup'));
		for (const name of listed('--colors')) {
			const svg = made(DEMO, ['--colors', name]), model = oracle.decodeBlock(blockOf(svg));
			assert.equal(model.palettes.palette, name === 'wakeup' ? 'aqua' : name);
			assert.equal(fillsOf(svg, model).get(null), model.palettes.root);
		}
	});

	await test('palettes: the legend of each is what its pictures show', () => {
		const model = oracle.decodeBlock(blockOf(made(DEMO, []))), { tintsOf, legends } = model.palettes;
		for (const name of Object.keys(tintsOf)) {
			const shown = [...made(DEMO, ['--colors', name]).matchAll(/<tspan fill="(#[0-9a-f]{6})">■<\/tspan><tspan> (.*?)  <\/tspan>/g)].map(match => match.slice(1));
			assert.deepEqual((legends[name] || []).map(([tint, text]) => [oracle.tintColour(model.palettes, tint, 8), text]), shown, name);
		}
		assert.ok(Object.keys(legends).length >= 10);
	});

	await test('palettes: the oracle writes them as the program does', () => {
		for (const svg of [made(DEMO, []), made(HOSTILE, ['--hash', '--colors', 'package']), made(DIFF, ['--diff'])]) {
			const { palettes } = oracle.decodeBlock(blockOf(svg));
			assert.deepEqual(oracle.encodePalettes(palettes), lines(svg));
			assert.ok(lines(svg).length >= 4);
		}
	});

	await test('palettes: colours of a palette map stay the fills, and palettes are free of them', () => {
		const map = `${process.env.TMPDIR || '/tmp'}/palette-map-${process.pid}`;
		fs.writeFileSync(map, 'main->rgb(1,2,3)\n');
		try {
			const svg = made(DEMO, ['--cp=' + map]), model = oracle.decodeBlock(blockOf(svg)), main = model.root.children[0];
			assert.equal(fillsOf(svg, model).get('main'), '#010203');
			assert.equal(oracle.paletteFill(model, 'hot', main), '#f8c72f');
		} finally {
			fs.unlinkSync(map);
		}
	});

	for (const args of [[], ['--negate'], ['--self-change'], ['--min-change', '20%']])
		await test(`palettes: schemes of changes, from the data of another: ${args.join(' ')}`, () => {
			const svg = made(DIFF, ['--diff', ...args]), model = oracle.decodeBlock(blockOf(svg));
			assert.equal(model.palettes.scheme, 'red-blue');
			assert.deepEqual(Object.keys(model.palettes.schemes), listed('--diff-colors'));
			for (const name of listed('--diff-colors')) {
				const drawn = made(DIFF, ['--diff', '--diff-colors', name, ...args]), there = oracle.decodeBlock(blockOf(drawn));
				assert.equal(there.palettes.scheme, name);
				assert.deepEqual(coloursOf(model, node => oracle.schemeFill(model, name, node)), fillsOf(drawn, there));
				const shown = [...drawn.matchAll(/<tspan fill="(#[0-9a-f]{6})">■<\/tspan><tspan> (.*?)  <\/tspan>/g)].map(match => match.slice(1));
				assert.deepEqual(model.palettes.legends.change.map(([level, text]) => [model.palettes.schemes[name][level], text]), shown);
			}
		});

	await test('palettes: a picture coloured by width offers none', () => {
		assert.deepEqual(lines(made(DEMO, ['--colordiffusion'])), []);
	});
}
