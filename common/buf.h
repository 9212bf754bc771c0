/*
 * Bytes that grow. A zeroed buf is an empty one; p is NULL until something was added.
 */
#ifndef COMMON_BUF_H
#define COMMON_BUF_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "common/compiler.h"
#include "common/str.h"

struct buf {
	char *p;
	size_t n;
	size_t capacity;
};

void buf_add(struct buf *buf, struct str s);
void buf_add_char(struct buf *buf, char c);
/* A code point, as UTF-8. */
void buf_add_utf8(struct buf *buf, uint32_t code);
void buf_add_u64(struct buf *buf, uint64_t value);
/* For short texts: numbers, fixed words. Untrusted bytes go through buf_add(). */
void buf_addf(struct buf *buf, const char *format, ...) PRINTF_LIKE(2, 3);
void buf_addv(struct buf *buf, const char *format, va_list arguments) PRINTF_LIKE(2, 0);
/* Room for `more` bytes behind the n in use; the caller writes them and adds to n. */
char *buf_reserve(struct buf *buf, size_t more);
/* Empties it and keeps the memory. */
void buf_reset(struct buf *buf);
void buf_release(struct buf *buf);
struct str buf_str(const struct buf *buf);

#endif
