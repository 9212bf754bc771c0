/*
 * Messages and exits.
 */
#include "common/messages.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SAID_OF_A_KIND = 5 };

static struct {
	const char *program, *help_of;
	bool quiet;
	void (*leave)(void *context, int status);
	void *context;
	char message[2048];
} report = {.program = "flamegraph-toolkit", .help_of = "flamegraph-toolkit"};

/*
 * A descriptor that the caller closed would be given to the next file we open, and messages or the
 * picture would land in it. /dev/null opened the wrong way round holds the place and still makes
 * each use an error.
 */
static void hold_closed_descriptors(void)
{
	static const int modes[3] = {O_WRONLY, O_RDONLY, O_WRONLY};

	for (int fd = 0; fd < 3; fd++)
		if (fcntl(fd, F_GETFD) == -1 && open("/dev/null", modes[fd]) != fd)
			_exit(EXIT_CANNOT);
}

void messages_start(const char *program)
{
	report.program = program;
	report.help_of = program;
	hold_closed_descriptors();
}

void messages_help_of(const char *program)
{
	report.help_of = program;
}

void messages_quiet(bool quiet)
{
	report.quiet = quiet;
}

void messages_on_exit(void (*leave)(void *context, int status), void *context)
{
	report.leave = leave;
	report.context = context;
}

/*
 * File names and values of options are as untrusted as the input. Stops before what does not fit in
 * size bytes, and returns how many it stored.
 */
static size_t show(char *out, size_t size, struct str text)
{
	size_t used = 0;

	while (text.n > 0) {
		char character[4];
		size_t shown, length = str_show_character(text, character, &shown);

		if (used + shown > size)
			break;
		memcpy(out + used, character, shown);
		used += shown;
		text = str_skip(text, length);
	}
	return used;
}

/*
 * Makes report.message, ended by a newline, and returns its length. The reason comes last and
 * matters most, so a long text before it is cut to leave it room.
 */
static size_t PRINTF_LIKE(2, 0) compose(const char *reason, const char *format, va_list arguments)
{
	char said[sizeof(report.message)], why[160] = "";
	char *text = report.message;
	size_t room = sizeof(report.message) - 2; /* for the newline, or the end */
	size_t used;

	if (reason)
		snprintf(why, sizeof(why), ": %s", reason);
	snprintf(said, sizeof(said), "%s: ", report.program);
	used = strlen(said);
	vsnprintf(said + used, sizeof(said) - used, format, arguments);
	used = show(text, room - strlen(why), str_of(said));
	used += show(text + used, room - used, str_of(why));
	text[used] = '\n';
	return used + 1;
}

/* Nothing can be done, or said, about a stderr that does not take it. */
static void put(const char *text, size_t n, size_t first_line)
{
	if (write(STDERR_FILENO, text, n) < 0)
		errno = 0;
	report.message[first_line - 1] = '\0';
}

static void PRINTF_LIKE(2, 0) say(const char *reason, const char *format, va_list arguments)
{
	size_t used = compose(reason, format, arguments);

	put(report.message, used, used);
}

/* ---- a text with a mark below ---- */

/* In columns: how much is shown before the mark, and in all, of a text that is longer. */
enum { MARK_INDENT = 4, MARK_BEFORE = 44, MARK_WIDTH = 70, MARK_ROOM = 1024 };

/* The columns of the first character, whose bytes are *length: "\xff" takes four. */
static size_t columns_of(struct str text, size_t *length)
{
	char character[4];
	size_t shown;

	*length = str_show_character(text, character, &shown);
	return utf8_length(text) == *length && shown == *length ? 1 : shown;
}

/* The columns before byte `at`, or before the character that it is part of. */
static size_t columns_before(struct str text, size_t at)
{
	size_t columns = 0, length, width;

	for (size_t i = 0; i < text.n; i += length) {
		width = columns_of(str_skip(text, i), &length);
		if (i + length > at)
			break;
		columns += width;
	}
	return columns;
}

