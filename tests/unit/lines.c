#include "common/lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "common/messages.h"
#include "tests/unit/test.h"

/* All lines, each as "<line>"; the last as "<line" when it is unterminated. */
static struct buf read_all(struct lines *lines)
{
	struct buf out = {0};
	struct str line;
	uint64_t number = 0;

	while (lines_next(lines, &line)) {
		number++;
		CHECK_U64(lines->number, number);
		buf_add_char(&out, '<');
		buf_add(&out, line);
		if (!lines->unterminated)
			buf_add_char(&out, '>');
	}
	CHECK(!lines_next(lines, &line));
	lines_close(lines);
	return out;
}

static void ends_of_lines(void)
{
	static const struct {
		struct str bytes;
		const char *wanted;
	} rows[] = {
		{STR_INIT(""), ""},
		{STR_INIT("\n"), "<>"},
		{STR_INIT("a"), "<a"},
		{STR_INIT("a\nb\n"), "<a><b>"},
		{STR_INIT("a\n\nb"), "<a><><b"},
		{STR_INIT("a\r\nb\r\n"), "<a><b>"},
		{STR_INIT("a\r\nb\n"), "<a><b>"},
		{STR_INIT("a\r\nb\r"), "<a><b"},
		{STR_INIT("a\rb\rc"), "<a><b><c"},
		{STR_INIT("a\rb\r"), "<a><b>"},
		{STR_INIT("a\r\rb\r"), "<a><><b>"},
		{STR_INIT("a\rb\nc\n"), "<a\rb><c>"}, /* there is a newline, so CR is a byte */
		{STR_INIT("a\r"), "<a"},
		{STR_INIT("\xef\xbb\xbf" "a\nb\n"), "<a><b>"},
		{STR_INIT("\xef\xbb\xbf"), ""},
		{STR_INIT("\xef\xbb" "a\n"), "<\xef\xbb" "a>"},
		{STR_INIT("a\n\xef\xbb\xbf" "b\n"), "<a><\xef\xbb\xbf" "b>"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct lines lines;

		lines_from_memory(&lines, "memory", rows[i].bytes);
		struct buf out = read_all(&lines);

		CHECK_STR(buf_str(&out), rows[i].wanted);
		buf_release(&out);
	}
}

static void nul_is_a_byte(void)
{
	struct lines lines;
	struct str line;

	lines_from_memory(&lines, "memory", STR("a\0b\n\0\n"));
	CHECK(lines_next(&lines, &line));
	CHECK_BYTES(line, STR("a\0b"));
	CHECK(lines_next(&lines, &line));
	CHECK_BYTES(line, STR("\0"));
	CHECK(!lines_next(&lines, &line));
	lines_close(&lines);
}

static void the_head_is_not_taken_away(void)
{
	struct lines lines;

	lines_from_memory(&lines, "memory", STR("\xef\xbb\xbf" "a\nb"));
	CHECK_STR(lines_head(&lines), "a\nb");
	CHECK_STR(lines_head(&lines), "a\nb");
	CHECK_U64(lines.number, 0);
	struct buf out = read_all(&lines);

	CHECK_STR(buf_str(&out), "<a><b");
	buf_release(&out);
}

static void the_head_of_nothing(void)
{
	struct lines lines;

	lines_from_memory(&lines, "memory", STR(""));
	CHECK_U64(lines_head(&lines).n, 0);
	lines_close(&lines);
}

/* Line n is n % period bytes of one letter. */
static struct buf many_lines(size_t count, size_t period, const char *terminator)
{
	struct buf text = {0};

	for (size_t i = 0; i < count; i++) {
		size_t n = i % period;

		memset(buf_reserve(&text, n + 1), 'a' + (int)(i % 26), n);
		text.n += n;
		buf_add(&text, str_of(terminator));
	}
	return text;
}

static void check_many_lines(size_t count, size_t period, const char *terminator)
{
	struct buf text = many_lines(count, period, terminator);
	struct lines lines;
	struct str line;
	size_t i = 0;

	file_write("many", buf_str(&text));
	lines_open(&lines, "many");
	for (; lines_next(&lines, &line); i++) {
		bool good = line.n == i % period;

		for (size_t k = 0; good && k < line.n; k++)
			good = line.p[k] == 'a' + (char)(i % 26);
		CHECK(good);
	}
	CHECK_U64(i, count);
	lines_close(&lines);
	unlink("many");
	buf_release(&text);
}

/* Periods that share no factor with a block's size put every place of a line on its boundary. */
static void lines_across_blocks(void)
{
	check_many_lines(60000, 37, "\n");
	check_many_lines(60000, 37, "\r\n");
	check_many_lines(60000, 37, "\r");
	check_many_lines(2000, 1009, "\r\n");
}

enum { SLOW_START = 4500 };

/* Gives the bytes to a pipe, the first of them some time before the rest; the end to read from. */
static int slow_pipe(struct str bytes, pid_t *writer)
{
	struct str start = str_head(bytes, SLOW_START), rest = str_skip(bytes, SLOW_START);
	int ends[2];

	CHECK(pipe(ends) == 0);
	*writer = fork();
	if (*writer > 0) {
		close(ends[1]);
		return ends[0];
	}
	if (write(ends[1], start.p, start.n) != (ssize_t)start.n)
		_exit(99);
	nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
	_exit(write(ends[1], rest.p, rest.n) == (ssize_t)rest.n ? 0 : 99);
}

static struct buf read_slowly(struct str bytes)
{
	struct lines lines;
	struct buf out;
	pid_t writer;
	char path[32];
	int fd = slow_pipe(bytes, &writer);

	snprintf(path, sizeof(path), "/dev/fd/%d", fd);
	lines_open(&lines, path);
	out = read_all(&lines);
	close(fd);
	waitpid(writer, NULL, 0);
	return out;
}

/* How a pipe's writer cuts its bytes into blocks does not matter. */
static void what_ends_a_line_in_a_slow_pipe(void)
{
	static const size_t places[] = {100, HEAD_BLOCK - 1, HEAD_BLOCK, 4300, 5000};

	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++) {
		char text[6000];
		struct lines lines;

		memset(text, 'a', sizeof(text));
		text[places[i]] = '\r';
		text[sizeof(text) - 1] = '\n';
		lines_from_memory(&lines, "memory", (struct str){text, sizeof(text)});
		struct buf at_once = read_all(&lines);
		struct buf slowly = read_slowly((struct str){text, sizeof(text)});

		CHECK(str_eq(buf_str(&slowly), buf_str(&at_once)));
		buf_release(&at_once);
		buf_release(&slowly);
	}
}

