/*
 * How numbers and names stand in the data block (block.h), in both directions.
 *
 * Numbers use 91 printable characters: '!' to '~' without & < >. Values 0 to 45 end a number, 46 to
 * 90 stand for 0 to 44 and say that it goes on; the least significant digit (base 45) comes first.
 * So 45 is 'Q', and 46, 1 + 1 * 45, is 'S"'.
 *
 * Names are escaped so that XML needs no entities: '<' is written ^, '&' is written %, and ^ % \,
 * control characters, bytes that are not UTF-8 or not allowed in XML, and the '>' of "]]>" are
 * written \HH each.
 *
 * In a list, an escaped name begins with one digit, how many characters of the name before it are
 * repeated, and the rest follows. What is repeated is ASCII, so that bytes are characters to every
 * reader.
 */
#ifndef COMMON_BLOCK_CODING_H
#define COMMON_BLOCK_CODING_H

#include "common/buf.h"

enum { BLOCK_LAST_DIGITS = 46, BLOCK_MORE_DIGITS = 45 };

/* The digits by their values. */
extern const char block_digits[];

/* Inline, as each frame has several numbers, most of one digit. */
static inline void block_add_number(struct buf *out, uint64_t number)
{
	while (number >= BLOCK_LAST_DIGITS) {
		buf_add_char(out, block_digits[BLOCK_LAST_DIGITS + number % BLOCK_MORE_DIGITS]);
		number /= BLOCK_MORE_DIGITS;
	}
	buf_add_char(out, block_digits[number]);
}

/* Takes a number off the front; false when there is none, or it is past 2^64-1. */
bool block_take_number(struct str *text, uint64_t *number);

void block_add_name(struct buf *out, struct str name);
/* Adds the name that was escaped; false, and some of it added, when no name is written so. */
bool block_add_unescaped(struct buf *out, struct str escaped);

/* Of a list: an escaped name behind the one before it. */
void block_add_shortened(struct buf *out, struct str before, struct str escaped);
/* Makes `name`, the one before, the escaped name that the text stands for; false if it is none. */
bool block_read_shortened(struct buf *name, struct str text);

#endif
