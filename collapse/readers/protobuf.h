/*
 * A pull reader for the wire format of Protocol Buffers, over a message that is in memory: the
 * caller walks its fields in their order and knows what they mean.
 *
 *     protobuf_init(&message, bytes);
 *     while (protobuf_next(&message))
 *             if (message.field == 2)
 *                     read_sample(message.bytes);      a message again, a string, or packed numbers
 *     if (message.expected)
 *             …                                        the message is damaged
 *
 * https://protobuf.dev/programming-guides/encoding. Nothing is copied and nothing allocated.
 * Groups, which are an old kind of message within a message, are passed over. The first error ends
 * it.
 */
#ifndef COLLAPSE_READERS_PROTOBUF_H
#define COLLAPSE_READERS_PROTOBUF_H

#include "common/str.h"

enum protobuf_kind {
	PROTOBUF_VARINT = 0,
	PROTOBUF_FIXED64 = 1,
	PROTOBUF_BYTES = 2,
	PROTOBUF_FIXED32 = 5,
};

struct protobuf {
	/* of the field that was given out last */
	uint32_t field; /* its number, from 1 */
	enum protobuf_kind kind;
	uint64_t value; /* of all kinds but bytes; signed numbers are in two's complement */
	struct str bytes; /* a part of the message; empty unless of that kind */

	const char *expected; /* after an error: what should have been there; else NULL */
	size_t at; /* of the next field, after an error of the wrong one, from the message's start */

	/* private */
	struct str message;
};

void protobuf_init(struct protobuf *protobuf, struct str message);
/* The next field; false at the end of the message and after an error. */
bool protobuf_next(struct protobuf *protobuf);

/* The part of protobuf_varint() for numbers of several bytes. */
bool protobuf_varint_long(struct str *packed, uint64_t *value);

/* Takes a number off packed numbers; false where they end, or where no number is. */
static inline bool protobuf_varint(struct str *packed, uint64_t *value)
{
	if (packed->n == 0 || (unsigned char)packed->p[0] >= 0x80)
		return protobuf_varint_long(packed, value);
	*value = (unsigned char)packed->p[0];
	*packed = str_skip(*packed, 1);
	return true;
}

/*
 * The numbers of a repeated field, which may come packed or one a field: adds those of the present
 * field to what the caller has by calling add() for each. False when they are damaged.
 */
bool protobuf_numbers(
	const struct protobuf *protobuf, void (*add)(void *context, uint64_t value), void *context);

#endif
