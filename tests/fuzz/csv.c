/*
 * Any bytes as a table: fields have no more bytes than the row, in which they are separated.
 */
#include "collapse/readers/csv.h"
#include "tests/fuzz/lib/fuzz.h"

void fuzz(struct str input)
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
