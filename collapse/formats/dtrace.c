/*
 * collapse-dtrace: aggregations by stack, as dtrace prints them at its end.
 *
 *     CPU     ID                    FUNCTION:NAME
 *       0  64091                        :tick-60s
 *
 *                   unix`sys_syscall+0x17d          @[stack(), ustack()] = count()
 *
 *                   libc.so.1`__fdsync+0xa
 *                   app`main+0x4f
 *                     12
 *       bash                                        @[execname, stack()]
 *                   unix`mach_cpu_idle+0x6
 *                   486
 *
 * A stack, leaf first, ends with a line of its count, or with a distribution, whose counts are summed
 * up. Blank lines stand where another part of the key begins. Other keys, which are indented less
 * than frames, become root frames. Entries of aggregations without stacks look like keys, and are
 * seen by what follows: another such line, not a stack.
 *
 * Stacks that are traced, without an aggregation, stand right below their event, and count 1:
 *
 *       0     35                      write:entry
 *                   libc.so.1`_write+0x15
 *
 * https://illumos.org/books/dtrace/chp-aggs.html, chp-stack.html
 */
#include "collapse/names/frame-name.h"
#include "collapse/names/module-name.h"
#include "collapse/stacks/dump.h"
#include "collapse/stacks/format.h"

struct dtrace_options {
	bool include_offset, no_tidy;
};

static const struct option dtrace_options[] = {
	{"includeoffset include-offset", OPTION_FLAG, offsetof(struct dtrace_options, include_offset),
		.help = "keep the offset in each function but the leaf: \"libc.so.1`main+0x4f\""},
	{"no-tidy", OPTION_FLAG, offsetof(struct dtrace_options, no_tidy),
		.help = "keep the arguments of C++ functions"},
	{0},
};

enum dtrace_place { HEADER, STACKS, DISTRIBUTION };

struct dtrace {
	struct dump dump; /* its roots are the other keys */
	enum dtrace_place place;
	uint64_t sum; /* of a distribution */
	bool below_event; /* the line before was one */
	bool traced; /* the frames are of an event */
	unsigned entries; /* how many lines of keys follow each other, up to the present one */
	bool counted; /* the last key is a number, perhaps a count */
	bool held; /* a number without frames before it: a key if frames follow, else a count */
	uint64_t held_number;
	bool aggregates; /* a value was that of an aggregation, which may be anything */
	uint64_t messages; /* of dtrace itself: "dtrace: 12 drops on CPU 3" */
	uint64_t texts; /* lines of the script's */
	uint64_t others; /* entries of aggregations without stacks */
	struct module_name names;
};

/* ---- what a line is: all of it, and its text, the same without the blanks around it ---- */

enum {
	MIN_KEY_INDENT = 2, /* dtrace prints keys with two blanks, frames with stackindent=14 */
	KEY_INDENT = 4,
	KEY_WIDTH = 52, /* of a text, blanks included */
	DEEP_INDENT = 8,
};

static size_t indent_of(struct str line)
{
	return line.n - str_trim_start(line).n;
}

/* A key that is a number may be indented far, and others stand behind it: "    12345  bash". */
static bool starts_with_number(struct str text)
{
	uint64_t number;

	return str_to_u64(str_head(text, str_find(text, ' ')), &number);
}

static bool is_probe(struct str text)
{
	struct str word, rest;
	uint64_t number;

	return str_cut(text, ' ', &word, &rest) && str_to_u64(word, &number) &&
	       str_cut(str_trim_start(rest), ' ', &word, &rest) && str_to_u64(word, &number) &&
	       str_find(rest, ':') < rest.n && str_find(rest, '`') == rest.n;
}

/*
 * "CPU     ID                    FUNCTION:NAME", and "  0  64091                        :tick-60s",
 * which is printed again for each printa().
 */
static bool is_header(struct str text)
{
	return str_starts(text, STR("CPU ")) || is_probe(text);
}

/* Indented as no other text but what aggregations hold is. */
static bool is_deep(struct str line)
{
	return indent_of(line) >= DEEP_INDENT;
}

/* "              unix`sys_syscall+0x17d", "              0x104d08831" */
static bool is_frame(struct str line, struct str text)
{
	return str_find(text, '`') < text.n || str_starts(text, STR("0x")) ||
	       (indent_of(line) > KEY_INDENT && !starts_with_number(text));
}

/* "  bash                    …", filled up with blanks, or "      4711", if it is no frame. */
static bool is_key(struct str line)
{
	return indent_of(line) >= MIN_KEY_INDENT;
}

/* The same, of one before which stands no blank line, so that it could be other text. */
static bool is_first_key(struct str line, struct str text)
{
	return is_key(line) && (line.n >= KEY_WIDTH || starts_with_number(text));
}

/* "            1024 |@@@@@@@@                 5", of a distribution. */
static bool parse_row(struct str text, uint64_t *count)
{
	struct str row, number;

	return str_find(text, '|') < text.n && str_rcut(text, ' ', &row, &number) &&
	       str_to_u64(number, count);
}

