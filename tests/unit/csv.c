#include "collapse/readers/csv.h"

#include "tests/unit/test.h"

/* "1[a][b]" a row with its line, "!" behind one whose quotes are open. */
static struct buf rows_of(struct str text)
{
	struct lines lines;
	struct csv csv;
	struct buf out = {0};

	lines_from_memory(&lines, "test", text);
	csv_init(&csv, &lines);
	while (csv_next(&csv)) {
		buf_add_u64(&out, csv.line);
		for (size_t i = 0; i < csv.count; i++) {
			buf_add_char(&out, '[');
			buf_add(&out, csv_field(&csv, i));
			buf_add_char(&out, ']');
		}
		if (csv.open)
			buf_add_char(&out, '!');
		CHECK(csv_field(&csv, csv.count).n == 0);
	}
	csv_release(&csv);
	lines_close(&lines);
	return out;
}

static void check_rows(struct str text, const char *wanted)
{
	struct buf rows = rows_of(text);

	CHECK_STR(buf_str(&rows), wanted);
	buf_release(&rows);
}

#define GIVES(text, wanted) check_rows(STR(text), (wanted))

static void fields(void)
{
	GIVES("", "");
	GIVES("\n\r\n", "");
	GIVES("a", "1[a]");
	GIVES("a,b\nc,d", "1[a][b]2[c][d]");
	GIVES("a,,b,\n,\n", "1[a][][b][]2[][]");
	GIVES("a,b\r\n\r\nc,d\r\n", "1[a][b]3[c][d]");
	GIVES("\xef\xbb\xbf" "a,b\n", "1[a][b]");
	GIVES("a,b\xff\n", "1[a][b\xff]");
}

static void separators(void)
{
	GIVES("a;b;c,d\n1,2;3", "1[a][b][c,d]2[1,2][3]");
	GIVES("a\tb\n1,2\t3", "1[a][b]2[1,2][3]");
	GIVES("\"a;b;c\",d\n1;2,3", "1[a;b;c][d]2[1;2][3]");
}

static void quotes(void)
{
	GIVES("\"a,b\",c\n", "1[a,b][c]");
	GIVES("\"a\"\"b\",\"\"\"\",\"\"\n", "1[a\"b][\"][]");
	GIVES("  \"a\",b\n", "1[  a][b]");
	GIVES("a\"b\"c,\"d\"e\"f\n", "1[a\"b\"c][de\"f]");
	GIVES("\"a\nb\",c\nd,e\n", "1[a\nb][c]3[d][e]");
	GIVES("\"a\r\n\r\nb\",c\nd,e\n", "1[a\n\nb][c]4[d][e]");
	GIVES("a,\"b\nc\n", "1[a][b\nc]!");
	GIVES("a,\"", "1[a][]!");
	GIVES("a,\"\n", "1[a][]!");
	GIVES("\"a\"\"\nb\"\"\n\",\"c\nd\"\"\"\ne", "1[a\"\nb\"\n][c\nd\"]5[e]");
	GIVES(" \"a\n\"\"b\",c", "1[ a\n\"b][c]");
}

static void utf16(void)
{
	const char *rows = "1[a][\xc3\xa9]2[\xe2\x82\xac][\xf0\x9f\x98\x80]";

	GIVES("\xff\xfe" "a\0,\0\xe9\0\n\0\xac\x20,\0\x3d\xd8\x00\xde", rows);
	GIVES("\xfe\xff\0a\0,\0\xe9\0\n\x20\xac\0,\xd8\x3d\xde\x00", rows);
	GIVES("\xff\xfe" "\x3d\xd8,\0\x00\xde,\0\x3d\xd8", "1[\xef\xbf\xbd][\xef\xbf\xbd][\xef\xbf\xbd]");
	GIVES("\xff\xfe" "a\0b", "1[a\xef\xbf\xbd]");
}

/* Wherever a block ends, in a character or between the halves of one. */
static void blocks(void)
{
	enum { LETTERS = 70000 };

	for (size_t more = 0; more < 4; more++) {
		struct buf text = {0}, wanted = {0}, rows;

		buf_add(&text, STR("\xff\xfe"));
		buf_add(&wanted, STR("1["));
		for (size_t i = 0; i < LETTERS + more; i++) {
			buf_add(&text, i < more ? STR("x\0") : STR("\x3d\xd8\x00\xde"));
			buf_add(&wanted, i < more ? STR("x") : STR("\xf0\x9f\x98\x80"));
		}
		buf_add(&text, STR("\n\0y\0"));
		buf_add(&wanted, STR("]2[y]"));
		rows = rows_of(buf_str(&text));
		CHECK(str_eq(buf_str(&rows), buf_str(&wanted)));
		buf_release(&text);
		buf_release(&wanted);
		buf_release(&rows);
	}
}

static void open_quotes(void)
{
	struct buf text = {0};
	struct lines lines;
	struct csv csv;
	size_t rows = 0;

	buf_add(&text, STR("a,\""));
	for (size_t i = 0; i < 200000; i++)
		buf_add(&text, STR("123456789\n"));
	lines_from_memory(&lines, "test", buf_str(&text));
	csv_init(&csv, &lines);
	CHECK(csv_next(&csv));
	CHECK(csv.open);
	CHECK(csv.row.n > 1000000 && csv.row.n < 1100000);
	while (csv_next(&csv)) {
		CHECK(!csv.open);
		rows++;
	}
	CHECK_U64(csv.line, 200000);
	CHECK(rows > 90000);
	csv_release(&csv);
	lines_close(&lines);
	buf_release(&text);
}

static void columns(void)
{
	struct lines lines;
	struct csv csv;

	lines_from_memory(&lines, "test", STR("Level, \"Function Name\",x\n"));
	csv_init(&csv, &lines);
	CHECK(csv_next(&csv));
	CHECK_U64(csv_column(&csv, STR("function name")), 1);
	CHECK_U64(csv_column(&csv, STR("level")), 0);
	CHECK_U64(csv_column(&csv, STR("lev")), 3);
	CHECK_STR(csv.row, "Level, \"Function Name\",x");
	csv_release(&csv);
	lines_close(&lines);
}

static void heads(void)
{
	char scratch[8];

	CHECK_STR(csv_head(STR("\xef\xbb\xbf \"ab\""), scratch, sizeof(scratch)), "ab\"");
	CHECK_STR(csv_head(STR("\xff\xfe" "a\0b\0"), scratch, sizeof(scratch)), "ab");
	CHECK_STR(csv_head(STR("\xfe\xff" "\0a\0b"), scratch, sizeof(scratch)), "ab");
	CHECK_STR(csv_head(STR("0123456789"), scratch, sizeof(scratch)), "01234567");
}

int main(void)
{
	TEST(fields);
	TEST(separators);
	TEST(quotes);
	TEST(utf16);
	TEST(blocks);
	TEST(open_quotes);
	TEST(columns);
	TEST(heads);
}
