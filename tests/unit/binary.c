#include "collapse/readers/binary.h"

#include "tests/unit/test.h"

static struct binary little(struct str bytes)
{
	return binary_at(bytes, 0, false);
}

static void byte_orders(void)
{
	struct str bytes = STR("\1\2\3\4\5\6\7\x88\x99");

	for (unsigned is_big = 0; is_big < 2; is_big++) {
		struct binary in = binary_at(bytes, 0, is_big);

		CHECK_U64(binary_u16(&in), is_big ? 0x0102 : 0x0201);
		CHECK_U64(binary_number(&in, 3), is_big ? 0x030405 : 0x050403);
		CHECK_U64(binary_u32(&in), is_big ? 0x06078899 : 0x99880706);
		CHECK(!in.is_bad && binary_left(&in) == 0);
		binary_seek(&in, 1);
		CHECK_U64(binary_u64(&in), is_big ? 0x0203040506078899 : 0x9988070605040302);
	}
}

static void signs(void)
{
	struct binary in = little(STR("\xff\xfe\xff\0\0\0\x80\x7f"));

	CHECK(binary_signed(&in, 1) == -1);
	CHECK(binary_signed(&in, 2) == -2);
	CHECK(binary_signed(&in, 4) == INT32_MIN);
	CHECK(binary_signed(&in, 1) == 127);
	CHECK(!in.is_bad);
	in = binary_at(STR("\xff\xff\xff\xff\xff\xff\xff\x80"), 0, true);
	CHECK(binary_signed(&in, 8) == -128);
	CHECK(binary_signed(&in, 8) == 0 && in.is_bad);
}

static void numbers_of_leb128(void)
{
	struct binary in =
		little(STR("\0\x7f\x80\1\xff\xff\xff\xff\xff\xff\xff\xff\xff\1\x81\x80\0"));

	CHECK_U64(binary_uleb(&in), 0);
	CHECK_U64(binary_uleb(&in), 127);
	CHECK_U64(binary_uleb(&in), 128);
	CHECK_U64(binary_uleb(&in), UINT64_MAX);
	CHECK_U64(binary_uleb(&in), 1);
	CHECK(!in.is_bad && binary_left(&in) == 0);
	in = little(STR("\x7f\x3f\x40\x80\x7f\x80\x80\x80\x80\x80\x80\x80\x80\x80\x7f"));
	CHECK(binary_sleb(&in) == -1);
	CHECK(binary_sleb(&in) == 63);
	CHECK(binary_sleb(&in) == -64);
	CHECK(binary_sleb(&in) == -128);
	CHECK(binary_sleb(&in) == INT64_MIN);
	CHECK(!in.is_bad);
}

static void damaged_leb128(void)
{
	struct binary in = little(STR("\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\1"));

	CHECK_U64(binary_uleb(&in), 0);
	CHECK(in.is_bad);
	in = little(STR("\x81"));
	CHECK(binary_sleb(&in) == 0 && in.is_bad);
	in = little(STR(""));
	CHECK(binary_uleb(&in) == 0 && in.is_bad);
}

static void texts(void)
{
	struct binary in = little(STR("ab\0\0c"));

	CHECK_STR(binary_string(&in), "ab");
	CHECK_STR(binary_string(&in), "");
	CHECK(!in.is_bad);
	CHECK_STR(binary_string(&in), "");
	CHECK(in.is_bad);
}

/* What is not all there is zero, and nothing is left behind it. */
static void past_the_end(void)
{
	for (unsigned size = 1; size <= 8; size++) {
		struct binary in = little(str_head(STR("\1\1\1\1\1\1\1"), size - 1));

		CHECK_U64(binary_number(&in, size), 0);
		CHECK(in.is_bad && binary_left(&in) == 0);
	}
}

static void places(void)
{
	struct binary in = binary_at(STR("abcdef"), 7, false);

	CHECK(in.is_bad && binary_left(&in) == 0);
	in = binary_at(STR("abcdef"), 6, false);
	CHECK(!in.is_bad && binary_left(&in) == 0);
	in = binary_at(STR("abcdef"), 1, false);
	binary_limit(&in, 3);
	CHECK_U64(binary_left(&in), 3);
	binary_skip(&in, 2);
	CHECK_U64(binary_offset(&in), 3);
	CHECK_U64(binary_u8(&in), 'd');
	CHECK(!in.is_bad && binary_u8(&in) == 0 && in.is_bad);
	in = little(STR("abc"));
	binary_skip(&in, UINT64_MAX);
	CHECK(in.is_bad);
	in = little(STR("abc"));
	binary_limit(&in, 4);
	CHECK(in.is_bad);
	in = binary_at((struct str){NULL, 0}, 0, true);
	CHECK(!in.is_bad && binary_left(&in) == 0);
}

int main(void)
{
	TEST(byte_orders);
	TEST(signs);
	TEST(numbers_of_leb128);
	TEST(damaged_leb128);
	TEST(texts);
	TEST(past_the_end);
	TEST(places);
}
