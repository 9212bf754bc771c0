/*
 * Names outside ASCII, as Rust's symbols hold them: punycode (RFC 3492), with '_' for its '-'.
 */
#ifndef COLLAPSE_DEMANGLE_PUNYCODE_H
#define COLLAPSE_DEMANGLE_PUNYCODE_H

#include <stdbool.h>

#include "common/buf.h"

/* Appends what "bcher_kva" stands for, "bücher"; false if it is wrong or has over 256 characters. */
bool punycode_decode(struct buf *out, struct str text);

#endif
