#include "diff/stable-names.h"

static struct str skip_while(struct str s, bool (*holds)(char c))
{
	while (s.n > 0 && holds(s.p[0]))
		s = str_skip(s, 1);
	return s;
}

void add_without_addresses(struct buf *out, struct str stack)
{
	size_t at;

	while ((at = str_find_str(stack, STR("0x"))) < stack.n) {
		struct str digits = str_skip(stack, at + 2);
		struct str rest = skip_while(digits, byte_is_hex);

		buf_add(out, str_head(stack, at + 2));
		if (rest.n < digits.n)
			buf_add(out, STR("..."));
		stack = rest;
	}
	buf_add(out, stack);
}

void add_without_ids(struct buf *out, struct str stack)
{
	struct str frame = str_head(stack, str_find(stack, ';'));

	stack = str_skip(stack, frame.n);
	while (frame.n > 0) {
		if (byte_is_digit(frame.p[0])) {
			buf_add_char(out, 'N');
			frame = skip_while(frame, byte_is_digit);
		} else {
			buf_add_char(out, frame.p[0]);
			frame = str_skip(frame, 1);
		}
	}
	buf_add(out, stack);
}
