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
	void (*leave)(int status);
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

void report_on_exit(void (*leave)(int status))
{
	report.leave = leave;
}

/* Messages hold untrusted bytes only through str_show(); file names and option values do not. */
static void neutralise(char *text, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)text[i];

		if (c < 0x20 || c == 0x7f)
			text[i] = '?';
	}
}

static void PRINTF_LIKE(2, 0) say(const char *reason, const char *format, va_list arguments)
{
	char *text = report.message;
	size_t size = sizeof(report.message) - 1; /* room for the newline */
	size_t used;

	snprintf(text, size, "%s: ", report.program);
	used = strlen(text);
	vsnprintf(text + used, size - used, format, arguments);
	used = strlen(text);
	if (reason && used < size) {
		snprintf(text + used, size - used, ": %s", reason);
		used = strlen(text);
	}
	neutralise(text, used);
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
		report.leave(status);
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
		warn("skipped %llu of %llu lines (first: %s)", (unsigned long long)problems->count,
			(unsigned long long)problems->lines, problems->first);
}
