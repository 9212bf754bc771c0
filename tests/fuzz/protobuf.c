/*
 * Any bytes as a message of protobuf: fields are parts of it, in their order.
 */
#include "collapse/readers/protobuf.h"
#include "tests/fuzz/lib/fuzz.h"

void fuzz(struct str message)
{
	struct protobuf reader;
	size_t at = 0;

	protobuf_init(&reader, message);
	while (protobuf_next(&reader)) {
		fuzz_expect(reader.at > at && reader.at <= message.n && reader.field > 0);
		fuzz_expect(reader.bytes.n == 0 || (reader.bytes.p > message.p + at &&
			reader.bytes.p + reader.bytes.n <= message.p + reader.at));
		at = reader.at;
	}
	fuzz_expect(reader.expected || reader.at == message.n);
}
