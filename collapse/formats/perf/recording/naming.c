#include "collapse/formats/perf/recording/naming.h"

#include <stdio.h>
#include <stdlib.h>

#include "collapse/formats/perf/recording/image-names.h"
#include "collapse/formats/perf/recording/unnamed.h"
#include "common/hash.h"
#include "common/memory.h"

/* What an address came to: so many of all_names, leaf first. */
struct meaning {
	uint32_t first;
	uint16_t count;
	bool ends_stack;
	bool is_unnamed; /* its image is known, but not what the function is called */
	uint32_t image;
};

struct run {
	const struct naming *naming;
	const struct fold *fold; /* whose tree is at hand */
	struct addresses all; /* of all folds */
	struct image_names *images; /* by image */
	struct meaning *meanings; /* by address */
	uint32_t *names;
	size_t name_count, name_capacity;
	struct perf_frame_names frame_names;
	struct buf source;
	char address[20];
	uint32_t *stack;
	size_t stack_count, stack_capacity;
	uint64_t weight; /* of all stacks */
};

/* ---- frames of an address ---- */

/* What perf script calls the image; no text where nothing is known. */
static struct str dso_of(const struct image_info *image)
{
	if (image->kind == CODE_KERNEL)
		return STR("[kernel.kallsyms]");
	return image->kind == CODE_KERNEL_SYMBOL ? STR("[bpf]") : image->path;
}

static void push_names(struct run *run, const struct perf_frame *frame, struct meaning *meaning)
{
	struct perf_frame_names *names = &run->frame_names;

	if (meaning->ends_stack)
		return;
	perf_frame_name(names, frame, run->naming->options, run->naming->stacks);
	for (size_t i = 0; i < names->count && meaning->count < UINT16_MAX; i++) {
		*ARRAY_PUSH(run->names, run->name_count, run->name_capacity) = names->ids[i];
		perf_doctor_frame(run->naming->doctor, names->ids[i], frame);
		meaning->count++;
	}
	meaning->ends_stack = names->ends_stack;
}

/* "file.cpp:137", without its folders, as perf prints it. */
static struct str source_text(struct run *run, const struct source_line *source)
{
	buf_reset(&run->source);
	if (source->file.n == 0 || !run->naming->options->srcline)
		return (struct str){0};
	buf_add(&run->source, str_base_name(source->file));
	buf_addf(&run->source, ":%lu", (unsigned long)source->line);
	return buf_str(&run->source);
}

static void push_frames(struct run *run, const struct address *address,
	const struct symbol_answer *answer, struct meaning *meaning)
{
	const struct image_info *image =
		&run->naming->recording->images.items[address->image];
	struct perf_frame frame = {.dso = dso_of(image)};

	if (run->naming->options->addrs) {
		snprintf(run->address, sizeof(run->address), "%llx",
			(unsigned long long)address->offset);
		frame.address = str_of(run->address);
	}
	frame.inlined = true;
	for (size_t i = 0; answer && i < answer->inlined_count; i++) {
		frame.symbol = answer->inlined[i].name;
		frame.source = source_text(run, &answer->inlined[i].source);
		push_names(run, &frame, meaning);
	}
	frame.inlined = false;
	frame.symbol = image->kind == CODE_KERNEL_SYMBOL ? image->path :
		answer ? str_trim(answer->name) : (struct str){0};
	frame.source = answer ? source_text(run, &answer->source) : (struct str){0};
	meaning->is_unnamed = frame.symbol.n == 0 && image->kind != CODE_NONE;
	push_names(run, &frame, meaning);
}

/* ---- all addresses ---- */

/* An answer that says no more than a symbol: others of the same image came to the same. */
static bool is_plain(const struct run *run, const struct symbol_answer *answer)
{
	return answer->inlined_count == 0 && !run->naming->options->srcline &&
	       !(answer->name.n == 0 && run->naming->options->addrs);
}

/* Answers point to one text for each symbol, mostly; where they do not, a name is made twice. */
struct known_symbol {
	const char *name; /* NULL: a free slot */
	uint32_t image;
	uint32_t address; /* one that has it */
};

enum { KNOWN_SYMBOLS = 1 << 12 };

static void name_address(
	struct run *run, uint32_t number, const struct symbol_answer *answer, struct known_symbol *known)
{
	const struct address *address = &run->all.items[number];
	struct meaning *meaning = &run->meanings[number];
	struct known_symbol *slot = NULL;

	if (answer && is_plain(run, answer)) {
		slot = &known[hash_mix((uintptr_t)answer->name.p, address->image) % KNOWN_SYMBOLS];
		if (slot->name && slot->name == answer->name.p && slot->image == address->image) {
			*meaning = run->meanings[slot->address];
			return;
		}
	}
	*meaning = (struct meaning){.first = (uint32_t)run->name_count, .image = address->image};
	push_frames(run, address, answer, meaning);
	if (slot && answer->name.p)
		*slot = (struct known_symbol){answer->name.p, address->image, number};
}

