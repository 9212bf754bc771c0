/*
 * collapse-firefox: profiles of the Firefox Profiler, saved from profiler.firefox.com, written by
 * Firefox itself (Gecko's own format), or by samply and others that write for it.
 *
 *     {"meta":{"interval":1,"preprocessedProfileVersion":47,"sampleUnits":{"threadCPUDelta":"µs"},…},
 *      "libs":[…],"threads":[{"name":"GeckoMain","processName":"Web Content","pid":"4711","tid":4711,
 *       "samples":{"stack":[1,null,1],"weight":null,"weightType":"samples","threadCPUDelta":[0,7,9]},
 *       "stackTable":{"prefix":[null,0],"frame":[0,1]},"frameTable":{"func":[0,1]},
 *       "funcTable":{"name":[0,1],"fileName":[null,null],"lineNumber":[null,null]},
 *       "stringArray":["main","parse"]}]}
 *
 * Newer versions have the tables of all threads in "shared". Gecko's profiles have rows with a schema
 * (json-table.h), and further profiles in "processes", one in another.
 * https://github.com/firefox-devtools/profiler/tree/main/docs-developer
 */
#include <stdlib.h>

#include "collapse/firefox-tables.h"
#include "collapse/format.h"
#include "collapse/json-input.h"
#include "collapse/thread-root.h"
#include "common/memory.h"
#include "common/weight.h"

enum weight { WEIGHT_SAMPLES, WEIGHT_CPU, WEIGHT_BYTES };
enum weight_type { TYPE_SAMPLES, TYPE_TIME, TYPE_BYTES };
enum cpu_unit { CPU_MICROSECONDS, CPU_NANOSECONDS, CPU_CYCLES };

/* Decimals that are kept: of weights, which may be milliseconds, and of CPU use. */
enum { WEIGHT_SHIFT = 6, CPU_SHIFT = 3, NANOSECOND_PLACES = 3 };

struct firefox_options {
	int weight;
	bool srcline, addrs;
	struct thread_root_options roots;
};

/* Samples, or allocations, of one thread. */
struct firefox_samples {
	struct column stacks, weights, cpu;
	enum weight_type type;
};

struct firefox_thread {
	size_t profile;
	uint32_t name, process_name, process_type; /* NAME_NONE: not told */
	uint32_t pid, tid; /* of the texts, or NAME_NONE */
	struct firefox_tables tables;
	struct firefox_samples samples, js_allocations, native_allocations;
};

/* The document, and each that is in its "processes". */
struct firefox_profile {
	struct firefox_libraries libraries;
	struct firefox_tables shared;
	enum cpu_unit cpu_unit;
};

struct firefox {
	const struct firefox_options *options;
	struct stacks *stacks;

	/* of the present document */
	const char *file;
	struct json json;
	struct names texts;
	struct firefox_profile *profiles;
	size_t profile_count, profile_capacity;
	struct firefox_thread *threads;
	size_t thread_count, thread_capacity;
	struct firefox_open {
		size_t profile;
		bool array; /* it is the "processes" of that profile, else its members */
	} *open;
	size_t open_capacity;
	struct buf scratch;
	bool weighs; /* some sample was added, of this type: */
	enum weight_type type;
	uint64_t without_stack, negative, other_type;
};

static const char *const weights[] = {"samples", "cpu", "bytes", NULL};

#define AT(field) offsetof(struct firefox_options, field)

static const struct option firefox_options[] = {
	{"weight", OPTION_CHOICE, AT(weight), "WHAT",
		.help = "what a stack counts: its \"samples\" (default; with the weight that they "
			"have), the \"cpu\" time used, or the \"bytes\" allocated",
		.choices = weights},
	{"srcline", OPTION_FLAG, AT(srcline),
		.help = "show where functions are, if the profile tells: parse /srv/app.js:12"},
	{"addrs", OPTION_FLAG, AT(addrs),
		.help = "show addresses where there is no symbol, not the library: [libxul.so]"},
	THREAD_ROOT_OPTIONS(AT(roots)),
	{0},
};

