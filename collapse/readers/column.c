#include "collapse/readers/column.h"

/* The sign is the lowest bit; then seven bits a byte, the lowest first, and 0x80 but for the last. */
void column_add(struct column *column, int64_t value)
{
	enum { LONGEST = 10 };
	uint64_t bits = (uint64_t)value << 1 ^ (value < 0 ? UINT64_MAX : 0);
	struct buf *bytes = &column->bytes;
	char *p = bytes->capacity - bytes->n < LONGEST ? buf_reserve(bytes, LONGEST) :
							 bytes->p + bytes->n;
	size_t n = 0;

	for (; bits >= 0x80; bits >>= 7)
		p[n++] = (char)(bits | 0x80);
	p[n++] = (char)bits;
	bytes->n += n;
	column->count++;
}

bool column_next(const struct column *column, size_t *at, int64_t *value)
{
	const char *p = column->bytes.p;
	size_t n = *at;
	uint64_t bits = 0;
	unsigned shift = 0;

	if (n >= column->bytes.n)
		return false;
	do {
		bits |= (uint64_t)(p[n] & 0x7f) << shift;
		shift += 7;
	} while (p[n++] & 0x80);
	*at = n;
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
