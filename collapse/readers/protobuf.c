#include "collapse/readers/protobuf.h"

enum { GROUP_START = 3, GROUP_END = 4, FIELD_MAX = (1 << 29) - 1 };

void protobuf_init(struct protobuf *protobuf, struct str message)
{
	*protobuf = (struct protobuf){.message = message};
}

/* Seven bits a byte, the lowest first; the tenth byte has one bit left to give. */
bool protobuf_varint_long(struct str *packed, uint64_t *value)
{
	const char *p = packed->p;
	size_t most = packed->n < 10 ? packed->n : 10;
	uint64_t sum = 0;

	if (most >= 2 && (unsigned char)p[1] < 0x80) {
		*value = ((uint64_t)(unsigned char)p[0] & 0x7f) | (uint64_t)(unsigned char)p[1]
									  << 7;
		*packed = (struct str){p + 2, packed->n - 2};
		return true;
	}
	for (size_t i = 0; i < most; i++) {
		uint64_t byte = (unsigned char)p[i];

		sum |= (byte & 0x7f) << 7 * i;
		if (byte < 0x80) {
			*packed = (struct str){p + i + 1, packed->n - i - 1};
			*value = sum;
			return i < 9 || byte <= 1;
		}
	}
	return false;
}

static bool take_fixed(struct str *left, size_t size, uint64_t *value)
{
	*value = 0;
	if (left->n < size)
		return false;
	for (size_t i = 0; i < size; i++)
		*value |= (uint64_t)(unsigned char)left->p[i] << 8 * i;
	*left = str_skip(*left, size);
	return true;
}

static bool take_bytes(struct str *left, struct str *bytes)
{
	uint64_t size;

	if (!protobuf_varint(left, &size) || size > left->n)
		return false;
	*bytes = str_head(*left, (size_t)size);
	*left = str_skip(*left, (size_t)size);
	return true;
}

/* A field's number and kind, and its value; of a group's ends there is no value. */
static const char *take_field(struct protobuf *protobuf, struct str *left, unsigned *kind)
{
	uint64_t key;

	protobuf->bytes = (struct str){0};
	protobuf->value = 0;
	if (!protobuf_varint(left, &key) || key >> 3 == 0 || key >> 3 > FIELD_MAX)
		return "a field's number and kind";
	protobuf->field = (uint32_t)(key >> 3);
	*kind = key & 7;
	switch (*kind) {
	case PROTOBUF_VARINT:
		return protobuf_varint(left, &protobuf->value) ? NULL : "a number";
	case PROTOBUF_FIXED64:
		return take_fixed(left, 8, &protobuf->value) ? NULL : "a number of 8 bytes";
	case PROTOBUF_FIXED32:
		return take_fixed(left, 4, &protobuf->value) ? NULL : "a number of 4 bytes";
	case PROTOBUF_BYTES:
		return take_bytes(left, &protobuf->bytes) ? NULL
							  : "as many bytes as the field tells";
	case GROUP_START:
	case GROUP_END:
		return NULL;
	default:
		return "a field's number and kind";
	}
}

/* Up to the group's end; groups in it are counted, so that their depth costs nothing. */
static const char *skip_group(struct protobuf *protobuf, struct str *left)
{
	const uint32_t number = protobuf->field;
	uint64_t depth = 1;

	while (depth > 0) {
		unsigned kind;
		const char *expected =
			left->n ? take_field(protobuf, left, &kind) : "the end of a group";

		if (expected)
			return expected;
		depth += kind == GROUP_START;
		depth -= kind == GROUP_END;
	}
	return protobuf->field == number ? NULL : "the end of the group that was opened";
}

/* Nearly all fields: numbers and bytes whose key is one byte. False when it is none such, or
 * damaged. */
static bool next_common(struct protobuf *protobuf)
{
	const struct str message = protobuf->message;
	struct str left = {message.p + protobuf->at + 1, message.n - protobuf->at - 1};
	unsigned char key = (unsigned char)message.p[protobuf->at];
	uint64_t value;

	if (key < 8 || key >= 0x80 || !protobuf_varint(&left, &value))
		return false;
	protobuf->kind = key & 7;
	if (protobuf->kind == PROTOBUF_VARINT) {
		protobuf->value = value;
		protobuf->bytes = (struct str){0};
	} else if (protobuf->kind == PROTOBUF_BYTES && value <= left.n) {
		protobuf->value = 0;
		protobuf->bytes = (struct str){left.p, (size_t)value};
		left = (struct str){left.p + value, left.n - (size_t)value};
	} else {
		return false;
	}
	protobuf->field = key >> 3;
	protobuf->at = message.n - left.n;
	return true;
}

static bool next_any(struct protobuf *protobuf)
{
	struct str left = str_skip(protobuf->message, protobuf->at);
	unsigned kind = GROUP_START;

	while (!protobuf->expected && left.n && kind == GROUP_START) {
		protobuf->expected = take_field(protobuf, &left, &kind);
		if (!protobuf->expected && kind == GROUP_START)
			protobuf->expected = skip_group(protobuf, &left);
		else if (kind == GROUP_END)
			protobuf->expected = "a group's start before its end";
		if (!protobuf->expected)
			protobuf->at = protobuf->message.n - left.n;
	}
	protobuf->kind = (enum protobuf_kind)kind;
	return !protobuf->expected && kind != GROUP_START;
}

bool protobuf_next(struct protobuf *protobuf)
{
	if (!protobuf->expected && protobuf->at < protobuf->message.n && next_common(protobuf))
		return true;
	return next_any(protobuf);
}

bool protobuf_numbers(
	const struct protobuf *protobuf, void (*add)(void *context, uint64_t value), void *context)
{
	struct str packed = protobuf->bytes;
	uint64_t value;

	if (protobuf->kind != PROTOBUF_BYTES) {
		add(context, protobuf->value);
		return true;
	}
	while (packed.n) {
		if (!protobuf_varint(&packed, &value))
			return false;
		add(context, value);
	}
	return true;
}