static bool firefox_sniff(struct str head)
{
	if (!str_starts(str_trim_start(head), STR("{")))
		return false;
	return json_head_has(head, STR("preprocessedProfileVersion")) ||
	       (json_head_has(head, STR("libs")) && json_head_has(head, STR("breakpadId"))) ||
	       (json_head_has(head, STR("meta")) && json_head_has(head, STR("stackwalk")));
}

static void *firefox_begin(const void *options, struct stacks *out)
{
	struct firefox *firefox = memory_new(1, sizeof(*firefox));

	firefox->options = options;
	firefox->stacks = out;
	out->problems.things = "samples";
	return firefox;
}

/* Of an array, each object; read() finds it entered. What is none of these is passed over. */
static void read_objects(
	struct firefox *firefox, size_t profile, void (*read)(struct firefox *, size_t profile))
{
	struct json *json = &firefox->json;

	if (!json_enter_array(json)) {
		json_skip(json);
		return;
	}
	while (json_next_element(json))
		if (json_enter_object(json))
			read(firefox, profile);
		else
			json_skip(json);
}

/* ---- threads ---- */

static void read_weight_type(void *context, struct json *json, struct str key)
{
	struct firefox_samples *samples = context;
	struct str text;

	if (!str_eq(key, STR("weightType")) || !json_string(json, &text))
		json_skip(json);
	else if (str_eq(text, STR("tracing-ms")))
		samples->type = TYPE_TIME;
	else if (str_eq(text, STR("bytes")))
		samples->type = TYPE_BYTES;
}

static void read_samples(struct firefox_samples *samples, struct json *json)
{
	struct json_table_column columns[] = {
		{STR("stack"), .numbers = &samples->stacks, .place = 0},
		{STR("weight"), .numbers = &samples->weights, .shift = WEIGHT_SHIFT,
			.place = PLACE_NONE},
		{STR("threadCPUDelta"), .numbers = &samples->cpu, .shift = CPU_SHIFT,
			.place = PLACE_NONE},
	};

	json_table_read(json, columns, 3, read_weight_type, samples);
}

static void read_name(struct firefox *firefox, uint32_t *name)
{
	struct str text;

	if (json_scalar(&firefox->json, &text) && text.n)
		*name = stacks_name(firefox->stacks, text);
}

static void read_id(struct firefox *firefox, uint32_t *id)
{
	struct str text;

	if (json_scalar(&firefox->json, &text))
		*id = names_add(&firefox->texts, text);
}

static void read_thread(struct firefox *firefox, size_t profile)
{
	struct json *json = &firefox->json;
	struct firefox_thread *thread;
	struct str key;

	firefox->threads = memory_grow(firefox->threads, &firefox->thread_capacity,
		firefox->thread_count + 1, sizeof(*firefox->threads));
	thread = &firefox->threads[firefox->thread_count++];
	*thread = (struct firefox_thread){.profile = profile,
		.name = NAME_NONE,
		.process_name = NAME_NONE,
		.process_type = NAME_NONE,
		.pid = NAME_NONE,
		.tid = NAME_NONE};
	while (json_next_key(json, &key)) {
		if (str_eq(key, STR("name")))
			read_name(firefox, &thread->name);
		else if (str_eq(key, STR("processName")))
			read_name(firefox, &thread->process_name);
		else if (str_eq(key, STR("processType")))
			read_name(firefox, &thread->process_type);
		else if (str_eq(key, STR("pid")))
			read_id(firefox, &thread->pid);
		else if (str_eq(key, STR("tid")))
			read_id(firefox, &thread->tid);
		else if (str_eq(key, STR("samples")))
			read_samples(&thread->samples, json);
		else if (str_eq(key, STR("jsAllocations")))
			read_samples(&thread->js_allocations, json);
		else if (str_eq(key, STR("nativeAllocations")))
			read_samples(&thread->native_allocations, json);
		else if (!firefox_tables_read(&thread->tables, &firefox->texts, json, key))
			json_skip(json);
	}
}

