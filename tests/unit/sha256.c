#include "render/picture/sha256.h"

#include "render/picture/base64.h"
#include "tests/unit/test.h"

static void check_digest(struct str message, const char *wanted)
{
	uint8_t digest[SHA256_SIZE];
	struct buf hex = {0};

	sha256(message, digest);
	for (int i = 0; i < SHA256_SIZE; i++)
		buf_addf(&hex, "%02x", digest[i]);
	CHECK_STR(buf_str(&hex), wanted);
	buf_release(&hex);
}

/* Examples of FIPS 180 (NIST, "Secure Hashing", and the long one of RFC 6234). */
static void published_examples(void)
{
	check_digest(STR(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
	check_digest(STR("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
	check_digest(STR("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
		"248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
	check_digest(STR("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmno"
			 "ijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"),
		"cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
	check_digest(STR("\xbd"), "68325720aabd7c82f30f554b313d0570c95accbb7dc4b5aae11204c08ffe732b");
	check_digest(STR("\xc9\x8c\x8e\x55"),
		"7abc22c0ae5af26ce93dbb94433a0e0b2e119d014f8e7f65bd56c61ccccd9504");
}

/* Around the lengths where the end takes another block; and long ones. */
static void lengths(void)
{
	static const struct {
		size_t count;
		const char *digest;
	} known[] = {
		{1, "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"},
		{55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"},
		{56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"},
		{57, "f13b2d724659eb3bf47f2dd6af1accc87b81f09f59f2b75e5c0bed6589dfe8c6"},
		{63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"},
		{64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"},
		{65, "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"},
		{119, "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb"},
		{120, "2f3d335432c70b580af0e8e1b3674a7c020d683aa5f73aaaedfdc55af904c21c"},
		{127, "c57e9278af78fa3cab38667bef4ce29d783787a2f731d4e12200270f0c32320a"},
		{128, "6836cf13bac400e9105071cd6af47084dfacad4e5e302c94bfed24e013afb73e"},
		{1000000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
	};
	struct buf message = {0};

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		buf_reset(&message);
		while (message.n < known[i].count)
			buf_add_char(&message, 'a');
		check_digest(buf_str(&message), known[i].digest);
	}
	buf_release(&message);
}

/* "foobar" and its beginnings are the examples of RFC 4648, section 10. */
static void base64(void)
{
	static const char *const known[] = {
		"", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"};
	struct buf text = {0};

	for (size_t n = 0; n <= 6; n++) {
		buf_reset(&text);
		base64_add(&text, str_head(STR("foobar"), n));
		CHECK_STR(buf_str(&text), known[n]);
	}
	buf_reset(&text);
	base64_add(&text, STR("\x00\xff\xfe\xfb\xf0"));
	CHECK_STR(buf_str(&text), "AP/++/A=");
	buf_release(&text);
}

int main(void)
{
	TEST(published_examples);
	TEST(lengths);
	TEST(base64);
}
