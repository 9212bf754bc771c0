#include "collapse/symbols/perf-map.h"

#include <errno.h>
#include <unistd.h>

#include "collapse/symbols/cover.h"
#include "common/mapping.h"

/* Lines are known by where they begin, in 32 bits. */
#define LONGEST_TEXT ((size_t)1 << 30)

static bool read_all(struct buf *text, int fd, struct buf *why)
{
	ssize_t got = 1;

	buf_reset(text);
	while (got != 0) {
		got = read(fd, buf_reserve(text, (size_t)1 << 16), (size_t)1 << 16);
		if (got < 0 && errno != EINTR) {
			buf_set(why, str_of(strerror(errno)));
			return false;
		}
		if (got > 0)
			text->n += (size_t)got;
		if (text->n > LONGEST_TEXT) {
			buf_set(why, STR("too large"));
			return false;
		}
	}
	return true;
}

bool perf_map_read(struct buf *text, const char *path, struct buf *why)
{
	int fd = open_own(path, why);
	bool whole = fd >= 0 && read_all(text, fd, why);

	if (fd >= 0)
		close(fd);
	return whole;
}

/* A number in hex and the blanks behind it. */
static bool take_hex(struct str *line, uint64_t *value)
{
	struct str rest = *line;
	size_t n;

	if (str_starts_as(rest, STR("0x")))
		rest = str_skip(rest, 2);
	n = str_hex_digits(rest);
	if (n == 0 || n == rest.n || !byte_is_blank(rest.p[n]) ||
		!str_hex_to_u64(str_head(rest, n), value))
		return false;
	*line = str_trim_start(str_skip(rest, n));
	return true;
}

/* Reads a line and leaves what is behind it; false when it names nothing. */
static bool read_line(struct str *text, uint64_t *start, uint64_t *size, struct str *name)
{
	size_t end = str_find(*text, '\n');
	struct str line = str_head(*text, end);

	*text = str_skip(*text, end + 1);
	if (!take_hex(&line, start) || !take_hex(&line, size))
		return false;
	*name = str_trim_end(line);
	return name->n > 0;
}

void perf_map_find(struct str text, const uint64_t *at, size_t count, struct names *pool,
	struct symbol_name *names)
{
	struct cover cover;
	struct str rest = text, name;
	uint64_t start, size;

	if (count == 0)
		return;
	cover_init_newest(&cover, at, count);
	while (rest.n) {
		uint32_t number = (uint32_t)(rest.p - text.p);

		if (read_line(&rest, &start, &size, &name))
			cover_offer(&cover, start, size, number, COVER_FUNCTION);
	}
	for (size_t i = 0; i < count; i++) {
		struct cover_hit hit = cover_now(&cover, i);

		names[i] = (struct symbol_name){STR(""), hit.start};
		if (!hit.found)
			continue;
		rest = str_skip(text, hit.number);
		read_line(&rest, &start, &size, &name);
		names[i].name = symbol_name_keep(pool, name);
	}
	cover_release(&cover);
}
