/*
 * collapse-wcp: the report of wallClockProfiler.
 *
 *     313 stack samples taken
 *
 *     Report:
 *
 *     Functions with more than one sample:          not read; newer versions only
 *     99.361% ===================================== (311 samples)
 *              readRandFileValue
 *
 *     Full stacks with at least one sample:         the same
 *     81.789% ===================================== (256 samples)
 *             1: __read_nocancel   (at ../sysdeps/unix/syscall-template.S:81)
 *             2: main   (at testProf.cpp:41)
 *
 * Stacks are leaf first. Without a number of samples, as the first versions had it, that is made of
 * the share and of how many were taken.
 *
 * https://github.com/jasonrohrer/wallClockProfiler
 */
#include <stdlib.h>

#include "collapse/names/native-name.h"
#include "collapse/stacks/format.h"
#include "collapse/stacks/frame-list.h"
#include "common/memory.h"
#include "common/weight.h"

struct wcp_options {
	struct native_name_options names;
};

static const struct option wcp_options[] = {
	{"lines srcline", OPTION_FLAG, offsetof(struct wcp_options, names.srcline),
		.help = "show source lines: main:testProf.cpp:41"},
	NATIVE_NAME_OPTIONS(offsetof(struct wcp_options, names)),
	{0},
};

struct wcp {
	struct stacks *stacks;
	struct lines *lines;
	struct frame_list frames;
	struct native_name names;
	uint64_t taken; /* samples in all */
	uint64_t weight; /* of the stack at hand */
	uint64_t sum; /* of this input */
};

static void reject(struct wcp *wcp, const char *expected, struct str got)
{
	stacks_problem(wcp->stacks, wcp->lines, expected, got);
}

/* What has no frames is from the table of functions. */
static void end_stack(struct wcp *wcp)
{
	if (wcp->frames.count == 0)
		return;
	wcp->sum += wcp->weight;
	frame_list_end(&wcp->frames, wcp->weight);
}

static void take_taken(struct wcp *wcp, struct str number)
{
	wcp->sum = 0;
	if (!str_to_u64(number, &wcp->taken))
		reject(wcp, "a number of samples", number);
}

/* "81.789% ==== (256 samples)", "81.789% ====" */
static bool parse_weight(const struct wcp *wcp, struct str text, uint64_t *weight)
{
	size_t bracket = str_rfind(text, '(');
	struct str share, rest, count = str_skip(text, bracket + 1);
	struct weight percent;

	if (!str_cut(text, '%', &share, &rest) || !str_starts(str_trim(rest), STR("===")) ||
		!weight_parse(share, &percent))
		return false;
	if (bracket < text.n)
		return str_to_u64(str_head(count, str_find(count, ' ')), weight);
	if (wcp->taken == 0 || percent.value > 100 * weight_unit(percent.places))
		return false;
	*weight = weight_scale(percent.value, wcp->taken, 100 * weight_unit(percent.places));
	return true;
}

/* "main   (at testProf.cpp:41)"; an unknown function is "??", an unknown line -1. */
static void push_frame(struct wcp *wcp, struct str text)
{
	const struct str mark = STR("   (at ");
	size_t at = str_find_str(text, mark), from = wcp->frames.count;
	struct str function = str_head(text, at);
	struct str source = str_drop_end(str_skip(text, at + mark.n), 1);

	if (str_eq(function, STR("??")))
		function.n = 0;
	if (str_ends(source, STR(":-1")))
		source.n = 0;
	if (!wcp->names.options->srcline)
		text = function;
	if (frame_list_recall(&wcp->frames, text))
		return;
	frame_list_push(
		&wcp->frames, native_name_add(&wcp->names, function, (struct str){0}, source));
	frame_list_learn(&wcp->frames, text, from);
}

/* "12: main   (at testProf.cpp:41)" */
static void take_frame(struct wcp *wcp, struct str text)
{
	struct str number, frame;
	uint64_t place;

	if (!str_cut(text, ':', &number, &frame) || !str_to_u64(number, &place))
		return;
	if (place != wcp->frames.count + 1)
		reject(wcp, "the next frame", text);
	push_frame(wcp, str_trim(frame));
}

static void take_line(struct wcp *wcp, struct str line)
{
	struct str text = str_trim(line), number, rest;

	if (str_ends(text, STR(" stack samples taken")) && str_cut(text, ' ', &number, &rest)) {
		end_stack(wcp);
		take_taken(wcp, number);
	} else if (str_contains(text, STR("% ==="))) {
		end_stack(wcp);
		if (!parse_weight(wcp, text, &wcp->weight)) {
			reject(wcp, "\"SHARE% === (N samples)\"", line);
			wcp->weight = 0;
		}
	} else if (text.n == 0) {
		end_stack(wcp);
		wcp->weight = 0;
	} else if (wcp->weight > 0) {
		take_frame(wcp, text);
	}
}

/* ---- the format ---- */

static void *wcp_begin(const void *options, struct stacks *out)
{
	struct wcp *wcp = memory_new(1, sizeof(*wcp));

	wcp->stacks = wcp->frames.stacks = wcp->names.stacks = out;
	stacks_tell(out, HEADER_UNIT, STR("samples"));
	wcp->names.options = &((const struct wcp_options *)options)->names;
	return wcp;
}

static void wcp_read(void *state, struct lines *lines)
{
	struct wcp *wcp = state;
	struct str line;

	wcp->lines = lines;
	wcp->taken = wcp->sum = wcp->weight = 0;
	while (lines_next(lines, &line))
		take_line(wcp, line);
	end_stack(wcp);
	if (wcp->sum != wcp->taken && wcp->sum > 0 && wcp->taken > 0)
		stacks_note(wcp->stacks, "%s: %llu samples were read, and the report says %llu",
			lines->name, (unsigned long long)wcp->sum, (unsigned long long)wcp->taken);
}

static void wcp_end(void *state)
{
	struct wcp *wcp = state;

	frame_list_release(&wcp->frames);
	native_name_release(&wcp->names);
	free(wcp);
}

static bool wcp_sniff(struct str head)
{
	return str_contains(head, STR("% ===================================== ")) ||
	       str_contains(head, STR("% =====================================\n")) ||
	       str_contains(head, STR(" unique stacks sampled"));
}

const struct kind kind_wcp = {
	.name = "wcp",
	.input = "a report of wallClockProfiler",
	.sniff = wcp_sniff,
};

const struct format format_wcp = {
	.kind = &kind_wcp,
	.summary = "Folds the stacks of wallClockProfiler's report. The number counts samples.",
	.options = wcp_options,
	.options_size = sizeof(struct wcp_options),
	.begin = wcp_begin,
	.read = wcp_read,
	.end = wcp_end,
};
