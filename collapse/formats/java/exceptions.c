/*
 * collapse-java-exceptions: stack traces of Java's exceptions, among other lines of a log or not.
 *
 *     2026-11-21 12:00:00,123 ERROR [main] it failed
 *     java.lang.IllegalArgumentException: bad
 *     	at Exc.convert(Exc.java:5)
 *     	at java.base/java.util.stream.ReferencePipeline$Head.forEach(ReferencePipeline.java:762)
 *     	at Exc.main(Exc.java:7)
 *     	Suppressed: java.lang.IllegalStateException: close
 *     		at Exc$Closer.close(Exc.java:3)
 *     		... 2 more                              the outermost frames of the one that has it
 *     Caused by: java.lang.NumberFormatException: For input string: "x"
 *     	at java.base/java.lang.Integer.parseInt(Integer.java:668)
 *     	... 3 more
 *
 * Each exception is a stack, with all its frames. Those that "... 2 more" stands for are taken from
 * the exception that it was the cause of or suppressed by: `traces` holds these, outermost first.
 * Logback says "... 2 common frames omitted". Frames that a logger hides are "...".
 *
 * Something may stand before each line, as of docker compose, up to the tab:
 *
 *     web-1  | 	at Exc.convert(Exc.java:5)
 *     web-1  | Caused by: java.lang.NumberFormatException: For input string: "x"
 *
 * https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/lang/Throwable.html
 */
#include <stdlib.h>

#include "collapse/formats/java/name.h"
#include "collapse/stacks/dump.h"
#include "collapse/stacks/format.h"
#include "common/memory.h"

struct java_exceptions_options {
	struct java_name_options names;
	bool exception;
};

/* An exception of which others may tell. */
struct trace {
	size_t indent; /* of its first line */
	uint32_t *ids; /* frames, leaf first; set when it ends */
	size_t count, capacity;
};

struct java_exceptions {
	struct dump dump;
	struct trace *traces; /* those that are open, the innermost last */
	size_t open, made, capacity;
	size_t prefix; /* bytes before each line of the open traces */
	struct buf exception; /* the class of the next one */
};

static const struct option java_exceptions_options[] = {
	{"exception", OPTION_FLAG, offsetof(struct java_exceptions_options, exception),
		.help = "the leaf frame is the class of the exception"},
	JAVA_NAME_OPTIONS(struct java_exceptions_options),
	{0},
};

/* ---- what a line is ---- */

/* "at Exc.main(Exc.java:7) ~[app.jar:1.0]" up to the ')'; not JavaScript's "at f (x.js:1)" */
static bool parse_frame(struct str text, struct str *frame)
{
	size_t open = str_find(text, '('), close = str_rfind(text, ')');

	if (!str_starts(text, STR("at ")) || open < 4 || close == text.n || close < open ||
		byte_is_blank(text.p[open - 1]))
		return false;
	*frame = str_skip(str_head(text, close + 1), 3);
	return str_find(str_head(*frame, open - 3), ' ') == open - 3;
}

/* "... 23 more", "... 23 common frames omitted" */
static bool parse_more(struct str text, uint64_t *count)
{
	size_t end = str_find(str_skip(text, 4), ' ') + 4;
	struct str what = str_skip(text, end);

	return str_starts(text, STR("... ")) &&
	       str_to_u64(str_skip(str_head(text, end), 4), count) &&
	       (str_eq(what, STR(" more")) || str_eq(what, STR(" common frames omitted")));
}

/* "... 23 frames truncated", "... 2 frames excluded", "... suppressed 23 lines" */
static bool is_hidden(struct str text)
{
	return str_starts(text, STR("... ")) &&
	       (str_ends(text, STR(" frames truncated")) ||
		       str_ends(text, STR(" frames excluded")) ||
		       (str_starts(text, STR("... suppressed ")) && str_ends(text, STR(" lines"))));
}

/* "Exception in thread "main" java.lang.IllegalStateException: close": its class, or nothing */
static struct str class_in(struct str header)
{
	struct str word = {0};

