#include "collapse/symbols/build-id.h"

void build_id_add_hex(struct buf *out, struct str id)
{
	static const char digits[] = "0123456789abcdef";

	for (size_t i = 0; i < id.n; i++) {
		unsigned char byte = (unsigned char)id.p[i];

		buf_add_char(out, digits[byte >> 4]);
		buf_add_char(out, digits[byte & 15]);
	}
}

void build_id_add_path(struct buf *out, struct str id)
{
	if (id.n < 2)
		return;
	buf_add(out, STR("/.build-id/"));
	build_id_add_hex(out, str_head(id, 1));
	buf_add_char(out, '/');
	build_id_add_hex(out, str_skip(id, 1));
}

/* The polynomial is that of zlib and Ethernet, its bits reversed. */
uint32_t debug_link_crc(struct str bytes)
{
	uint32_t table[256], crc = UINT32_MAX;

	for (uint32_t i = 0; i < 256; i++) {
		table[i] = i;
		for (int bit = 0; bit < 8; bit++)
			table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xedb88320 : 0);
	}
	for (size_t i = 0; i < bytes.n; i++)
		crc = crc >> 8 ^ table[(crc ^ (unsigned char)bytes.p[i]) & 0xff];
	return ~crc;
}
