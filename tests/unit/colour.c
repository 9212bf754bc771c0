#include "render/picture/colour.h"

#include <string.h>

#include "common/name-parts.h"
#include "tests/unit/test.h"

enum { FILLS_AT_MOST = 99 };

static void check_colour(struct colour got, const char *wanted)
{
	struct buf text = {0};

	buf_addf(&text, "#%02x%02x%02x", got.r, got.g, got.b);
	CHECK_STR(buf_str(&text), wanted);
	buf_release(&text);
}

static int index_of(const char *const *names, const char *name)
{
	int i = 0;

	while (names[i] && strcmp(names[i], name) != 0)
		i++;
	CHECK(names[i] != NULL);
	return names[i] ? i : 0;
}

static bool same(struct colour a, struct colour b)
{
	return a.r == b.r && a.g == b.g && a.b == b.b;
}

/* ---- names ---- */

/*
 * Pictures are compared with pictures that were made years before, so no colour may change by
 * accident. At least one name for each rule of each palette.
 */
static void colours_stay_what_they_are(void)
{
	static const struct {
		const char *palette, *name, *plain, *hash;
	} known[] = {
		{"hot", "main", "#f8c72f", "#f8c72f"},
		{"hot", "foo", "#ee9924", "#ee9924"},
		{"hot", "oof", "#da3d0e", "#da3d0e"},
		{"mem", "main", "#00e9b6", "#00e9b6"},
		{"io", "main", "#8484ed", "#8484ed"},
		{"wakeup", "main", "#66d4d4", "#66d4d4"},
		{"chain", "main", "#8484f8", "#8484f8"},
		{"chain", "main_[w]", "#66d4d4", "#66d4d4"},
		{"red", "main", "#f77777", "#f77777"},
		{"green", "main", "#66f766", "#66f766"},
		{"blue", "main", "#8484f8", "#8484f8"},
		{"aqua", "main", "#66d4d4", "#66d4d4"},
		{"yellow", "main", "#dede43", "#dede43"},
		{"purple", "main", "#f684f6", "#f684f6"},
		{"orange", "main", "#f69200", "#f69200"},
		{"java", "read_[k]", "#fa9600", "#fa9600"},
		{"java", "get_[i]", "#6edcdc", "#6edcdc"},
		{"java", "run_[j]", "#36cb36", "#36cb36"},
		{"java", "org/apache/hadoop/Client.call", "#5ef05e", "#56e956"},
		{"java", "Ljava/util/List:::add", "#56e956", "#36cb36"},
		{"java", "Foo:::bar", "#56e956", "#6eff6e"},
		{"java", "std::sort", "#c1c138", "#d0d03e"},
		{"java", "-[NSView draw]", "#bdbd37", "#c5c53a"},
		{"java", "memcpy.part.0", "#da4c4c", "#da4c4c"},
		{"java", "scala.Function.apply", "#42d642", "#4ade4a"},
		{"java", "Interpreter", "#62f462", "#62f462"},
		{"java", "[libjvm.so]", "#c83232", "#e55c5c"},
		{"java", "main", "#f77777", "#f77777"},
		{"js", " ", "#42d642", "#42d642"},
		{"js", "read_[k]", "#fa9600", "#fa9600"},
		{"js", "/app/a.js_[j]", "#6eff6e", "#4ee14e"},
		{"js", "parse_[j]", "#56c6c6", "#56c6c6"},
		{"js", "v8::Run", "#c8c83b", "#b2b233"},
		{"js", "f /app/node_modules/x/y.js:1", "#fa88fa", "#d868d8"},
		{"js", "f /app/server.js:1", "#42d642", "#52e552"},
		{"js", "Builtin:Call", "#56c6c6", "#56c6c6"},
		{"js", "main", "#f77777", "#f77777"},
		{"perl", "read_[k]", "#fa9600", "#fa9600"},
		{"perl", "Perl_pp_entersub", "#52e552", "#32c832"},
		{"perl", "a.pl", "#36cb36", "#56e956"},
		{"perl", "A::b", "#baba36", "#dede43"},
		{"perl", "main", "#f77777", "#f77777"},
		{"python", "read_[k]", "#fa9600", "#fa9600"},
		{"python", "f (/usr/lib/python3.11/json/decoder.py:12)", "#c8c83b", "#e6e646"},
		{"python", "f (/v/lib/python3.11/site-packages/x.py:1)", "#62d1d1", "#6ad8d8"},
		{"python", "<built-in method len>", "#dbdb42", "#cccc3c"},
		{"python", "main", "#f77777", "#f77777"},
		{"rust", "core::fmt::write", "#d36f00", "#dc7800"},
		{"rust", "<alloc::vec::Vec<T> as core::ops::Drop>::drop", "#d87400", "#c66200"},
		{"rust", "serde_json::de::from_str", "#4abbbb", "#62d1d1"},
		{"rust", "read_[k]", "#fb7c7c", "#fb7c7c"},
		{"rust", "main", "#dede43", "#dede43"},
		{"c", "read_[k]", "#fa9600", "#fa9600"},
		{"c", "do_syscall_64", "#e98500", "#be5a00"},
		{"c", "malloc", "#5ecdcd", "#5ecdcd"},
		{"c", "__memmove_avx_unaligned", "#3eb0b0", "#6edcdc"},
		{"c", "[libc.so.6]", "#46b7b7", "#6edcdc"},
		{"c", "std::sort", "#c1c138", "#d0d03e"},
		{"c", "operator new", "#cccc3c", "#cccc3c"},
		{"c", "min<int>", "#c5c53a", "#afaf32"},
		{"c", "[unknown]", "#bababa", "#bababa"},
		{"c", "main", "#f77777", "#f77777"},
		{"go", "read_[k]", "#fa9600", "#fa9600"},
		{"go", "runtime.mallocgc", "#b2b233", "#c8c83b"},
		{"go", "main.main", "#5aec5a", "#62f462"},
		{"go", "net/http.(*conn).serve", "#4abbbb", "#52c2c2"},
		{"go", "fmt.Println", "#6ad8d8", "#4abbbb"},
		{"go", "github.com/user/repo.Run", "#8080f5", "#7878ee"},
		{"go", "[unknown]", "#bababa", "#bababa"},
		{"go", "main", "#f77777", "#f77777"},
		{"kernel", "read_[k]", "#fa9600", "#fa9600"},
		{"kernel", "entry_SYSCALL_64_after_hwframe", "#be5a00", "#cf6b00"},
		{"kernel", "schedule", "#c25e00", "#c25e00"},
		{"kernel", "[kernel.kallsyms]", "#e07c00", "#d87400"},
		{"kernel", "[unknown]", "#bababa", "#bababa"},
		{"kernel", "main", "#8484f8", "#8484f8"},
		{"package", "org.apache.hadoop.Client.call", "#32a5a5", "#54c4c4"},
		{"package", "org.apache.spark.Task.run", "#3aacac", "#54c4c4"},
		{"package", "serde_json::de::from_str", "#d969d9", "#f583f5"},
		{"package", "[/usr/lib/libc.so.6]", "#3acf3a", "#3acf3a"},
		{"package", "tcp_ack", "#f77676", "#c83232"},
		{"package", "tcp_sendmsg", "#c83232", "#c83232"},
		{"package", "[unknown]", "#bababa", "#bababa"},
		{"hotcold", "wait_[o]", "#8c8cff", "#8c8cff"},
		{"hotcold", "main", "#f8c72f", "#f8c72f"},
		{"calm", "read_[k]", "#eed2a5", "#eed2a5"},
		{"calm", "[unknown]", "#dededa", "#dededa"},
		{"calm", "main", "#b2c8dd", "#b2c8dd"},
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		int palette = index_of(palette_names, known[i].palette);

		check_colour(colour_of_name(palette, false, str_of(known[i].name)), known[i].plain);
		check_colour(colour_of_name(palette, true, str_of(known[i].name)), known[i].hash);
	}
}

