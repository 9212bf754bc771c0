/*
 * collapse-xctrace: the table of a time profile, as XML from xctrace export.
 *
 *     <row><sample-time id="1">57246708</sample-time>
 *          <thread id="2" fmt="main  0x84 (app, pid: 7)"><process id="4" fmt="app (7)"/></thread>
 *          <process ref="4"/><weight id="9" fmt="1.00 ms">1000000</weight>
 *          <backtrace id="10"><frame id="11" name="read"><binary id="12" name="libc"/></frame>
 *                             <frame ref="13"/></backtrace></row>
 *     <row>… <weight ref="9"/><backtrace ref="10"/></row>
 *
 * What was there before is only referred to, so everything with an id is kept: names, weights, and
 * each distinct stack. Frames are leaf first, in a <backtrace>, which may stand in a
 * <tagged-backtrace>, or (Xcode 27) in the latter alone. A row without samples holds a <sentinel/>.
 *
 * xctrace(1), https://keith.github.io/xcode-man-pages/xctrace.1.html
 */
#include <stdlib.h>

#include "collapse/formats/xctrace/things.h"
#include "collapse/names/module-name.h"
#include "collapse/readers/xml.h"
#include "collapse/stacks/format.h"
#include "collapse/stacks/frame-list.h"
#include "common/memory.h"

enum { COUNT_SAMPLES, COUNT_TIME };
static const char *const weights[] = {"samples", "time", NULL};

struct xctrace_options {
	int weight;
	bool process, thread, modules;
};

#define AT(field) offsetof(struct xctrace_options, field)

static const struct option xctrace_options[] = {
	{"weight", OPTION_CHOICE, AT(weight), "KIND", .choices = weights,
		.help = "count samples, or add up the column \"weight\", which has nanoseconds or, "
			"of a CPU profile, cycles"},
	{"process", OPTION_FLAG, AT(process), .help = "process as root frame"},
	{"thread", OPTION_FLAG, AT(thread), .help = "thread as root frame, or next to it"},
	{"modules", OPTION_FLAG, AT(modules), .help = "module before each function: \"libc`read\""},
	{0},
};

#define NOTHING UINT32_MAX

struct xctrace {
	const struct xctrace_options *options;
	struct stacks *stacks;
	struct lines *lines;
	struct xml xml;
	struct module_name names;

	struct xctrace_things things; /* of the present document */
	struct frame_list pool; /* the frames of all stacks */

	struct {
		size_t depth; /* 0: no row is open */
		uint32_t stack, weight;
		uint32_t thread, process; /* their names */
		bool sentinel, cycles;
	} row;
	const char *unit; /* that was told last */
	bool in_stack, in_frame, in_weight;
	uint32_t tagged, stack, frame; /* those that are open */
	uint32_t module; /* the frame's: its name */
	size_t stack_start;
	struct buf frame_name;

	bool exported; /* an input is what xctrace export writes, of whatever table */
	uint64_t rows, bare, unweighted;
};

/* The thing that this element is, still unknown, or refers to; NOTHING when it has no id. */
static uint32_t identify(struct xctrace *xctrace, enum xctrace_kind kind, bool *refers)
{
	struct str id;
	uint32_t index;

	*refers = xml_attribute(&xctrace->xml, STR("ref"), &id);
	if (*refers) {
		index = xctrace_things_find(&xctrace->things, id);
		if (xctrace->things.items[index].kind == kind)
			return index;
		stacks_problem_at(xctrace->stacks, xctrace->lines->name, xctrace->xml.line,
			"a reference to something above", id);
		return NOTHING;
	}
	if (!xml_attribute(&xctrace->xml, STR("id"), &id))
		return NOTHING;
	index = xctrace_things_find(&xctrace->things, id);
	xctrace->things.items[index].kind = UNKNOWN;
	return index;
}

static void define(struct xctrace *xctrace, uint32_t index, struct xctrace_thing thing)
{
	if (index != NOTHING)
		xctrace->things.items[index] = thing;
}

static struct xctrace_thing a_name(uint32_t name)
{
	return (struct xctrace_thing){.kind = NAME, .value = name};
}

