#include "collapse/readers/binary.h"

enum { LEB_BYTES = 10 };

uint64_t binary_number(struct binary *in, unsigned size)
{
	uint64_t value = 0;

	switch (size) {
	case 1:
		return binary_u8(in);
	case 2:
		return binary_u16(in);
	case 4:
		return binary_u32(in);
	case 8:
		return binary_u64(in);
	default:
		if (size > 8 || binary_left(in) < size) {
			binary_spoil(in);
			return 0;
		}
		for (unsigned i = 0; i < size; i++)
			value |= (uint64_t)in->p[i] << 8 * (in->is_big ? size - 1 - i : i);
		in->p += size;
		return value;
	}
}

int64_t binary_signed(struct binary *in, unsigned size)
{
	uint64_t value = binary_number(in, size);
	uint64_t sign = (uint64_t)1 << (8 * size - 1);

	return (int64_t)((value ^ sign) - sign);
}

/* The bits, and in *count how many were given. */
static uint64_t leb_bits(struct binary *in, unsigned *count)
{
	size_t most = binary_left(in) < LEB_BYTES ? binary_left(in) : LEB_BYTES;
	uint64_t value = 0;

	for (unsigned i = 0; i < most; i++) {
		value |= (uint64_t)(in->p[i] & 0x7f) << 7 * i;
		if (in->p[i] < 0x80) {
			in->p += i + 1;
			*count = 7 * (i + 1);
			return value;
		}
	}
	binary_spoil(in);
	*count = 64;
	return 0;
}

uint64_t binary_uleb_long(struct binary *in)
{
	unsigned count;

	return leb_bits(in, &count);
}

int64_t binary_sleb(struct binary *in)
{
	unsigned count;
	uint64_t value = leb_bits(in, &count);

	if (count < 64 && value >> (count - 1) & 1)
		value |= ~(uint64_t)0 << count;
	return (int64_t)value;
}

struct str binary_string(struct binary *in)
{
	struct str rest = {(const char *)in->p, binary_left(in)};
	struct str text = str_head(rest, str_find(rest, '\0'));

	if (text.n == rest.n) {
		binary_spoil(in);
		return (struct str){"", 0};
	}
	in->p += text.n + 1;
	return text;
}
