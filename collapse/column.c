#include "collapse/column.h"

/* The sign is the lowest bit; then seven bits a byte, the lowest first, and 0x80 but for the last. */
void column_add(struct column *column, int64_t value)
{
	uint64_t bits = (uint64_t)value << 1 ^ (value < 0 ? UINT64_MAX : 0);

	for (; bits >= 0x80; bits >>= 7)
		buf_add_char(&column->bytes, (char)(bits | 0x80));
	buf_add_char(&column->bytes, (char)bits);
	column->count++;
}

bool column_next(const struct column *column, size_t *at, int64_t *value)
{
	const char *p = column->bytes.p;
	uint64_t bits = 0;
	unsigned shift = 0;

	if (*at >= column->bytes.n)
		return false;
	do {
		bits |= (uint64_t)(p[*at] & 0x7f) << shift;
		shift += 7;
	} while (p[(*at)++] & 0x80);
	*value = (int64_t)(bits >> 1 ^ (bits & 1 ? UINT64_MAX : 0));
	return true;
}

void column_reset(struct column *column)
{
	buf_reset(&column->bytes);
	column->count = 0;
}

void column_release(struct column *column)
{
	buf_release(&column->bytes);
	column->count = 0;
}
