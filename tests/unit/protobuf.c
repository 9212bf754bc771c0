#include "collapse/readers/protobuf.h"

#include "tests/unit/test.h"

/* "1=150" a number, "2:ab" bytes, "! EXPECTED at 3" an error. */
static struct buf fields_of(struct str message)
{
	struct protobuf reader;
	struct buf out = {0};

	protobuf_init(&reader, message);
	while (protobuf_next(&reader)) {
		buf_addf(&out, "%lu", (unsigned long)reader.field);
		if (reader.kind == PROTOBUF_BYTES) {
			buf_add_char(&out, ':');
			buf_add(&out, reader.bytes);
		} else {
			buf_addf(&out, "=%llu", (unsigned long long)reader.value);
		}
		buf_add_char(&out, ' ');
	}
	if (reader.expected)
		buf_addf(&out, "! %s at %lu", reader.expected, (unsigned long)reader.at);
	CHECK(!protobuf_next(&reader));
	return out;
}

static void check_fields(struct str message, const char *wanted)
{
	struct buf fields = fields_of(message);

	CHECK_STR(buf_str(&fields), wanted);
	buf_release(&fields);
}

#define GIVES(message, wanted) check_fields(STR(message), (wanted))

static void kinds(void)
{
	GIVES("", "");
	GIVES("\x08\x96\x01", "1=150 ");
	GIVES("\x08\x00\x12\x02" "ab\x12\x00", "1=0 2:ab 2: ");
	GIVES("\x0d\x01\x00\x00\x80\x09\x01\x00\x00\x00\x00\x00\x00\x80",
		"1=2147483649 1=9223372036854775809 ");
	GIVES("\xf8\xff\xff\xff\x0f\x01", "536870911=1 ");
}

static void numbers(void)
{
	GIVES("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", "1=18446744073709551615 ");
	GIVES("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", "! a number at 0");
	GIVES("\x08\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01", "! a number at 0");
	/* More bytes than needed are allowed. */
	GIVES("\x08\x81\x80\x00", "1=1 ");
	GIVES("\x08\x01\x08\x80", "1=1 ! a number at 2");
	GIVES("\x08", "! a number at 0");
}

static void damaged(void)
{
	GIVES("\x12\x03" "ab", "! as many bytes as the field tells at 0");
	GIVES("\x12\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", "! as many bytes as the field tells at 0");
	GIVES("\x12", "! as many bytes as the field tells at 0");
	GIVES("\x0d\x01\x00\x00", "! a number of 4 bytes at 0");
	GIVES("\x09\x01\x00\x00\x00\x00\x00\x00", "! a number of 8 bytes at 0");
	GIVES("\x08\x01\x00\x01", "1=1 ! a field's number and kind at 2");
	GIVES("\x0e\x01", "! a field's number and kind at 0");
	GIVES("\x80\x80\x80\x80\x10\x01", "! a field's number and kind at 0");
	GIVES("\x88", "! a field's number and kind at 0");
}

static void groups(void)
{
	GIVES("\x0b\x10\x05\x0c\x18\x07", "3=7 ");
	GIVES("\x0b\x13\x10\x05\x14\x13\x14\x0c", "");
	GIVES("\x08\x01\x0b\x10\x05", "1=1 ! the end of a group at 2");
	GIVES("\x0b\x14", "! the end of the group that was opened at 0");
	GIVES("\x0c", "! a group's start before its end at 0");
	GIVES("\x0b\x12\x05", "! as many bytes as the field tells at 0");
}

static void add(void *context, uint64_t value)
{
	buf_addf(context, "%llu ", (unsigned long long)value);
}

static void packed(void)
{
	struct protobuf reader;
	struct buf out = {0};

	protobuf_init(&reader, STR("\x0a\x04\x01\x96\x01\x02\x08\x07\x0a\x00\x0a\x01\x80"));
	while (protobuf_next(&reader))
		if (!protobuf_numbers(&reader, add, &out))
			buf_add_char(&out, '!');
	CHECK_STR(buf_str(&out), "1 150 2 7 !");
	buf_release(&out);
}

int main(void)
{
	TEST(kinds);
	TEST(numbers);
	TEST(damaged);
	TEST(groups);
	TEST(packed);
}
