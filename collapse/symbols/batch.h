/*
 * The addresses that are asked for an image, in order for what names them, and their answers.
 */
#ifndef COLLAPSE_SYMBOLS_BATCH_H
#define COLLAPSE_SYMBOLS_BATCH_H

#include "collapse/symbols/dwarf/inlines.h"
#include "collapse/symbols/elf.h"
#include "collapse/symbols/image.h"
#include "collapse/symbols/symbol-name.h"

struct batch {
	struct batch *next;
	const struct symbol_ask *asks;
	size_t ask_count;
	struct symbol_answer *answers;

	/* What has no name yet, in ascending order of its address and, if equal, time. */
	uint64_t *at, *times;
	struct symbol_name *names; /* to be filled for each */
	size_t count;
	struct place *places;

	/* What answers point to. */
	struct names pool;
	struct inlined_frame *frames;
};

struct batch *batch_new(const struct symbol_ask *asks, size_t count, struct symbol_answer *answers);
/* Frees what is needed only while names are looked for. */
void batch_finish(struct batch *batch);
void batch_free(struct batch *batch);

struct str batch_keep(struct batch *batch, struct str text);

/* Puts what has no name yet in order, each address so much less. */
void batch_sort(struct batch *batch, uint64_t bias);
/* The same with offsets in a file as the addresses where they are loaded to. */
void batch_to_addresses(struct batch *batch, const struct elf *elf);
/* Takes the names as answers. */
void batch_answer(struct batch *batch);

/*
 * Adds what was inlined at the addresses in an image, and their lines. Returns what could not be
 * read; empty when there is nothing to say.
 */
struct str batch_inlines(struct batch *batch, const struct elf *image,
	const struct inlines_files *files, bool inlines, bool lines);

#endif
