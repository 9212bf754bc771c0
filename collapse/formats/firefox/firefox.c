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
 * (readers/json-table.h), and further profiles in "processes", one in another.
 * https://github.com/firefox-devtools/profiler/tree/main/docs-developer
 */
#include <stdlib.h>

#include "collapse/formats/firefox/document.h"
#include "collapse/readers/head.h"
#include "collapse/stacks/format.h"
#include "collapse/stacks/thread-root.h"
#include "common/memory.h"
#include "common/weight.h"

enum { NANOSECOND_PLACES = 3 }; /* of microseconds */

struct firefox_options {
	int wanted;
	bool srcline, addrs;
	struct thread_root_options roots;
};

struct firefox {
	const struct firefox_options *options;
	struct stacks *stacks;
	const char *file;
	struct firefox_document document; /* what is in it */
	struct buf scratch;
	bool weighs; /* some sample was added, of this type: */
	enum firefox_weights type;
	uint64_t samples; /* of the present document, and those of them that are left out: */
	uint64_t without_stack, without_weight, negative, other_type;
	bool sums; /* some weight is that of several samples, or of none */
	uint64_t counted; /* samples that were added, of all documents */
};

static const char *const weights[] = {"samples", "cpu", "bytes", NULL}; /* as firefox_wanted */

#define AT(field) offsetof(struct firefox_options, field)

