/*
 * Any bytes as tables and trees of text; the first byte tells the format.
 */
#include "collapse/csv.h"
#include "collapse/format.h"
#include "common/memory.h"
#include "tests/fuzz/lib/fuzz.h"

extern const struct format format_vtune, format_vtune_mc, format_vsprof, format_ghcprof, format_go,
	format_xdebug, format_importtime, format_austin;

static const struct format *const formats[] = {
	&format_vtune, &format_vtune_mc, &format_vsprof, &format_ghcprof, &format_go,
	&format_xdebug, &format_importtime, &format_austin};

enum { FORMATS = sizeof(formats) / sizeof(*formats) };

/* Fields have no more bytes than the row, in which they are separated. */
static void walk(struct str input)
{
	struct lines lines;
	struct csv csv;
	static volatile unsigned sum; /* of all bytes, so that they are read */

	lines_from_memory(&lines, "input", input);
	csv_init(&csv, &lines);
	while (csv_next(&csv)) {
		size_t n = 0;

		fuzz_expect(csv.count > 0);
		for (size_t i = 0; i < csv.count; i++) {
			struct str field = csv_field(&csv, i);

			for (size_t k = 0; k < field.n; k++)
				sum += (unsigned char)field.p[k];
			n += field.n + 1;
		}
		fuzz_expect(n <= csv.row.n + 1);
	}
	csv_release(&csv);
	lines_close(&lines);
}

void fuzz(struct str input)
{
	static struct stacks stacks;
	static struct lines lines;
	const struct format *format;
	static char options[256];

	if (input.n == 0)
		return;
	format = formats[(unsigned char)input.p[0] % FORMATS];
	input = str_skip(input, 1);
	walk(input);
	report_quiet(true);
	stacks_release(&stacks);
	lines_close(&lines);
	stacks_init(&stacks);
	lines_from_memory(&lines, "input", input);
	format->sniff(lines_head(&lines));
	fuzz_expect(format->options_size <= sizeof(options));

	void *state = format->begin(options, &stacks);

	format->read(state, &lines);
	format->end(state);
	for (uint32_t id = 0; id < stacks.tree.names.count; id++) {
		struct str name = names_get(&stacks.tree.names, id);

		fuzz_expect(str_find(name, ';') == name.n && str_find(name, '\n') == name.n);
	}
}
