// node gen.mjs FRAMES >FILE: folded stacks that merge to a tree of so many frames; the same each time.
//
//     main;tokio::task::Worker::poll;<Arc<T> as hyper::codec::Frame>::decode;...;tcp_ack_[k] 3
//
// A walk in a made-up program: each function calls a few others, and some often. A stack shares most
// of its frames with the one before it, as the stacks of a real recording do when sorted; 20 to 60
// frames deep, about four new frames a stack, names of 10 to 84 characters as C++, Rust, the kernel and
// the C library have them. Weights have a few large values and many of 1.
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';

const words = text => text.split(' ');
const SPACES = words('storage codec net::rpc query::plan render::text script::heap mesh index::btree audio::mix crypto::tls json::dom regex::dfa image::webp physics cache::lru log::sink sched trace::span');
const CLASSES = words('Reader Writer Allocator Scheduler Pipeline Registry Session Iterator Compactor Evaluator Visitor Tokenizer Resolver Dispatcher Snapshot Partition Histogram Connection Interpreter Optimizer');
const VERBS = words('read write parse flush merge resolve dispatch process handle execute visit emplace build encode decode compress hash probe scan filter aggregate seek advance allocate release notify evaluate lower emit verify');
const NOUNS = words('Block Entry Batch Key Value Node Request Response Frame Token Chunk Range Column Row Segment Page Header Table Buffer Expr Operand Region Graph State Context Slow');
const TYPES = ['int', 'unsigned long', 'char const*', 'std::string const&', 'std::string_view', 'bool', 'void*', 'double', 'std::vector<int>&', 'std::shared_ptr<Node>', 'std::span<std::byte const>'];
const CRATES = words('tokio hyper serde_json regex_automata hashbrown rayon_core datafusion polars_core tonic mio parking_lot syn wasmtime cranelift_codegen h2 axum');
const MODULES = words('runtime task io proto read iter raw engine worker registry park stream frame codec visit table');
const HOLDERS = words('Vec<T,A> HashMap<K,V,S> Option<T> Result<T,E> Arc<T> Box<F,A> RawTable<T,A> Map<I,F> Filter<I,P> RefCell<T>');
const SUBSYSTEMS = words('tcp ext4 blk_mq vfs futex epoll kmem_cache skb hrtimer filemap jbd2 nvme ip napi page_cache rcu mem_cgroup sched_fair');
const STEPS = words('sendmsg_locked write_begin submit_bio read_iter wake_up insert alloc_node release_data run_queues get_pages start_commit queue_rq finish_output poll_list add_folio update_load enqueue charge_pages');
const LIBC = words('__libc_start_main start_thread pthread_mutex_lock pthread_cond_wait __GI___libc_write malloc_consolidate __memmove_avx_unaligned_erms __memset_avx2_unaligned_erms operator_new _int_malloc_fast unlink_chunk_slow __strlen_avx2_loop');
const THREADS = words('main_thread io-worker-0 io-worker-1 compactor-0 gc-background net-poller');

function random(seed) {
	let state = seed;
	return () => {
		state ^= state << 13;
		state ^= state >>> 17;
		state ^= state << 5;
		return (state >>> 0) / 2 ** 32;
	};
}

function userName(one, chance) {
	const type = one(SPACES) + '::' + one(CLASSES), verb = one(VERBS), noun = one(NOUNS), kind = chance();
	if (kind < 0.06)
		return one(LIBC);
	if (kind < 0.26)
		return `${type}::${verb}${noun}`;
	if (kind < 0.42)
		return `${type}::${verb}${noun}(${Array.from({ length: 1 + chance() * 3 }, () => one(TYPES)).join(', ')})`;
	if (kind < 0.5)
		return `${type}<${one(TYPES)}>::${verb}${noun}(${one(TYPES)})`;
	if (kind < 0.54)
		return `std::_Function_handler<void (${one(TYPES)}), ${type}::${verb}::{lambda()#1}>::_M_invoke`;
	const place = one(CRATES) + '::' + one(MODULES);
	if (kind < 0.74)
		return `${place}::${noun}${one(CLASSES)}::${verb}`;
	if (kind < 0.88)
		return `<${one(HOLDERS)} as ${place}::${noun}>::${verb}`;
	if (kind < 0.95)
		return `${place}::${verb}_${noun.toLowerCase()}::{{closure}}`;
	return `core::ops::function::impls::<impl FnMut<A> for &mut ${place}::${noun}>::${verb}`;
}

function kernelName(one, chance) {
	const ending = chance() < 0.2 ? one(['.constprop.0', '.isra.0', '.part.0', '.cold']) : '';
	return `${chance() < 0.2 ? '__' : ''}${one(SUBSYSTEMS)}_${one(STEPS)}${ending}_[k]`;
}

