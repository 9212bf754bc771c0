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
#include "collapse/names/native-name.h"
#include "collapse/stacks/dump.h"
#include "collapse/stacks/format.h"

struct stap_options {
	struct native_name_options names;
};

static const struct option stap_options[] = {
	NATIVE_NAME_OPTIONS(offsetof(struct stap_options, names)),
	{0},
};

struct stap {
	struct dump dump;
	struct native_name names;
	bool sure; /* one of these was printed by stap's own functions */
	uint64_t messages; /* of stap itself, on standard error */
	uint64_t texts; /* lines of the script's */
};

/* ---- frames ---- */

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
	length = str_address(text);
	rest = str_trim_start(str_skip(text, length));
	if (length == 0 || rest.n == 0)
		return text;
	if (str_starts(rest, STR(": ")))
		rest = str_trim_start(str_skip(rest, 2));
	return rest.n ? rest : text;
}

/* "native_safe_halt+0x6/0x8 [kernel]", "[/usr/bin/app+0x510/0x1000]", "0x400510" */
static struct str stap_name(void *state, struct str text)
{
	struct stap *stap = state;
	size_t bracket = str_rfind(text, '[');
	struct str module = {0}, function = text;

	if (str_ends(text, STR("]")) && (bracket == 0 || byte_is_blank(text.p[bracket - 1]))) {
		function = str_trim_end(str_head(text, bracket));
		module = drop_offset(str_drop_end(str_skip(text, bracket + 1), 1));
	}
	function = drop_offset(function);
	if (module.n && str_address(function) == function.n)
		function.n = 0;
	return native_name_of(&stap->names, function, module, !stap->names.options->no_tidy);
}

/* "0x3a4a0d48f0 …", "f+0x1/0x2 …" */
static bool is_sure(struct str text)
{
	return str_starts(text, STR("0x")) || str_contains(text, STR("+0x"));
}

static void push_frame(struct stap *stap, struct str text)
{
	const struct str inexact = STR(" (inexact)");

	if (!stap->sure && is_sure(text)) {
		stap->sure = true;
		stap->texts += stap->dump.frames.count;
		dump_drop(&stap->dump);
	}
	if (str_ends(text, inexact))
		text = str_drop_end(text, inexact.n);
	dump_frame(&stap->dump, drop_address(text));
}

/* ---- lines ---- */

/* "WARNING: Number of errors: 0, skipped probes: 3", "Pass 5: starting run." */
static bool is_message(struct str text)
{
	return str_starts(text, STR("WARNING: ")) || str_starts(text, STR("ERROR: ")) ||
	       (str_starts(text, STR("Pass ")) && str_starts(str_skip(text, 6), STR(": ")));
}

static void stap_line(void *state, struct str line)
{
	struct stap *stap = state;
	struct str text = str_trim(line);
	uint64_t count;

	if (str_to_u64(text, &count)) {
		dump_count(&stap->dump, count);
		stap->sure = false;
	} else if (dump_refuse_count(&stap->dump, text)) {
		stap->sure = false;
	} else if (is_message(text)) {
		stap->messages++;
	} else if (text.n > 0) {
		push_frame(stap, text);
	}
}

/* ---- the format ---- */

static void stap_stop(void *state)
{
	struct stap *stap = state;

	stap->sure = false;
}

static void stap_end(void *state)
{
	struct stap *stap = state;

	stacks_note_count(stap->dump.stacks, NULL, stap->messages,
		"# message{|s} of stap among the stacks");
	stacks_note_count(stap->dump.stacks, NULL, stap->texts,
		"left out # line{|s} of other text");
	native_name_release(&stap->names);
}

static void *stap_begin(const void *options, struct stacks *out)
{
	static const struct dump_kind kind = {.size = sizeof(struct stap),
		.line = stap_line,
		.name = stap_name,
		.stop = stap_stop,
		.end = stap_end,
		.counted = true};
	struct stap *stap = dump_begin(&kind, options, out);

	stap->names.stacks = out;
	stap->names.options = &((const struct stap_options *)options)->names;
	return stap;
}

/* " 0xffffffff8103ed6a : native_safe_halt+0x6/0x8 [kernel]", perhaps behind frames without a symbol. */
static bool stap_sniff(struct str head)
{
	struct str line, rest = head;

	while (str_cut(rest, '\n', &line, &rest)) {
		struct str text = str_trim(line);
		size_t length = str_address(text);

		if (length > 0 && str_starts(str_skip(text, length), STR(" : ")) &&
			str_contains(text, STR("+0x")))
			return true;
		if (text.n > 0 && length == 0 && !is_message(text))
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
	.read = dump_read,
	.end = dump_finish,
};
