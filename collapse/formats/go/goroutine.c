/*
 * collapse-goroutine: stacks of Go's goroutines, from /debug/pprof/goroutine?debug=2, a panic or
 * SIGQUIT, among other messages of a program or not.
 *
 *     goroutine 18 [chan receive, 5 minutes labels:{"job": "sync"}]:     labels since 1.27
 *     time.Sleep(0x5f5e100)
 *     	/usr/lib/go-1.19/src/runtime/time.go:195 +0x135
 *     main.(*Server).serve(0xc000091520?, {0xc000082d58, 0x1, 0x1})
 *     	/src/main.go:37 +0x8e
 *     ...additional frames elided...                       after 100 frames
 *     created by main.main in goroutine 1                  "in …" since 1.21
 *     	/src/main.go:70 +0xd0
 *
 * https://pkg.go.dev/runtime/pprof#Profile.WriteTo
 */
#include "collapse/names/frame-name.h"
#include "collapse/stacks/dump.h"
#include "collapse/stacks/format.h"

struct goroutine_options {
	bool state, creator, lines;
};

struct goroutine {
	struct dump dump;
	bool inside; /* of a goroutine */
	bool is_creator; /* the last line named the creator */
	bool whole; /* the outermost frame was there, if all is as usual */
	uint64_t cut; /* stacks of which Go left frames out */
};

#define AT(field) offsetof(struct goroutine_options, field)

static const struct option goroutine_options[] = {
	{"include-state", OPTION_FLAG, AT(state),
		.help = "the root frame is what the goroutine does: \"running\", \"chan receive\""},
	{"include-creator", OPTION_FLAG, AT(creator),
		.help = "show the function that started the goroutine below its first one: "
			"\"created by main.main\""},
	{"lines", OPTION_FLAG, AT(lines), .help = "show lines: main.work:45"},
	{0},
};

/* "goroutine 18 [chan receive, 5 minutes]:"; since 1.23 there may be "gp=0xc000002380" before it */
static bool parse_header(struct str line, struct str *state)
{
	size_t start = str_find(line, '['), end;

	if (!str_starts(line, STR("goroutine ")) || !str_ends(line, STR("]:")) ||
		!byte_is_digit(line.p[10]))
		return false;
	*state = str_drop_end(str_skip(line, start + 1), 2);
	end = str_find(*state, ',');
	*state = str_head(*state, end);
	*state = str_head(*state, str_find_str(*state, STR(" labels:{")));
	return true;
}

static void start_goroutine(struct goroutine *goroutine, struct str state)
{
	const struct goroutine_options *options = goroutine->dump.options;

	dump_end(&goroutine->dump);
	goroutine->inside = true;
	goroutine->is_creator = goroutine->whole = false;
	if (options->state)
		dump_root(&goroutine->dump, state);
}

/* "	/src/main.go:37 +0x8e": the line of the frame before it. */
static void take_place(struct goroutine *goroutine, struct str place)
{
	struct dump *dump = &goroutine->dump;
	const struct goroutine_options *options = dump->options;
	struct str number = str_skip(place, str_rfind(place, ':') + 1);
	size_t digits = str_digits(number);
	uint32_t *frame;

	if (!options->lines || goroutine->is_creator || digits == 0 || dump->frames.count == 0)
		return;
	frame = &dump->frames.ids[dump->frames.count - 1];
	buf_set(&dump->scratch, names_get(&dump->stacks->tree.names, *frame));
	buf_add_char(&dump->scratch, ':');
	buf_add(&dump->scratch, str_head(number, digits));
	*frame = stacks_name(dump->stacks, buf_str(&dump->scratch));
}

/* "created by main.main in goroutine 1" */
static void take_creator(struct goroutine *goroutine, struct str text)
{
	const struct goroutine_options *options = goroutine->dump.options;

	goroutine->is_creator = true;
	if (options->creator)
		dump_frame(&goroutine->dump,
			str_head(text, str_find_str(text, STR(" in goroutine "))));
}

