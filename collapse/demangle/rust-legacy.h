/*
 * Rust symbols in the older mangling, after perf undid the length-prefixed part of it only:
 *
 *     _$LT$alloc..vec..Vec$LT$T$GT$$u20$as$u20$Drop$GT$::drop::h0123456789abcdef
 *     <alloc::vec::Vec<T> as Drop>::drop
 */
#ifndef COLLAPSE_DEMANGLE_RUST_LEGACY_H
#define COLLAPSE_DEMANGLE_RUST_LEGACY_H

#include "common/buf.h"

/* The readable name: symbol itself when it is no such symbol, else bytes in scratch. */
struct str rust_legacy_mend(struct buf *scratch, struct str symbol);

#endif
