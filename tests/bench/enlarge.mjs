// node enlarge.mjs NAME COPIES >FILE: a valid input for a format's collapser, as large as wanted: with
// each copy it grows by the same number of bytes and by the same weight.
// node enlarge.mjs: the names. What is before a dot in them is the format.
import fs from 'node:fs';
import { documents } from './inputs/documents.mjs';
import { texts } from './inputs/texts.mjs';

const inputs = { ...texts, ...documents };

function* pieces(parts, count) {
	for (const part of parts)
		if (part.nth)
			for (let i = 0; i < count; i++)
				yield part.nth(i);
		else
			yield typeof part === 'function' ? part(count) : part;
}

function write(parts) {
	const bytes = Buffer.concat(parts);
	for (let at = 0; at < bytes.length;)
		at += fs.writeSync(1, bytes, at);
}

const [name, count] = process.argv.slice(2);
if (name) {
	let waiting = [], size = 0;
	for (const piece of pieces(inputs[name](), Number(count))) {
		waiting.push(Buffer.from(piece));
		size += waiting.at(-1).length;
		if (size > 1 << 16) {
			write(waiting);
			waiting = [];
			size = 0;
		}
	}
	write(waiting);
} else {
	console.log(Object.keys(inputs).sort().join('\n'));
}
