// The viewer's own functions in a page: withInside(svg, options, body) opens a file that lets a test
// call them, and body gets inside('setPalette(v, "java"); redraw(v)') beside the page; v is the graph.
import assert from 'node:assert/strict';
import { withPage, put } from './page.mjs';

const START = "root.setAttribute('data-ready', '1');";
export function opened(svg) {
	assert.ok(svg.includes(START));
	return svg.replace(START, 'window.inside = code => eval(code); ' + START);
}
export const insideOf = page => code => page.evaluate(code => window.inside(code), code);
export const withInside = (svg, options, body) => withPage(put(opened(svg), options.headers) + (options.query || ''), options,
	page => body(page, insideOf(page)));
