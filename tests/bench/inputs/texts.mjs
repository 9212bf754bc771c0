// Inputs that are text: most are a recording over and over, with some of its names numbered.
import { copies, numbered, recorded, VARIANTS } from './lib.mjs';

const whole = (file, names) => [copies(numbered(recorded(file), names))];

// The part of a recording from `start` up to `end` is repeated.
function part(file, start, end, names) {
	const text = recorded(file), from = text.indexOf(start), to = end ? text.indexOf(end, from) : text.length;
	return [text.slice(0, from), copies(numbered(text.slice(from, to), names)), text.slice(to)];
}

// Each copy later than the one before it. Times are seconds with six digits behind the point.
function later(file, names, time, step) {
	const make = numbered(recorded(file), names);
	return [{ nth: i => make(i % VARIANTS).replace(time, at => (Number(at) + step * i).toFixed(6)) }];
}

const folded = [copies(i => Array.from({ length: 50 }, (_, k) => {
	const frames = Array.from({ length: 20 }, (_, depth) => `module${depth}::Type::method${depth < 4 ? i : (k * depth + i) % 97}`);
	return `app;${frames.join(';')} ${k + 1}\n`;
}).join(''))];

const vtuneMemory = `Function Stack,Allocation Size:Self,Deallocation Size:Self,Allocations:Self,Module
Total,0,0,0,
 main,0,0,0,shop
  "std::vector<int, std::allocator<int>>::push_back",4096,1024,3,shop
   "operator new",123456,0,5,libstdc++.so.6
  free,,77,,libc.so.6
`;

const vsprof = `Level,Function Name,Number of Calls,Elapsed Inclusive Time %,Elapsed Exclusive Time %,Avg Elapsed Inclusive Time,Module Name,
0,"shop.exe",0,100.00,0.00,0.00,"",
1,"Shop.Main(string[])",10,100.00,1.50,"2,000.25","shop.exe",
2,"Shop.Parse(class Shop.Reader&,bool&)","2,893,824",90.25,40.25,0.01,"shop.exe",
3,"System.String.get_Length()","1,000,000",50.00,50.00,0.00,"mscorlib.dll",
2,"Shop.Close()",4,8.25,8.25,0.00,"shop.exe",
`;

function lines(text, from, names) {
	const at = text.indexOf(from);
	return [text.slice(0, at), copies(numbered(text.slice(at), names))];
}

// Names stand in columns: a number takes the place of blanks.
function ghcprof() {
	const text = recorded('ghcprof-report/report.prof'), at = text.indexOf(' CAF ');
	return [text.slice(0, at), copies(i => text.slice(at).replace(/CAF {6}|main {5}/g, name => name.replace(/ +/, String(i).padEnd(6)).padEnd(9)))];
}

// One tree, of which what is below the first line comes over and over.
function massif() {
	const text = recorded('massif-real/massif.out.gz'), at = text.indexOf('n12: 1234662'), from = text.indexOf('\n', at) + 1;
	const tree = text.slice(from, text.indexOf('#-----------', from));
	return [text.slice(0, at), count => `n${12 * count}: ${1234662 * count} (heap allocation functions) malloc\n`,
		copies(numbered(tree, /clone|main/g))];
}

// Functions by numbers, of which each copy has its own; the sums at the end are of all.
function callgrind() {
	const text = recorded('callgrind-real/callgrind.out.gz'), from = text.indexOf('\nob=') + 1, to = text.indexOf('totals: ');
	const costs = count => text.slice(to).match(/\d+/g).map(cost => cost * count).join(' ');
	const make = i => text.slice(from, to).replace(/(fn=)\((\d+)\)( .*)?/g, (_, key, id, name = '') => `${key}(${1000 * i + Number(id)})${name && name + i}`);
	return [text.slice(0, from).replace(/summary: .*\n/, ''), copies(make), count => `totals: ${costs(count)}\n`];
}

