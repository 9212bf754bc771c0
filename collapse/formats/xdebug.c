/*
 * collapse-xdebug: function traces of PHP's Xdebug, in the format for computers
 * (xdebug.trace_format=1): fields between tabs.
 *
 *     Version: 3.2.0
 *     File format: 4
 *     TRACE START [2026-11-21 15:38:38.069811]
 *     1	0	0	0.000246	399000	{main}	1		/srv/shop.php	0	0
 *     2	1	0	0.000301	399056	Cart->add	1		/srv/shop.php	11	2	'apple'	5
 *     2	1	1	0.000312	399488
 *     2	1	R			NULL
 *
 * They are level, number of the call, what happened (0 entry, 1 exit, R value returned, A assignment),
 * seconds, bytes, and of an entry the function, whether it is the user's, and the file it includes.
 * What passes between two records is the time of the function that runs there.
 *
 * https://xdebug.org/docs/trace
 */
#include <stdlib.h>

#include "collapse/stacks/format.h"
#include "common/memory.h"
#include "common/weight.h"

struct xdebug_options {
	bool calls;
};

enum { LEVEL, NUMBER, EVENT, TIME, BYTES, FUNCTION, IS_USERS, INCLUDED, FIELDS };

struct xdebug {
	const struct xdebug_options *options;
	struct stacks *stacks;
	struct lines *lines;
	struct xdebug_call {
		uint64_t level;
		uint32_t node;
	} *calls; /* those that run */
	size_t depth, capacity;
	uint64_t last; /* time of the last record, in microseconds */
	struct buf name;
	uint64_t cut; /* traces without an end */
};

static void problem(struct xdebug *xdebug, const char *expected, struct str line)
{
	stacks_problem(xdebug->stacks, xdebug->lines, expected, line);
}

/* ---- time ---- */

/* "0.000246" is 246. */
static bool parse_time(struct str text, uint64_t *microseconds)
{
	struct weight seconds;
	uint64_t unit;

	if (!weight_parse(text, &seconds))
		return false;
	unit = weight_unit(WEIGHT_PLACES - seconds.places);
	*microseconds = seconds.value * unit;
	return seconds.value <= UINT64_MAX / unit;
}

static void add_weight(struct xdebug *xdebug, uint64_t weight)
{
	const uint64_t weights[2] = {weight, 0};

	stacks_add_at(xdebug->stacks, xdebug->calls[xdebug->depth - 1].node, weights, 0);
}

/* False if the record cannot be used. A clock that was set back is said, but calls go on. */
static bool pass_time(struct xdebug *xdebug, struct str field, struct str line)
{
	uint64_t now;

	if (!parse_time(field, &now)) {
		problem(xdebug, "seconds in the 4th field", line);
		return false;
	}
	if (xdebug->depth > 0 && now < xdebug->last)
		problem(xdebug, "a time not before the last one", line);
	else if (xdebug->depth > 0 && now > xdebug->last && !xdebug->options->calls)
		add_weight(xdebug, now - xdebug->last);
	xdebug->last = now;
	return true;
}

/* ---- records ---- */

/* An exception ends functions without a record of it. */
static void leave(struct xdebug *xdebug, uint64_t level)
{
	while (xdebug->depth > 0 && xdebug->calls[xdebug->depth - 1].level >= level)
		xdebug->depth--;
}

/* "include" tells what: include(/srv/more.php). */
static uint32_t function_name(struct xdebug *xdebug, const struct str *fields)
{
	if (fields[INCLUDED].n == 0 || str_starts(fields[INCLUDED], STR("'")))
		return stacks_name(xdebug->stacks, fields[FUNCTION]);
	buf_set(&xdebug->name, fields[FUNCTION]);
	buf_add_char(&xdebug->name, '(');
	buf_add(&xdebug->name, fields[INCLUDED]);
	buf_add_char(&xdebug->name, ')');
	return stacks_name(xdebug->stacks, buf_str(&xdebug->name));
}

static void enter(struct xdebug *xdebug, uint64_t level, const struct str *fields)
{
	uint32_t parent = NODE_ROOT;

	leave(xdebug, level);
	if (xdebug->depth > 0)
		parent = xdebug->calls[xdebug->depth - 1].node;
	*ARRAY_PUSH(xdebug->calls, xdebug->depth, xdebug->capacity) = (struct xdebug_call){
		level, stacks_child(xdebug->stacks, parent, function_name(xdebug, fields))};
	if (xdebug->options->calls)
		add_weight(xdebug, 1);
}

