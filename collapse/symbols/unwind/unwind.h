/*
 * The callers of a sample whose recording has the registers and a copy of the top of the stack
 * (perf record --call-graph dwarf): found by the tables that compilers leave in programs for
 * exceptions and debuggers, the call frame information (DWARF 5, section 6.4).
 *
 *     unwinder = unwinder_new(image_at, maps);
 *     count = unwind(unwinder, &sample, frames, 127, &end);
 *
 * A frame is only given where a table, or a chain of frame pointers that was checked, says that
 * there is one: a stack that cannot be followed to its end is short, and `end` says why.
 *
 * An unwinder remembers what it found out of each address and each function. It is for one thread;
 * several may read the same files.
 */
#ifndef COLLAPSE_SYMBOLS_UNWIND_UNWIND_H
#define COLLAPSE_SYMBOLS_UNWIND_UNWIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collapse/symbols/unwind/machine.h"
#include "common/str.h"

struct elf;
struct unwinder;

/* What runs, or ran, at an address. */
struct unwind_image {
	/* Must live as long as the unwinder. NULL: code of no file, as a JIT's, or of one that
	   cannot be read. */
	const struct elf *elf;
	uint64_t bias; /* what is added to an address of the file (p_vaddr) when it is mapped */
};

/*
 * Stores what is mapped at ip for execution; false when nothing is. Asked only of addresses that
 * the unwinder has not seen in this sample's address space.
 */
typedef bool unwind_image_at(
	void *context, uint64_t space, uint64_t ip, struct unwind_image *image);

struct unwind_sample {
	enum unwind_machine machine; /* UNWIND_X86_64 or UNWIND_AARCH64 */
	/*
	 * perf's registers of the machine: bit N of the mask is set when register N is there; the
	 * values follow each other in that order, 8 bytes each, in this machine's byte order and at
	 * any alignment.
	 */
	uint64_t mask;
	const char *registers;
	struct str stack; /* the copy, from the stack pointer up; only the bytes that are valid */
	/*
	 * A number for the maps that were in force: samples of equal numbers have the same image at
	 * the same address.
	 */
	uint64_t space;
};

struct unwind_frame {
	uint64_t ip;
	bool is_call; /* the address that a call returns to: what was called from lies before it */
};

/* Why there is no further frame. The first is good, the second depends on the size of the copy. */
enum unwind_end {
	UNWIND_OUTERMOST, /* the function that has no caller: a thread's or a program's first */
	UNWIND_CUT, /* the rest of the stack was not copied */
	UNWIND_NO_MAP, /* the caller would be where nothing is mapped */
	UNWIND_NO_RULE, /* no table, or a damaged one, says where the last frame's caller is */
	UNWIND_LIMIT, /* there was room for no more frames */
};

/* image_at(context, …) is asked what is mapped. Never NULL. */
struct unwinder *unwinder_new(unwind_image_at *image_at, void *context);
void unwinder_free(struct unwinder *unwinder);

/*
 * Stores up to `most` frames, the sampled address first, and returns how many: none only when the
 * sample lacks the instruction or the stack pointer, or `most` is 0. The last one is where the
 * stack ended because of *end.
 */
size_t unwind(struct unwinder *unwinder, const struct unwind_sample *sample,
	struct unwind_frame *frames, size_t most, enum unwind_end *end);

#endif
