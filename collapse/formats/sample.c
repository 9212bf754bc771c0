/*
 * collapse-sample: the report of macOS' sample, also of Activity Monitor.
 *
 *     Call graph:
 *         825 Thread_15758523   DispatchQueue_1: com.apple.main-thread  (serial)
 *         + 825 start  (in libdyld.dylib) + 1  [0x7fff737cf3d5]
 *         +   824 main  (in rg) + 41  [0x10384b549]
 *         +   ! 824 ???  (in rg)  load address 0x103746000 + 0x1234  [0x103747234]
 *         +   1 mach_msg_trap  (in libsystem_kernel.dylib) + 10  [0x7fff737cf3d5]
 *
 *     Total number in stack (recursive counted multiple, when >=5):
 *
 * Numbers are totals, of samples. sample looks at all threads, whether they run or wait, so what
 * waits in one of the calls below is left out. Only the call graph is read.
 *
 * sample(1) of macOS, and reports such as https://github.com/Hammerspoon/hammerspoon/issues/3374
 */
#include <stdlib.h>

#include "collapse/names/module-name.h"
#include "collapse/stacks/format.h"
#include "collapse/stacks/indent.h"
#include "common/memory.h"

/* The same call may have several names: since macOS 13 mach_msg_trap is mach_msg2_trap. */
static const struct str waits[] = {
	STR_INIT("__psynch_cvwait"),
	STR_INIT("__select"),
	STR_INIT("__semwait_signal"),
	STR_INIT("__ulock_wait"),
	STR_INIT("__ulock_wait2"),
	STR_INIT("__wait4"),
	STR_INIT("__workq_kernreturn"),
	STR_INIT("kevent"),
	STR_INIT("kevent64"),
	STR_INIT("kevent_id"),
	STR_INIT("kevent_qos"),
	STR_INIT("mach_msg_trap"),
	STR_INIT("mach_msg2_trap"),
	STR_INIT("poll"),
	STR_INIT("read"),
	STR_INIT("semaphore_timedwait_trap"),
	STR_INIT("semaphore_wait_trap"),
};

struct sample_options {
	bool no_modules, waiting;
};

static const struct option sample_options[] = {
	{"no-modules", OPTION_FLAG, offsetof(struct sample_options, no_modules),
		.help = "show functions without their module"},
	{"waiting", OPTION_FLAG, offsetof(struct sample_options, waiting),
		.help = "keep samples of threads that wait in a call of the system"},
	{0},
};

struct sample {
	const struct sample_options *options;
	struct stacks *stacks;
	struct indent tree;
	struct module_name names;
	bool inside; /* of a call graph */
	size_t root_depth; /* of its first line: of a thread, or a function */
};

static bool is_wait(struct str function)
{
	for (size_t i = 0; i < sizeof(waits) / sizeof(*waits); i++)
		if (str_eq(function, waits[i]))
			return true;
	return false;
}

/* The module at the start of "Helper (Renderer)) + 12  [0x7fff]": up to the bracket that closes. */
static struct str module_of(struct str text)
{
	size_t depth = 1, at = 0;

	for (; at < text.n; at++) {
		depth += text.p[at] == '(';
		depth -= text.p[at] == ')';
		if (depth == 0)
			break;
	}
	text = str_head(text, at);
	return str_ends(text, STR(".dylib")) ? str_drop_end(text, 6) : text;
}

/* "Thread_15758523   DispatchQueue_1: …" at the root; a call graph may be without them. */
static void tell_leading(struct sample *sample, size_t depth, struct str text, bool has_module)
{
	if (sample->tree.count == 0)
		sample->root_depth = depth;
	if (depth <= sample->root_depth)
		stacks_lead(sample->stacks,
			!has_module && str_starts(text, STR("Thread_")) ? "thread" : NULL);
}

/* A thread, or "FUNCTION  (in MODULE) …" */
static void push(struct sample *sample, size_t depth, uint64_t weight, struct str text)
{
	const struct str mark = STR("  (in ");
	size_t at = str_find_str(text, mark);
	struct str function = str_head(text, at), module = {0};

	tell_leading(sample, depth, text, at < text.n);
	if (at == text.n)
		function = str_head(text, str_find_str(text, STR("  ")));
	else if (!sample->options->no_modules)
		module = module_of(str_skip(text, at + mark.n));
	indent_push(&sample->tree,
		&(struct indent_frame){
			.depth = depth,
			.name = module_name_recall(&sample->names, module, function),
			.weight = weight,
			.unwanted = !sample->options->waiting && is_wait(function),
		});
}

