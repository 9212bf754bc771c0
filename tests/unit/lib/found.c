#include "tests/unit/lib/found.h"

#include "tests/unit/test.h"

void check_found(
	const struct symbol_name *found, const uint64_t *at, size_t count, const char *wanted)
{
	struct buf out = {0};

	for (size_t i = 0; i < count; i++) {
		if (i)
			buf_add_char(&out, ' ');
		buf_add(&out, found[i].name.n ? found[i].name : STR("-"));
		if (found[i].name.n)
			buf_addf(&out, "+%llx", (unsigned long long)(at[i] - found[i].start));
	}
	CHECK_STR(buf_str(&out), wanted);
	buf_release(&out);
}