/* ---- frames ---- */

/* "+0x4f" at the end; not the '+' of "operator+". */
static struct str drop_offset(struct str text)
{
	size_t at = str_rfind(text, '+');
	struct str number = str_skip(text, at + 1);

	if (at == text.n || number.n == 0 || !byte_is_digit(number.p[0]))
		return text;
	for (size_t i = 0; i < number.n; i++)
		if (!byte_is_hex(number.p[i]) && number.p[i] != 'x')
			return text;
	return str_head(text, at);
}

/* Leaf first, so the last method of a chain comes first. */
static void push_chain(struct dtrace *dtrace, struct str module, struct str chain)
{
	struct frame_list *frames = &dtrace->dump.frames;
	size_t first = frames->count;
	struct str method, mark = {0};

	while (frame_name_next_inlined(&chain, &method)) {
		frame_list_push(frames, module_name_add(&dtrace->names, module, method, mark));
		module.n = 0;
		mark = STR("_[i]");
	}
	for (size_t last = frames->count; first + 1 < last; first++) {
		uint32_t id = frames->ids[first];

		frames->ids[first] = frames->ids[--last];
		frames->ids[last] = id;
	}
}

static void push_frame(struct dtrace *dtrace, struct str text)
{
	const struct dtrace_options *options = dtrace->dump.options;
	struct frame_list *frames = &dtrace->dump.frames;
	struct str module, function = drop_offset(text);
	struct str offset = str_skip(text, function.n);
	size_t from = frames->count;

	if (!options->include_offset || from == 0)
		offset.n = 0;
	text = str_head(text, function.n + offset.n);
	if (frame_list_recall(frames, text))
		return;
	if (!str_cut(function, '`', &module, &function))
		module = (struct str){0};
	if (frame_name_is_chain(function))
		push_chain(dtrace, module, function);
	else
		frame_list_push(frames, module_name_add(&dtrace->names, module, function, offset));
	frame_list_learn(frames, text, from);
}

/* ---- keys and counts ---- */

/* "bash                     12345": two keys. The first one is the outermost frame. */
static void push_keys(struct dtrace *dtrace, struct str text)
{
	while (text.n) {
		size_t end = str_find_str(text, STR("  "));

		dump_root(&dtrace->dump, str_head(text, end));
		text = str_trim(str_skip(text, end));
	}
}

static void end_stack(struct dtrace *dtrace, uint64_t weight)
{
	dump_count(&dtrace->dump, weight);
	dtrace->traced = false;
}

static bool has_frames(const struct dtrace *dtrace)
{
	return dtrace->dump.frames.count > 0;
}

static bool has_keys(const struct dtrace *dtrace)
{
	return dtrace->dump.roots.count > 0;
}

/* The keys were all of an entry, with its count. */
static void drop_entry(struct dtrace *dtrace)
{
	dtrace->others++;
	dump_drop(&dtrace->dump);
}

/* A count with no frames: of an empty stack. */
static void settle_held(struct dtrace *dtrace, bool is_key)
{
	if (!dtrace->held)
		return;
	dtrace->held = false;
	if (is_key) {
		buf_reset(&dtrace->dump.scratch);
		buf_add_u64(&dtrace->dump.scratch, dtrace->held_number);
		dump_root(&dtrace->dump, buf_str(&dtrace->dump.scratch));
	} else {
		end_stack(dtrace, dtrace->held_number);
	}
}

static void take_number(struct dtrace *dtrace, uint64_t number)
{
	settle_held(dtrace, false);
	dtrace->aggregates = true;
	if (has_frames(dtrace) || has_keys(dtrace)) {
		end_stack(dtrace, number);
	} else {
		dtrace->held = true;
		dtrace->held_number = number;
	}
}

/* "  bash             12" behind the frames of @[stack(), execname], else a key before them. */
static void take_key(struct dtrace *dtrace, struct str text)
{
	struct str key = text, count;
	uint64_t number;

	settle_held(dtrace, false);
	dtrace->counted = str_rcut(text, ' ', &key, &count) && str_to_u64(count, &number);
	if (has_frames(dtrace) && dtrace->counted) {
		dtrace->aggregates = true;
		push_keys(dtrace, str_trim(key));
		end_stack(dtrace, number);
		return;
	}
	if (!has_frames(dtrace) && has_keys(dtrace))
		drop_entry(dtrace);
	dtrace->entries++;
	push_keys(dtrace, text);
}

/* ---- lines ---- */

static void take_header(struct dtrace *dtrace)
{
	settle_held(dtrace, false);
	if (dtrace->traced)
		end_stack(dtrace, 1);
	dtrace->below_event = true;
}