/* ---- the document ---- */

static void read_cpu_unit(struct firefox_profile *profile, struct json *json)
{
	struct str unit;

	if (!json_string(json, &unit))
		json_skip(json);
	else if (str_eq(unit, STR("ns")))
		profile->cpu_unit = CPU_NANOSECONDS;
	else if (!str_eq(unit, STR("\xc2\xb5s")) && !str_eq(unit, STR("\xce\xbcs")))
		profile->cpu_unit = CPU_CYCLES;
}

static void read_meta(struct firefox_profile *profile, struct json *json)
{
	struct str key;

	if (!json_enter_object(json)) {
		json_skip(json);
		return;
	}
	while (json_next_key(json, &key)) {
		if (!str_eq(key, STR("sampleUnits")) || !json_enter_object(json)) {
			json_skip(json);
			continue;
		}
		while (json_next_key(json, &key))
			if (str_eq(key, STR("threadCPUDelta")))
				read_cpu_unit(profile, json);
			else
				json_skip(json);
	}
}

static void read_library(struct firefox *firefox, size_t profile)
{
	struct firefox_libraries *libraries = &firefox->profiles[profile].libraries;
	struct firefox_library library = {.name = NAME_NONE};
	struct json *json = &firefox->json;
	struct str key;

	while (json_next_key(json, &key)) {
		if (str_eq(key, STR("start")))
			json_u64(json, &library.start);
		else if (str_eq(key, STR("end")))
			json_u64(json, &library.end);
		else if (str_eq(key, STR("name")))
			read_id(firefox, &library.name);
		else
			json_skip(json);
	}
	if (library.name == NAME_NONE || library.end <= library.start)
		return;
	libraries->items = memory_grow(libraries->items, &libraries->capacity, libraries->count + 1,
		sizeof(*libraries->items));
	libraries->items[libraries->count++] = library;
}

static void read_shared(struct firefox *firefox, struct firefox_tables *shared)
{
	struct json *json = &firefox->json;
	struct str key;

	if (!json_enter_object(json)) {
		json_skip(json);
		return;
	}
	while (json_next_key(json, &key))
		if (!firefox_tables_read(shared, &firefox->texts, json, key))
			json_skip(json);
}

/* A member of a profile. True when its further profiles come next, in an array that was entered. */
static bool read_profile_key(struct firefox *firefox, size_t index, struct str key)
{
	struct firefox_profile *profile = &firefox->profiles[index];
	struct json *json = &firefox->json;

	if (str_eq(key, STR("processes")) && json_enter_array(json))
		return true;
	if (str_eq(key, STR("threads")))
		read_objects(firefox, index, read_thread);
	else if (str_eq(key, STR("shared")))
		read_shared(firefox, &profile->shared);
	else if (str_eq(key, STR("libs")))
		read_objects(firefox, index, read_library);
	else if (str_eq(key, STR("meta")))
		read_meta(profile, json);
	else
		json_skip(json);
	return false;
}

static void push(struct firefox *firefox, size_t depth, size_t profile, bool array)
{
	firefox->open = memory_grow(
		firefox->open, &firefox->open_capacity, depth + 1, sizeof(*firefox->open));
	firefox->open[depth] = (struct firefox_open){profile, array};
}

static size_t new_profile(struct firefox *firefox)
{
	firefox->profiles = memory_grow(firefox->profiles, &firefox->profile_capacity,
		firefox->profile_count + 1, sizeof(*firefox->profiles));
	firefox->profiles[firefox->profile_count] = (struct firefox_profile){0};
	return firefox->profile_count++;
}

/* Profiles within profiles: those that are open are kept here. */
static void read_profiles(struct firefox *firefox)
{
	struct json *json = &firefox->json;
	size_t depth = 0;
	struct str key;

	if (!json_enter_object(json))
		return;
	push(firefox, depth++, new_profile(firefox), false);
	while (depth > 0 && !json_failed(json)) {
		struct firefox_open top = firefox->open[depth - 1];

		if (!top.array) {
			if (!json_next_key(json, &key))
				depth--;
			else if (read_profile_key(firefox, top.profile, key))
				push(firefox, depth++, top.profile, true);
		} else if (!json_next_element(json)) {
			depth--;
		} else if (json_enter_object(json)) {
			push(firefox, depth++, new_profile(firefox), false);
		} else {
			json_skip(json);
		}
	}
}