static void lines_longer_than_a_block(void)
{
	enum { LONG = 3000000 };
	struct buf text = {0};
	struct lines lines;
	struct str line;

	memset(buf_reserve(&text, LONG), 'x', LONG);
	text.n = LONG;
	buf_add(&text, STR("\nshort\n"));
	lines_from_memory(&lines, "memory", buf_str(&text));
	CHECK(lines_next(&lines, &line));
	CHECK_U64(line.n, LONG);
	CHECK(lines_next(&lines, &line));
	CHECK_STR(line, "short");
	CHECK(!lines_next(&lines, &line));
	lines_close(&lines);
	buf_release(&text);
}

/* A first line longer than the first block, with a CR in it, is no reason to miss the newlines. */
static void newlines_behind_a_first_block_without(void)
{
	struct buf text = {0};
	struct lines lines;
	struct str line;

	memset(buf_reserve(&text, READ_BLOCK + HEAD_BLOCK), 'x', READ_BLOCK + HEAD_BLOCK);
	text.n = READ_BLOCK + HEAD_BLOCK;
	text.p[2] = '\r';
	buf_add(&text, STR("y\nsecond\rof it\nthird"));
	lines_from_memory(&lines, "memory", buf_str(&text));
	CHECK(lines_next(&lines, &line));
	CHECK_STR(line, "xx");
	CHECK(lines_next(&lines, &line));
	CHECK_U64(line.n, text.n - 3 - strlen("\nsecond\rof it\nthird"));
	CHECK(lines_next(&lines, &line));
	CHECK_STR(line, "second\rof it");
	CHECK(lines_next(&lines, &line));
	CHECK_STR(line, "third");
	CHECK(!lines_next(&lines, &line));
	lines_close(&lines);
	buf_release(&text);
}

int main(void)
{
	messages_start("test");
	TEST(ends_of_lines);
	TEST(nul_is_a_byte);
	TEST(the_head_is_not_taken_away);
	TEST(the_head_of_nothing);
	TEST(lines_across_blocks);
	TEST(what_ends_a_line_in_a_slow_pipe);
	TEST(lines_longer_than_a_block);
	TEST(newlines_behind_a_first_block_without);
}