static void separators_and_root_are_the_same_everywhere(void)
{
	for (int palette = 0; palette_names[palette]; palette++) {
		check_colour(colour_of_name(palette, false, STR("--")), "#a0a0a0");
		check_colour(colour_of_name(palette, false, STR("-")), "#c8c8c8");
		check_colour(colour_of_name(palette, false, STR("")), "#e4e2d6");
	}
}

static void a_tint_is_a_line_of_colours(void)
{
	struct tint tint = {0};
	int last = 0;

	check_colour(tint_shade(0, 0), "#cd0000");
	check_colour(tint_shade(0, 1), "#d00f03");
	check_colour(tint_shade(0, SHADES - 1), "#ffe637");
	for (int i = 0; tint_get(i, &tint); i++) {
		CHECK(tint.steps > 1 && SHADES % tint.steps == 0);
		for (int shade = 0; shade < SHADES; shade++)
			CHECK(same(tint_shade(i, shade),
				tint_shade(i, shade - shade % (SHADES / tint.steps))));
		last = i;
	}
	CHECK_U64((uint64_t)tint.steps, SHADES / 2); /* that of a package */
	CHECK(same(tint_shade(last, 2), tint_shade(last, 3)));
	CHECK(!same(tint_shade(last, 2), tint_shade(last, 4)));
	CHECK(!tint_get(last + 1, &tint));
}

