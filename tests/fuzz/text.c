/*
 * Slices of any bytes: UTF-8, what is shown of untrusted text, weights.
 */
#include "common/weight.h"

#include <string.h>

#include "tests/fuzz/lib/fuzz.h"

/* All of it is whole characters, none of which drives a terminal. */
static bool is_clean(struct str s)
{
	while (s.n) {
		size_t length = utf8_length(s);
		uint32_t code = length ? utf8_decode(s.p, length) : 0;

		if (code < 0x20 || (code >= 0x7f && code < 0xa0) || code > 0x10ffff)
			return false;
		s = str_skip(s, length);
	}
	return true;
}

static void check_weight(struct str text)
{
	struct buf written = {0};
	struct weight weight, again;

	if (!weight_parse(text, &weight))
		return;
	weight_format(&written, weight.value, weight.places);
	fuzz_expect(weight_parse(buf_str(&written), &again));
	fuzz_expect(again.value == weight.value && again.places == weight.places);
	fuzz_expect(weight.places <= WEIGHT_PLACES);
	buf_reset(&written);
	weight_format_commas(&written, weight.value, weight.places);
	fuzz_expect(written.n > 0);
	buf_release(&written);
}

void fuzz(struct str input)
{
	char shown[STR_SHOW];
	struct str trimmed = str_trim(input), before, after;

	fuzz_expect(is_clean(str_of(str_show(input, shown))));
	fuzz_expect(trimmed.n == 0 || (!byte_is_blank(trimmed.p[0]) &&
				       !byte_is_blank(trimmed.p[trimmed.n - 1])));
	if (str_rcut(input, ' ', &before, &after)) {
		fuzz_expect(before.n + 1 + after.n == input.n);
		fuzz_expect(str_find_str(input, after) <= before.n + 1);
		check_weight(after);
	}
	check_weight(input);
}
