#include "collapse/formats/perf/recording/fold.h"

#include <stdio.h>
#include <stdlib.h>

#include "collapse/formats/perf/recording/chain.h"
#include "common/hash.h"
#include "common/memory.h"

enum { CACHE_SLOTS = 1 << 15 };
enum { LAST_FRAMES = 64 };
enum { DEFERRED_MOST = 4096 }; /* samples of a thread between two returns to its program */

/* ---- threads ---- */

/* What a thread's samples have in common, kept with the thread. */
struct known_thread {
	char tid[12], comm[16]; /* as texts; comm: ":1234" for a thread without a name */
	uint32_t number; /* in the tree; NAME_NONE: not known yet */
	uint32_t for_comm, for_pid, for_cpu; /* it was for these */
	/* Its last stack, root first, and where that is in the tree: the next one begins alike. */
	uint32_t depth, last_number;
	struct {
		uint32_t frame, node;
	} last[LAST_FRAMES];
};

static struct known_thread *known_of(struct task *task, const struct sample *sample)
{
	struct known_thread *known = task->extra;

	if (known)
		return known;
	known = memory_new(1, sizeof(*known));
	snprintf(known->tid, sizeof(known->tid), "%ld", (long)(int32_t)sample->tid);
	snprintf(known->comm, sizeof(known->comm), ":%ld", (long)(int32_t)sample->tid);
	known->number = NAME_NONE;
	task->extra = known;
	return known;
}

static bool shows_pid(const struct perf_options *options)
{
	return options->pid || options->tid || options->root == ROOT_PROCESS;
}

/* Threads whose root frames are the same are one in the tree. */
static uint32_t thread_number(struct fold *fold, const struct task *task,
	struct known_thread *known, const struct sample *sample)
{
	const struct perf_options *options = fold->setting->options;
	uint32_t cpu = options->root == ROOT_CPU ? sample->cpu : 0;
	struct fold_thread thread = {.comm = task->comm, .cpu = cpu};
	struct str bytes = {(const char *)&thread, sizeof(thread)};

	if (known->number != NAME_NONE && known->for_comm == task->comm &&
		known->for_pid == sample->pid && known->for_cpu == cpu)
		return known->number;
	if (shows_pid(options))
		thread.pid = sample->pid;
	/* A main thread gives its process the name. */
	if (options->tid || options->root == ROOT_PROCESS || task->comm == NAME_NONE)
		thread.tid = sample->tid;
	known->for_comm = task->comm;
	known->for_pid = sample->pid;
	known->for_cpu = cpu;
	known->number = names_add(&fold->threads, bytes);
	return known->number;
}

/* ---- filters ---- */

static bool has_filters(const struct perf_options *options)
{
	return options->time.given || options->time_relative.given || options->comms.count ||
	       options->pids.count || options->tids.count || options->cpus.count;
}

static struct str text_of(const char *text)
{
	return (struct str){text, strlen(text)};
}

/* In microseconds, as perf script prints it, so that its times can be given to --time. */
static struct str time_text(struct fold *fold, uint64_t time)
{
	snprintf(fold->time, sizeof(fold->time), "%llu.%06llu",
		(unsigned long long)(time / 1000000000),
		(unsigned long long)(time % 1000000000 / 1000));
	return text_of(fold->time);
}

static bool wants(struct fold *fold, const struct event *event, const struct task *task,
	const struct known_thread *known, const struct sample *sample, uint64_t time)
{
	const struct attr *attr = &event->attr;
	char pid[12], cpu[12];
	struct perf_header header = {
		.comm = task->comm == NAME_NONE ?
			text_of(known->comm) : names_get(&fold->setting->images->comms, task->comm),
	};

	if (attr->sample_type & SAMPLE_TID) {
		snprintf(pid, sizeof(pid), "%ld", (long)(int32_t)sample->pid);
		header.pid = text_of(pid);
		header.tid = text_of(known->tid);
	}
	if (attr->sample_type & SAMPLE_CPU) {
		snprintf(cpu, sizeof(cpu), "%lu", (unsigned long)sample->cpu);
		header.cpu = text_of(cpu);
	}
	if (attr->sample_type & SAMPLE_TIME)
		header.time = time_text(fold, time);
	return perf_threads_wants(&fold->filter, &header);
}

