#include "render/picture/base64.h"

static void add_group(struct buf *out, struct str bytes)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	uint32_t group = 0;

	for (size_t i = 0; i < 3; i++)
		group = group << 8 | (i < bytes.n ? (unsigned char)bytes.p[i] : 0);
	for (size_t i = 0; i < 4; i++)
		buf_add_char(out, i <= bytes.n ? digits[group >> (18 - 6 * i) & 63] : '=');
}

void base64_add(struct buf *out, struct str bytes)
{
	for (size_t i = 0; i < bytes.n; i += 3)
		add_group(out, str_head(str_skip(bytes, i), 3));
}
