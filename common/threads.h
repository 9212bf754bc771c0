/*
 * Work that several threads share.
 */
#ifndef COMMON_THREADS_H
#define COMMON_THREADS_H

#include <stddef.h>

/*
 * Calls work(context, item) for each item from 0 to items - 1, once, in up to `count` threads, the
 * caller's own one of them, and returns when all is done. Items are begun in their order. Signals
 * go to the other threads of the program only. A thread that cannot be started is no error: the
 * others do more.
 */
void threads_each(
	size_t count, size_t items, void (*work)(void *context, size_t item), void *context);

/* How many processors there are; at least 1. */
size_t threads_usable(void);

#endif