/* One name of each pair of synonyms stands for both. */
static void palettes_have_plain_names(void)
{
	int wakeup = index_of(palette_names, "wakeup"), aqua = index_of(palette_names, "aqua");

	for (int i = 0; palette_names[i]; i++)
		CHECK_U64((uint64_t)palette_plain(i), (uint64_t)(i == wakeup ? aqua : i));
}

static void legends_are_of_tints_that_there_are(void)
{
	int java = index_of(palette_names, "java"), hot = index_of(palette_names, "hot");
	const struct meaning *meaning;
	struct tint tint;

	CHECK(palette_meaning(hot, 0) == NULL);
	for (int i = 0; palette_names[i]; i++)
		for (size_t place = 0; (meaning = palette_meaning(i, place)); place++)
			CHECK(tint_get(meaning->tint, &tint));
	meaning = palette_meaning(java, 4);
	CHECK(meaning && palette_tint(java, STR("read_[k]")) == meaning->tint);
	CHECK_STR(str_of(meaning ? meaning->text : ""), "kernel");
	CHECK(palette_meaning(java, 5) == NULL);
}

static void an_annotation_keeps_the_shade(void)
{
	int hot = index_of(palette_names, "hot");

	CHECK(same(colour_of_name(hot, false, STR("read")),
		colour_of_name(hot, false, STR("read_[k]"))));
	CHECK(same(colour_of_name(hot, true, STR("read")),
		colour_of_name(hot, true, STR("read_[k]"))));
}

/* Calls see() for 20,000 names that go through all rules and scopes. */
static void for_many_names(void (*see)(struct str name, void *context), void *context)
{
	static const char *const shapes[] = {"f%u", "f%u_[k]", "f%u_[j]", "f%u_[i]", "f%u_[o]",
		"f%u_[w]", "a::f%u", "org/x/f%u", "f%u.js", "core::f%u", "[lib%u]", "runtime.f%u",
		"p%u.f", "F%u", "a/b.com%u", "s%u_f", "/python3/%u", "f /node_modules/%u",
		"site-packages/x/%u", " "};
	struct buf name = {0};

	for (unsigned i = 0; i < 20000; i++) {
		const char *shape = shapes[i % 20], *hole = strstr(shape, "%u");

		buf_reset(&name);
		buf_add(&name,
			hole ? str_head(str_of(shape), (size_t)(hole - shape)) : str_of(shape));
		if (hole) {
			buf_add_u64(&name, i / 20);
			buf_add(&name, str_of(hole + 2));
		}
		see(buf_str(&name), context);
	}
	buf_release(&name);
}

struct palette_use {
	int palette;
	bool hash;
	struct colour seen[FILLS_AT_MOST + 1];
	size_t count;
};

static void check_contrast(struct colour fill)
{
	static const struct colour white = {255, 255, 255}, black = {0, 0, 0};

	CHECK(colour_contrast(fill, colour_wants_light_text(fill) ? white : black) >= 4.5);
}

static void note_fill(struct str name, void *context)
{
	struct palette_use *use = context;
	struct colour fill = colour_of_name(use->palette, use->hash, name);

	for (size_t i = 0; i < use->count; i++)
		if (same(use->seen[i], fill))
			return;
	check_contrast(fill);
	if (use->count <= FILLS_AT_MOST)
		use->seen[use->count++] = fill;
}

static void fills_are_few_and_readable(void)
{
	for (int palette = 0; palette_names[palette]; palette++) {
		for (int hash = 0; hash < 2; hash++) {
			struct palette_use use = {.palette = palette, .hash = hash};

			for_many_names(note_fill, &use);
			CHECK(use.count <= FILLS_AT_MOST);
			CHECK(use.count >= SHADES);
		}
	}
}