static const struct option firefox_options[] = {
	{"weight", OPTION_CHOICE, AT(wanted), "WHAT",
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
	firefox->stacks = firefox->document.stacks = out;
	firefox->document.wanted = (enum firefox_wanted)firefox->options->wanted;
	return firefox;
}

/* ---- stacks ---- */

static struct str text_of(const struct firefox *firefox, uint32_t id)
{
	return id == NAME_NONE ? (struct str)STR_INIT("") : names_get(&firefox->document.texts, id);
}

/* "Web Content;GeckoMain"; a thread that is called like its process needs one frame only. */
static struct stack_root root_of(struct firefox *firefox, const struct firefox_thread *thread)
{
	uint32_t process =
		thread->process_name != NAME_NONE ? thread->process_name : thread->process_type;

	return thread_root(firefox->stacks, &firefox->scratch, &firefox->options->roots,
		&(struct thread_label){process, text_of(firefox, thread->pid)},
		&(struct thread_label){thread->name, text_of(firefox, thread->tid)},
		thread->name != NAME_NONE && thread->name != process);
}

/* The next sample's: false when it has none, or one that is not above zero. */
static bool next_weight(struct firefox *firefox, const struct firefox_samples *samples,
	enum firefox_cpu_unit unit, size_t *at, struct weight *weight)
{
	bool cpu = firefox->options->wanted == WANTED_CPU;
	int64_t value;

	if (!cpu && samples->weights.count == 0) {
		*weight = (struct weight){1, 0};
		return true;
	}
	if (!column_next(&samples->weights, at, &value) || value == COLUMN_NULL) {
		/* CPU time is told from the second sample on, and not everywhere. */
		firefox->without_weight += !cpu;
		return false;
	}
	if (value <= 0) {
		firefox->negative += value < 0;
		return false;
	}
	*weight = (struct weight){(uint64_t)value, cpu ? CPU_SHIFT : WEIGHT_SHIFT};
	if (cpu && unit == CPU_NANOSECONDS)
		weight->value = weight_scale(weight->value, 1, weight_unit(CPU_SHIFT));
	else if (!cpu && samples->type == TYPE_TIME)
		weight->places = NANOSECOND_PLACES;
	weight_trim(weight);
	return weight->value > 0;
}

static void add_sample(struct firefox *firefox, struct stack_table *table,
	struct stack_root root, int64_t stack, struct weight weight)
{
	const uint64_t weights_of_sample[2] = {weight.value, 0};
	struct stacks *stacks = firefox->stacks;
	uint32_t node;

	if (stack == COLUMN_NULL) {
		firefox->without_stack++;
		return;
	}
	if (!stack_table_node(table, stacks, root.node, (uint64_t)stack, &node)) {
		stacks_problem_at(stacks, firefox->file, firefox->document.json.line,
			"a sample's stack in the tables", STR("another"));
		return;
	}
	if (node == NODE_ROOT)
		node = stacks_child(stacks, node, stacks_name(stacks, STR("(root)")));
	stacks_lead(stacks, root.leading);
	stacks_add_at(stacks, node, weights_of_sample, weight.places);
	firefox->counted++;
}

/* Times are written in microseconds, whatever they are in the document. */
static void tell_weights(
	struct firefox *firefox, const struct firefox_samples *samples, enum firefox_cpu_unit cpu)
{
	static const char *const units[] = {
		[TYPE_SAMPLES] = "samples", [TYPE_TIME] = "us", [TYPE_BYTES] = "bytes"};
	int wanted = firefox->options->wanted;
	const char *unit = units[samples->type];

	if (wanted == WANTED_CPU)
		unit = cpu == CPU_CYCLES ? "cycles" : "us";
	else if (wanted == WANTED_ALLOCATIONS)
		unit = "bytes";
	stacks_tell(firefox->stacks, HEADER_UNIT, str_of(unit));
	if (wanted == WANTED_CPU)
		stacks_tell(firefox->stacks, HEADER_EVENT, STR("cpu"));
	firefox->sums |= wanted != WANTED_CPU && samples->weights.count > 0;
}

static void add_samples(struct firefox *firefox, struct firefox_thread *thread,
	const struct firefox_samples *samples)
{
	struct firefox_profile *profile = &firefox->document.profiles[thread->profile];
	const struct firefox_naming naming = {
		&firefox->document.texts, firefox->options->srcline, firefox->options->addrs};
	struct firefox_tables *shared = &firefox->document.profiles[0].shared;
	struct firefox_tables *tables = thread->tables.stack_frame.count ? &thread->tables : shared;
	struct stack_table *table;
	size_t at = 0, weight_at = 0;
	struct stack_root root;
	int64_t stack;

	stacks_count_things(firefox->stacks, samples->stacks.count);
	firefox->samples += samples->stacks.count;
	if (samples->stacks.count == 0)
		return;
	if (firefox->weighs && samples->type != firefox->type &&
		firefox->options->wanted == WANTED_SAMPLES) {
		firefox->other_type += samples->stacks.count;
		return;
	}
	firefox->weighs = true;
	firefox->type = samples->type;
	table = firefox_tables_stacks(
		tables, shared, &profile->libraries, &naming, firefox->stacks);
	root = root_of(firefox, thread);
	tell_weights(firefox, samples, profile->cpu_unit);
	while (column_next(&samples->stacks, &at, &stack)) {
		struct weight weight;

		if (next_weight(firefox, samples, profile->cpu_unit, &weight_at, &weight))
			add_sample(firefox, table, root, stack, weight);
	}
}

static void add_threads(struct firefox *firefox)
{
	for (size_t i = 0; i < firefox->document.thread_count; i++) {
		struct firefox_thread *thread = &firefox->document.threads[i];

		if (firefox->options->wanted != WANTED_ALLOCATIONS) {
			add_samples(firefox, thread, &thread->samples);
		} else {
			add_samples(firefox, thread, &thread->js_allocations);
			add_samples(firefox, thread, &thread->native_allocations);
		}
	}
}

static void say_losses(const struct firefox *firefox)
{
	struct stacks *stacks = firefox->stacks;
	const char *file = firefox->file;

	stacks_note_count(stacks, file, firefox->without_stack,
		"left out # sample{|s} without a stack");
	stacks_note_count(stacks, file, firefox->without_weight,
		"left out # sample{|s} without a weight");
	stacks_note_count(stacks, file, firefox->negative,
		"left out # weight{|s} below zero, as of memory given back");
	stacks_note_count(stacks, file, firefox->other_type,
		"left out # sample{|s} with weights of another type than those of the first thread");
}

/* Why there may be no stack. */
static void explain(struct firefox *firefox)
{
	struct stacks *stacks = firefox->stacks;
	enum firefox_wanted wanted = firefox->document.wanted;

	if (wanted == WANTED_CPU)
		stacks_explain(stacks, "%s: no sample tells how much CPU time was used",
			firefox->file);
	else if (wanted == WANTED_ALLOCATIONS)
		stacks_explain(stacks, "%s: no allocations found", firefox->file);
	else if (firefox->samples)
		stacks_explain(stacks, "%s: of %llu sample%s none has a stack and a weight",
			firefox->file, (unsigned long long)firefox->samples,
			firefox->samples == 1 ? "" : "s");
	else if (firefox->document.has_threads)
		stacks_explain(stacks, "%s: has no samples (%zu thread%s)", firefox->file,
			firefox->document.thread_count,
			firefox->document.thread_count == 1 ? "" : "s");
}

static void firefox_read(void *state, struct lines *lines)
{
	struct firefox *firefox = state;

	firefox->file = lines->name;
	firefox->samples = firefox->without_stack = firefox->without_weight = 0;
	firefox->negative = firefox->other_type = 0;
	firefox_document_read(&firefox->document, lines);
	add_threads(firefox);
	say_losses(firefox);
	explain(firefox);
	firefox_document_release(&firefox->document);
}

static void firefox_end(void *state)
{
	struct firefox *firefox = state;

	if (!firefox->sums)
		stacks_count_samples(firefox->stacks, firefox->counted);
	buf_release(&firefox->scratch);
	free(firefox);
}

const struct kind kind_firefox = {
	.name = "firefox",
	.input = "a profile of the Firefox Profiler",
	.sniff = firefox_sniff,
	.is_json = true,
};

const struct format format_firefox = {
	.kind = &kind_firefox,
	.summary =
		"Folds profiles of the Firefox Profiler: those that it saves, those that Firefox writes, "
		"and those of samply.",
	.options = firefox_options,
	.options_size = sizeof(struct firefox_options),
	.things = "samples",
	.begin = firefox_begin,
	.read = firefox_read,
	.end = firefox_end,
};