	if (str_starts(header, STR("Exception in thread ")))
		header = str_skip(header, 20);
	while ((header = str_trim_start(header)).n) {
		word = str_head(header, str_find(header, ' '));
		header = str_skip(header, word.n);
		if (str_ends(word, STR(":")))
			word = str_drop_end(word, 1);
		if (str_ends(word, STR("Exception")) || str_ends(word, STR("Error")) ||
			str_ends(word, STR("Throwable")))
			return word;
	}
	return (struct str){0};
}

/* ---- traces ---- */

static void open_trace(struct java_exceptions *java, size_t indent)
{
	if (java->open == java->made)
		*ARRAY_PUSH(java->traces, java->made, java->capacity) = (struct trace){0};
	java->traces[java->open].indent = indent;
	java->traces[java->open++].count = 0;
}

static void push_class(struct java_exceptions *java)
{
	struct dump *dump = &java->dump;
	const struct java_exceptions_options *options = dump->options;

	if (!options->exception || dump->frames.count > 0)
		return;
	if (java->exception.n == 0)
		buf_add(&java->exception, STR("[unknown]"));
	frame_list_push(&dump->frames, stacks_name(dump->stacks, buf_str(&java->exception)));
	buf_reset(&java->exception);
}

/* Adds the innermost trace, and keeps its frames for those that follow. */
static void end_trace(struct java_exceptions *java)
{
	struct frame_list *frames = &java->dump.frames;
	struct trace *trace;

	if (java->open == 0 || frames->count == 0)
		return;
	trace = &java->traces[java->open - 1];
	trace->ids = memory_grow(trace->ids, &trace->capacity, frames->count, sizeof(*trace->ids));
	memcpy(trace->ids, frames->ids, frames->count * sizeof(*trace->ids));
	trace->count = frames->count;
	dump_end(&java->dump);
}

static void take_more(struct java_exceptions *java, uint64_t count, struct str line)
{
	const struct trace *outer = java->open > 1 ? &java->traces[java->open - 2] : NULL;

	if (java->open == 0)
		return;
	push_class(java);
	if (!outer || outer->count < count) {
		dump_problem(&java->dump, "no more frames than the exception before has", line);
		dump_frame(&java->dump, STR("..."));
		return;
	}
	for (size_t i = outer->count - count; i < outer->count; i++)
		frame_list_push(&java->dump.frames, outer->ids[i]);
}

/* Of a chain of causes only the last one is told of on; what it was the cause of is done with. */
static void drop_outer_cause(struct java_exceptions *java)
{
	struct trace *last = &java->traces[java->open - 1];
	struct trace outer;

	if (java->open < 2 || last[-1].indent != last->indent)
		return;
	outer = last[-1];
	last[-1] = *last;
	*last = outer;
	java->open--;
}

/* An exception that another one has: its cause is told of with the same indent. */
static void take_inner(struct java_exceptions *java, size_t indent, bool is_cause)
{
	end_trace(java);
	while (java->open > 0 && java->traces[java->open - 1].indent + !is_cause > indent)
		java->open--;
	if (is_cause && java->open > 0)
		drop_outer_cause(java);
	open_trace(java, indent);
}

/* The last class before the frames: behind it may be more lines of its message. */
static void keep_class(struct java_exceptions *java, struct str text)
{
	const struct java_exceptions_options *options = java->dump.options;
	struct str name = options->exception ? class_in(text) : (struct str){0};

	if (name.n == 0)
		return;
	buf_set(&java->exception, name);
}

static void take_other(struct java_exceptions *java, struct str text)
{
	/* A message may have several lines. */
	if (java->open > 0 && java->dump.frames.count == 0)
		return;
	if (java->dump.lines->unterminated && str_starts(text, STR("at ")))
		dump_problem(&java->dump, "the rest of a stack trace", text);
	end_trace(java);
	java->open = 0;
	keep_class(java, text);
}

/* How much is before the tabs of a frame, if it is not blank. */
static size_t prefix_of(struct str line)
{
	size_t tab = str_find_str(line, STR("\tat "));

	if (tab == line.n)
		return 0;
	while (tab > 0 && line.p[tab - 1] == '\t')
		tab--;
	return str_trim(str_head(line, tab)).n ? tab : 0;
}

