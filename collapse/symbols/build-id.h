/*
 * Build-ids: what a linker gives a program so that its debug files, and copies of it, can be told
 * from those of others; and where files with a build-id are kept.
 */
#ifndef COLLAPSE_SYMBOLS_BUILD_ID_H
#define COLLAPSE_SYMBOLS_BUILD_ID_H

#include <stdbool.h>

#include "common/buf.h"

/* "012d9c..." */
void build_id_add_hex(struct buf *out, struct str id);
/* "/.build-id/01/2d9c..."; nothing for an id of less than two bytes. */
void build_id_add_path(struct buf *out, struct str id);

/* The CRC-32 by which .gnu_debuglink knows a file without a build-id. */
uint32_t debug_link_crc(struct str bytes);

#endif
