// node browser.mjs [--runs N] [--sizes 1k,10k,...] [--huge] [--json]
// How heavy our files are in a browser, and how quick: medians of N runs (5), each in a fresh Chromium.
// Beside them, at 10k frames: a static SVG with an element a frame, and d3-flame-graph from npm; and an
// empty SVG, for what the browser itself takes on this machine to open a file and to be clicked.
// --huge loads, zooms and searches one file of 2,000,000 frames, once. "make bench-browser" calls it;
// BIN and CHROMIUM as for the tests of the viewer.
//
// What the rows mean. Wall times start with the event of the mouse or the keyboard (with the
// navigation, for "ready") and end with the second animation frame after it: it is painted. "still"
// is when nothing moves any more. A search is pasted, and its wall time holds the moment that the viewer
// waits for more letters. CPU is that of the page's main thread, until a moment after it is
// still; it is the figure that a busy machine changes least. "all threads" are those of the page's
// process, with those that draw the pixels: here they do it without a graphics card. Hover is one of
// ten moves of the mouse.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { commonWord, profile } from './gen.mjs';
import { D3, EMPTY, OURS, STATIC } from './graphs.mjs';

const WINDOW = { width: 1280, height: 1200 };
const SIZES = { '1k': 1000, '10k': 10000, '50k': 50000, '200k': 200000, '500k': 500000, '2M': 2000000 };

function fail(status, text) {
	console.error('browser.mjs: ' + text);
	process.exit(status);
}

function options() {
	try {
		const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' }, sizes: { type: 'string', default: '1k,10k,50k,200k,500k' }, huge: { type: 'boolean' }, json: { type: 'boolean' } } });
		const wanted = { ...values, runs: values.huge ? 1 : Number(values.runs), sizes: values.huge ? ['2M'] : values.sizes.split(',') };
		if (!(Number.isInteger(wanted.runs) && wanted.runs > 0))
			throw new Error('--runs takes a number from 1, not ' + values.runs);
		for (const size of wanted.sizes)
			if (!(size in SIZES))
				throw new Error(`--sizes takes a list of ${Object.keys(SIZES)}, not ${size}`);
		return wanted;
	} catch (error) {
		return fail(2, error.message);
	}
}

// In the page: window.bench times one operation at a time.
function stopwatch() {
	const frames = (count, then) => count ? requestAnimationFrame(() => frames(count - 1, then)) : then();
	// Looking at each frame would make the page work for frames that the compositor shows by itself.
	const still = then => {
		const moving = document.getAnimations().map(animation => animation.finished);
		if (moving.length)
			Promise.allSettled(moving).then(() => still(then));
		else if (graph.busy())
			requestAnimationFrame(() => still(then));
		else
			frames(2, then);
	};
	let started, said, waits, finish, result;
	window.bench = {
		// For the next event of that kind; with waits, until the graph says something new.
		arm(event, waitsForWords) {
			result = new Promise(resolve => { finish = resolve; });
			said = graph.matched();
			waits = waitsForWords;
			if (event)
				addEventListener(event, ({ timeStamp }) => bench.start(timeStamp), { capture: true, once: true });
		},
		start(time = performance.now()) {
			started = time;
			frames(1, bench.look);
		},
		look() {
			if (waits && said !== undefined && graph.matched() === said && performance.now() < started + 60000)
				return frames(1, bench.look);
			frames(1, () => {
				const painted = performance.now() - started;
				still(() => {
					const time = performance.now() - started;
					setTimeout(() => finish({ painted, still: time }), 100);
				});
			});
		},
		result: () => result,
	};
	bench.ready = new Promise(resolve => addEventListener('load', function look() {
		if (!graph.ready())
			return requestAnimationFrame(look);
		frames(2, () => {
			const painted = performance.now();
			still(() => setTimeout(resolve, 100, { painted }));
		});
	}));
}

// Points in frames that are in the window: the one nearest to a tenth of the root, and ten others.
function points() {
	const all = graph.frames(), widest = Math.max(...all.map(({ width }) => width));
	const distance = ({ width }) => Math.abs(width / widest - 0.1);
	const middle = ({ element }) => {
		const box = element.getBoundingClientRect();
		return [box.x + Math.min(box.width / 2, 30), box.y + box.height / 2];
	};
	const target = all.reduce((best, frame) => distance(frame) < distance(best) ? frame : best);
	target.element.scrollIntoView({ block: 'center' });
	const inside = all.map(middle).filter(([x, y]) => x > 0 && x < innerWidth && y > 0 && y < innerHeight);
	return { zoom: middle(target), share: target.width / widest, hover: Array.from({ length: 10 }, (_, i) => inside[Math.floor(inside.length * i / 10)]) };
}

const renderers = async session => (await session.send('SystemInfo.getProcessInfo')).processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
const resident = pid => Number(/^VmRSS:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
// All threads of a process, those that draw the pixels too; in ms.
const allThreads = pid => fs.readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + Number(fs.readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]), 0) / 1e6;

