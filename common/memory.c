#include "common/memory.h"

#include <stdint.h>
#include <stdlib.h>

#include "common/messages.h"

static _Noreturn void out_of_memory(void)
{
	die("out of memory");
}

void *memory_new(size_t count, size_t size)
{
	void *p;

	/* calloc() may give NULL for no bytes, which would look like a failure. */
	if (count == 0 || size == 0)
		count = size = 1;
	p = calloc(count, size);
	if (!p)
		out_of_memory();
	return p;
}

void *memory_resize(void *p, size_t count, size_t size)
{
	if (size && count > SIZE_MAX / size)
		out_of_memory();
	count *= size;
	p = realloc(p, count ? count : 1);
	if (!p)
		out_of_memory();
	return p;
}

void *memory_grown(void *p, size_t *capacity, size_t need, size_t size)
{
	size_t grown = *capacity + *capacity / 2;

	if (grown < need)
		grown = need < 16 ? 16 : need;
	*capacity = grown;
	return memory_resize(p, grown, size);
}
