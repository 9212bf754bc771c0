/*
 * collapse-ljp: the traces of lightweight-java-profiler.
 *
 *     42 3 	org.x.Parser.read(Parser.java:455)
 *     	org.x.Main.run(Main.java:123)
 *     	java.lang.Thread.run(Thread.java:744)
 *
 *     7                                             no frames: the profiler could not walk the stack
 *     Total trace count = 49, Total traces = 2
 *
 * Samples, frames, and the stack, leaf first. Behind the line of the totals comes a table of hot
 * methods, which is not read.
 *
 * https://github.com/dcapwell/lightweight-java-profiler (src/display.cc)
 */
#include "collapse/stacks/dump.h"
#include "collapse/stacks/format.h"

struct ljp_options {
	bool lines;
};

static const struct option ljp_options[] = {
	{"lines", OPTION_FLAG, offsetof(struct ljp_options, lines),
		.help = "show source lines: \"org.x.Main.run(Main.java:123)\""},
	{0},
};

struct ljp {
	struct dump dump;
	bool inside; /* of a stack */
	uint64_t sum; /* of this input */
	bool ended; /* behind the totals */
};

static void end_stack(struct ljp *ljp)
{
	if (!ljp->inside)
		return;
	if (ljp->dump.frames.count == 0)
		dump_root(&ljp->dump, STR("[unknown]"));
	dump_count(&ljp->dump, ljp->dump.weight);
	ljp->inside = false;
}

/* "org.x.Main.run(Main.java:123)" */
static void push_frame(struct ljp *ljp, struct str text)
{
	const struct ljp_options *options = ljp->dump.options;

	if (!options->lines && str_ends(text, STR(")")))
		text = str_head(text, str_rfind(text, '('));
	dump_frame(&ljp->dump, text.n ? text : STR("-"));
}

static bool take_number(struct str *text, uint64_t *number)
{
	size_t end = str_digits(*text);

	if ((end < text->n && !byte_is_blank(text->p[end])) ||
		!str_to_u64(str_head(*text, end), number))
		return false;
	*text = str_trim_start(str_skip(*text, end));
	return true;
}

/* "42 3 	org.x.Parser.read(Parser.java:455)" */
static bool begin_stack(struct ljp *ljp, struct str text)
{
	uint64_t frames;

	if (!take_number(&text, &ljp->dump.weight) || (text.n && !take_number(&text, &frames)))
		return false;
	ljp->inside = true;
	ljp->sum += ljp->dump.weight;
	if (text.n)
		push_frame(ljp, text);
	return true;
}

/* "Total trace count = 49, Total traces = 2" */
static void take_totals(struct ljp *ljp, struct str text)
{
	struct str digits = str_skip(text, str_find(text, '=') + 2);
	uint64_t total;

	ljp->ended = true;
	if (str_to_u64(str_head(digits, str_find(digits, ',')), &total) && total != ljp->sum)
		stacks_note(ljp->dump.stacks, "%s: %llu samples were read, and the file says %llu",
			ljp->dump.lines->name, (unsigned long long)ljp->sum,
			(unsigned long long)total);
}

static void take_line(struct ljp *ljp, struct str line)
{
	struct str text = str_trim(line);
	bool is_frame = text.n > 0 && byte_is_blank(line.p[0]) && !byte_is_digit(text.p[0]);

	if (ljp->inside && is_frame) {
		push_frame(ljp, text);
		return;
	}
	end_stack(ljp);
	if (str_starts(text, STR("Total ")))
		take_totals(ljp, text);
	else if (text.n > 0 && !begin_stack(ljp, text))
		dump_problem(&ljp->dump, "\"SAMPLES FRAMES METHOD(FILE:LINE)\"", line);
}

static void *ljp_begin(const void *options, struct stacks *out)
{
	static const struct dump_kind kind = {.size = sizeof(struct ljp)};

	stacks_tell(out, HEADER_UNIT, STR("samples"));
	return dump_begin(&kind, options, out);
}

/* Not dump_read(): what stands behind the totals is not read. */
static void ljp_read(void *state, struct lines *lines)
{
	struct ljp *ljp = state;
	struct str line;

	ljp->dump.lines = lines;
	ljp->sum = 0;
	ljp->ended = false;
	while (!ljp->ended && lines_next(lines, &line))
		take_line(ljp, line);
	end_stack(ljp);
	if (!ljp->ended && ljp->sum > 0)
		stacks_note(ljp->dump.stacks,
			"%s: the line of totals is missing; the file may be cut off", lines->name);
}

/* "42 3 	org.x.Parser.read(Parser.java:455)" */
static bool ljp_sniff(struct str head)
{
	struct str line = str_trim(str_head(head, str_find(head, '\n')));
	uint64_t samples, frames;

	return take_number(&line, &samples) && take_number(&line, &frames) &&
	       str_ends(line, STR(")")) && str_find(line, '(') < str_rfind(line, ':') &&
	       str_find(line, ' ') == line.n;
}

const struct kind kind_ljp = {
	.name = "ljp",
	.input = "the traces of lightweight-java-profiler",
	.sniff = ljp_sniff,
};

const struct format format_ljp = {
	.kind = &kind_ljp,
	.summary = "Folds the traces of lightweight-java-profiler. The number counts samples.",
	.options = ljp_options,
	.options_size = sizeof(struct ljp_options),
	.begin = ljp_begin,
	.read = ljp_read,
	.end = dump_finish,
};
