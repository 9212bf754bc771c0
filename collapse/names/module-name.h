/*
 * Frames named after their module, as dtrace prints them: "libc.so.1`malloc". For profilers that
 * demangle by themselves; Rust's hashes go, and so does what LLVM adds:
 *
 *     rg`_$LT$std..fs..ReadDir$GT$::next::hc14f1750ca79129b (.llvm.17557)
 *     rg`<std::fs::ReadDir>::next
 */
#ifndef COLLAPSE_NAMES_MODULE_NAME_H
#define COLLAPSE_NAMES_MODULE_NAME_H

#include "collapse/stacks/line-cache.h"
#include "collapse/stacks/stacks.h"

enum module_arguments {
	KEEP_ARGUMENTS,
	CUT_ARGUMENTS,
	CUT_SCOPED_ARGUMENTS, /* of names with "::" only */
};

/* Zeroed but for stacks it is ready. */
struct module_name {
	struct stacks *stacks;
	enum module_arguments arguments;
	struct buf tidy, whole;
	struct line_cache cache;
};

/* module may be empty; mark, "_[i]" for example, is put behind the name. */
uint32_t module_name_add(
	struct module_name *names, struct str module, struct str function, struct str mark);
/* The same without a mark; what it came to is remembered, for texts that repeat themselves. */
uint32_t module_name_recall(struct module_name *names, struct str module, struct str function);
void module_name_release(struct module_name *names);

#endif