static void take_text(struct dtrace *dtrace, struct str line, struct str text)
{
	bool below_event = dtrace->below_event;
	uint64_t number;

	dtrace->below_event = false;
	if (str_to_u64(text, &number)) {
		take_number(dtrace, number);
	} else if (str_contains(text, STR("- Distribution -"))) {
		settle_held(dtrace, true);
		dtrace->place = DISTRIBUTION;
		dtrace->sum = 0;
	} else if (str_starts(text, STR("dtrace: "))) {
		dtrace->messages++;
	} else if (is_header(text)) {
		take_header(dtrace);
	} else if (dump_refuse_count(&dtrace->dump, text)) {
		dtrace->traced = false;
	} else if (is_frame(line, text)) {
		settle_held(dtrace, true);
		dtrace->traced = dtrace->traced || below_event;
		push_frame(dtrace, text);
	} else if (is_key(line)) {
		take_key(dtrace, text);
		return;
	} else {
		dtrace->texts++;
	}
	dtrace->entries = 0;
}

static void take_blank(struct dtrace *dtrace)
{
	settle_held(dtrace, false);
	dtrace->below_event = false;
	if (dtrace->entries > 1 && !has_frames(dtrace))
		drop_entry(dtrace);
	dtrace->entries = 0;
}

static void take_row(struct dtrace *dtrace, uint64_t count)
{
	if (count > UINT64_MAX - dtrace->sum)
		stacks_fail(dtrace->dump.stacks, "%s:%llu: the weights add up to more than 2^64-1",
			dtrace->dump.lines->name, (unsigned long long)dtrace->dump.lines->number);
	else
		dtrace->sum += count;
}

static void dtrace_line(void *state, struct str line)
{
	struct dtrace *dtrace = state;
	struct str text = str_trim(line);
	uint64_t count;

	if (dtrace->place == HEADER) {
		if (is_header(text) || (text.n > 0 && !is_deep(line) &&
				!is_first_key(line, text))) {
			dtrace->below_event = text.n > 0;
			return;
		}
		dtrace->place = STACKS;
	}
	if (dtrace->place == DISTRIBUTION) {
		if (parse_row(text, &count)) {
			take_row(dtrace, count);
			return;
		}
		end_stack(dtrace, dtrace->sum);
		dtrace->place = STACKS;
	}
	if (text.n == 0)
		take_blank(dtrace);
	else
		take_text(dtrace, line, text);
}

/* ---- the format ---- */

static void dtrace_stop(void *state)
{
	struct dtrace *dtrace = state;

	settle_held(dtrace, false);
	if (dtrace->place == DISTRIBUTION)
		end_stack(dtrace, dtrace->sum);
	else if (dtrace->traced)
		end_stack(dtrace, 1);
	else if (has_keys(dtrace) && !has_frames(dtrace) && dtrace->counted)
		drop_entry(dtrace);
	dtrace->place = HEADER;
	dtrace->entries = 0;
}

static void dtrace_end(void *state)
{
	struct dtrace *dtrace = state;
	struct stacks *stacks = dtrace->dump.stacks;

	/* Traced stacks count 1 each, the rows of distributions how many values there were. */
	if (!dtrace->aggregates)
		stacks_tell(stacks, HEADER_UNIT, STR("events"));
	stacks_note_count(stacks, NULL, dtrace->messages,
		"# message{|s} of dtrace among the stacks");
	stacks_note_count(stacks, NULL, dtrace->others,
		"left out # entr{y|ies} of aggregations without stacks");
	stacks_note_count(stacks, NULL, dtrace->texts, "left out # line{|s} of other text");
	module_name_release(&dtrace->names);
}

static void *dtrace_begin(const void *options, struct stacks *out)
{
	static const struct dump_kind kind = {.size = sizeof(struct dtrace),
		.line = dtrace_line,
		.stop = dtrace_stop,
		.end = dtrace_end,
		.counted = true};
	const struct dtrace_options *chosen = options;
	struct dtrace *dtrace = dump_begin(&kind, options, out);

	dtrace->names.stacks = out;
	dtrace->names.arguments = chosen->no_tidy ? KEEP_ARGUMENTS : CUT_SCOPED_ARGUMENTS;
	return dtrace;
}

/* The header, or the first line that is indented as frames are: "module`function". */
static bool dtrace_sniff(struct str head)
{
	struct str line, rest = head;

	while (str_cut(rest, '\n', &line, &rest)) {
		struct str text = str_trim(line);

		if (str_starts(text, STR("CPU ")) && str_ends(text, STR("FUNCTION:NAME")))
			return true;
		if (is_deep(line) && text.n > 0 && !is_header(text))
			return str_find(text, '`') < text.n && str_find(text, ' ') == text.n;
	}
	return false;
}

const struct kind kind_dtrace = {
	.name = "dtrace",
	.input = "stacks and counts as dtrace prints them",
	.sniff = dtrace_sniff,
};

const struct format format_dtrace = {
	.kind = &kind_dtrace,
	.summary =
		"Folds what dtrace prints of aggregations by stack() and ustack(). The number is "
		"the aggregation's value.",
	.options = dtrace_options,
	.options_size = sizeof(struct dtrace_options),
	.begin = dtrace_begin,
	.read = dump_read,
	.end = dump_finish,
};