/* What draws the tree before a line's number. */
static bool is_branch(char c)
{
	return c == ' ' || c == '+' || c == '!' || c == ':' || c == '|';
}

/* "    + !   12 main  (in rg) …"; false when it is no line of a call graph. */
static bool take_frame(struct sample *sample, struct str line)
{
	size_t depth = 0, digits;
	uint64_t weight;

	while (depth < line.n && is_branch(line.p[depth]))
		depth++;
	digits = str_find(str_skip(line, depth), ' ');
	if (depth == 0 || !str_to_u64(str_head(str_skip(line, depth), digits), &weight))
		return false;
	line = str_trim(str_skip(line, depth + digits));
	if (line.n == 0)
		return false;
	push(sample, depth, weight, line);
	return true;
}

/* "Analysis of sampling app (pid 64751) every 1 millisecond" */
static void take_rate(struct sample *sample, struct str line)
{
	const struct str mark = STR(" every ");
	size_t at = str_find_str(line, mark);
	struct str number, unit;
	uint64_t milliseconds;

	if (str_starts(line, STR("Analysis of sampling ")) &&
		str_cut(str_skip(line, at + mark.n), ' ', &number, &unit) &&
		str_starts(unit, STR("millisecond")) && str_to_u64(number, &milliseconds))
		stacks_tell_interval(sample->stacks, milliseconds * 1000000);
}

static void take_line(struct sample *sample, const struct lines *lines, struct str line)
{
	if (!sample->inside) {
		take_rate(sample, line);
		sample->inside = str_starts(line, STR("Call graph:"));
	} else if (str_trim(line).n == 0 || str_starts(line, STR("Total number in stack"))) {
		sample->inside = sample->tree.count == 0 && str_trim(line).n == 0;
		indent_end(&sample->tree);
	} else if (!take_frame(sample, line)) {
		stacks_problem(sample->stacks, lines, "\"N FUNCTION  (in MODULE)\"", line);
	}
}

static void *sample_begin(const void *options, struct stacks *out)
{
	struct sample *sample = memory_new(1, sizeof(*sample));

	sample->options = options;
	sample->stacks = sample->tree.stacks = sample->names.stacks = out;
	sample->tree.totals = true;
	stacks_tell(out, HEADER_UNIT, STR("samples"));
	return sample;
}

static void sample_read(void *state, struct lines *lines)
{
	struct sample *sample = state;
	struct str line;

	sample->inside = false;
	while (lines_next(lines, &line))
		take_line(sample, lines, line);
	if (sample->inside)
		stacks_note(sample->stacks,
			"%s: the call graph has no end; the report may be cut off", lines->name);
	indent_end(&sample->tree);
}

static void sample_end(void *state)
{
	struct sample *sample = state;

	if (sample->tree.unwanted > 0 && sample->stacks->count == 0)
		stacks_explain(sample->stacks,
			"all of %llu samples waited in a call of the system; --waiting keeps them",
			(unsigned long long)sample->tree.unwanted);
	else if (sample->tree.unwanted > 0)
		stacks_note(sample->stacks,
			"left out %llu samples that waited in a call of the system; --waiting keeps "
			"them", (unsigned long long)sample->tree.unwanted);
	indent_report(&sample->tree);
	indent_release(&sample->tree);
	module_name_release(&sample->names);
	free(sample);
}

/*
 * "Analysis of sampling rg (pid 64751) every 1 millisecond", perhaps behind what sample says while it
 * runs; or the call graph alone.
 */
static bool sample_sniff(struct str head)
{
	struct str line, rest = head;

	while (str_cut(rest, '\n', &line, &rest))
		if (str_starts(line, STR("Analysis of sampling ")))
			return true;
	return str_starts(head, STR("Call graph:\n")) || str_starts(head, STR("Call graph:\r\n"));
}

const struct kind kind_sample = {
	.name = "sample",
	.input = "a report of macOS' sample",
	.sniff = sample_sniff,
};

const struct format format_sample = {
	.kind = &kind_sample,
	.summary =
		"Folds the call graph that macOS' sample reports. The number counts samples.",
	.options = sample_options,
	.options_size = sizeof(struct sample_options),
	.begin = sample_begin,
	.read = sample_read,
	.end = sample_end,
};
