/*
 * collapse-gdb: backtraces of gdb, of pstack and gstack, taken again and again.
 *
 *     Thread 3 (Thread 0x7fbc3561c6c0 (LWP 8763) "server"):
 *     #0  0x0000557f66428425 in srv::compute (j=..., depth=depth@entry=0) at server.cpp:12
 *     #1  srv::drive<srv::Job> (f=..., id=1) at server.cpp:14
 *     #2  <signal handler called>
 *     #3  0x00007fbc360d44a3 in ?? () from /lib/x86_64-linux-gnu/libstdc++.so.6
 *
 * A stack starts at the number 0, so whatever is printed between frames, such as the variables of
 * "bt full", does no harm.
 *
 * https://sourceware.org/gdb/current/onlinedocs/gdb.html/Backtrace.html
 */
#include "collapse/dump.h"
#include "collapse/format.h"

struct gdb_options {
	bool thread_name, thread_id;
};

struct gdb {
	struct dump dump;
	uint64_t unfinished; /* stacks that gdb did not print to their end */
};

#define AT(field) offsetof(struct gdb_options, field)

static const struct option gdb_options[] = {
	{"include-tname", OPTION_FLAG, AT(thread_name),
		.help = "the root frame is the thread's name"},
	{"include-tid", OPTION_FLAG, AT(thread_id),
		.help = "the root frame is the thread's name and its id (LWP): worker-8763"},
	{0},
};

/* ---- lines ---- */

/* Thread 3 (Thread 0x7fbc3561c6c0 (LWP 8763) "server"): */
static bool is_header(struct str line)
{
	return str_starts(line, STR("Thread ")) && line.n > 7 && byte_is_digit(line.p[7]) &&
	       str_contains(line, STR(" (")) && str_ends(line, STR("):"));
}

static struct str thread_name(struct str header)
{
	size_t start = str_find(header, '"') + 1, end = str_rfind(header, '"');

	return start < end && end < header.n ? str_skip(str_head(header, end), start)
					     : STR("[unknown]");
}

static struct str thread_id(struct str header)
{
	struct str id = str_skip(header, str_find_str(header, STR("LWP ")) + 4);
	size_t end = 0;

	while (end < id.n && byte_is_digit(id.p[end]))
		end++;
	return str_head(id, end);
}

static void start_thread(struct dump *dump, struct str header)
{
	const struct gdb_options *options = dump->options;
	struct str id = thread_id(header);

	dump_end(dump);
	if (options->thread_id && id.n) {
		buf_reset(&dump->scratch);
		buf_add(&dump->scratch, thread_name(header));
		buf_add_char(&dump->scratch, '-');
		buf_add(&dump->scratch, id);
		dump_root(dump, buf_str(&dump->scratch));
	} else if (options->thread_name || options->thread_id) {
		dump_root(dump, thread_name(header));
	}
}

/* "0x0000557f66428425 in srv::compute (depth=0) at server.cpp:12", without the address. */
static struct str function_of(struct str frame)
{
	dump_cut_address(&frame);
	return str_starts(frame, STR(" in ")) ? str_skip(frame, 4) : frame;
}

static void gdb_line(void *state, struct str line)
{
	struct gdb *gdb = state;
	struct str text = line;
	uint64_t number;

	if (dump_cut_number(&text, &number)) {
		text = function_of(text);
		dump_number(&gdb->dump, number, line);
		if (text.n)
			dump_frame(&gdb->dump, text);
		else
			dump_problem(&gdb->dump, "\"#N  ADDRESS in FUNCTION (…)\"", line);
	} else if (is_header(line)) {
		start_thread(&gdb->dump, line);
	} else if (str_starts(line, STR("Backtrace stopped:")) ||
		   str_starts(line, STR("(More stack frames follow"))) {
		gdb->unfinished++;
	}
}

static struct str gdb_name(void *state, struct str text)
{
	struct str module = {0};
	size_t from = str_find_str(text, STR(") from "));

	if (from < text.n)
		module = str_skip(text, from + 7);
	if (str_starts(text, STR("??")))
		text.n = 0;
	return dump_symbol(state, module, text, true);
}

static void gdb_end(void *state)
{
	const struct gdb *gdb = state;

	if (gdb->unfinished > 0)
		stacks_note(gdb->dump.stacks,
			"%llu stack%s without the outermost frames: gdb could not find them, or "
			"had a limit",
			(unsigned long long)gdb->unfinished,
			gdb->unfinished == 1 ? " is" : "s are");
}

static void *gdb_begin(const void *options, struct stacks *out)
{
	static const struct dump_kind kind = {
		.size = sizeof(struct gdb), .line = gdb_line, .name = gdb_name, .end = gdb_end};

	return dump_begin(&kind, options, out);
}

/* "#0  0x000055ac728d041c in f (…" or "#0  f (…"; eu-stack has an address and no "in". */
static bool is_frame(struct str line)
{
	struct str function = line;
	uint64_t number;

	if (!dump_cut_number(&function, &number))
		return false;
	line = function;
	function = function_of(function);
	return str_contains(function, STR(" (")) && !str_starts(function, STR(" ")) &&
	       (function.n < line.n || byte_is_alpha(line.p[0]) || line.p[0] == '_');
}

static bool gdb_sniff(struct str head)
{
	struct str line;

	while (str_cut(head, '\n', &line, &head))
		if (is_frame(line) || (is_header(line) && str_contains(line, STR("LWP "))) ||
			str_starts(line, STR("[New LWP ")))
			return true;
	return false;
}

const struct format format_gdb = {
	.name = "gdb",
	.input = "backtraces of gdb",
	.summary = "Folds the backtraces that gdb, pstack or gstack print of a program's threads, "
		   "as often as they were taken. The number is how often a stack was seen.",
	.options = gdb_options,
	.options_size = sizeof(struct gdb_options),
	.sniff = gdb_sniff,
	.begin = gdb_begin,
	.read = dump_read,
	.end = dump_finish,
};
