/*
 * How the program shows weights that it is given, for tests/layout/numbers.mjs, which asks the viewer
 * the same. In: how exact, decimals, weight and unit. Out: the number, a tab, and the quantity.
 *
 *     0 0 1903452100 ns         1.90 s	1.90 s
 *     0 1 15 samples            1.5	1.5 samples
 */
#include <stdio.h>
#include <stdlib.h>

#include "common/lines.h"
#include "common/quantity.h"

static uint64_t number(struct str *line)
{
	struct str word = str_take_word(line);
	uint64_t value = 0;

	if (!str_to_u64(word, &value)) {
		fprintf(stderr, "expected a number, got \"%.*s\"\n", STR_ARG(word));
		exit(EXIT_FAILURE);
	}
	return value;
}

static void show(struct buf *out, struct str line)
{
	struct quantities how = {.exact = number(&line) > 0};
	unsigned places = (unsigned)number(&line);
	uint64_t weight = number(&line);

	how.unit = str_trim(line);
	quantity_add_number(out, &how, weight, places);
	buf_add_char(out, '\t');
	quantity_add(out, &how, weight, places);
	buf_add_char(out, '\n');
}

int main(void)
{
	struct buf out = {0};
	struct lines lines;
	struct str line;

	lines_open(&lines, "-");
	while (lines_next(&lines, &line))
		show(&out, line);
	lines_close(&lines);
	fwrite(out.p, 1, out.n, stdout);
	buf_release(&out);
}