/* NAME_NONE when it is not known. */
static uint32_t name_of(const struct xctrace *xctrace, uint32_t index)
{
	return index == NOTHING ? NAME_NONE : (uint32_t)xctrace->things.items[index].value;
}

/*
 * A thread, a process or a module: its name, which is in an attribute. Not the thing, as in a damaged
 * file its id may become another's before the row ends.
 */
static uint32_t take_name(struct xctrace *xctrace, struct str attribute)
{
	bool refers;
	uint32_t index = identify(xctrace, NAME, &refers), id;
	struct str name;

	if (refers)
		return name_of(xctrace, index);
	if (!xml_attribute(&xctrace->xml, attribute, &name))
		return NAME_NONE;
	id = stacks_name(xctrace->stacks, name);
	define(xctrace, index, a_name(id));
	return id;
}

/* ---- frames ---- */

static void begin_frame(struct xctrace *xctrace)
{
	struct str name = STR("[unknown]");
	bool refers;

	xctrace->frame = identify(xctrace, NAME, &refers);
	if (refers) {
		frame_list_push(&xctrace->pool,
			xctrace->frame == NOTHING ? stacks_name(xctrace->stacks, name) :
						    name_of(xctrace, xctrace->frame));
		return;
	}
	if (!xml_attribute(&xctrace->xml, STR("name"), &name))
		xml_attribute(&xctrace->xml, STR("addr"), &name);
	buf_set(&xctrace->frame_name, name);
	xctrace->module = NAME_NONE;
	xctrace->in_frame = true;
}

/* Only here, for its module stands inside of it. */
static void end_frame(struct xctrace *xctrace)
{
	struct str module = {0};
	uint32_t name;

	if (!xctrace->in_frame)
		return;
	if (xctrace->module != NAME_NONE &&
		(xctrace->options->modules || xctrace->stacks->wants_modules))
		module = names_get(&xctrace->stacks->tree.names, xctrace->module);
	name = module_name_add(
		&xctrace->names, module, buf_str(&xctrace->frame_name), (struct str){0});
	frame_list_push(&xctrace->pool, name);
	define(xctrace, xctrace->frame, a_name(name));
	xctrace->in_frame = false;
}

/* The row's stack, which this element's id names; its frames follow if it refers to none. */
static uint32_t begin_stack(struct xctrace *xctrace)
{
	bool refers;

	xctrace->row.stack = identify(xctrace, STACK, &refers);
	xctrace->in_stack = !refers;
	xctrace->stack_start = xctrace->pool.count;
	return xctrace->row.stack;
}

static void end_stack(struct xctrace *xctrace, uint32_t index)
{
	if (!xctrace->in_stack)
		return;
	define(xctrace, index,
		(struct xctrace_thing){.kind = STACK,
			.value = xctrace->stack_start,
			.count = xctrace->pool.count - xctrace->stack_start});
	xctrace->in_stack = false;
}

/* If a <backtrace> stood inside, that is the row's stack, and this is another id of it. */
static void end_tagged(struct xctrace *xctrace)
{
	end_stack(xctrace, xctrace->tagged);
	if (xctrace->row.stack != NOTHING)
		define(xctrace, xctrace->tagged, xctrace->things.items[xctrace->row.stack]);
}

/* ---- rows ---- */

/* "<weight id="9" fmt="1.00 ms">1000000</weight>", "<weight ref="9"/>" */
static void begin_weight(struct xctrace *xctrace)
{
	bool refers;

	xctrace->row.weight = identify(xctrace, WEIGHT, &refers);
	xctrace->row.cycles = str_eq(xctrace->xml.name, STR("cycle-weight"));
	xctrace->in_weight = !refers && xctrace->row.weight != NOTHING;
}

static void take_text(struct xctrace *xctrace)
{
	struct xctrace_thing weight = {.kind = WEIGHT};

	if (xctrace->in_weight && str_to_u64(str_trim(xctrace->xml.text), &weight.value))
		define(xctrace, xctrace->row.weight, weight);
}

static void begin_row(struct xctrace *xctrace)
{
	xctrace->row.depth = xctrace->xml.depth;
	xctrace->row.stack = xctrace->row.weight = NOTHING;
	xctrace->row.thread = xctrace->row.process = NAME_NONE;
	xctrace->row.sentinel = false;
}

