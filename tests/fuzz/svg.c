/*
 * Any bytes as a picture. What begins as a data block is one by itself, which is more than a fuzzer
 * finds inside of a picture.
 */
#include "collapse/format.h"
#include "collapse/svg-block.h"
#include "tests/fuzz/lib/fuzz.h"

extern const struct format format_svg;

static void read_picture(struct stacks *stacks, struct str input)
{
	static struct lines lines;
	void *state = format_svg.begin(NULL, stacks);

	lines_close(&lines);
	lines_from_memory(&lines, "input", input);
	format_svg.sniff(lines_head(&lines));
	format_svg.read(state, &lines);
	format_svg.end(state);
}

void fuzz(struct str input)
{
	static struct stacks stacks;

	stacks_release(&stacks);
	stacks_init(&stacks);
	report_quiet(true);
	if (!str_starts(input, STR("<metadata")))
		read_picture(&stacks, input);
	else if (svg_block_read(str_skip(input, str_find(input, '\n')), &stacks))
		fuzz_expect(stacks.count == 0);

	/* Names that were made here can be written: nothing in them ends a frame or a line. */
	for (uint32_t id = 0; id < stacks.tree.names.count; id++) {
		struct str name = names_get(&stacks.tree.names, id);

		fuzz_expect(str_find(name, ';') == name.n && str_find(name, '\n') == name.n);
	}
}
