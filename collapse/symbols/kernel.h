/*
 * Which names belong to the kernel of a recording, and the code that it maps into programs.
 */
#ifndef COLLAPSE_SYMBOLS_KERNEL_H
#define COLLAPSE_SYMBOLS_KERNEL_H

#include "collapse/symbols/files.h"

struct kernel {
	struct elf *vmlinux;    /* NULL: none */
	uint64_t vmlinux_shift; /* how much higher the kernel was loaded */
	struct buf kallsyms;    /* empty: none */
	uint64_t kallsyms_shift;
	struct buf path; /* of what has the names */
	enum image_state state;
	struct buf problem;
};

/*
 * A kernel given by options is taken unless its build-id differs; else a vmlinux with the recorded
 * build-id, and the running kernel's list of names if it is the recorded kernel, or a copy of that
 * in perf's cache. It is the recorded kernel when the build-ids agree, or, where none was recorded,
 * when machine, release and the address of _text do.
 */
void kernel_find(const struct places *places, const struct image *image, struct kernel *kernel);
void kernel_release(struct kernel *kernel);

/*
 * What the kernel mapped into this process, or a copy in perf's cache, if it is what was recorded;
 * NULL, and why.
 */
struct elf *vdso_open(const struct places *places, const struct image *image, struct files *files);

#endif
