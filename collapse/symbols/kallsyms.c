/*
 * No symbol has a size here: each reaches up to the next one, and the last of the kernel or a
 * module to the end of its page, through one more. A symbol's number is where its line begins.
 */
#include "collapse/symbols/kallsyms.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "collapse/symbols/cover.h"
#include "common/mapping.h"

enum { PAGE = 4096 };

/* A kernel has some ten megabytes of names. */
#define LONGEST_TEXT ((size_t)512 << 20)

struct line {
	uint64_t address;
	char type;
	struct str name, module; /* "[ext4]", or empty */
};

/* Reads a line and leaves what is behind it; false when it is none of a symbol. */
static bool read_line(struct str *text, struct line *line)
{
	size_t end = str_find(*text, '\n'), n = 0;
	const char *p = text->p;
	uint64_t address = 0;
	struct str rest;

	*text = str_skip(*text, end + 1);
	for (; n < end && byte_is_hex(p[n]); n++)
		address = address << 4 | byte_hex_value(p[n]);
	if (n == 0 || n > 16 || end - n < 4 || p[n] != ' ' || p[n + 2] != ' ')
		return false;
	line->address = address;
	line->type = p[n + 1];
	rest = (struct str){p + n + 3, end - n - 3};
	line->module = STR("");
	n = str_find(rest, '\t');
	line->name = str_head(rest, n);
	if (n < rest.n)
		line->module = str_trim(str_skip(rest, n));
	return line->name.n > 0;
}

/*
 * Functions of T and W, data of D and B, each in small letters for what is local. "$d" and the like
 * mark instructions and data of ARM.
 */
static bool is_taken(const struct line *line)
{
	return str_find(STR("tTwWdDbB"), line->type) < 8 && line->name.p[0] != '$';
}

static struct line line_at(struct str text, uint32_t number)
{
	struct line line = {0};

	text = str_skip(text, number);
	read_line(&text, &line);
	return line;
}

/* ---- reading ---- */

bool kallsyms_is_hidden(struct str text)
{
	struct line line;

	while (text.n)
		if (read_line(&text, &line) && line.address)
			return false;
	return true;
}

bool kallsyms_read(struct buf *text, const char *path, struct buf *why)
{
	int fd = open_regular(path, 0, why);
	ssize_t got = 1;

	if (fd < 0)
		return false;
	buf_reset(text);
	while (got > 0 && text->n < LONGEST_TEXT) {
		got = read(fd, buf_reserve(text, (size_t)1 << 20), (size_t)1 << 20);
		if (got < 0 && errno == EINTR)
			got = 1;
		else if (got > 0)
			text->n += (size_t)got;
	}
	if (got < 0)
		buf_set(why, str_of(strerror(errno)));
	close(fd);
	if (got < 0)
		return false;
	if (got > 0)
		buf_set(why, STR("too large"));
	return got == 0;
}

bool kallsyms_address(struct str text, struct str name, uint64_t *address)
{
	struct line line;

	while (text.n)
		if (read_line(&text, &line) && !line.module.n && str_eq(line.name, name)) {
			*address = line.address;
			return true;
		}
	return false;
}

/* ---- finding ---- */

static void offer_all(struct str text, uint64_t shift, struct cover *cover)
{
	struct str rest = text;
	struct line line;

	while (rest.n) {
		uint32_t number = (uint32_t)(rest.p - text.p);

		if (read_line(&rest, &line) && is_taken(&line) && !(shift && line.module.n))
			cover_offer(cover, line.address + shift, 0, number, COVER_FUNCTION);
	}
}

/* Of several at one address the last is taken before anybody is asked. */
static bool later(void *context, uint32_t a, uint32_t b)
{
	(void)context;
	return a > b;
}

/* Between two modules is nothing that either of them names. */
static bool is_past_end(struct str text, uint64_t at, const struct line *line, uint64_t start,
	const struct cover_hit *next)
{
	uint64_t end = (start & ~(uint64_t)(PAGE - 1)) + PAGE + (start % PAGE ? PAGE : 0);
	struct line behind;

	if (!next->found)
		return false;
	behind = line_at(text, next->number);
	return !str_eq(line->module, behind.module) && at >= end;
}

void kallsyms_find(struct str text, uint64_t shift, const uint64_t *at, size_t count,
	struct names *pool, struct symbol_name *names)
{
	struct cover cover;

	if (count == 0)
		return;
	cover_init(&cover, at, count, later, NULL);
	offer_all(text, shift, &cover);
	cover_settle(&cover);
	for (size_t i = 0; i < count; i++) {
		struct cover_hit hit = cover_winner(&cover, i), next = cover_next(&cover, i);
		struct line line;

		names[i] = (struct symbol_name){STR(""), hit.start};
		if (!hit.found)
			continue;
		line = line_at(text, hit.number);
		if (is_past_end(text, at[i], &line, hit.start, &next))
			continue;
		names[i].name = symbol_name_keep(pool, line.name);
	}
	cover_release(&cover);
}
