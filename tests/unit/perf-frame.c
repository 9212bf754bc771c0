#include "collapse/formats/perf/frame.h"

#include "tests/unit/test.h"

static struct perf_frame parsed(const char *line)
{
	struct perf_frame frame;

	CHECK(perf_frame_parse(str_of(line), &frame));
	return frame;
}

static bool is_frame(const char *line)
{
	struct perf_frame frame;

	return perf_frame_parse(str_of(line), &frame);
}

static void all_fields(void)
{
	struct perf_frame frame = parsed("\t    7f722d142778 f(int)+0x4c (/lib/x.so (deleted))");

	CHECK_STR(frame.address, "7f722d142778");
	CHECK_STR(frame.symbol, "f(int)");
	CHECK_STR(frame.dso, "/lib/x.so (deleted)");
	CHECK(!frame.inlined);
}

static void dsos(void)
{
	CHECK_STR(parsed("\t 1 f (/opt/My App (x86)/x y)").dso, "/opt/My App (x86)/x y");
	CHECK_STR(parsed("\t 1 f (/opt/a(b)/x)").dso, "/opt/a(b)/x");
	CHECK_STR(parsed("\t 1 f (/opt/a(b/x)").dso, "/opt/a(b/x");
	CHECK_STR(parsed("\t 1 (anonymous namespace)::f() (/x)").dso, "/x");
	CHECK_STR(parsed("\t 1 f(int, void (*)(int))").dso, "");
	CHECK_STR(parsed("\t 1 f ()").dso, "");
	CHECK_STR(parsed("\t 1 (/lib/x.so)").dso, "/lib/x.so");
}

static void symbols(void)
{
	CHECK_STR(parsed("\t 1 RegExp:(\\d+|[-+*()])+0x4c9 (/tmp/perf-1.map)").symbol,
		"RegExp:(\\d+|[-+*()])");
	CHECK_STR(parsed("\t 1 x+0xgg (/x)").symbol, "x+0xgg");
	CHECK_STR(parsed("\t 1 a+b (/x)").symbol, "a+b");
	CHECK_STR(parsed("\t 1  (/x)").symbol, " ");
	CHECK_STR(parsed(" main").symbol, "main");
}

static void inlined(void)
{
	CHECK(parsed("\t 1 f+0x1 (inlined)").inlined);
	CHECK(parsed("\t 1 f+0x1\n  x.rs:12 (inlined)").inlined);
	CHECK_STR(parsed("\t 1 f+0x1\n  x.rs:12 (inlined)").source, "x.rs:12");
}

static void not_frames(void)
{
	CHECK(!is_frame("\t???? what is this"));
	CHECK(!is_frame("main"));
	CHECK(!is_frame(""));
}

static void source_lines(void)
{
	CHECK(perf_frame_is_source(STR("  file.c:14")));
	CHECK(perf_frame_is_source(STR("  [kernel.kallsyms][ffffffff8175336a]")));
	CHECK(perf_frame_is_source(STR("  :0")));
	CHECK(!perf_frame_is_source(STR("  7f12 f (/x)")));
	CHECK(!perf_frame_is_source(STR("   file.c:14")));
	CHECK(!perf_frame_is_source(STR("\tfile.c:14")));
}

static void check_key(const char *line, const char *head, const char *tail)
{
	struct line_key key = perf_frame_key(str_of(line));

	CHECK_STR(key.head, head);
	CHECK_STR(key.tail, tail);
}

static void keys_leave_address_and_offset_out(void)
{
	check_key("\tffffffff8175336a f+0x28a ([k])", "f", " ([k])");
	check_key("\t            1156 f+0x28a ([k])", "f", " ([k])");
	check_key("\t            1156 [unknown] ([k])", "[unknown] ([k])", "");
	check_key("\t            1156 a+b+0x1 ([k])", "a+b+0x1 ([k])", "");
}

static void keys_are_whole_lines_in_doubt(void)
{
	check_key("\t      g     1156 f+0x28a ([k])", "\t      g     1156 f+0x28a ([k])", "");
	check_key("\t      1     1156 f+0x28a ([k])", "\t      1     1156 f+0x28a ([k])", "");
	check_key("\t            1156  (/x)", "\t            1156  (/x)", "");
	check_key("        1156 f+0x1 (/x)", "        1156 f+0x1 (/x)", "");
	check_key("\t 1 f", "\t 1 f", "");
	check_key("", "", "");
}

/* The offset is part of what this dso is called, so the line is not to be remembered without it. */
static void keys_that_do_not_fit(void)
{
	const char *line = "\t            1156 f+0x28a (a) (b)";
	struct perf_frame frame = parsed(line);

	CHECK(!perf_frame_fits(&frame, perf_frame_key(str_of(line))));
	line = "\t            1156 f+0x28a (a (b))";
	frame = parsed(line);
	CHECK(perf_frame_fits(&frame, perf_frame_key(str_of(line))));
}

int main(void)
{
	TEST(all_fields);
	TEST(dsos);
	TEST(symbols);
	TEST(inlined);
	TEST(not_frames);
	TEST(source_lines);
	TEST(keys_leave_address_and_offset_out);
	TEST(keys_are_whole_lines_in_doubt);
	TEST(keys_that_do_not_fit);
}
