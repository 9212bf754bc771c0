// A profile.proto: https://github.com/google/pprof/blob/main/proto/profile.proto
import { copies, VARIANTS } from './lib.mjs';

const varint = value => {
	const bytes = [];
	for (; value > 127; value = Math.floor(value / 128))
		bytes.push(value % 128 | 128);
	return Buffer.from([...bytes, value]);
};
const number = (field, value) => Buffer.concat([varint(field * 8), varint(value)]);
const bytes = (field, ...parts) => {
	const content = Buffer.concat(parts.map(part => Buffer.from(part)));
	return Buffer.concat([varint(field * 8 + 2), varint(content.length), content]);
};

const FUNCTIONS = 5000, DEPTH = 20, STACKS = 50;

// As Go writes it: types, samples, a mapping, locations, functions, strings. Each copy has stacks whose
// frames at the root are its own.
export function pprof() {
	const strings = ['', 'samples', 'count', 'cpu', 'nanoseconds', '/usr/bin/app', 'worker', '/src/app/main.go'], first = strings.length;
	const ids = Array.from({ length: FUNCTIONS }, (_, id) => id + 1);
	const leaf = (i, stack, depth) => 1 + (depth < DEPTH - 4 ? (stack * 31 + depth * 97) % (FUNCTIONS - VARIANTS) : FUNCTIONS - VARIANTS + i);
	const sample = (i, stack) => bytes(2, bytes(1, ...Array.from({ length: DEPTH }, (_, depth) => varint(leaf(i, stack, depth)))),
		bytes(2, varint(1), varint(10000000)), bytes(3, number(1, 6), number(3, stack)));
	return [
		Buffer.concat([bytes(1, number(1, 1), number(2, 2)), bytes(1, number(1, 3), number(2, 4))]),
		copies(i => Buffer.concat(Array.from({ length: STACKS }, (_, stack) => sample(i, stack)))),
		Buffer.concat([
			bytes(3, number(1, 1), number(2, 4194304), number(3, 8388608), number(5, 5)),
			...ids.map(id => bytes(4, number(1, id), number(2, 1), number(3, 4194304 + id), bytes(4, number(1, id), number(2, id % 100)))),
			...ids.map(id => bytes(5, number(1, id), number(2, first + id - 1), number(3, first + id - 1), number(4, 7))),
			...strings.map(string => bytes(6, string)),
			...ids.map(id => bytes(6, `app/package${id % 50}.(*Type).method${id}`)),
		]),
	];
}
