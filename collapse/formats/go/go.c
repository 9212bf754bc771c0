/*
 * collapse-go: Go's profiles as text, told by their first line.
 *
 *     go tool pprof -raw cpu.pprof           PeriodType: cpu nanoseconds
 *     go tool pprof -traces cpu.pprof        File: busy
 *     /debug/pprof/heap?debug=1              heap profile: 3: 1049088 [964: 2680976] @ heap/1048576
 *
 * raw.c, traces.c and dump.c read them. collapse-pprof reads the profiles themselves.
 */
#include <stdlib.h>

#include "collapse/formats/go/text.h"
#include "collapse/readers/head.h"
#include "collapse/stacks/format.h"
#include "common/memory.h"

struct go_options {
	struct sample_type_options types;
};

static bool is_raw(struct str head)
{
	return str_starts(head, STR("PeriodType: ")) || str_starts(head, STR("Period: ")) ||
	       str_starts(head, STR("Samples:\n"));
}

static bool is_traces(struct str head)
{
	return (str_starts(head, STR("File: ")) || str_starts(head, STR("Type: "))) &&
	       str_contains(head, STR("\n-----------+---"));
}

/* "goroutine 18 [running]:", as /debug/pprof/goroutine?debug=2 has them. */
static bool is_goroutines(struct str head)
{
	const struct str word = STR("goroutine ");
	size_t digits = str_digits(str_skip(head, word.n));

	return str_starts(head, word) && digits > 0 &&
	       str_starts(str_skip(head, word.n + digits), STR(" ["));
}

static bool go_sniff(struct str head)
{
	return is_raw(head) || is_traces(head) || go_is_dump(head);
}

static void *go_begin(const void *options, struct stacks *out)
{
	struct go *go = memory_new(1, sizeof(*go));

	go->options = &((const struct go_options *)options)->types;
	go->stacks = go->frames.stacks = out;
	go->types.options = go->options;
	return go;
}

static void go_read(void *state, struct lines *lines)
{
	struct go *go = state;
	struct str head = skip_blank_lines(lines_head(lines));

	go->lines = lines;
	if (is_goroutines(head))
		stacks_fail(go->stacks, "%s: these are the stacks of goroutines, of debug=2: "
			"collapse-goroutine folds them", lines->name);
	else if (go_is_dump(head))
		go_read_dump(go);
	else if (str_starts(head, STR("File: ")) || str_starts(head, STR("Type: ")))
		go_read_traces(go);
	else
		go_read_raw(go);
}

static void go_end(void *state)
{
	struct go *go = state;

	if (go->zeros)
		stacks_explain(go->stacks, "all stacks (%llu) have a weight of 0; --list shows what "
			"other weights there are", (unsigned long long)go->zeros);
	if (go->rounded)
		stacks_note(go->stacks, "weights are as pprof -traces rounds them; -raw has all digits");
	sample_types_release(&go->types);
	frame_list_release(&go->frames);
	free(go);
}

static const struct option go_options[] = {
	SAMPLE_TYPE_OPTIONS(struct go_options, types),
	{0},
};

const struct kind kind_go = {
	.name = "go",
	.input = "the text of go tool pprof -raw or -traces, or of /debug/pprof with debug=1",
	.sniff = go_sniff,
};

const struct format format_go = {
	.kind = &kind_go,
	.summary = "Folds Go's profiles as text: of go tool pprof, or of /debug/pprof?debug=1.",
	.options = go_options,
	.options_size = sizeof(struct go_options),
	.begin = go_begin,
	.read = go_read,
	.end = go_end,
};