static void push_root(struct xctrace *xctrace, bool wanted, uint32_t name)
{
	if (wanted && name != NAME_NONE)
		frame_list_push(&xctrace->pool, name);
}

/* 0 when there is none. */
static uint64_t weigh(struct xctrace *xctrace)
{
	uint32_t index = xctrace->row.weight;

	if (xctrace->options->weight == COUNT_SAMPLES)
		return 1;
	if (index == NOTHING || xctrace->things.items[index].kind != WEIGHT) {
		xctrace->unweighted++;
		return 0;
	}
	return xctrace->things.items[index].value;
}

static void tell_unit(struct xctrace *xctrace)
{
	const char *unit = xctrace->row.cycles ? "cycles" : "ns";

	if (xctrace->options->weight == COUNT_SAMPLES)
		unit = "samples";
	if (xctrace->unit != unit)
		stacks_tell(xctrace->stacks, HEADER_UNIT, str_of(unit));
	xctrace->unit = unit;
}

static void tell_leading(struct xctrace *xctrace)
{
	bool process = xctrace->options->process && xctrace->row.process != NAME_NONE;
	bool thread = xctrace->options->thread && xctrace->row.thread != NAME_NONE;
	static const char *const leading[] = {NULL, "process", "thread", "process,thread"};

	stacks_lead(xctrace->stacks, leading[process + 2 * thread]);
}

/* The frames, and behind them the roots, as the end of the pool. */
static void add_stack(struct xctrace *xctrace, struct xctrace_thing stack, uint64_t weight)
{
	struct frame_list *pool = &xctrace->pool;
	size_t end = pool->count;

	for (size_t i = 0; i < stack.count; i++)
		frame_list_push(pool, pool->ids[stack.value + i]);
	push_root(xctrace, xctrace->options->thread, xctrace->row.thread);
	push_root(xctrace, xctrace->options->process, xctrace->row.process);
	tell_unit(xctrace);
	tell_leading(xctrace);
	stacks_add_leaf_first(xctrace->stacks, pool->ids + end, pool->count - end, weight);
	pool->count = end;
}

static void end_row(struct xctrace *xctrace)
{
	struct xctrace_thing stack = {0};
	uint64_t weight;

	if (xctrace->row.stack != NOTHING)
		stack = xctrace->things.items[xctrace->row.stack];
	xctrace->row.depth = 0;
	xctrace->rows++;
	if (stack.kind != STACK || stack.count == 0) {
		xctrace->bare += !xctrace->row.sentinel;
		return;
	}
	weight = weigh(xctrace);
	if (weight > 0)
		add_stack(xctrace, stack, weight);
}

/* ---- elements ---- */

/* The outermost element: of tables, or of the list of what a recording has. */
static bool is_export(struct str name)
{
	return str_eq(name, STR("trace-query-result")) || str_eq(name, STR("trace-toc"));
}

/* Threads and processes may also stand inside others, where they are only defined. */
static void take_start(struct xctrace *xctrace)
{
	struct str name = xctrace->xml.name;
	bool in_row = xctrace->xml.depth == xctrace->row.depth + 1;

	if (xctrace->xml.depth == 1) {
		xctrace->exported |= is_export(name);
	} else if (xctrace->row.depth == 0) {
		if (str_eq(name, STR("row")))
			begin_row(xctrace);
	} else if (str_eq(name, STR("frame")) && xctrace->in_stack) {
		begin_frame(xctrace);
	} else if (str_eq(name, STR("binary")) && xctrace->in_frame) {
		xctrace->module = take_name(xctrace, STR("name"));
	} else if (str_eq(name, STR("backtrace"))) {
		xctrace->stack = begin_stack(xctrace);
	} else if (str_eq(name, STR("tagged-backtrace"))) {
		xctrace->tagged = begin_stack(xctrace);
	} else if (str_eq(name, STR("thread")) || str_eq(name, STR("process"))) {
		uint32_t id = take_name(xctrace, STR("fmt"));

		if (in_row && str_eq(name, STR("thread")))
			xctrace->row.thread = id;
		else if (in_row)
			xctrace->row.process = id;
	} else if (in_row && (str_eq(name, STR("weight")) || str_eq(name, STR("cycle-weight")))) {
		begin_weight(xctrace);
	} else if (in_row && str_eq(name, STR("sentinel"))) {
		xctrace->row.sentinel = true;
	}
}