/* ---- stacks ---- */

static struct str text_of(const struct firefox *firefox, uint32_t id)
{
	return id == NAME_NONE ? (struct str){"", 0} : names_get(&firefox->texts, id);
}

/* "Web Content;GeckoMain"; a thread that is called like its process needs one frame only. */
static uint32_t root_of(struct firefox *firefox, const struct firefox_thread *thread)
{
	uint32_t process =
		thread->process_name != NAME_NONE ? thread->process_name : thread->process_type;

	return thread_root(firefox->stacks, &firefox->scratch, &firefox->options->roots,
		&(struct thread_label){process, text_of(firefox, thread->pid)},
		&(struct thread_label){thread->name, text_of(firefox, thread->tid)},
		thread->name != NAME_NONE && thread->name != process);
}

static void strip_zeros(uint64_t *weight, unsigned *places)
{
	for (; *places > 0 && *weight % 10 == 0; --*places)
		*weight /= 10;
}

/* The next sample's: false when it has none, or one that is not above zero. */
static bool next_weight(struct firefox *firefox, const struct firefox_samples *samples,
	enum cpu_unit unit, size_t *at, uint64_t *weight, unsigned *places)
{
	bool cpu = firefox->options->weight == WEIGHT_CPU;
	const struct column *column = cpu ? &samples->cpu : &samples->weights;
	int64_t value;

	if (!cpu && column->count == 0) {
		*weight = 1;
		*places = 0;
		return true;
	}
	if (!column_next(column, at, &value) || value == COLUMN_NULL)
		return false;
	if (value <= 0) {
		firefox->negative += value < 0;
		return false;
	}
	*weight = (uint64_t)value;
	*places = cpu ? CPU_SHIFT : WEIGHT_SHIFT;
	if (cpu && unit == CPU_NANOSECONDS)
		*weight = weight_scale(*weight, 1, weight_unit(CPU_SHIFT));
	else if (!cpu && samples->type == TYPE_TIME)
		*places = NANOSECOND_PLACES;
	strip_zeros(weight, places);
	return *weight > 0;
}

static void add_sample(struct firefox *firefox, struct stack_table *table, uint32_t root,
	int64_t stack, uint64_t weight, unsigned places)
{
	const uint64_t weights_of_sample[2] = {weight, 0};
	struct stacks *stacks = firefox->stacks;
	uint32_t node;

	if (stack == COLUMN_NULL)
		firefox->without_stack++;
	else if (!stack_table_node(table, stacks, root, (uint64_t)stack, &node))
		problem_at(&stacks->problems, firefox->file, firefox->json.line,
			"a sample's stack in the tables", STR("another"));
	else if (node == NODE_ROOT)
		stacks_add_at(stacks,
			stacks_child(stacks, node, stacks_name(stacks, STR("(root)"))),
			weights_of_sample, places);
	else
		stacks_add_at(stacks, node, weights_of_sample, places);
}

static void add_samples(struct firefox *firefox, struct firefox_thread *thread,
	const struct firefox_samples *samples)
{
	struct firefox_profile *profile = &firefox->profiles[thread->profile];
	const struct firefox_naming naming = {
		&firefox->texts, firefox->options->srcline, firefox->options->addrs};
	struct firefox_tables *shared = &firefox->profiles[0].shared;
	struct firefox_tables *tables = thread->tables.stack_frame.count ? &thread->tables : shared;
	struct stack_table *table;
	size_t at = 0, weight_at = 0;
	uint32_t root;
	int64_t stack;

	firefox->stacks->problems.lines += samples->stacks.count;
	if (samples->stacks.count == 0)
		return;
	if (firefox->weighs && samples->type != firefox->type &&
		firefox->options->weight == WEIGHT_SAMPLES) {
		firefox->other_type += samples->stacks.count;
		return;
	}
	firefox->weighs = true;
	firefox->type = samples->type;
	table = firefox_tables_stacks(
		tables, shared, &profile->libraries, &naming, firefox->stacks);
	root = root_of(firefox, thread);
	while (column_next(&samples->stacks, &at, &stack)) {
		uint64_t weight;
		unsigned places;

		if (next_weight(firefox, samples, profile->cpu_unit, &weight_at, &weight, &places))
			add_sample(firefox, table, root, stack, weight, places);
	}
}