async function measureOnce(launch, kind, file, word) {
	const browser = await launch(), page = await browser.newPage({ viewport: WINDOW }), errors = [];
	page.on('pageerror', error => errors.push(error.message));
	try {
		const devtools = await page.context().newCDPSession(page);
		const metrics = async () => Object.fromEntries((await devtools.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value]));
		await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
		await page.addInitScript(`window.graph = { ${Object.values(kind.inPage).join(', ')} };\n(${stopwatch})();`);
		await page.goto(pathToFileURL(file).href, { timeout: 120000 });
		const { painted } = await page.evaluate(() => bench.ready), loaded = await metrics();
		await devtools.send('HeapProfiler.collectGarbage');
		const [[memory, pid]] = (await renderers(await browser.newBrowserCDPSession())).map(pid => [resident(pid), pid]).sort((a, b) => b[0] - a[0]);
		const out = {
			'ready painted ms': painted, 'ready CPU ms': loaded.TaskDuration * 1000,
			elements: await page.evaluate(() => document.querySelectorAll('*').length),
			'JS heap MB': (await metrics()).JSHeapUsedSize / 2 ** 20,
			'renderer MB': memory,
		};
		const operation = async (event, act, waits) => {
			await page.evaluate(([event, waits]) => bench.arm(event, waits), [event, waits]);
			const before = await metrics(), threads = allThreads(pid);
			await act();
			const times = await page.evaluate(() => bench.result()), after = await metrics();
			return {
				'painted ms': times.painted, 'still ms': times.still, 'CPU ms': (after.TaskDuration - before.TaskDuration) * 1000,
				'all threads ms': allThreads(pid) - threads, layouts: after.LayoutCount - before.LayoutCount,
			};
		};
		const keep = (name, figures) => Object.assign(out, Object.fromEntries(Object.entries(figures).map(([key, value]) => [name + ' ' + key, value])));
		if (kind.zoomed) {
			const { zoom, share, hover } = await page.evaluate(`(${points})()`);
			await page.mouse.move(...zoom);
			await page.waitForTimeout(200);
			out.share = share;
			keep('zoom', await operation(kind.zoomed, () => page.mouse.down().then(() => page.mouse.up())));
			if (!kind.search)
				return out;
			keep('reset', await operation(kind.reset.event, () => kind.reset.act(page)));
			await kind.search.before?.(page);
			await page.waitForTimeout(200);
			keep('search', await operation(kind.search.event, () => kind.search.act(page, word), true));
			out.matched = await page.evaluate(() => graph.matched());
			await page.mouse.move(1, 1);
			const moves = [];
			for (const point of hover)
				moves.push(await operation('mousemove', () => page.mouse.move(...point)));
			keep('hover', medians(moves));
		}
		if (errors.length)
			throw new Error(`${path.basename(file)}: ${errors[0]}`);
		return out;
	} finally {
		await browser.close();
	}
}

const median = values => [...values].sort((a, b) => a - b)[(values.length - 1) >> 1];
const medians = runs => Object.fromEntries(Object.keys(runs[0]).map(key => [key, median(runs.map(run => run[key]))]));

const ROWS = ['frames', 'bytes', 'bytes/frame', 'elements', 'JS heap MB', 'renderer MB', 'ready painted ms', 'ready CPU ms',
	...['zoom', 'reset', 'search', 'hover'].flatMap(name => ['painted ms', 'still ms', 'CPU ms', 'all threads ms', 'layouts'].map(what => name + ' ' + what))];

function shown(row, value) {
	if (value === undefined)
		return '-';
	return value.toLocaleString('en-US', /frames|^bytes$|elements|layouts/.test(row) || value >= 99.95 ? { maximumFractionDigits: 0 } : { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

function table(columns) {
	const rows = ROWS.filter(row => columns.some(column => column[row] !== undefined));
	const cells = columns.map(column => [column.name, ...rows.map(row => shown(row, column[row]))]);
	const widths = cells.map(column => Math.max(...column.map(text => text.length)));
	return ['', ...rows].map((row, i) => row.padEnd(18) + cells.map((column, c) => '  ' + column[i].padStart(widths[c])).join('')).join('\n');
}

const { runs, sizes, json, huge } = options();
const { launch, hasBrowser, EXECUTABLE } = await import('../browser/lib/browser.mjs').catch(() => fail(1, 'its packages are missing: npm ci --prefix tests/browser'));
if (!hasBrowser())
	fail(1, 'no browser at ' + EXECUTABLE);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'flamegraph-bench.')), columns = [];
try {
	const browser = await launch(), version = browser.version();
	await browser.close();
	if (!json)
		console.log(`Chromium ${version}, window ${WINDOW.width} x ${WINDOW.height}, medians of ${runs}, load of the machine ${os.loadavg()[0].toFixed(1)} on ${os.cpus().length} cores\n`);
	const files = [['empty', sizes[0], EMPTY, 'svg'], ...sizes.map(size => [size, size, OURS, 'svg'])];
	if (!huge)
		files.push(['static 10k', '10k', STATIC, 'svg'], ['d3 10k', '10k', D3, 'html']);
	for (const [name, size, kind, type] of files) {
		const made = profile(SIZES[size]), { word, share } = commonWord(made, 0.05), file = path.join(folder, `${name}.${type}`);
		await kind.write(file, made);
		const measured = [];
		for (let run = 0; run < runs; run++)
			measured.push(await measureOnce(launch, kind, file, word));
		const bytes = fs.statSync(file).size;
		columns.push({ name, frames: made.frames, bytes, 'bytes/frame': bytes / made.frames, word, 'share of frames with the word': share, ...medians(measured) });
		fs.rmSync(file);
	}
	console.log(json ? JSON.stringify(columns, null, 1) : table(columns));
} finally {
	fs.rmSync(folder, { recursive: true });
}
