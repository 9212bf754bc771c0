// The kinds of file that browser.mjs measures: how to make one, and how to work it. Everything that
// depends on what a viewer's elements are called is here.
//
//   write(file, profile)    makes the file
//   inPage                  functions that become window.graph in the page:
//       ready()                 whether the graph can be used
//       busy()                  whether something moves that document.getAnimations() does not know
//       matched()               what it says about the last search, or undefined
//       frames()                elements of frames with room for a text, from the root, and their widths
//   reset(page), search(page, word)   an operation; its event is what the wall time starts with
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { nested, writeFolded } from './gen.mjs';

const program = (process.env.BIN || fileURLToPath(new URL('../../bin', import.meta.url))) + '/flamegraph';

async function draw(file, profile, options) {
	const child = spawn(program, [...options, '-o', file], { stdio: ['pipe', 'inherit', 'inherit'] }), ended = once(child, 'close');
	await writeFolded(profile, text => child.stdin.write(text) || once(child.stdin, 'drain'));
	child.stdin.end();
	const [status] = await ended;
	if (status !== 0)
		throw new Error(`${program} ended with status ${status}`);
}

export const OURS = {
	write: (file, profile) => draw(file, profile, []),
	inPage: {
		ready() { return document.documentElement.dataset.ready === '1'; },
		busy() { return false; },
		matched() { return document.querySelector('.flamegraph .matched').textContent; },
		frames() {
			const shapes = document.querySelector('.flamegraph .shapes'), area = () => shapes.getBoundingClientRect(), found = [];
			const [, , units] = shapes.getAttribute('viewBox').split(' ').map(Number), pixel = area().width / units;
			// A frame has no element of its own.
			const frame = (x, y, width) => ({ width, element: {
				getBoundingClientRect: () => new DOMRect(area().left + x, area().top + y - 6, width, 12),
				scrollIntoView: () => scrollBy(0, area().top + y - innerHeight / 2),
			} });
			for (const path of shapes.querySelectorAll('path[d]'))
				for (const [, x, y, rest] of path.getAttribute('d').matchAll(/M(\S+) ([\d.]+)([^M]*)/g)) {
					let at = +x;
					for (const [, skip = 0, width] of rest.matchAll(/(?:m(\S+) 0)?h(\d+)/g)) {
						found.push(frame((at + +skip) * pixel, +y - 0.5, width * pixel));
						at += +skip + +width;
					}
				}
			return found;
		},
	},
	zoomed: 'click',
	reset: { event: 'keydown', act: page => page.keyboard.press('Escape') },
	search: {
		event: 'input',
		before: page => page.keyboard.press('Control+f'),
		act: (page, word) => page.keyboard.insertText(word),
	},
};

// What the browser itself takes on this machine: to open a file, and for a click on nothing.
export const EMPTY = {
	write: file => fs.writeFileSync(file, '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="600"><text x="9" y="20">x</text></svg>\n'),
	inPage: {
		ready() { return true; },
		busy() { return false; },
		matched() { return undefined; },
		frames() { return [{ element: document.documentElement, width: 1200 }]; },
	},
	zoomed: 'click',
};

// A plain picture has nothing to work.
export const STATIC = {
	write: (file, profile) => draw(file, profile, ['--static', '--minwidth=0']),
	inPage: { ready() { return true; }, busy() { return false; } },
};

const packages = new URL('../browser/node_modules/', import.meta.url);
const PARTS = 'dispatch selection array color interpolate timer ease transition format time time-format scale hierarchy'.split(' ');
const read = name => fs.readFileSync(new URL(name, packages), 'utf8');

// It moves by timers of its own: the first frame, its rectangle and its label carry them all.
export const D3 = {
	write(file, profile) {
		const scripts = [...PARTS.map(part => read(`d3-${part}/dist/d3-${part}.min.js`)), read('d3-flame-graph/dist/d3-flamegraph.umd.min.js')];
		const data = JSON.stringify(nested(profile)).replaceAll('<', '\\u003c');
		fs.writeFileSync(file, `<!doctype html>
<meta charset="utf-8">
<title>d3-flame-graph</title>
<style>${read('d3-flame-graph/dist/d3-flamegraph.css')}</style>
<div id="chart"></div>
<script>${scripts.join('\n')}</script>
<script>
const chart = flamegraph.default().width(document.body.clientWidth);
d3.select('#chart').datum(${data}).call(chart);
</script>
`);
	},
	inPage: {
		ready() { return document.querySelector('g.frame') !== null; },
		busy() {
			const frame = document.querySelector('g.frame');
			return [frame, frame.querySelector('rect'), frame.querySelector('.d3-flame-graph-label')].some(element => element.__transition);
		},
		matched() { return undefined; },
		frames() {
			return [...document.querySelectorAll('g.frame')].map(element => ({ element, width: +element.getAttribute('width') })).filter(({ width }) => width > 35);
		},
	},
	zoomed: 'click',
	reset: { event: null, act: page => page.evaluate(() => { bench.start(); chart.resetZoom(); }) },
	search: { event: null, act: (page, word) => page.evaluate(word => { bench.start(); chart.search(word); }, word) },
};