static size_t split(struct str line, struct str fields[FIELDS])
{
	size_t count = 0;
	struct str rest = line;

	while (count < FIELDS) {
		fields[count] = rest;
		if (!str_cut(rest, '\t', &fields[count++], &rest))
			break;
	}
	for (size_t i = count; i < FIELDS; i++)
		fields[i] = (struct str){0};
	return count;
}

static void take_record(struct xdebug *xdebug, struct str line)
{
	struct str fields[FIELDS];
	size_t count = split(line, fields);
	uint64_t level;

	/* What the whole took, at the end: no function runs then. */
	if (count > TIME && fields[LEVEL].n == 0)
		return;
	if (count <= EVENT || !str_to_u64(fields[LEVEL], &level)) {
		problem(xdebug, "LEVEL, NUMBER and EVENT between tabs (xdebug.trace_format=1)", line);
	} else if (str_eq(fields[EVENT], STR("R")) || str_eq(fields[EVENT], STR("A"))) {
		return;
	} else if (str_eq(fields[EVENT], STR("0")) && fields[FUNCTION].n) {
		if (pass_time(xdebug, fields[TIME], line))
			enter(xdebug, level, fields);
	} else if (str_eq(fields[EVENT], STR("1"))) {
		if (pass_time(xdebug, fields[TIME], line))
			leave(xdebug, level);
	} else {
		problem(xdebug, "an entry (0), exit (1), return (R) or assignment (A)", line);
	}
}

/* ---- traces ---- */

static void end_trace(struct xdebug *xdebug)
{
	xdebug->cut += xdebug->depth > 0;
	xdebug->depth = 0;
	xdebug->last = 0;
}

static bool is_header(struct str line)
{
	return str_starts(line, STR("Version: ")) || str_starts(line, STR("File format: ")) ||
	       str_starts(line, STR("TRACE START [")) || str_starts(line, STR("TRACE END "));
}

static void xdebug_read(void *state, struct lines *lines)
{
	struct xdebug *xdebug = state;
	struct str line;

	xdebug->lines = lines;
	while (lines_next(lines, &line)) {
		if (str_starts(line, STR("TRACE ")))
			end_trace(xdebug);
		else if (line.n && !is_header(line))
			take_record(xdebug, line);
	}
	end_trace(xdebug);
}

static void *xdebug_begin(const void *options, struct stacks *out)
{
	struct xdebug *xdebug = memory_new(1, sizeof(*xdebug));

	xdebug->options = options;
	xdebug->stacks = out;
	stacks_tell(out, HEADER_UNIT, xdebug->options->calls ? STR("calls") : STR("us"));
	return xdebug;
}

static void xdebug_end(void *state)
{
	struct xdebug *xdebug = state;

	stacks_note_count(xdebug->stacks, NULL, xdebug->cut,
		"# trace{ ends|s end} within a function, whose time counts to the last record");
	free(xdebug->calls);
	buf_release(&xdebug->name);
	free(xdebug);
}

static bool xdebug_sniff(struct str head)
{
	return (str_starts(head, STR("Version: ")) && str_contains(head, STR("\nFile format: "))) ||
	       str_starts(head, STR("File format: "));
}

static const char *use_time(const char *value, void *field)
{
	(void)value;
	*(bool *)field = false;
	return NULL;
}

#define AT(field) offsetof(struct xdebug_options, field)

static const struct option xdebug_options[] = {
	{"t time", OPTION_CALL, AT(calls), .parse = use_time,
		.help = "weigh by the time that functions themselves took, in microseconds (default)"},
	{"c calls", OPTION_FLAG, AT(calls), .help = "weigh by the number of calls"},
	{0},
};

const struct kind kind_xdebug = {
	.name = "xdebug",
	.input = "a function trace of Xdebug (xdebug.trace_format=1)",
	.sniff = xdebug_sniff,
};

const struct format format_xdebug = {
	.kind = &kind_xdebug,
	.summary = "Folds function traces of PHP's Xdebug.",
	.options = xdebug_options,
	.options_size = sizeof(struct xdebug_options),
	.begin = xdebug_begin,
	.read = xdebug_read,
	.end = xdebug_end,
};
