/*
 * Messages and exits.
 */
#include "common/report.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SAID_OF_A_KIND = 5 };

static struct {
	const char *program;
	bool quiet;
	void (*leave)(void *context, int status);
	void *context;
	char message[2048];
} report = {.program = "flamegraph-toolkit"};

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

void report_start(const char *program)
{
	report.program = program;
	hold_closed_descriptors();
}

const char *report_program(void)
{
	return report.program;
}

void report_quiet(bool quiet)
{
	report.quiet = quiet;
}

void report_on_exit(void (*leave)(void *context, int status), void *context)
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

/* The reason comes last and matters most, so a long text before it is cut to leave it room. */
static void PRINTF_LIKE(2, 0) say(const char *reason, const char *format, va_list arguments)
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
	/* Nothing can be done, or said, about a stderr that does not take it. */
	if (write(STDERR_FILENO, text, used + 1) < 0)
		errno = 0;
	text[used] = '\0';
}

const char *report_message(void)
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

	snprintf(hint, sizeof(hint), "try '%s --help'", report.program);
	va_start(arguments, format);
	say(hint, format, arguments);
	va_end(arguments);
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
