#include "common/buf.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/memory.h"
#include "common/messages.h"

char *buf_grow(struct buf *buf, size_t more)
{
	if (more > SIZE_MAX - buf->n)
		die("out of memory");
	buf->p = memory_grow(buf->p, &buf->capacity, buf->n + more, 1);
	return buf->p + buf->n;
}

void buf_add_utf8(struct buf *buf, uint32_t code)
{
	char utf8[4];

	buf_add(buf, (struct str){utf8, utf8_encode(code, utf8)});
}

void buf_add_u64(struct buf *buf, uint64_t value)
{
	char digits[20];
	size_t at = sizeof(digits);

	do {
		digits[--at] = (char)('0' + value % 10);
		value /= 10;
	} while (value);
	buf_add(buf, (struct str){digits + at, sizeof(digits) - at});
}

void buf_addv(struct buf *buf, const char *format, va_list arguments)
{
	va_list again;
	int n;

	va_copy(again, arguments);
	n = vsnprintf(NULL, 0, format, again);
	va_end(again);
	if (n < 0)
		die("cannot format text");
	vsnprintf(buf_reserve(buf, (size_t)n + 1), (size_t)n + 1, format, arguments);
	buf->n += (size_t)n;
}

void buf_addf(struct buf *buf, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	buf_addv(buf, format, arguments);
	va_end(arguments);
}

void buf_release(struct buf *buf)
{
	free(buf->p);
	*buf = (struct buf){0};
}
