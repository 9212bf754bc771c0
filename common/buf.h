/*
 * Bytes that grow. A zeroed buf is an empty one; p is NULL until something was added.
 */
#ifndef COMMON_BUF_H
#define COMMON_BUF_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "common/compiler.h"
#include "common/str.h"

struct buf {
	char *p;
	size_t n;
	size_t capacity;
};

/* What buf_reserve() does when there is no room left. */
char *buf_grow(struct buf *buf, size_t more);

/* Room for `more` bytes behind the n in use; the caller writes them and adds to n. */
static inline char *buf_reserve(struct buf *buf, size_t more)
{
	return more > buf->capacity - buf->n ? buf_grow(buf, more) : buf->p + buf->n;
}

static inline void buf_add(struct buf *buf, struct str s)
{
	if (s.n == 0)
		return;
	memcpy(buf_reserve(buf, s.n), s.p, s.n);
	buf->n += s.n;
}

static inline void buf_add_char(struct buf *buf, char c)
{
	*buf_reserve(buf, 1) = c;
	buf->n++;
}

/* A code point, as UTF-8. */
void buf_add_utf8(struct buf *buf, uint32_t code);
void buf_add_u64(struct buf *buf, uint64_t value);
/* For short texts: numbers, fixed words. Untrusted bytes go through buf_add(). */
void buf_addf(struct buf *buf, const char *format, ...) PRINTF_LIKE(2, 3);
void buf_addv(struct buf *buf, const char *format, va_list arguments) PRINTF_LIKE(2, 0);
/* Puts a NUL behind the bytes that does not count as one of them: p is a C string until more is added. */
static inline void buf_terminate(struct buf *buf)
{
	*buf_reserve(buf, 1) = '\0';
}

/* Empties it and keeps the memory. */
static inline void buf_reset(struct buf *buf)
{
	buf->n = 0;
}

/* The same, and then these bytes, which must not be its own. */
static inline void buf_set(struct buf *buf, struct str s)
{
	buf_reset(buf);
	buf_add(buf, s);
}

void buf_release(struct buf *buf);

static inline struct str buf_str(const struct buf *buf)
{
	return (struct str){buf->p ? buf->p : "", buf->n};
}

#endif
