/*
 * Names as compilers and linkers know them, as people wrote them: C++ (the Itanium ABI), and Rust
 * in its older and in its present mangling. A function comes without its arguments and its result,
 * and without what optimizers append, as frame_name_tidy() leaves what perf demangled: so profiles
 * of both can be compared.
 *
 *     _ZNSt6vectorIiSaIiEE9push_backERKi       std::vector<int, std::allocator<int> >::push_back
 *     _ZN4llvm5parseEv.constprop.0             llvm::parse
 *     _ZN3std2io5stdio6_print17h0123456789abcdefE          std::io::stdio::_print
 *     _RNCNvCs1234_7mycrate4main0              mycrate::main::{closure#0}
 */
#ifndef COLLAPSE_DEMANGLE_DEMANGLE_H
#define COLLAPSE_DEMANGLE_DEMANGLE_H

#include <stdbool.h>

#include "common/buf.h"

/*
 * Appends the readable name; false, and nothing appended, when the symbol is not mangled or cannot
 * be read. What begins at '@', such as "@plt", stays.
 */
bool demangle(struct buf *out, struct str symbol);

/*
 * The same for the symbol in a frame's name, behind a module and before annotations:
 *
 *     libfoo.so`_ZN3foo3barEv+0x12_[k]         libfoo.so`foo::bar+0x12_[k]
 */
bool demangle_frame(struct buf *out, struct str frame);

/* Quickly: false for almost all names that demangle_frame() would not change. */
bool demangle_could(struct str frame);

/* Each for its mangling, without a suffix: true when `out` got a whole name. */
bool demangle_cpp(struct buf *out, struct str symbol);
bool demangle_rust_legacy(struct buf *out, struct str symbol);
bool demangle_rust(struct buf *out, struct str symbol);

/*
 * No longer symbol is read, and a readable name has at most so many bytes: real ones become up to
 * 33 times as long, those that are made to fill the memory would become 2^n. Work is counted, too:
 * real ones take up to half of the steps.
 */
enum { DEMANGLE_LONGEST = 64 * 1024 };

static inline size_t demangle_limit(struct str symbol)
{
	size_t limit = 1024 + 64 * symbol.n;

	return limit < DEMANGLE_LONGEST ? limit : DEMANGLE_LONGEST;
}

static inline size_t demangle_steps(struct str symbol)
{
	return 2 * demangle_limit(symbol);
}

#endif
