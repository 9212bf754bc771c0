/*
 * collapse-stap: stacks that a SystemTap script prints, each with a line of its count behind it.
 *
 *      0xffffffff8103ed6a : native_safe_halt+0x6/0x8 [kernel]
 *      0xffffffff810b8a7d : default_idle+0x1d/0x100 [kernel] (inexact)
 *      0x3a4a0d48f0 : __write_nocancel+0x7/0x60 [/lib64/libc-2.12.so]
 *      0x400510 [/usr/bin/app+0x510/0x1000]
 *     	12
 *
 * Stacks are leaf first, the count is what the script adds up, and blank lines mean nothing. A script
 * may print names alone; but lines without an address or an offset, which stand before frames that
 * have one, are something else that it prints.
 *
 * https://sourceware.org/systemtap/tapsets/API-print-stack.html
 */
#include <stdlib.h>

#include "collapse/stacks/format.h"
#include "collapse/stacks/frame-list.h"
#include "collapse/names/native-name.h"
#include "common/memory.h"

struct stap_options {
	struct native_name_options names;
};

static const struct option stap_options[] = {
	NATIVE_NAME_OPTIONS(offsetof(struct stap_options, names)),
	{0},
};

struct stap {
	struct stacks *stacks;
	struct lines *lines;
	struct frame_list frames;
	struct native_name names;
	bool sure; /* one of these was printed by stap's own functions */
	uint64_t messages; /* of stap itself, on standard error */
	uint64_t texts; /* lines of the script's */
};

/* ---- frames ---- */

/* How long "0xffffffff8103ed6a" at the start is; 0 when there is none. */
static size_t address_length(struct str text)
{
	size_t n = 2;

	if (!str_starts(text, STR("0x")))
		return 0;
	while (n < text.n && byte_is_hex(text.p[n]))
		n++;
	return n;
}

/* "+0x6/0x8" and what follows; not the '+' of "operator+". */
static struct str drop_offset(struct str text)
{
	return str_head(text, str_find_str(text, STR("+0x")));
}

/* Without the address, if there is more than that, and what print_backtrace() says of returns. */
static struct str drop_address(struct str text)
{
	const struct str from = STR("Returning from: "), to = STR("Returning to  : ");
	struct str rest;
	size_t length;

	if (str_starts(text, from) || str_starts(text, to))
		text = str_trim_start(str_skip(text, from.n));
	length = address_length(text);
	rest = str_trim_start(str_skip(text, length));

	if (length == 0 || rest.n == 0)
		return text;
	if (str_starts(rest, STR(": ")))
		rest = str_trim_start(str_skip(rest, 2));
	return rest.n ? rest : text;
}

/* "native_safe_halt+0x6/0x8 [kernel]", "[/usr/bin/app+0x510/0x1000]", "0x400510" */
static uint32_t name_of(struct stap *stap, struct str text)
{
	size_t bracket = str_rfind(text, '[');
	struct str module = {0}, function = text;

	if (str_ends(text, STR("]")) && (bracket == 0 || byte_is_blank(text.p[bracket - 1]))) {
		function = str_trim_end(str_head(text, bracket));
		module = drop_offset(str_drop_end(str_skip(text, bracket + 1), 1));
	}
	function = drop_offset(function);
	if (module.n && address_length(function) == function.n)
		function.n = 0;
	return native_name_add(&stap->names, function, module, (struct str){0});
}

/* "0x3a4a0d48f0 …", "f+0x1/0x2 …" */
static bool is_sure(struct str text)
{
	return address_length(text) > 0 || str_contains(text, STR("+0x"));
}

static void push_frame(struct stap *stap, struct str text)
{
	const struct str inexact = STR(" (inexact)");
	size_t from;

	if (!stap->sure && is_sure(text)) {
		stap->sure = true;
		stap->texts += stap->frames.count;
		stap->frames.count = 0;
	}
	from = stap->frames.count;
	if (str_ends(text, inexact))
		text = str_drop_end(text, inexact.n);
	text = drop_address(text);
	if (frame_list_recall(&stap->frames, text))
		return;
	frame_list_push(&stap->frames, name_of(stap, text));
	frame_list_learn(&stap->frames, text, from);
}

/* ---- the format ---- */

static void *stap_begin(const void *options, struct stacks *out)
{
	struct stap *stap = memory_new(1, sizeof(*stap));

	stap->stacks = stap->frames.stacks = stap->names.stacks = out;
	stap->names.options = &((const struct stap_options *)options)->names;
	return stap;
}

/* "WARNING: Number of errors: 0, skipped probes: 3", "Pass 5: starting run." */
static bool is_message(struct str text)
{
	return str_starts(text, STR("WARNING: ")) || str_starts(text, STR("ERROR: ")) ||
	       (str_starts(text, STR("Pass ")) && str_starts(str_skip(text, 6), STR(": ")));
}

static void take_line(struct stap *stap, struct str text)
{
	uint64_t weight;

	if (str_to_u64(text, &weight)) {
		frame_list_end(&stap->frames, weight);
		stap->sure = false;
	} else if (frame_list_is_bad_count(text)) {
		stacks_problem(stap->stacks, stap->lines, "a whole number as the count", text);
		stap->frames.count = 0;
		stap->sure = false;
	} else if (is_message(text)) {
		stap->messages++;
	} else if (text.n > 0) {
		push_frame(stap, text);
	}
}

static void stap_read(void *state, struct lines *lines)
{
	struct stap *stap = state;
	struct str line;
	bool unterminated = false;

	stap->lines = lines;
	stap->sure = false;
	while (lines_next(lines, &line)) {
		take_line(stap, str_trim(line));
		unterminated = lines->unterminated;
	}
	if (stap->frames.count > 0)
		stacks_problem(stap->stacks, lines, "the count of the last stack", STR("the end"));
	else if (unterminated)
		stacks_note(stap->stacks,
			"%s: the last line has no end; its count may be cut off", lines->name);
	stap->frames.count = 0;
}

static void stap_end(void *state)
{
	struct stap *stap = state;

	if (stap->messages > 0)
		stacks_note(stap->stacks, "%llu message%s of stap among the stacks",
			(unsigned long long)stap->messages, stap->messages == 1 ? "" : "s");
	if (stap->texts > 0)
		stacks_note(stap->stacks, "left out %llu line%s of other text",
			(unsigned long long)stap->texts, stap->texts == 1 ? "" : "s");
	frame_list_release(&stap->frames);
	native_name_release(&stap->names);
	free(stap);
}

/* " 0xffffffff8103ed6a : native_safe_halt+0x6/0x8 [kernel]", perhaps behind frames without a symbol. */
static bool stap_sniff(struct str head)
{
	struct str line, rest = head;

	while (str_cut(rest, '\n', &line, &rest)) {
		struct str text = str_trim(line);
		size_t length = address_length(text);

		if (length > 2 && str_starts(str_skip(text, length), STR(" : ")) &&
			str_contains(text, STR("+0x")))
			return true;
		if (text.n > 0 && length <= 2 && !is_message(text))
			return false;
	}
	return false;
}

const struct kind kind_stap = {
	.name = "stap",
	.input = "stacks and counts as SystemTap's print_stack() and printf() write them",
	.sniff = stap_sniff,
};

const struct format format_stap = {
	.kind = &kind_stap,
	.summary =
		"Folds stacks that a SystemTap script prints, each with its count on a line behind "
		"it. The number is that count.",
	.options = stap_options,
	.options_size = sizeof(struct stap_options),
	.begin = stap_begin,
	.read = stap_read,
	.end = stap_end,
};
