// Profiles that the tests draw: { name: { folded, options } }.
const DEMO = `main;parse;lex;read_block_[k] 30
main;parse;lex;utf8_decode 60
main;parse;tree;malloc_[k] 41
main;parse;tree 12
main;render;layout;sort_children(std::vector<Frame*>&, unsigned long) 90
main;render;layout 20
main;render;paint;stroke;raster::fill_span<true>(Span const*) 130
main;render;paint;stroke 22
main;render;paint;text 33
main;gc;mark;mark;mark 25
main;gc;sweep 18
main;idle 9
`;

const DIFF = `main;parse;lex 100 150
main;parse;tree 300 200
main;render;paint 400 400
main;render;old_cache 200 0
main;render;new_cache 0 120
main;idle 0 0
`;

// Names that try to be markup, escapes, bytes that are not text, and what the block itself uses.
const HOSTILE = Buffer.concat([
	Buffer.from('main;<script>window.__pwned=1</script>;"onload=window.__pwned=1 60\n'),
	Buffer.from('main;]]></script>;<![CDATA[;&amp;&#60; 50\nmain;^%\\;\\41;\\\\5c 40\nmain;__proto__;constructor;toString 30\n'),
	Buffer.from('main;\u202eltr;日本語の関数名がここにあります;😀😀😀😀😀😀😀😀😀😀😀😀😀😀 30\nmain; lead; trail 20\n'),
	Buffer.from('main;'), Buffer.from([0xff, 0xfe, 0x41, 0xc3, 0x28, 0xed, 0xa0, 0x80, 0xef, 0xbf, 0xbf, 0xf4, 0x90, 0x80, 0x80]), Buffer.from(' 25\n'),
	Buffer.from('main;'), Buffer.from([1, 9, 27, 0x5b, 0x30, 0x6d, 0x7f]), Buffer.from(';x 25\n'),
	Buffer.from("main;~Foo;$anon;a,2;a%20b+c;100%;it's 20\nmain;;empty 7\nmain;_[k] 11\nmain;" + 'long'.repeat(500) + ';]]>]]>> 30\n'),
]);

const deep = depth => 'f;g;'.repeat(depth / 2) + 'leaf 3\n' + 'f;'.repeat(20) + 'other 7\n';

// A random walk: the same names in many places, widths over five orders of magnitude.
export function walk(nodes, seed = 7, columns = 1) {
	let state = seed;
	const random = () => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) / 4294967296;
	const lines = [];
	for (let made = 0, stack = ['main']; made < nodes; made += 3) {
		stack = stack.slice(0, Math.max(1, stack.length - Math.floor(random() * random() * 30)));
		for (let grow = 0; grow < 3; grow++)
			stack.push(`ns${Math.floor(random() * 9)}::fn_${Math.floor(random() * random() * 900)}<int>`);
		if (stack.length > 55)
			stack.length = 5;
		const weights = Array.from({ length: columns }, () => Math.floor(10 ** (random() * 5)));
		lines.push(stack.join(';') + ' ' + weights.join(' '));
	}
	return lines.join('\n') + '\n';
}

// Two profiles of several recordings each, as diff-folded --stats writes them: most weights differ as samples do
// by chance, some a little more, some by much; some frames are new or gone, of many samples or few. share: how
// long recordings before took, of those after, for which they are scaled.
export function recordings(runs, share = 1, seed = 5) {
	let state = seed;
	const random = () => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) / 4294967296;
	const sample = mean => Math.max(0, Math.round(mean + Math.sqrt(mean) * (random() + random() + random() + random() - 2) * 1.7));
	const rows = Array.from({ length: 90 }, (_, i) => {
		const before = Math.floor(10 ** (0.5 + random() * 3)), after = before * ([1, 1, 1.15, 1, 1.6, 1, 1, 0.5, 1, 1][i % 10] + 0.02 * random());
		const [b, a] = i % 13 === 3 ? [0, after] : i % 13 === 8 ? [before, 0] : [before, after];
		const stack = ['main', ...['part', 'step', 'work'].map((word, depth) => word + Math.floor(random() * (3 + 4 * depth))), ...i % 4 ? ['leaf' + i] : []];
		return stack.join(';') + ' ' + Array.from({ length: 2 * runs }, (_, run) => sample(run < runs ? b * share : a)).join(' ');
	});
	const totals = Array.from({ length: 2 * runs }, (_, run) => rows.reduce((sum, row) => sum + +row.split(' ')[run + 1], 0));
	const [before, after] = [0, runs].map(from => totals.slice(from, from + runs).reduce((sum, total) => sum + total, 0));
	const scale = share === 1 ? 'none; scale 1/1' : `total; scale ${after}/${before}`;
	return `# diff-folded --stats: runs ${runs} ${runs}; totals ${totals.join(' ')}; normalize ${scale}\n${rows.join('\n')}\n`;
}

const two = { columns: '2', fillkind: 'change' };
export const PROFILES = {
	demo: { folded: DEMO, options: {} },
	icicle: { folded: DEMO, options: { direction: 'down' } },
	'by width': { folded: DEMO, options: { order: 'width' } },
	'input order': { folded: DEMO, options: { order: 'input' } },
	'minimum width': { folded: DEMO, options: { minwidth: '5 %' } },
	differential: { folded: DIFF, options: two },
	'differential by after': { folded: DIFF, options: { ...two, widthby: 'after' } },
	'differential by before': { folded: DIFF, options: { ...two, widthby: 'before', diff: 'self' } },
	'hostile names': { folded: HOSTILE, options: {} },
	'deep 5000': { folded: deep(5000), options: {} },
	'huge weights': { folded: 'a;b 9007199254740993\na;c 9007199254740991\na 18014398509481\n', options: {} },
	'huge weights, two columns': { folded: 'a;b 9007199254740993 1\na;c 5 9007199254740991\nd 0 18014398509481\n', options: two },
	'an empty frame': { folded: 'main 0\nmain;a 1\n', options: {} },
};
export { DEMO, DIFF, HOSTILE, deep };
