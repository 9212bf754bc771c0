/*
 * The kernel's own symbols and those of its modules, as /proc/kallsyms and copies of it have them:
 *
 *     ffffffff81000000 T _text
 *     ffffffffc0412340 t ext4_readdir	[ext4]
 */
#ifndef COLLAPSE_SYMBOLS_KALLSYMS_H
#define COLLAPSE_SYMBOLS_KALLSYMS_H

#include "collapse/symbols/symbol-name.h"
#include "common/buf.h"

/*
 * Reads all of it. It is made at the time it is read, which takes 50 ms of a processor: only when
 * an address of the kernel is to be named. False, and why, when there is no such file.
 */
bool kallsyms_read(struct buf *text, const char *path, struct buf *why);

/* All addresses are 0: the kernel does not show them to this user. */
bool kallsyms_is_hidden(struct str text);

/* Where a symbol of the kernel, not of a module, is; false when there is none. */
bool kallsyms_address(struct str text, struct str name, uint64_t *address);

/*
 * Names addresses, in ascending order, of a kernel that was loaded `shift` higher than the one that
 * wrote the text. Modules are elsewhere after each boot: they are named only when shift is 0.
 */
void kallsyms_find(struct str text, uint64_t shift, const uint64_t *at, size_t count,
	struct names *pool, struct symbol_name *names);

#endif