/* "main.(*Server).serve(0xc000091520?, {0xc000082d58, 0x1, 0x1})": no blank before the arguments */
static bool is_call(struct str text)
{
	return str_ends(text, STR(")")) && str_find(text, '(') < str_find(text, ' ');
}

/* C's functions have no arguments: "compute", or "non-Go function at pc=7f8e1b2c" without names. */
static bool is_function_of_c(struct str text)
{
	return str_starts(text, STR("non-Go function")) ||
	       (str_find(text, ' ') == text.n && str_find(text, '(') == text.n);
}

static void finish(struct goroutine *goroutine)
{
	dump_end(&goroutine->dump);
	goroutine->inside = false;
}

/* debug.PrintStack() writes no empty line behind a stack; its ancestors may stand there. */
static bool is_behind(const struct goroutine *goroutine, struct str line)
{
	return (goroutine->is_creator && !byte_is_blank(line.p[0])) ||
	       str_starts(line, STR("[originating from goroutine "));
}

/* A line that does not start with a blank. */
static void take_line(struct goroutine *goroutine, struct str text)
{
	struct dump *dump = &goroutine->dump;

	if (str_starts(text, STR("created by "))) {
		take_creator(goroutine, text);
	} else if (str_ends(text, STR("frames elided..."))) {
		goroutine->cut++;
		dump_frame(dump, STR("..."));
	} else if (is_call(text)) {
		goroutine->whole |= str_starts(text, STR("main.main("));
		dump_frame(dump, text);
	} else if (goroutine->whole) {
		finish(goroutine);
	} else if (is_function_of_c(text)) {
		dump_frame(dump, str_head(text, str_find_str(text, STR(" at pc="))));
	} else {
		dump_problem(dump, "\"FUNCTION(…)\" of a goroutine", text);
	}
}

static void goroutine_line(void *state, struct str line)
{
	struct goroutine *goroutine = state;
	struct str text = str_trim(line), goroutine_state;

	if (parse_header(text, &goroutine_state))
		start_goroutine(goroutine, goroutine_state);
	else if (!goroutine->inside)
		return;
	else if (text.n == 0 || is_behind(goroutine, line))
		finish(goroutine);
	else if (str_ends(text, STR("stack unavailable")))
		dump_frame(&goroutine->dump, STR("[stack unavailable]"));
	else if (byte_is_blank(line.p[0]))
		take_place(goroutine, text);
	else
		take_line(goroutine, text);
}

static struct str goroutine_name(void *state, struct str text)
{
	struct goroutine *goroutine = state;

	return frame_name_tidy(&goroutine->dump.scratch, text, false);
}

static void goroutine_stop(void *state)
{
	finish(state);
}

static void goroutine_end(void *state)
{
	const struct goroutine *goroutine = state;

	stacks_note_count(goroutine->dump.stacks, NULL, goroutine->cut,
		"# stack{ was|s were} cut by Go at 100 frames; \"...\" is for the others");
}

static void *goroutine_begin(const void *options, struct stacks *out)
{
	static const struct dump_kind kind = {.size = sizeof(struct goroutine),
		.line = goroutine_line,
		.name = goroutine_name,
		.stop = goroutine_stop,
		.end = goroutine_end};

	stacks_tell(out, HEADER_UNIT, STR("goroutines"));
	return dump_begin(&kind, options, out);
}

static bool goroutine_sniff(struct str head)
{
	struct str line, state;

	while (str_cut(head, '\n', &line, &head))
		if (parse_header(str_trim_end(line), &state))
			return true;
	return false;
}

const struct kind kind_goroutine = {
	.name = "goroutine",
	.input = "stacks of goroutines",
	.sniff = goroutine_sniff,
};

const struct format format_goroutine = {
	.kind = &kind_goroutine,
	.summary =
		"Folds the stacks of goroutines that Go's debug/pprof/goroutine?debug=2, a panic "
		"or a signal prints. The number is how often a stack was seen.",
	.options = goroutine_options,
	.options_size = sizeof(struct goroutine_options),
	.begin = goroutine_begin,
	.read = dump_read,
	.end = dump_finish,
};