static bool is_inner(struct str text)
{
	return str_starts(text, STR("Caused by: ")) || str_starts(text, STR("Suppressed: ")) ||
	       str_starts(text, STR("... "));
}

static struct str drop_prefix(struct java_exceptions *java, struct str line)
{
	size_t prefix = prefix_of(line);
	struct str rest;

	if (prefix || java->open == 0)
		java->prefix = prefix;
	rest = str_skip(line, java->prefix);
	return prefix || is_inner(str_trim_start(rest)) ? rest : line;
}

static void java_exceptions_line(void *state, struct str line)
{
	struct java_exceptions *java = state;
	struct str rest = drop_prefix(java, line), text = str_trim_start(rest), frame;
	size_t indent = rest.n - text.n;
	uint64_t count;
	bool is_cause;

	text = str_trim_end(text);
	is_cause = str_starts(text, STR("Caused by: ")) &&
		   !str_starts(text, STR("Caused by: [CIRCULAR REFERENCE:"));
	if (parse_frame(text, &frame)) {
		if (java->open == 0)
			open_trace(java, indent > 0 ? indent - 1 : 0);
		push_class(java);
		dump_frame(&java->dump, frame);
	} else if (parse_more(text, &count)) {
		take_more(java, count, line);
	} else if (is_hidden(text)) {
		if (java->open > 0)
			dump_frame(&java->dump, STR("..."));
	} else if (is_cause || str_starts(text, STR("Suppressed: "))) {
		take_inner(java, indent, is_cause);
		keep_class(java, text);
	} else if (!str_starts(text, STR("- "))) {
		take_other(java, text);
	}
}

static struct str java_exceptions_name(void *state, struct str text)
{
	struct dump *dump = state;
	const struct java_exceptions_options *options = dump->options;

	return java_name(&dump->scratch, text, &options->names);
}

static void java_exceptions_stop(void *state)
{
	struct java_exceptions *java = state;

	end_trace(java);
	java->open = 0;
	buf_reset(&java->exception);
}

static void java_exceptions_end(void *state)
{
	struct java_exceptions *java = state;

	for (size_t i = 0; i < java->made; i++)
		free(java->traces[i].ids);
	free(java->traces);
	buf_release(&java->exception);
}

static void *java_exceptions_begin(const void *options, struct stacks *out)
{
	static const struct dump_kind kind = {.size = sizeof(struct java_exceptions),
		.line = java_exceptions_line,
		.name = java_exceptions_name,
		.stop = java_exceptions_stop,
		.end = java_exceptions_end};

	stacks_tell(out, HEADER_UNIT, STR("exceptions"));
	return dump_begin(&kind, options, out);
}

/* "(Exc.java:7)" and what else stands there when there is no line. */
static bool has_java_place(struct str frame)
{
	return str_contains(frame, STR(".java:")) || str_contains(frame, STR("Native Method)")) ||
	       str_contains(frame, STR("(Unknown Source)"));
}

static bool java_exceptions_sniff(struct str head)
{
	bool found = false;
	struct str line, frame;

	while (str_cut(head, '\n', &line, &head)) {
		/* Threads have stacks of the same look. */
		if (str_starts(line, STR("Full thread dump ")) ||
			str_contains(line, STR("java.lang.Thread.State: ")) ||
			(str_starts(line, STR("#")) && str_contains(line, STR(" \""))))
			return false;
		line = str_skip(line, prefix_of(line));
		found |= byte_is_blank(line.n ? line.p[0] : 'x') &&
			 parse_frame(str_trim(line), &frame) && has_java_place(frame);
	}
	return found;
}

const struct kind kind_java_exceptions = {
	.name = "java-exceptions",
	.input = "stack traces of Java's exceptions",
	.sniff = java_exceptions_sniff,
};

const struct format format_java_exceptions = {
	.kind = &kind_java_exceptions,
	.summary =
		"Folds the stack traces of Java's exceptions, from a log or standard error. Each "
		"exception counts 1, causes and suppressed ones too.",
	.options = java_exceptions_options,
	.options_size = sizeof(struct java_exceptions_options),
	.begin = java_exceptions_begin,
	.read = dump_read,
	.end = dump_finish,
};
