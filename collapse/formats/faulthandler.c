/*
 * collapse-faulthandler: tracebacks of Python's faulthandler, in a file of their own or among other
 * messages of a program.
 *
 *     Timeout (0:00:00.100000)!
 *     Thread 0x00007f83cbfff6c0 [worker-1] (most recent call first):     the name since 3.14
 *       File "/usr/lib/python3.11/threading.py", line 331 in wait
 *       File "app.py", line 6 in waits
 *       ...                                                            after 100 frames
 *
 *     ...                                                              after 100 threads
 *
 * https://docs.python.org/3/library/faulthandler.html
 */
#include "collapse/stacks/dump.h"
#include "collapse/stacks/format.h"

struct faulthandler_options {
	bool no_lines, thread_name;
};

struct faulthandler {
	struct dump dump;
	bool inside; /* behind a header */
	bool ended; /* behind the empty line of a stack */
	uint64_t cut; /* stacks of more than 100 frames */
	uint64_t crowds; /* dumps of more than 100 threads */
};

#define AT(field) offsetof(struct faulthandler_options, field)

static const struct option faulthandler_options[] = {
	{"no-lines", OPTION_FLAG, AT(no_lines),
		.help = "leave out the line: app.py:main instead of app.py:12:main"},
	{"include-tname", OPTION_FLAG, AT(thread_name),
		.help = "the root frame is the thread's name, or its id if it has none"},
	{0},
};

/* "Current thread 0x00007f83cbfff6c0 [name] (most recent call first):" */
static bool is_header(struct str line)
{
	return str_ends(line, STR(" (most recent call first):")) &&
	       (str_starts(line, STR("Thread 0x")) || str_starts(line, STR("Current thread 0x")) ||
		       str_starts(line, STR("Stack ")));
}

static void start_thread(struct dump *dump, struct str header)
{
	const struct faulthandler_options *options = dump->options;
	struct str id = str_head(header, str_rfind(header, '('));
	size_t start, end;

	dump_end(dump);
	if (!options->thread_name)
		return;
	id = str_trim(str_skip(id, str_find_str(id, STR("0x"))));
	start = str_find(id, '[') + 1;
	end = str_rfind(id, ']');
	if (start < end && end < id.n)
		id = str_skip(str_head(id, end), start);
	dump_thread(dump, id.n ? id : STR("[unknown]"));
}

/* File "app.py", line 6 in waits; Python quotes nothing in names. */
static bool parse_frame(struct str text, struct str *file, struct str *number, struct str *function)
{
	const struct str mark = STR("\", line ");
	size_t end = str_find_str(text, mark), in;

	if (!str_starts(text, STR("File \"")) || end == text.n)
		return false;
	*file = str_skip(str_head(text, end), 6);
	text = str_skip(text, end + mark.n);
	in = str_find_str(text, STR(" in "));
	*number = str_head(text, in);
	*function = str_skip(text, in + 4);
	return in < text.n && function->n;
}

static void take_frame(struct faulthandler *faulthandler, struct str text, struct str line)
{
	struct str file, number, function;

	if (parse_frame(text, &file, &number, &function))
		dump_frame(&faulthandler->dump, text);
	else
		dump_problem(&faulthandler->dump, "'File \"NAME\", line N in FUNCTION'", line);
}

static void faulthandler_line(void *state, struct str line)
{
	struct faulthandler *faulthandler = state;
	struct dump *dump = &faulthandler->dump;
	struct str text = str_trim(line);

	if (is_header(line)) {
		start_thread(dump, line);
		faulthandler->inside = true;
	} else if (!faulthandler->inside) {
		faulthandler->crowds += faulthandler->ended && str_eq(line, STR("..."));
		faulthandler->ended = false;
	} else if (!str_starts(line, STR("  ")) || text.n == 0) {
		dump_end(dump);
		faulthandler->inside = false;
		faulthandler->ended = text.n == 0;
	} else if (str_eq(text, STR("..."))) {
		faulthandler->cut++;
		dump_frame(dump, text);
	} else if (str_starts(text, STR("<")) || str_eq(text, STR("Garbage-collecting"))) {
		dump_frame(dump, text);
	} else {
		take_frame(faulthandler, text, line);
	}
}

static struct str faulthandler_name(void *state, struct str text)
{
	struct faulthandler *faulthandler = state;
	const struct faulthandler_options *options = faulthandler->dump.options;
	struct buf *out = &faulthandler->dump.scratch;
	struct str file, number, function;

	if (!parse_frame(text, &file, &number, &function))
		return text;
	buf_set(out, file);
	if (!options->no_lines) {
		buf_add_char(out, ':');
		buf_add(out, number);
	}
	buf_add_char(out, ':');
	buf_add(out, function);
	return buf_str(out);
}

static void faulthandler_stop(void *state)
{
	struct faulthandler *faulthandler = state;

	dump_end(&faulthandler->dump);
	faulthandler->inside = faulthandler->ended = false;
}

static void faulthandler_end(void *state)
{
	struct faulthandler *faulthandler = state;

	stacks_note_count(faulthandler->dump.stacks, NULL, faulthandler->cut,
		"# stack{ was|s were} cut by Python at 100 frames; \"...\" is for the others");
	stacks_note_count(faulthandler->dump.stacks, NULL, faulthandler->crowds,
		"# dump{ has|s have} only 100 of the threads");
}

static void *faulthandler_begin(const void *options, struct stacks *out)
{
	static const struct dump_kind kind = {.size = sizeof(struct faulthandler),
		.line = faulthandler_line,
		.name = faulthandler_name,
		.stop = faulthandler_stop,
		.end = faulthandler_end};

	stacks_tell(out, HEADER_UNIT, STR("stacks"));
	return dump_begin(&kind, options, out);
}

static bool faulthandler_sniff(struct str head)
{
	struct str line;

	while (str_cut(head, '\n', &line, &head))
		if (is_header(str_trim_end(line)))
			return true;
	return false;
}

const struct kind kind_faulthandler = {
	.name = "faulthandler",
	.input = "tracebacks of Python's faulthandler",
	.sniff = faulthandler_sniff,
};

const struct format format_faulthandler = {
	.kind = &kind_faulthandler,
	.summary = "Folds the tracebacks that Python's faulthandler writes of all threads, once or "
		   "again and again. The number is how often a stack was seen.",
	.options = faulthandler_options,
	.options_size = sizeof(struct faulthandler_options),
	.begin = faulthandler_begin,
	.read = dump_read,
	.end = dump_finish,
};