static void take_close(struct xctrace *xctrace)
{
	struct str name = xctrace->xml.name;

	xctrace->in_weight = false;
	if (xctrace->row.depth == 0)
		return;
	if (xctrace->row.depth == xctrace->xml.depth)
		end_row(xctrace);
	else if (str_eq(name, STR("frame")))
		end_frame(xctrace);
	else if (str_eq(name, STR("backtrace")))
		end_stack(xctrace, xctrace->stack);
	else if (str_eq(name, STR("tagged-backtrace")))
		end_tagged(xctrace);
}

/* ---- the format ---- */

static void *xctrace_begin(const void *options, struct stacks *out)
{
	struct xctrace *xctrace = memory_new(1, sizeof(*xctrace));

	xctrace->options = options;
	out->are_samples = true;
	xctrace->stacks = xctrace->pool.stacks = xctrace->names.stacks = out;
	return xctrace;
}

static void take_token(struct xctrace *xctrace)
{
	const struct xml *xml = &xctrace->xml;

	if (xml->kind == XML_START)
		take_start(xctrace);
	else if (xml->kind == XML_CLOSE)
		take_close(xctrace);
	else if (xml->kind == XML_TEXT)
		take_text(xctrace);
	else if (xml->kind == XML_ERROR)
		stacks_problem_at(
			xctrace->stacks, xctrace->lines->name, xml->line, xml->expected, xml->got);
}

static void xctrace_read(void *state, struct lines *lines)
{
	struct xctrace *xctrace = state;

	xctrace->lines = lines;
	xctrace->unit = NULL;
	xctrace->row.depth = 0;
	xctrace->in_stack = xctrace->in_frame = xctrace->in_weight = false;
	xctrace->pool.count = 0;
	xctrace_things_release(&xctrace->things);
	xml_init(&xctrace->xml, lines);
	do {
		xml_next(&xctrace->xml);
		take_token(xctrace);
	} while (xctrace->xml.kind != XML_END && xctrace->xml.kind != XML_ERROR);
	xml_release(&xctrace->xml);
}

static void add_notes(const struct xctrace *xctrace)
{
	if (xctrace->exported)
		stacks_explain(xctrace->stacks,
			"no stacks in what was exported; expected xctrace export with --xpath "
			"'/trace-toc/run[@number=\"1\"]/data/table[@schema=\"time-profile\"]'");
	if (xctrace->bare > 0)
		stacks_note(xctrace->stacks, "left out %llu of %llu rows, which have no frames",
			(unsigned long long)xctrace->bare, (unsigned long long)xctrace->rows);
	if (xctrace->unweighted > 0)
		stacks_note(xctrace->stacks, "left out %llu of %llu rows, which have no weight",
			(unsigned long long)xctrace->unweighted, (unsigned long long)xctrace->rows);
}

static void xctrace_end(void *state)
{
	struct xctrace *xctrace = state;

	stacks_count_things(xctrace->stacks, xctrace->rows);
	add_notes(xctrace);
	xctrace_things_release(&xctrace->things);
	frame_list_release(&xctrace->pool);
	module_name_release(&xctrace->names);
	buf_release(&xctrace->frame_name);
	free(xctrace);
}

static bool xctrace_sniff(struct str head)
{
	return str_contains(head, STR("<trace-query-result"));
}

const struct kind kind_xctrace = {
	.name = "xctrace",
	.input = "a time profile from xctrace export",
	.sniff = xctrace_sniff,
};

const struct format format_xctrace = {
	.kind = &kind_xctrace,
	.summary =
		"Folds the table of a time profile that Xcode's xctrace exports as XML. The number "
		"counts samples.",
	.options = xctrace_options,
	.options_size = sizeof(struct xctrace_options),
	.things = "rows",
	.begin = xctrace_begin,
	.read = xctrace_read,
	.end = xctrace_end,
};
