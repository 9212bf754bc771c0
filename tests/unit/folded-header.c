#include "common/folded-header.h"

#include "tests/unit/test.h"

#define ALL \
	"# folded: event=\"cpu-clock\" samples=\"3 4\" period=\"10\" rate=\"99\" " \
	"leading=\"process,thread\" command=\"say \\\"b\\\" \\\\ 1\" unit=\"ns\""

static struct str written(const struct folded_header *header)
{
	static struct buf out;

	buf_reset(&out);
	folded_header_write(header, &out);
	return str_drop_end(buf_str(&out), 1);
}

static struct folded_header read_line(const char *line)
{
	struct folded_header header;

	CHECK(folded_header_is(str_of(line)));
	CHECK(folded_header_read(&header, str_of(line)) == NULL);
	return header;
}

static void check_reads(const char *line, const char *expected)
{
	struct folded_header header = read_line(line);

	CHECK_STR(written(&header), expected);
	folded_header_release(&header);
}

static void reads_what_it_writes(void)
{
	check_reads(ALL, ALL);
	check_reads("# folded: later=\"x\" unit = \"bytes\"", "# folded: unit=\"bytes\"");
	check_reads("# folded:", "");
	CHECK(!folded_header_is(STR("# folded stacks")));
}

static void refuses_damage(void)
{
	static const char *const damaged[] = {"# folded: unit", "# folded: unit=ns",
		"# folded: unit=\"ns", "# folded: unit=\"ns\\", "# folded: period=\"x\"",
		"# folded: samples=\"\"", "# folded: samples=\"1 x\"",
		"# folded: rate=\"18446744073709551616\""};

	for (size_t i = 0; i < sizeof(damaged) / sizeof(*damaged); i++) {
		struct folded_header header;

		CHECK(folded_header_read(&header, str_of(damaged[i])) != NULL);
		CHECK_STR(written(&header), "");
		folded_header_release(&header);
	}
}

/* The line must stay one line, and end in no digit. */
static void values_of_any_bytes(void)
{
	struct folded_header header = {0};

	folded_header_set(&header, HEADER_COMMAND, STR("a\nb\r\t\x7f 12"));
	CHECK_STR(written(&header), "# folded: command=\"a b    12\"");
	folded_header_release(&header);
}

static void leading_frames(void)
{
	struct folded_header header = read_line(ALL);

	CHECK_U64(folded_header_leading(&header), 2);
	CHECK_STR(folded_header_leading_at(&header, 0), "process");
	CHECK_STR(folded_header_leading_at(&header, 1), "thread");
	CHECK_STR(folded_header_leading_at(&header, 2), "");
	CHECK_STR(folded_header_leading_at(&header, 1000000), "");
	folded_header_set(&header, HEADER_LEADING, STR(""));
	CHECK_U64(folded_header_leading(&header), 0);
	CHECK_STR(folded_header_leading_at(&header, 0), "");
	folded_header_release(&header);
}

struct merge {
	const char *first, *second, *expected;
};

static void merge_both(void *context)
{
	const struct merge *merge = context;
	struct folded_header all = {0}, more;

	for (int i = 0; i < 2; i++) {
		const char *line = i ? merge->second : merge->first;

		if (line)
			more = read_line(line);
		folded_header_merge(&all, line ? &more : NULL, i ? "b" : "a");
		if (line)
			folded_header_release(&more);
	}
	/* What is not known any more stays so. */
	more = read_line(ALL);
	folded_header_merge(&all, &more, "c");
	folded_header_release(&more);
	CHECK_STR(written(&all), merge->expected);
	folded_header_release(&all);
}

static void check_merge(const char *first, const char *second, const char *expected, const char *said)
{
	struct merge merge = {first, second, expected};

	CHECK_ENDS(merge_both, &merge, 0, said);
}

static void merging(void)
{
	check_merge("# folded: unit=\"ns\" samples=\"3 4\"", "# folded: unit=\"ns\" samples=\"1 1\"",
		"# folded: samples=\"7 9\" unit=\"ns\"", "");
	check_merge("# folded: unit=\"ns\"", "# folded: unit=\"bytes\"", "",
		"flamegraph-toolkit: b: the unit of its weights is bytes, but ns in what was read before: of "
		"all together it is not known\n");
	check_merge("# folded: unit=\"ns\"", NULL, "",
		"flamegraph-toolkit: b: the unit of its weights is not known, but ns in what was read before: of "
		"all together it is not known\n");
	check_merge(NULL, "# folded: unit=\"ns\"", "",
		"flamegraph-toolkit: b: the unit of its weights is ns, but not known in what was read before: of "
		"all together it is not known\n");
	check_merge("# folded: unit=\"ns\" event=\"a\"", "# folded: unit=\"ns\" event=\"b\"",
		"# folded: unit=\"ns\"", "flamegraph-toolkit: b: its event is b, but a in what was read before: of "
		"all together it is not known\n");
}

static void told_by_a_format(void)
{
	struct folded_header header = {0};

	folded_header_tell(&header, HEADER_UNIT, STR("ns"), NULL);
	folded_header_tell(&header, HEADER_UNIT, STR("ns"), "a");
	folded_header_tell_number(&header, HEADER_PERIOD, 5, "a");
	folded_header_add_samples(&header, 7);
	CHECK_STR(written(&header), "# folded: samples=\"7\" period=\"5\" unit=\"ns\"");
	folded_header_tell_number(&header, HEADER_PERIOD, 6, "b");
	folded_header_tell_number(&header, HEADER_PERIOD, 5, "c");
	folded_header_forget_samples(&header);
	CHECK_STR(written(&header), "# folded: unit=\"ns\"");
	folded_header_release(&header);
}

int main(void)
{
	TEST(reads_what_it_writes);
	TEST(refuses_damage);
	TEST(values_of_any_bytes);
	TEST(leading_frames);
	TEST(merging);
	TEST(told_by_a_format);
}