// Names, traces and allocations are numbered by their order, so they come first, each tree of traces
// below a function of its own; then the events of all.
function heaptrack() {
	const text = recorded('heaptrack-real/heaptrack.heavy.zst').split('\n'), hex = (word, more) => (parseInt(word, 16) + more).toString(16);
	const of = kinds => text.filter(line => kinds.includes(line[0]));
	const traces = of('t').map(line => line.split(' ')), allocations = of('a').map(line => line.split(' ')), events = of('+-');
	const strings = of('s').length, places = of('i').length;
	const tables = i => {
		const first = (traces.length + 1) * i + 1;
		const name = `variant_${i}`, parent = id => id === '0' ? first.toString(16) : hex(id, first);
		return [`s ${name.length.toString(16)} ${name}`, `i ${(4096 + i).toString(16)} 1 ${(strings + i + 1).toString(16)}`,
			`t ${(places + i + 1).toString(16)} 0`, ...traces.map(([, place, id]) => `t ${place} ${parent(id)}`),
			...allocations.map(([, size, id]) => `a ${size} ${hex(id, first)}`), ''].join('\n');
	};
	const head = of('vXIsi').join('\n') + '\n' + Array.from({ length: VARIANTS }, (_, i) => tables(i)).join('');
	return [head, copies(i => events.map(line => `${line[0]} ${hex(line.slice(2), allocations.length * i)}\n`).join(''))];
}

// Samples come before the names that they point to: each copy has a root of its own.
function go() {
	const text = recorded('go-recorded/cpu.raw.gz'), from = text.indexOf('\n', text.indexOf('samples/count')) + 1;
	const to = text.indexOf('Locations\n'), names = to + 'Locations\n'.length, samples = text.slice(from, to);
	const roots = Array.from({ length: VARIANTS }, (_, i) => `${9000 + i}: 0x${(9000 + i).toString(16)} M=1 main.root${i} /src/main.go:1 s=0\n`);
	return [text.slice(0, from), copies(i => samples.replace(/: [\d ]+$/gm, ids => `${ids}${9000 + i} `)), text.slice(to, names), roots.join(''), text.slice(names)];
}

// Code at places of its own for each copy, below all stacks of it.
function nodeprof() {
	const text = recorded('nodeprof-real/v8.log.gz').split('\n'), place = i => `0x${(0x700000000000 + 256 * i).toString(16)}`;
	const ticks = text.filter(line => line.startsWith('tick,')), others = text.filter(line => !line.startsWith('tick,'));
	const roots = Array.from({ length: VARIANTS }, (_, i) => `code-creation,JS,10,1,${place(i)},200,root${i} file:///srv/app.js:1:1,0x1,~`);
	return [[...others.filter(Boolean), ...roots, ''].join('\n'), copies(i => ticks.map(line => `${line},${place(i)}\n`).join(''))];
}

// The first rows say what later ones only refer to; times are new in each.
function xctrace() {
	const text = recorded('xctrace-basic/profile.xml'), from = text.indexOf('<row>'), to = text.indexOf('</node>');
	const ids = Array.from({ length: VARIANTS }, (_, i) => 100 * i + 1000);
	const frame = (id, name) => `<frame id="${id}" name="app::Type::${name}" addr="0x1"><binary id="${id + 1}" name="app" path="/bin/app"/></frame>`;
	const first = (id, i) => `<row><sample-time id="${id}" fmt="00:00.1">1</sample-time><thread id="${id + 1}" fmt="main 0x1 (app, pid: 7)">` +
		`<process id="${id + 2}" fmt="app (7)"/></thread><weight id="${id + 3}" fmt="1.00 ms">1000000</weight><backtrace id="${id + 4}">` +
		Array.from({ length: 20 }, (_, k) => frame(id + 5 + 2 * k, k < 19 ? `method${k}` : `root${i}`)).join('') + '</backtrace></row>\n';
	const next = (id, i) => `<row><sample-time id="${100000 + i}" fmt="00:00.1">${i}</sample-time><thread ref="${id + 1}"/>` +
		`<process ref="${id + 2}"/><weight ref="${id + 3}"/><backtrace ref="${id + 4}"/></row>\n`;
	return [text.slice(0, from), ids.map(first).join(''), { nth: i => next(ids[i % VARIANTS], i) }, text.slice(to)];
}

