/*
 * The names of addresses: a batch of addresses of one image (a program, a library, the kernel, code
 * that a program made) becomes names, the functions that were inlined there, and lines of source.
 *
 *     libc.so.6, build-id 012d9c..., offset 0x9a1f3  ->  "_int_malloc", from offset 0x99f00 on
 *
 * Each image is asked once, with all its addresses: nothing is kept of symbol tables but the names
 * that were found. Nothing is printed: what went wrong is told with the answers.
 *
 * A file that is not the one that ran is worse than none: where a build-id is known, no file with
 * another is used.
 */
#ifndef COLLAPSE_SYMBOLS_SYMBOLS_H
#define COLLAPSE_SYMBOLS_SYMBOLS_H

#include "collapse/symbols/image.h"

struct elf;

struct symbols *symbols_new(const struct symbols_options *options);
void symbols_free(struct symbols *symbols);

/*
 * Answers `count` asks, in any order. Names and what else the answers point to live until
 * symbols_free(). Several threads may ask at a time.
 */
struct image_result symbols_find(struct symbols *symbols, const struct image *image,
	const struct symbol_ask *asks, size_t count, struct symbol_answer *answers);

/*
 * Reads the kernel's list of names, if this kernel's is the right one for the image, so that a
 * thread can do so while others still read the recording: it takes 50 ms.
 */
void symbols_prepare_kernel(struct symbols *symbols, const struct image *kernel);

/*
 * The file that an image was mapped from, for its unwind tables; NULL when it is not here. It lives
 * until symbols_free(), and is the same for the same image. Threads may ask.
 */
struct elf *symbols_file(struct symbols *symbols, const struct image *image);

#endif
