#include "tests/fuzz/lib/read.h"

#include "common/messages.h"
#include "tests/fuzz/lib/fuzz.h"

void fuzz_expect_names(const struct stacks *stacks)
{
	for (uint32_t id = 0; id < stacks->tree.names.count; id++) {
		struct str name = names_get(&stacks->tree.names, id);

		fuzz_expect(str_find(name, ';') == name.n && str_find(name, '\n') == name.n);
	}
}

void fuzz_read(const struct format *format, struct str input)
{
	/* A run may end anywhere: what it leaves is released by the next one. */
	static struct stacks stacks;
	static struct lines lines;
	static uint64_t options[64];
	void *state;

	fuzz_expect(format->options_size <= sizeof(options));
	memset(options, 0, sizeof(options));
	if (format->defaults)
		format->defaults(options);
	messages_quiet(true);
	stacks_release(&stacks);
	lines_close(&lines);
	stacks_init(&stacks);
	stacks.remarks.problems.strict = format->strict;
	stacks.remarks.problems.things = format->things;
	lines_from_memory(&lines, "input", input);
	if (format->kind->sniff)
		format->kind->sniff(lines_head(&lines));
	state = format->begin(options, &stacks);
	format->read(state, &lines);
	format->end(state);
	fuzz_expect_names(&stacks);
}