export const texts = {
	'aix': () => whole('aix-basic/stacks.txt', /\bmain|_pthread_body/g),
	'austin': () => whole('austin-samples/wall', /<module>/g),
	'bpftrace': () => whole('bpftrace-real/maps.txt.gz', /do_syscall_64|__x86_indirect_thunk_rax/g),
	'bpftrace.json': () => whole('bpftrace-real/maps.json.gz', /do_syscall_64|__x86_indirect_thunk_rax/g),
	callgrind,
	'dtrace': () => whole('dtrace-basic/stacks.txt', /`_lwp_start|plain/g),
	'elfutils': () => whole('elfutils-recorded/stacks.txt', /start_thread|\bmain\b/g),
	'faulthandler': () => whole('faulthandler-recorded/stacks.txt', /in \w+$/gm),
	'folded': () => folded,
	'gdb': () => whole('gdb-recorded/stacks.txt', /start_thread|\bmain(?= \()/g),
	ghcprof,
	go,
	'go.heap': () => part('go-recorded/heap.txt.gz', '\n', '\n# runtime', /\b(runtime|main)\.main/g),
	'go.traces': () => part('go-recorded/cpu.traces.gz', '----', null, /main\.(words|count)/g),
	'goroutine': () => whole('goroutine-recorded/dump.txt', /main\.(worker|main)/g),
	heaptrack,
	'ibmjava': () => whole('ibmjava-basic/javacore.txt', /main(?=\()|run(?=\()|start_thread/g),
	'importtime': () => whole('importtime-modules/import.txt.gz', /\| \w+$/gm),
	'instruments': () => lines(recorded('instruments-basic/time.txt'), '2.52 s', /start|app \(/g),
	'java-exceptions': () => whole('java-exceptions-recorded/log.txt', /Exc\.main/g),
	'jfr': () => whole('jfr-real/print.txt.gz', /\.(execute|run|main)(?=\()/g),
	'jstack': () => whole('jstack-recorded/jstack.txt', /Dump\.main|Thread\.run/g),
	'ljp': () => part('ljp-basic/traces.txt', '42 3', 'Total trace', /Main\.run/g),
	massif,
	nodeprof,
	'perf': () => whole('../../examples/demo/after.perf', /\bmain\b/g),
	'perf-sched': () => later('perf-sched-real/sched.txt.gz', /do_syscall_64/g, /\b\d+\.\d{6}(?=:)/g, 1),
	'pmc': () => part('pmc-basic/graph.txt', '73.58%', '@ CACHE_MISS', /main|memcpy|sched_idletd/g),
	'recursive': () => folded,
	'sample': () => whole('sample-basic/report.txt', /\b(start|main)(?=  \(in)/g),
	'stap': () => whole('stap-basic/stacks.txt', /default_idle|get(?=\()/g),
	'strace': () => whole('strace-recorded/details.txt.gz', /_dl_catch_error|__libc_start_main/g),
	'vsprof': () => lines(vsprof, '1,"', /\bMain/g),
	'vtune': () => lines(recorded('vtune-report/report.csv'), ' main', /\bmain|clone/g),
	'vtune-mc': () => lines(vtuneMemory, ' main', /\bmain/g),
	'wcp': () => part('wcp-basic/report.txt', '81.789%', null, /\b(main|_start)(?=   )/g),
	xctrace,
	'xdebug': () => whole('xdebug-trace/shop.xt', /Cart(?=->)/g),
};
