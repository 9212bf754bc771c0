/*
 * Names outside ASCII, as Rust's symbols hold them: punycode (RFC 3492), with '_' for its '-'.
 */
#ifndef COLLAPSE_PUNYCODE_H
#define COLLAPSE_PUNYCODE_H

#include <stdbool.h>

#include "common/buf.h"

/* Appends what "bcher_kva" stands for, "bücher"; false if it is wrong or has over 256 characters. */
bool punycode_decode(struct buf *out, struct str text);

/* A code point as UTF-8: how many bytes it has. */
size_t punycode_utf8(uint32_t code, char utf8[4]);

#endif
