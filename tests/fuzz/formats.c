/*
 * Any bytes as the output of each profiler. The first line names the format, so that what a format's
 * cases have can be started from: "gdb", then an input.
 */
#include "collapse/formats.h"
#include "collapse/kinds/kinds.h"
#include "tests/fuzz/lib/fuzz.h"
#include "tests/fuzz/lib/read.h"

static const struct format *named(struct str name)
{
	size_t count = 0;

	for (; kind_at(count); count++)
		if (str_eq(str_of(kind_at(count)->name), name))
			return format_of(kind_at(count));
	return format_of(kind_at(name.n ? (unsigned char)name.p[0] % count : 0));
}

void fuzz(struct str input)
{
	struct str name = input, rest = {0};

	str_cut(input, '\n', &name, &rest);
	kind_of(rest, NULL);
	fuzz_read(named(name), rest);
}
