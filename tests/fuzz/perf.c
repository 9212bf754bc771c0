/*
 * Any bytes as the text of perf script.
 */
#include "collapse/format.h"
#include "common/memory.h"
#include "tests/fuzz/lib/fuzz.h"

extern const struct format format_perf;

void fuzz(struct str input)
{
	static struct stacks stacks;
	static struct lines lines;
	static void *options;

	if (!options) {
		options = memory_new(1, format_perf.options_size);
		report_quiet(true);
	} else {
		stacks_release(&stacks);
		lines_close(&lines);
	}
	if (format_perf.defaults)
		format_perf.defaults(options);
	stacks_init(&stacks);
	lines_from_memory(&lines, "input", input);
	format_perf.sniff(lines_head(&lines));

	void *state = format_perf.begin(options, &stacks);

	format_perf.read(state, &lines);
	format_perf.end(state);

	/* Names that were made here can be written: nothing in them ends a frame or a line. */
	for (uint32_t id = 0; id < stacks.tree.names.count; id++) {
		struct str name = names_get(&stacks.tree.names, id);

		fuzz_expect(str_find(name, ';') == name.n && str_find(name, '\n') == name.n);
	}
}