// count different names, the last sixth of them of the kernel.
function symbols(count, chance) {
	const one = list => list[Math.floor(chance() * list.length)], names = new Set();
	for (let tries = 0; names.size < count; tries++) {
		const name = names.size < count * 5 / 6 ? userName(one, chance) : kernelName(one, chance);
		const again = names.has(name) || name.length < 10 ? `_${tries}` : '';
		names.add(name.slice(0, 84 - again.length).trimEnd() + again);
	}
	return [...names];
}

// How far back, how far on: mostly a few frames, rarely down to the first.
const far = chance => Math.floor(2 / chance() ** 0.7);

// The tree of a profile of so many frames: of each its parent (an earlier one, or -1), name and own
// weight, and names by their numbers.
export function profile(frames, seed = 20240229) {
	const chance = random(seed), names = [...THREADS, ...symbols(Math.max(60, Math.floor(18 * frames ** 0.55)), chance)];
	const user = Math.floor((names.length - THREADS.length) * 5 / 6), kernel = names.length - THREADS.length - user;
	const parent = new Int32Array(frames).fill(-1), name = new Int32Array(frames), self = new Float64Array(frames), children = new Map();
	let made = 0, stack = [];

	// Which function is the nth that another one calls: always the same, and once in the kernel it stays there.
	const called = caller => {
		const nth = Math.floor(12 * chance() ** 5), hash = Math.imul(caller * 16 + nth + 1, 0x9e3779b1) >>> 0, share = (hash / 2 ** 32) ** 2;
		const down = caller >= THREADS.length + user || nth > 9;
		return THREADS.length + (down ? user + Math.floor(share * kernel) : Math.floor(share * user));
	};
	const grow = () => {
		const above = stack.length ? stack[stack.length - 1] : -1;
		const wanted = above < 0 ? Math.floor(chance() * THREADS.length) : called(name[above]), key = (above + 1) * 2 ** 20 + wanted;
		let node = children.get(key);
		if (node === undefined && made === frames)
			return false;
		if (node === undefined) {
			node = made++;
			children.set(key, node);
			parent[node] = above;
			name[node] = wanted;
		}
		stack.push(node);
		return true;
	};
	while (made < frames) {
		stack.length = Math.max(0, stack.length - far(chance));
		const depth = Math.min(60, Math.max(20, stack.length + far(chance)));
		while (stack.length < depth && grow())
			continue;
		self[stack[stack.length - 1]] += Math.floor(Math.min(frames, chance() ** -1.2));
	}
	return { frames, names, parent, name, self };
}

// Writes the folded stacks, and waits where write(text) asks for it.
export async function writeFolded({ frames, names, parent, name, self }, write) {
	let text = [];
	for (let node = 0; node < frames; node++) {
		if (!self[node])
			continue;
		const stack = [];
		for (let at = node; at >= 0; at = parent[at])
			stack.push(names[name[at]]);
		text.push(stack.reverse().join(';'), ' ', self[node], '\n');
		if (text.length > 4000) {
			await write(text.join(''));
			text = [];
		}
	}
	await write(text.join(''));
}

// The word in names that is in about this share of the frames; for a search.
export function commonWord({ frames, names, name }, share) {
	const uses = new Float64Array(names.length), counts = new Map();
	for (const number of name)
		uses[number]++;
	names.forEach((text, number) => {
		for (const word of new Set(text.match(/[A-Za-z]{4,}/g)))
			counts.set(word, 0);
	});
	for (const word of counts.keys())
		counts.set(word, names.reduce((sum, text, number) => text.includes(word) ? sum + uses[number] : sum, 0) / frames);
	const [word, found] = [...counts].sort((a, b) => Math.abs(a[1] - share) - Math.abs(b[1] - share))[0];
	return { word, share: found };
}

// As d3-flame-graph takes it.
export function nested({ frames, names, parent, name, self }) {
	const nodes = Array.from(name, (number, i) => ({ name: names[number], value: self[i], children: [] })), root = { name: 'all', value: 0, children: [] };
	for (let i = frames - 1; i >= 0; i--) {
		const above = parent[i] < 0 ? root : nodes[parent[i]];
		above.value += nodes[i].value;
		above.children.push(nodes[i]);
	}
	return root;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const frames = Number(process.argv[2]);
	if (process.argv.length !== 3 || !(Number.isInteger(frames) && frames > 0)) {
		console.error('usage: node gen.mjs FRAMES >FILE');
		process.exit(2);
	}
	await writeFolded(profile(frames), text => fs.writeSync(1, text));
}