/* How often each shade of "mem" comes up; its green channel tells them apart. */
struct spread {
	bool hash;
	unsigned times[256];
};

static void note_shade(struct str name, void *context)
{
	struct spread *spread = context;

	spread->times[colour_of_name(1, spread->hash, name).g]++;
}

static void shades_are_spread_evenly(void)
{
	struct spread plain = {.hash = false};
	unsigned shades = 0;

	for_many_names(note_shade, &plain);
	for (int i = 0; i < 256; i++) {
		if (plain.times[i] == 0)
			continue;
		shades++;
		/* 20,000 names, of which 1,000 are one and the same */
		CHECK(plain.times[i] >= 1000 && plain.times[i] <= 2600);
	}
	CHECK_U64(shades, SHADES);
}

static int green_of(const char *name)
{
	return colour_of_name(1, true, str_of(name)).g;
}

/* With hash, a scope has two neighbouring shades: 3 or 4 apart in the green of "mem". */
static void hash_groups_by_scope(void)
{
	int low = 255, high = 0;
	static const char *const scope[] = {
		"std::sort", "std::map", "std::find", "std::copy", "std::min"};

	for (size_t i = 0; i < 5; i++) {
		int green = green_of(scope[i]);

		low = green < low ? green : low;
		high = green > high ? green : high;
	}
	CHECK(high - low <= 4);
	CHECK(green_of("tcp_sendmsg") - green_of("ext4_sendmsg") != 0);
}

static void scopes(void)
{
	CHECK_STR(name_scope(STR("std::vector<a::b>::push_back")), "std");
	CHECK_STR(name_scope(STR("std::vector::push_back")), "std::vector");
	CHECK_STR(name_scope(STR("net/http.(*conn).serve")), "net/http");
	CHECK_STR(name_scope(STR("<alloc::vec::Vec<T> as core::ops::Drop>::drop")), "alloc::vec");
	CHECK_STR(name_scope(STR("tcp_v4_rcv_[k]")), "tcp");
	CHECK_STR(name_scope(STR("__tcp_push")), "tcp");
	CHECK_STR(name_scope(STR("main")), "main");
	CHECK_STR(name_scope(STR("::")), "::");
	CHECK_STR(name_scope(STR("")), "");
}

static void packages(void)
{
	CHECK_STR(name_package(STR("org.apache.hadoop.Client.call")), "org.apache");
	CHECK_STR(name_package(STR("org/apache/hadoop/Client.call_[j]")), "org/apache");
	CHECK_STR(name_package(STR("serde_json::de::from_str")), "serde_json");
	CHECK_STR(name_package(STR("github.com/user/repo.Run")), "github.com/user");
	CHECK_STR(name_package(STR("[/usr/lib/libc.so.6]")), "libc");
	CHECK_STR(name_package(STR("[unknown]")), "unknown");
	CHECK_STR(name_package(STR("tcp_v4_rcv")), "tcp");
	CHECK_STR(name_package(STR("org")), "org");
	CHECK_STR(name_package(STR("...")), "");
	CHECK_STR(name_package(STR("")), "");
}

/* ---- changes, widths, backgrounds ---- */

static void changes_stay_what_they_are(void)
{
	static const struct {
		int level;
		const char *red_blue, *orange_blue;
	} known[] = {
		{0, "#f5f5f5", "#f5f5f5"},
		{1, "#ffe1e1", "#fee6ce"},
		{10, "#ff5a5a", "#e6780f"},
		{11, "#e1e1ff", "#deebf7"},
		{20, "#5a5aff", "#4292c6"},
		{CHANGE_NEW, "#ffbe28", "#783700"},
		{CHANGE_GONE, "#006978", "#052355"},
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		check_colour(colour_of_change(0, false, known[i].level), known[i].red_blue);
		check_colour(colour_of_change(1, false, known[i].level), known[i].orange_blue);
	}
}

static void every_change_has_its_own_readable_colour(void)
{
	for (int scheme = 0; change_scheme_names[scheme]; scheme++) {
		for (int level = 0; level < CHANGE_LEVELS; level++) {
			struct colour colour = colour_of_change(scheme, false, level);

			check_contrast(colour);
			for (int other = 0; other < level; other++)
				CHECK(!same(colour, colour_of_change(scheme, false, other)));
		}
	}
}