static size_t pad(char *out, size_t n)
{
	memset(out, ' ', n);
	return n;
}

static size_t show_marked(char out[MARK_ROOM], struct str text, size_t at)
{
	const struct str more = STR("...");
	size_t before = columns_before(text, at), column = 0, length, used = pad(out, MARK_INDENT);
	size_t start = 0;

	while (before - start > MARK_BEFORE) {
		start += columns_of(text, &length);
		text = str_skip(text, length);
	}
	if (start)
		used += show(out + used, more.n, more);
	before = before - start + (start ? more.n : 0);
	for (; text.n && column < MARK_WIDTH; text = str_skip(text, length)) {
		column += columns_of(text, &length);
		used += show(out + used, 4, str_head(text, length));
	}
	if (text.n)
		used += show(out + used, more.n, more);
	out[used++] = '\n';
	used += pad(out + used, MARK_INDENT + before);
	out[used++] = '^';
	out[used++] = '\n';
	return used;
}

const char *messages_last(void)
{
	return report.message;
}

static _Noreturn void leave(int status)
{
	if (report.leave)
		report.leave(report.context, status);
	exit(status);
}

void die(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	say(NULL, format, arguments);
	va_end(arguments);
	leave(EXIT_CANNOT);
}

void die_errno(const char *format, ...)
{
	const char *reason = strerror(errno);
	va_list arguments;

	va_start(arguments, format);
	say(reason, format, arguments);
	va_end(arguments);
	leave(EXIT_CANNOT);
}

void die_usage(const char *format, ...)
{
	char hint[128];
	va_list arguments;

	snprintf(hint, sizeof(hint), "try '%s --help'", report.help_of);
	va_start(arguments, format);
	say(hint, format, arguments);
	va_end(arguments);
	leave(EXIT_USAGE);
}

void die_usage_at(struct str text, size_t at, const char *format, ...)
{
	char hint[128], all[sizeof(report.message) + MARK_ROOM];
	va_list arguments;
	size_t first, used;

	snprintf(hint, sizeof(hint), "try '%s --help'", report.help_of);
	va_start(arguments, format);
	first = compose(hint, format, arguments);
	va_end(arguments);
	memcpy(all, report.message, first);
	used = first + show_marked(all + first, text, at);
	put(all, used, first);
	leave(EXIT_USAGE);
}

void warn(const char *format, ...)
{
	va_list arguments;

	if (report.quiet)
		return;
	va_start(arguments, format);
	say(NULL, format, arguments);
	va_end(arguments);
}

void complain(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	say(NULL, format, arguments);
	va_end(arguments);
}

/* How many of this kind there were before. Kinds past the table share its last row. */
static uint64_t count_kind(struct problems *problems, const char *expected)
{
	size_t i = 0;

	while (i < PROBLEM_KINDS - 1 && problems->kinds[i].expected &&
		strcmp(problems->kinds[i].expected, expected) != 0)
		i++;
	problems->kinds[i].expected = expected;
	return problems->kinds[i].count++;
}

void problem_at(struct problems *problems, const char *file, uint64_t line, const char *expected,
	struct str got)
{
	char shown[STR_SHOW];

	if (problems->count++ == 0)
		snprintf(problems->first, sizeof(problems->first), "%s:%llu", file,
			(unsigned long long)line);
	if (problems->strict)
		die("%s:%llu: expected %s, got \"%s\"", file, (unsigned long long)line, expected,
			str_show(got, shown));
	if (count_kind(problems, expected) < SAID_OF_A_KIND)
		warn("%s:%llu: expected %s, got \"%s\"", file, (unsigned long long)line, expected,
			str_show(got, shown));
}

void problems_finish(const struct problems *problems)
{
	if (problems->count > 1)
		warn("skipped %llu of %llu %s (first: %s)", (unsigned long long)problems->count,
			(unsigned long long)problems->lines,
			problems->things ? problems->things : "lines", problems->first);
}
