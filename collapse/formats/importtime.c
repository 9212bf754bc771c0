/*
 * collapse-importtime: how long Python's imports took, as python -X importtime says on stderr,
 * among whatever else the program says there.
 *
 *     import time: self [us] | cumulative | imported package
 *     import time:        40 |         40 |     _codecs
 *     import time:       259 |        298 |   codecs
 *     import time: cached    | cached     |   sys         of importtime=2, since 3.14: no time
 *     import time:       559 |       1181 | encodings
 *
 * What the program wrote last, without a line end, may stand before it. A module stands below those
 * that it imported, so the lines of one outermost import are held, and read from the last to the
 * first.
 *
 * https://docs.python.org/3/using/cmdline.html#cmdoption-X
 */
#include <stdlib.h>

#include "collapse/stacks/format.h"
#include "collapse/stacks/indent.h"
#include "common/memory.h"

struct importtime {
	struct stacks *stacks;
	struct indent indent;
	struct indent_frame *held;
	size_t count, capacity;
	uint64_t others; /* lines of the program */
	uint64_t orphans; /* modules whose importer did not come */
	uint64_t negatives; /* modules with less than no time */
};

static const struct str prefix = STR_INIT("import time:");

static void give_out(struct importtime *importtime)
{
	for (size_t i = importtime->count; i-- > 0;)
		indent_push(&importtime->indent, &importtime->held[i]);
	indent_end(&importtime->indent);
	importtime->count = 0;
}

static void hold(struct importtime *importtime, struct indent_frame frame)
{
	*ARRAY_PUSH(importtime->held, importtime->count, importtime->capacity) = frame;
	if (frame.depth == 0)
		give_out(importtime);
}

/* "259", or "-196133": with several threads Python takes the time of others off. */
static bool parse_self(struct importtime *importtime, struct str text, uint64_t *weight)
{
	uint64_t less;

	if (str_to_u64(text, weight))
		return true;
	if (!str_starts(text, STR("-")) || !str_to_u64(str_skip(text, 1), &less))
		return false;
	importtime->negatives++;
	*weight = 0;
	return true;
}

/* "       259 |        298 |   codecs": a blank before the name is no depth. */
static bool take_import(struct importtime *importtime, struct str text)
{
	struct str self, rest, total, name;
	struct indent_frame frame = {0};

	if (!str_cut(text, '|', &self, &rest) || !str_cut(rest, '|', &total, &name) ||
		!str_starts(name, STR(" ")) || str_trim(name).n == 0)
		return false;
	self = str_trim(self);
	if (str_eq(self, STR("cached")))
		return true;
	if (!parse_self(importtime, self, &frame.weight))
		return false;
	name = str_trim_end(str_skip(name, 1));
	frame.depth = name.n - str_trim_start(name).n;
	frame.name = stacks_name(importtime->stacks, str_trim_start(name));
	hold(importtime, frame);
	return true;
}

static void take_line(struct importtime *importtime, struct lines *lines, struct str line)
{
	size_t start = str_find_str(line, prefix);
	struct str text = str_skip(line, start + prefix.n);

	if (start < line.n &&
		(str_contains(text, STR("self [us]")) || take_import(importtime, text))) {
		stacks_count_things(importtime->stacks, 1);
	} else if (start == 0 && line.n) {
		stacks_count_things(importtime->stacks, 1);
		stacks_problem(importtime->stacks, lines, "\"SELF | CUMULATIVE | MODULE\"", text);
	} else {
		importtime->others++;
	}
}

static void importtime_read(void *state, struct lines *lines)
{
	struct importtime *importtime = state;
	struct str line;

	while (lines_next(lines, &line))
		take_line(importtime, lines, line);
	importtime->orphans += importtime->count;
	give_out(importtime);
}

static void *importtime_begin(const void *options, struct stacks *out)
{
	struct importtime *importtime = memory_new(1, sizeof(*importtime));

	(void)options;
	importtime->stacks = importtime->indent.stacks = out;
	stacks_tell(out, HEADER_UNIT, STR("us"));
	return importtime;
}

static void importtime_end(void *state)
{
	struct importtime *importtime = state;

	stacks_note_count(importtime->stacks, NULL, importtime->others,
		"# line{|s} of other output passed over");
	stacks_note_count(importtime->stacks, NULL, importtime->negatives,
		"# module{ has|s have} less than 0 microseconds, as happens when several threads "
		"import: 0 is counted");
	stacks_note_count(importtime->stacks, NULL, importtime->orphans,
		"the text ends within an import: what imported the last # module{|s} is missing");
	indent_release(&importtime->indent);
	free(importtime->held);
	free(importtime);
}

static bool importtime_sniff(struct str head)
{
	return str_starts(head, prefix) || str_contains(head, STR("\nimport time: self [us] |"));
}

static const struct option no_options[] = {{0}};

const struct kind kind_importtime = {
	.name = "importtime",
	.input = "the output of python -X importtime",
	.sniff = importtime_sniff,
};

const struct format format_importtime = {
	.kind = &kind_importtime,
	.summary = "Folds what python -X importtime prints: how long each import took.",
	.options = no_options,
	.begin = importtime_begin,
	.read = importtime_read,
	.end = importtime_end,
};
