// Inputs that are one document, of which two behind each other are none: what is listed in them is
// repeated. What they list refers to tables, in which each variant has frames of its own.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { pprof } from './pprof.mjs';
import { copies, numbered, recorded, VARIANTS } from './lib.mjs';

const json = file => JSON.parse(recorded(file));
const variants = make => Array.from({ length: VARIANTS }, (_, i) => make(i));

// The document in which these lists come as often as there are copies: [holder, key, make], where make(i)
// is what the list holder[key] has in copy i.
function listed(document, ...lists) {
	lists.forEach(([holder, key], place) => { holder[key] = [`@list ${place}`]; });
	const separated = make => ({ nth: i => (i ? ',' : '') + (make.nth ?? make)(i) });
	return JSON.stringify(document).split(/"@list (\d+)"/).map((part, at) => at % 2 ? separated(lists[part][2]) : part);
}

const items = list => JSON.stringify(list).slice(1, -1);

// One stack table for all: a root of its own for each variant, below which all nodes come again.
function v8() {
	const profile = json('v8-real/node.cpuprofile'), { nodes, samples, timeDeltas } = profile, last = Math.max(...nodes.map(node => node.id));
	const root = { ...nodes[0], children: [] };
	profile.nodes = [root, ...variants(i => nodes.map(node => {
		const id = node.id + (last + 1) * (i + 1), name = node === nodes[0] ? `root ${i}` : node.callFrame.functionName;
		if (node === nodes[0])
			root.children.push(id);
		return { ...node, id, callFrame: { ...node.callFrame, functionName: name }, children: node.children?.map(child => child + (last + 1) * (i + 1)) };
	})).flat()];
	return listed(profile, [profile, 'samples', copies(i => items(samples.map(id => id + (last + 1) * (i + 1))))],
		[profile, 'timeDeltas', copies(() => items(timeDeltas.map(() => 1000)))]);
}

// A recording as profilers write it for speedscope: frames in a table, in a stack by their places there.
// Each variant has a frame of its own below all stacks.
function speedscopeOf(kind) {
	const lines = recorded('../../examples/go.folded').trimEnd().split('\n').map(line => line.split(/ (?=\d+$)/));
	const stacks = lines.map(([stack]) => stack.split(';')), names = [...new Set(stacks.flat())];
	const frames = [...names.map((name, line) => ({ name, file: '/srv/app/main.go', line, col: null })), ...variants(i => ({ name: `root ${i}` }))];
	const profile = { type: kind, name: 'main', unit: 'seconds', startValue: 0, endValue: 1 };
	const stacksOf = i => stacks.map(stack => [names.length + i % VARIANTS, ...stack.map(name => names.indexOf(name))]);
	return { profile, stacksOf, seconds: lines.map(([, nanoseconds]) => nanoseconds / 1e9),
		document: { $schema: 'https://www.speedscope.app/file-format-schema.json', profiles: [profile], shared: { frames }, name: 'app' } };
}

// As py-spy and rbspy do.
function speedscope() {
	const { document, profile, stacksOf, seconds } = speedscopeOf('sampled');
	return listed(document, [profile, 'samples', copies(i => items(stacksOf(i)))], [profile, 'weights', copies(() => items(seconds))]);
}

// Each stack is opened and closed where it differs from the one before; at the end of a copy all is.
function speedscopeEvents() {
	const { document, profile, stacksOf, seconds } = speedscopeOf('evented');
	const nested = variants(stacksOf), whole = seconds.reduce((sum, time) => sum + time, 0);
	return listed(document, [profile, 'events', i => {
		const events = [];
		let open = [], at = whole * i;
		[...nested[i % VARIANTS], []].forEach((stack, place) => {
			const differs = open.findIndex((frame, depth) => frame !== stack[depth]), same = differs < 0 ? open.length : differs;
			const event = type => frame => ({ type, frame, at: Number(at.toFixed(9)) });
			events.push(...open.slice(same).reverse().map(event('C')), ...stack.slice(same).map(event('O')));
			open = stack;
			at += seconds[place];
		});
		return items(events);
	}]);
}

// Events of the same threads, later each time.
function chrome() {
	const document = json('chrome-real/node.json'), events = document.traceEvents;
	const times = events.map(event => event.ts).filter(Boolean), step = Math.max(...times) - Math.min(...times) + 1e6;
	return listed(document, [document, 'traceEvents', i => items(events.map(event => ({ ...event,
		...event.ts && { ts: event.ts + step * i }, ...event.cat === 'v8' && { name: event.name + i % VARIANTS } })))]);
}

// A CPU profile in pieces, of which the last comes again.
function chromeProfile() {
	const document = json('chrome-real/chromium.json'), events = document.traceEvents;
	const chunk = events.findLast(event => event.name === 'ProfileChunk' && !event.args.data.cpuProfile.nodes);
	return listed(document, [document, 'traceEvents', i => i ? items([chunk]) : items(events)]);
}

function firefox() {
	const profile = json('firefox-real/firefox.json.gz'), thread = profile.threads[0], { stackTable, frameTable, stringTable, samples } = thread;
	const stacks = stackTable.data.slice(), rows = samples.data, [time, stack] = [samples.schema.time, samples.schema.stack];
	const span = rows.at(-1)[time] - rows[0][time] + 1;
	for (let i = 0; i < VARIANTS; i++) {
		const first = stackTable.data.length;
		stringTable.push(`root ${i}`);
		frameTable.data.push([stringTable.length - 1, false, 0]);
		stackTable.data.push([null, frameTable.data.length - 1], ...stacks.map(([prefix, frame]) => [prefix === null ? first : prefix + first + 1, frame]));
	}
	return listed(profile, [samples, 'data', i => items(rows.map(row => {
		const copy = row.slice();
		copy[time] += span * i;
		copy[stack] += stacks.length + (stacks.length + 1) * (i % VARIANTS) + 1;
		return copy;
	}))]);
}

function dhat() {
	const document = json('dhat-real/dhat.out.gz'), points = document.pps, first = document.ftbl.length;
	document.ftbl.push(...variants(i => `0x1: root${i} (root.c:1)`));
	return listed(document, [document, 'pps', copies(i => items(points.map(point => ({ ...point, fs: [...point.fs, first + i] }))))]);
}

function jfr() {
	const document = json('jfr-real/print.json.gz'), { recording } = document, { events } = recording;
	return listed(document, [recording, 'events', copies(numbered(items(events), /"name":"(execute|run|main)/g))]);
}

// What flamegraph draws of folded stacks, all of which differ.
const svg = options => () => [count => {
	const stacks = [];
	for (let i = 0; i < 50 * count; i++)
		stacks.push(`app;${Array.from({ length: 20 }, (_, depth) => `module${depth}::Type::method${depth < 4 ? Math.floor(i / 50) : (i * depth) % 97}`).join(';')} 7\n`);
	const program = (process.env.BIN ?? fileURLToPath(new URL('../../../bin', import.meta.url))) + '/flamegraph';
	return execFileSync(program, options, { input: stacks.join(''), maxBuffer: 2 ** 30 });
}];

export const documents = {
	chrome,
	'chrome.profile': chromeProfile,
	dhat,
	firefox,
	'jfr.json': jfr,
	pprof,
	speedscope,
	'speedscope.events': speedscopeEvents,
	'svg': svg([]),
	'svg.static': svg(['--static', '--minwidth', '0', '--width', '100000']),
	v8,
};