/* ---- addresses ---- */

static struct address resolve(
	const struct fold *fold, const struct maps *maps, const struct chain_entry *entry)
{
	const struct map *map = maps ? maps_find(maps, entry->ip) : NULL;
	struct address address = {.image = NO_IMAGE};

	if (map || entry->mode == MODE_KERNEL)
		address.is_call = fold->setting->finds_calls && entry->is_call;
	if (map) {
		address.image = map->image;
		address.offset = entry->ip - map->start + map->offset;
	} else if (entry->mode == MODE_KERNEL) {
		address.image = KERNEL_IMAGE;
		address.offset = entry->ip;
	} else if (fold->setting->options->addrs) {
		address.offset = entry->ip;
	}
	/* Code that has no file is known by its addresses. */
	if (map && fold->setting->images->items[map->image].kind == CODE_JIT)
		address.offset = entry->ip;
	return address;
}

/* NULL: nothing is known of what is mapped for a hypervisor. */
static const struct maps *maps_of(const struct fold *fold, const struct task *task, unsigned mode)
{
	if (mode == MODE_KERNEL)
		return fold->tasks.kernel;
	return mode == MODE_USER ? task->process->maps : NULL;
}

static uint32_t address_number(
	struct fold *fold, const struct task *task, const struct chain_entry *entry)
{
	const struct maps *maps = maps_of(fold, task, entry->mode);
	uint64_t where = (uint64_t)(maps ? maps->generation : 0) << 1 | entry->is_call;
	struct fold_cached *cached =
		&fold->cache[(size_t)hash_mix(entry->ip, where) % CACHE_SLOTS];
	struct address address;

	if (maps && cached->ip == entry->ip && cached->where == where)
		return cached->number;
	address = resolve(fold, maps, entry);
	*cached = (struct fold_cached){
		entry->ip, where, addresses_add(&fold->addresses, &address)};
	return cached->number;
}

/* ---- frames ---- */

static void push_entries(struct fold *fold, const struct task *task,
	const struct chain_entry *entries, size_t count)
{
	fold->frames = memory_grow(fold->frames, &fold->frame_capacity,
		fold->frame_count + count, sizeof(*fold->frames));
	for (size_t i = 0; i < count; i++)
		fold->frames[fold->frame_count++] = address_number(fold, task, &entries[i]);
}

/* ---- samples ---- */

/*
 * perf script prints no period for what tracepoints tell, and one of 0 would make the sample
 * vanish.
 */
static uint64_t weigh(struct fold *fold, const struct event *event, const struct sample *sample)
{
	const struct fold_setting *setting = fold->setting;
	struct fold_event *sum = &fold->events[event - setting->events->items];
	uint64_t period = sample->period > 0 ? sample->period : 1;

	sum->samples++;
	if (setting->options->weight == WEIGHT_SAMPLES || event->attr.type == ATTR_TRACEPOINT) {
		sum->counted++;
		return 1;
	}
	if (sum->samples - sum->counted == 1)
		sum->period = period;
	else if (sum->period != period)
		sum->period = 0;
	return period;
}

static void note_thread(struct fold *fold, uint32_t thread)
{
	if (thread >= fold->last_seen_capacity)
		fold->last_seen = memory_grow(fold->last_seen, &fold->last_seen_capacity,
			fold->threads.count, sizeof(*fold->last_seen));
	fold->last_seen[thread] = fold->counts.samples;
}

/*
 * Where the stack at hand ends; its frames are looked up from where it leaves the thread's last
 * one.
 */