static void name_all(struct run *run)
{
	struct known_symbol *known = memory_new(KNOWN_SYMBOLS, sizeof(*known));
	const struct recording *recording = run->naming->recording;

	run->meanings = memory_new(run->all.count, sizeof(*run->meanings));
	for (size_t i = 0; i < recording->images.count; i++) {
		struct image_names *image = &run->images[i];

		for (size_t k = 0; k < image->count; k++)
			name_address(run, image->addresses[k],
				image->answers ? &image->answers[k] : NULL, known);
		image_names_release(image);
	}
	free(known);
}

/* ---- trees ---- */

/* The frames that a thread's samples begin with, leaf first. */
static size_t root_of(const struct run *run, uint32_t number, uint32_t frames[ROOT_FRAMES])
{
	const struct fold_thread thread = fold_thread_of(run->fold, number);
	const struct names *comms = &run->naming->recording->images.comms;
	struct perf_header header = {0};
	char comm[16], ids[32], tid[16], cpu[16];
	struct buf key = {0};
	size_t count;

	snprintf(comm, sizeof(comm), ":%ld", (long)(int32_t)thread.tid);
	snprintf(ids, sizeof(ids), "%ld", (long)(int32_t)thread.pid);
	snprintf(tid, sizeof(tid), "%ld", (long)(int32_t)thread.tid);
	snprintf(cpu, sizeof(cpu), "%lu", (unsigned long)thread.cpu);
	header.comm = thread.comm == NAME_NONE ? str_of(comm) : names_get(comms, thread.comm);
	header.pid = str_of(ids);
	header.tid = str_of(tid);
	header.cpu = str_of(cpu);
	buf_add(&key, header.comm);
	buf_addf(&key, " %s/%s ", ids, tid);
	header.thread = buf_str(&key);
	count = perf_threads_root(run->naming->threads, &header, frames);
	buf_release(&key);
	return count;
}

/* Stores how many frames that is. */
static uint32_t root_node(const struct run *run, uint32_t number, unsigned char *count)
{
	struct stacks *stacks = run->naming->stacks;
	uint32_t frames[ROOT_FRAMES], node = NODE_ROOT;

	*count = (unsigned char)root_of(run, number, frames);
	for (size_t i = *count; i-- > 0;)
		node = stacks_child(stacks, node, frames[i]);
	return node;
}

/* Where the stack of a node's frame ends, given where its caller's does. */
static uint32_t child_node(const struct run *run, uint32_t node, const struct meaning *meaning)
{
	/* What called it is not to be shown (--skip-after). */
	if (meaning->ends_stack)
		node = NODE_ROOT;
	for (size_t i = meaning->count; i-- > 0;)
		node = stacks_child(run->naming->stacks, node, run->names[meaning->first + i]);
	return node;
}

/* leading: how many frames are threads. */
static void add_weight(const struct run *run, uint32_t node, uint64_t weight, size_t leading)
{
	struct stacks *stacks = run->naming->stacks;
	const uint64_t weights[2] = {weight, 0};

	if (node == NODE_ROOT)
		node = stacks_child(stacks, node, stacks_name(stacks, STR("[unknown]")));
	stacks_lead(stacks, perf_threads_leading(run->naming->threads, leading));
	stacks_add_at(stacks, node, weights, 0);
}

/*
 * A stack that has frames without names is laid to the charge of the image of the one nearest its
 * leaf.
 */
static void add_tree(struct run *run, const uint32_t *numbers)
{
	const struct chain_tree *tree = &run->fold->tree;
	uint32_t *nodes = memory_new(tree->count, sizeof(*nodes));
	uint32_t *unnamed = memory_new(tree->count, sizeof(*unnamed));
	unsigned char *leading = memory_new(tree->count, 1);
	uint64_t added = 0;

	for (uint32_t i = 1; i < tree->count; i++) {
		const struct chain_node *node = &tree->nodes[i];
		const struct meaning *meaning;

		if (node->parent == CHAIN_ROOT) {
			nodes[i] = root_node(run, node->number, &leading[i]);
		} else {
			meaning = &run->meanings[numbers ? numbers[node->number] : node->number];
			nodes[i] = child_node(run, nodes[node->parent], meaning);
			leading[i] = meaning->ends_stack ? 0 : leading[node->parent];
			unnamed[i] = meaning->is_unnamed ? meaning->image : unnamed[node->parent];
		}
		if (node->weight == 0)
			continue;
		add_weight(run, nodes[i], node->weight, leading[i]);
		run->weight += node->weight;
		run->images[unnamed[i]].unnamed_weight += node->weight;
		added++;
	}
	stacks_count_equal(run->naming->stacks, run->fold->counts.samples - added);
	free(leading);
	free(unnamed);
	free(nodes);
}