static void add_threads(struct firefox *firefox)
{
	for (size_t i = 0; i < firefox->thread_count; i++) {
		struct firefox_thread *thread = &firefox->threads[i];

		if (firefox->options->weight != WEIGHT_BYTES) {
			add_samples(firefox, thread, &thread->samples);
		} else {
			add_samples(firefox, thread, &thread->js_allocations);
			add_samples(firefox, thread, &thread->native_allocations);
		}
	}
}

static void say_losses(struct firefox *firefox)
{
	if (firefox->without_stack)
		stacks_note(firefox->stacks, "%s: %llu samples have no stack and are left out",
			firefox->file, (unsigned long long)firefox->without_stack);
	if (firefox->negative)
		stacks_note(firefox->stacks,
			"%s: %llu weights below zero, as of memory given back, are "
			"left out",
			firefox->file, (unsigned long long)firefox->negative);
	if (firefox->other_type)
		stacks_note(firefox->stacks, "%s: %llu samples are left out: their weights are of "
			"another type than those of the first thread", firefox->file,
			(unsigned long long)firefox->other_type);
	if (firefox->options->weight == WEIGHT_CPU)
		stacks_explain(firefox->stacks, "%s: no sample tells how much CPU time was used",
			firefox->file);
	if (firefox->options->weight == WEIGHT_BYTES)
		stacks_explain(firefox->stacks, "%s: no allocations found", firefox->file);
	firefox->without_stack = firefox->negative = firefox->other_type = 0;
}

static void release_samples(struct firefox_samples *samples)
{
	column_release(&samples->stacks);
	column_release(&samples->weights);
	column_release(&samples->cpu);
}

static void reset(struct firefox *firefox)
{
	for (size_t i = 0; i < firefox->thread_count; i++) {
		struct firefox_thread *thread = &firefox->threads[i];

		firefox_tables_release(&thread->tables);
		release_samples(&thread->samples);
		release_samples(&thread->js_allocations);
		release_samples(&thread->native_allocations);
	}
	for (size_t i = 0; i < firefox->profile_count; i++) {
		firefox_tables_release(&firefox->profiles[i].shared);
		free(firefox->profiles[i].libraries.items);
	}
	firefox->thread_count = firefox->profile_count = 0;
	names_release(&firefox->texts);
}

static void firefox_read(void *state, struct lines *lines)
{
	struct firefox *firefox = state;

	firefox->file = lines->name;
	json_init(&firefox->json, lines);
	read_profiles(firefox);
	json_input_finish(&firefox->json, lines, firefox->stacks);
	add_threads(firefox);
	say_losses(firefox);
	reset(firefox);
	json_release(&firefox->json);
}

static void firefox_end(void *state)
{
	struct firefox *firefox = state;

	free(firefox->threads);
	free(firefox->profiles);
	free(firefox->open);
	buf_release(&firefox->scratch);
	free(firefox);
}

const struct format format_firefox = {
	.name = "firefox",
	.input = "a profile of the Firefox Profiler",
	.summary =
		"Folds profiles of the Firefox Profiler: those that it saves, those that Firefox writes, "
		"and those of samply.",
	.options = firefox_options,
	.options_size = sizeof(struct firefox_options),
	.sniff = firefox_sniff,
	.reads_json = true,
	.begin = firefox_begin,
	.read = firefox_read,
	.end = firefox_end,
};
