/*
 * Rust symbols in the older mangling, after perf undid the length-prefixed part of it only:
 *
 *     _$LT$alloc..vec..Vec$LT$T$GT$$u20$as$u20$Drop$GT$::drop::h0123456789abcdef
 *     <alloc::vec::Vec<T> as Drop>::drop
 */
#ifndef COLLAPSE_DEMANGLE_RUST_NAME_H
#define COLLAPSE_DEMANGLE_RUST_NAME_H

#include <stdbool.h>

#include "common/buf.h"

/* "h" and 16 hex digits: the last part of every name. */
bool rust_name_is_hash(struct str part);

/* Appends a part of a name, what is between two "::", without escapes. */
void rust_name_add_part(struct buf *out, struct str part);

/* The readable name: symbol itself when it is no such symbol, else bytes in scratch. */
struct str rust_name_mend(struct buf *scratch, struct str symbol);

#endif