/* ---- in the order of time ---- */

/* The names of a stack, leaf first; returns how many of them are threads. */
static size_t list_stack(struct run *run, const uint32_t *numbers, uint32_t at)
{
	const struct chain_tree *tree = &run->fold->tree;
	uint32_t frames[ROOT_FRAMES];
	size_t count;

	run->stack_count = 0;
	for (; tree->nodes[at].parent != CHAIN_ROOT; at = tree->nodes[at].parent) {
		uint32_t number = tree->nodes[at].number;
		const struct meaning *meaning = &run->meanings[numbers ? numbers[number] : number];

		for (size_t i = 0; i < meaning->count; i++)
			*ARRAY_PUSH(run->stack, run->stack_count, run->stack_capacity) =
				run->names[meaning->first + i];
		if (meaning->ends_stack)
			return 0;
	}
	count = root_of(run, tree->nodes[at].number, frames);
	for (size_t i = 0; i < count; i++)
		*ARRAY_PUSH(run->stack, run->stack_count, run->stack_capacity) = frames[i];
	return count;
}

static void add_lines(struct run *run, const uint32_t *numbers)
{
	const struct fold *fold = run->fold;
	struct stacks *stacks = run->naming->stacks;

	for (size_t i = 0; i < fold->line_count; i++) {
		stacks_lead(stacks, perf_threads_leading(run->naming->threads,
			list_stack(run, numbers, fold->lines[i].node)));
		if (run->stack_count == 0)
			*ARRAY_PUSH(run->stack, run->stack_count, run->stack_capacity) =
				stacks_name(stacks, STR("[unknown]"));
		stacks_add_leaf_first(stacks, run->stack, run->stack_count, fold->lines[i].weight);
	}
}

/* ---- names of processes ---- */

struct seen {
	uint64_t when;
	uint32_t number;
};

static int compare_seen(const void *a, const void *b)
{
	const struct seen *x = a, *y = b;

	return (x->when > y->when) - (x->when < y->when);
}

/*
 * With --root process the main thread's last name counts, so threads are shown once more in the
 * order in which they were seen last.
 */
static void settle_processes(struct run *run)
{
	const struct fold *fold = run->fold;
	struct seen *seen = memory_new(fold->threads.count, sizeof(*seen));
	uint32_t frames[ROOT_FRAMES];

	for (uint32_t i = 0; i < fold->threads.count; i++)
		seen[i] = (struct seen){fold->last_seen[i], i};
	if (fold->threads.count)
		qsort(seen, fold->threads.count, sizeof(*seen), compare_seen);
	for (uint32_t i = 0; i < fold->threads.count; i++)
		root_of(run, seen[i].number, frames);
	free(seen);
}

/* ---- all together ---- */

/* The folds' addresses by the numbers that they have among all; NULL when there is one fold. */
static uint32_t **join_addresses(struct run *run, struct fold *folds, size_t count)
{
	uint32_t **numbers = memory_new(count, sizeof(*numbers));

	if (count == 1) {
		run->all = folds->addresses;
		folds->addresses = (struct addresses){0};
		return numbers;
	}
	for (size_t i = 0; i < count; i++) {
		const struct addresses *addresses = &folds[i].addresses;

		numbers[i] = memory_new(addresses->count, sizeof(**numbers));
		for (uint32_t k = 0; k < addresses->count; k++)
			numbers[i][k] = addresses_add(&run->all, &addresses->items[k]);
		addresses_release(&folds[i].addresses);
	}
	return numbers;
}

void naming_run(const struct naming *naming, struct fold *folds, size_t count)
{
	struct run run = {.naming = naming};
	uint32_t **numbers = join_addresses(&run, folds, count);

	run.images = image_names_find(naming->symbols, naming->recording, &run.all,
		naming->most_threads);
	name_all(&run);
	for (size_t i = 0; i < count; i++) {
		run.fold = &folds[i];
		if (stacks_in_order(naming->stacks))
			add_lines(&run, numbers[i]);
		else
			add_tree(&run, numbers[i]);
		chain_tree_release(&folds[i].tree);
		free(numbers[i]);
	}
	for (size_t i = 0; i < count && naming->options->root == ROOT_PROCESS; i++) {
		run.fold = &folds[i];
		settle_processes(&run);
	}
	say_unnamed(naming->stacks, naming->recording, run.images, run.weight);
	image_names_free(run.images, naming->recording->images.count);
	addresses_release(&run.all);
	perf_frame_names_release(&run.frame_names);
	buf_release(&run.source);
	free(numbers);
	free(run.stack);
	free(run.meanings);
	free(run.names);
}