/* Stronger is darker: what is left for readers who see no hue at all. */
static void stronger_changes_are_darker(void)
{
	static const struct colour white = {255, 255, 255};

	for (int scheme = 0; change_scheme_names[scheme]; scheme++)
		for (int level = 2; level <= 20; level++)
			if (level != 11)
				CHECK(colour_contrast(
					      white, colour_of_change(scheme, false, level)) >
					colour_contrast(
						white, colour_of_change(scheme, false, level - 1)));
}

static void negate_swaps(void)
{
	CHECK(same(colour_of_change(0, true, 0), colour_of_change(0, false, 0)));
	CHECK(same(colour_of_change(0, true, 3), colour_of_change(0, false, 13)));
	CHECK(same(colour_of_change(0, true, 20), colour_of_change(0, false, 10)));
	CHECK(same(colour_of_change(0, true, CHANGE_NEW), colour_of_change(0, false, CHANGE_GONE)));
	CHECK(same(colour_of_change(0, true, CHANGE_GONE), colour_of_change(0, false, CHANGE_NEW)));
}

static void widths(void)
{
	check_colour(colour_of_width(0), "#fffaeb");
	check_colour(colour_of_width(WIDTH_LEVELS - 1), "#ff503c");
	for (int level = 0; level < WIDTH_LEVELS; level++)
		check_contrast(colour_of_width(level));
}

static void backgrounds(void)
{
	check_colour(colour_background(index_of(palette_names, "hot"), -1).light[1], "#eeeeb0");
	check_colour(colour_background(index_of(palette_names, "io"), -1).light[1], "#e0e0ff");
	check_colour(colour_background(index_of(palette_names, "mem"), -1).light[1], "#e0ffe0");
	check_colour(colour_background(index_of(palette_names, "red"), -1).light[1], "#e8e8e8");
	check_colour(colour_background(0, index_of(background_names, "blue")).light[0], "#eeeeee");
	for (int i = 0; background_names[i]; i++) {
		struct background background = colour_background(0, i);

		CHECK(!colour_wants_light_text(background.light[1]));
		CHECK(colour_wants_light_text(background.dark[0]));
		CHECK(colour_wants_light_text(background.dark[1]));
	}
}

/* ---- text ---- */

static void parse(void)
{
	struct colour colour = {1, 2, 3};

	CHECK(!colour_parse(STR(""), &colour));
	CHECK(!colour_parse(STR("#fff"), &colour));
	CHECK(!colour_parse(STR("#12345g"), &colour));
	CHECK(!colour_parse(STR("x123456"), &colour));
	CHECK(!colour_parse(STR("#1234567"), &colour));
	check_colour(colour, "#010203");
	CHECK(colour_parse(STR("#0aFf9C"), &colour));
	check_colour(colour, "#0aff9c");
}

static void contrast(void)
{
	static const struct colour white = {255, 255, 255}, black = {0, 0, 0},
				   grey = {119, 119, 119};

	CHECK(colour_contrast(white, black) > 20.99 && colour_contrast(white, black) < 21.01);
	CHECK(colour_contrast(grey, grey) == 1);
	/* #777777 on white is the usual example for 4.48. */
	CHECK(colour_contrast(grey, white) > 4.47 && colour_contrast(grey, white) < 4.49);
	CHECK(colour_wants_light_text(black) && !colour_wants_light_text(white));
}

int main(void)
{
	TEST(colours_stay_what_they_are);
	TEST(separators_and_root_are_the_same_everywhere);
	TEST(a_tint_is_a_line_of_colours);
	TEST(palettes_have_plain_names);
	TEST(legends_are_of_tints_that_there_are);
	TEST(an_annotation_keeps_the_shade);
	TEST(fills_are_few_and_readable);
	TEST(shades_are_spread_evenly);
	TEST(hash_groups_by_scope);
	TEST(scopes);
	TEST(packages);
	TEST(changes_stay_what_they_are);
	TEST(every_change_has_its_own_readable_colour);
	TEST(stronger_changes_are_darker);
	TEST(negate_swaps);
	TEST(widths);
	TEST(backgrounds);
	TEST(parse);
	TEST(contrast);
}