static uint32_t find_node(struct fold *fold, struct known_thread *known, uint32_t thread)
{
	uint32_t node = chain_tree_child(&fold->tree, CHAIN_ROOT, thread), depth = 0;
	size_t left = fold->frame_count;

	if (known->last_number != thread)
		known->depth = 0;
	known->last_number = thread;
	while (depth < known->depth && left > 0 &&
		known->last[depth].frame == fold->frames[left - 1]) {
		node = known->last[depth++].node;
		left--;
	}
	while (left-- > 0) {
		node = chain_tree_child(&fold->tree, node, fold->frames[left]);
		if (depth < LAST_FRAMES) {
			known->last[depth].frame = fold->frames[left];
			known->last[depth++].node = node;
		}
	}
	known->depth = depth;
	return node;
}

static void add_stack(
	struct fold *fold, struct known_thread *known, uint32_t thread, uint64_t weight)
{
	uint32_t node = find_node(fold, known, thread);

	note_thread(fold, thread);
	fold->counts.samples++;
	fold->too_heavy |= weight > UINT64_MAX - fold->weight;
	fold->weight += weight;
	if (fold->setting->in_order)
		*ARRAY_PUSH(fold->lines, fold->line_count, fold->line_capacity) =
			(struct fold_line){node, weight};
	else
		fold->tree.nodes[node].weight += weight;
}

/* ---- chains whose rest comes later ---- */

/* Samples of a thread that wait for the rest of their chains, which has one cookie. */
struct deferred {
	uint64_t cookie;
	struct deferred_sample {
		uint32_t *frames; /* those that are known: the kernel's */
		size_t count;
		uint32_t thread;
		uint64_t weight;
	} *items;
	size_t count, capacity;
};

/* Adds the samples, each with its own frames and those that came. */
static void complete(struct fold *fold, struct deferred *deferred, const struct task *task,
	const struct chain *rest)
{
	for (size_t i = 0; i < deferred->count; i++) {
		struct deferred_sample *sample = &deferred->items[i];
		struct known_thread none;

		none.depth = 0;
		none.last_number = sample->thread;
		fold->frame_count = 0;
		fold->frames = memory_grow(fold->frames, &fold->frame_capacity, sample->count,
			sizeof(*fold->frames));
		while (fold->frame_count < sample->count) {
			fold->frames[fold->frame_count] = sample->frames[fold->frame_count];
			fold->frame_count++;
		}
		if (rest)
			push_entries(fold, task, rest->entries, rest->count);
		else
			fold->counts.missing_parts++;
		add_stack(fold, &none, sample->thread, sample->weight);
		free(sample->frames);
	}
	deferred->count = 0;
}

static void free_deferred(struct deferred *deferred)
{
	if (deferred)
		free(deferred->items);
	free(deferred);
}

static void defer(struct fold *fold, const struct task *task, uint64_t cookie, uint32_t thread,
	uint64_t weight)
{
	struct deferred *deferred = id_table_find(&fold->deferred, task->tid);
	struct deferred_sample *sample;

	if (!deferred) {
		deferred = memory_new(1, sizeof(*deferred));
		id_table_set(&fold->deferred, task->tid, deferred);
	}
	/* A new cookie: what the ones before wait for was lost. */
	if (deferred->count && (deferred->cookie != cookie || deferred->count >= DEFERRED_MOST))
		complete(fold, deferred, task, NULL);
	deferred->cookie = cookie;
	sample = ARRAY_PUSH(deferred->items, deferred->count, deferred->capacity);
	*sample = (struct deferred_sample){
		memory_new(fold->frame_count, sizeof(*sample->frames)), fold->frame_count, thread, weight};
	for (size_t i = 0; i < fold->frame_count; i++)
		sample->frames[i] = fold->frames[i];
}

