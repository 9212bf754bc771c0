/*
 * Any bytes as a table: fields have no more bytes than the row, in which they are separated.
 */
#include "collapse/readers/csv.h"
#include "tests/fuzz/lib/fuzz.h"

void fuzz(struct str input)
{
	struct lines lines;
	struct csv csv;
	static struct buf fields; /* a copy of the row's, so that all their bytes are read */

	lines_from_memory(&lines, "input", input);
	csv_init(&csv, &lines);
	while (csv_next(&csv)) {
		fuzz_expect(csv.count > 0);
		buf_reset(&fields);
		for (size_t i = 0; i < csv.count; i++) {
			buf_add(&fields, csv_field(&csv, i));
			buf_add_char(&fields, ',');
		}
		fuzz_expect(fields.n <= csv.row.n + 1);
	}
	csv_release(&csv);
	lines_close(&lines);
}