/* u64 cookie, u64 count, the entries; and the sample id, which says whose it is. */
static void take_deferred(struct fold *fold, const struct record *record)
{
	const struct event *event = event_of_other(fold->setting->events, record->body);
	struct str left = record->body, entries;
	struct deferred *deferred;
	struct chain rest;
	uint64_t cookie, count;
	uint32_t ids[2];

	if (!event || !attr_other_ids(&event->attr, record->body, ids) ||
		!take_u64(&left, &cookie) || !take_u64(&left, &count) ||
		!take_array(&left, count, 8, &entries)) {
		fold->counts.damaged++;
		return;
	}
	deferred = id_table_find(&fold->deferred, ids[1]);
	if (!deferred || deferred->cookie != cookie)
		return;
	chain_of_entries(&rest, entries);
	fold->counts.bad_chains += rest.is_bad;
	complete(fold, deferred, tasks_find(&fold->tasks, ids[0], ids[1]), &rest);
}

/* ---- records ---- */

static void take_sample(struct fold *fold, const struct record *record, uint64_t time)
{
	const struct fold_setting *setting = fold->setting;
	const struct event *event = event_of_sample(setting->events, record->body);
	struct sample sample;
	struct task *task;
	struct known_thread *known;
	struct chain chain;
	unsigned mode = record->misc & MISC_MODE;
	uint32_t thread;

	if (!event || !event->kept)
		return;
	if (mode == MODE_GUEST_KERNEL || mode == MODE_GUEST_USER) {
		fold->counts.guests++;
		return;
	}
	if (!sample_parse(&event->attr, record->body, &sample)) {
		fold->counts.damaged++;
		return;
	}
	task = tasks_find(&fold->tasks, sample.pid, sample.tid);
	known = known_of(task, &sample);
	if (fold->filters && !wants(fold, event, task, known, &sample, time)) {
		fold->counts.unwanted++;
		return;
	}
	if (setting->options->list_events) {
		fold->events[event - setting->events->items].samples++;
		fold->counts.samples++;
		return;
	}
	chain_of(&chain, &event->attr, &sample, mode);
	fold->counts.chains += sample.chain.n > 0 || sample.has_stack;
	fold->counts.bad_chains += chain.is_bad;
	fold->frame_count = 0;
	push_entries(fold, task, chain.entries, chain.count);
	if (sample.has_stack && sample.registers_abi != ABI_NONE) {
		stack_copy_unwind(
			&fold->copies, task->process->maps, &event->attr, &sample, &chain);
		push_entries(fold, task, chain.entries, chain.count);
	}
	thread = thread_number(fold, task, known, &sample);
	if (chain.is_deferred)
		defer(fold, task, chain.cookie, thread, weigh(fold, event, &sample));
	else
		add_stack(fold, known, thread, weigh(fold, event, &sample));
}

void fold_take(struct fold *fold, const char *p, uint64_t time)
{
	struct record record = record_again(p);

	if (record.type == RECORD_SAMPLE)
		take_sample(fold, &record, time);
	else if (record.type == RECORD_DEFERRED)
		take_deferred(fold, &record);
}

void fold_end(struct fold *fold)
{
	for (size_t i = 0; i < fold->deferred.slot_count; i++)
		if (fold->deferred.slots[i].value)
			complete(fold, fold->deferred.slots[i].value, NULL, NULL);
}

void fold_init(struct fold *fold, const struct fold_setting *setting)
{
	*fold = (struct fold){.setting = setting};
	perf_threads_init(&fold->filter, setting->options, NULL);
	fold->copies.setting = &setting->unwinding;
	fold->filters = has_filters(setting->options);
	chain_tree_init(&fold->tree);
	fold->cache = memory_new(CACHE_SLOTS, sizeof(*fold->cache));
	fold->events = memory_new(EVENTS_MOST, sizeof(*fold->events));
}

void fold_release(struct fold *fold)
{
	perf_threads_release(&fold->filter);
	tasks_release(&fold->tasks);
	addresses_release(&fold->addresses);
	chain_tree_release(&fold->tree);
	names_release(&fold->threads);
	for (size_t i = 0; i < fold->deferred.slot_count; i++)
		free_deferred(fold->deferred.slots[i].value);
	id_table_release(&fold->deferred);
	stack_copies_release(&fold->copies);
	free(fold->events);
	free(fold->last_seen);
	free(fold->lines);
	free(fold->cache);
	free(fold->frames);
}
