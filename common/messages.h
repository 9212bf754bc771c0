/*
 * Messages and exits. Every message is "program: text", one write each, on stderr; bytes that could
 * drive a terminal, or are not UTF-8, leave as \xNN, and what is too long is cut. Exit status: 0
 * done, 1 could not do the job, 2 wrong usage, 3 done and a limit that was given is broken, 4 done
 * and whether a limit holds cannot be told.
 *
 * Only mains, the reader and the writer end the program; parsers report what they skip through
 * struct problems and go on.
 */
#ifndef COMMON_MESSAGES_H
#define COMMON_MESSAGES_H

#include <stdbool.h>
#include <stdint.h>

#include "common/compiler.h"
#include "common/str.h"

enum { EXIT_DONE = 0, EXIT_CANNOT = 1, EXIT_USAGE = 2, EXIT_BROKEN = 3, EXIT_UNSURE = 4 };

/* First call of every main(): the name for messages, and descriptors 0 to 2 made safe to use. */
void messages_start(const char *program);
/* Whose --help tells the options, if it is not its own. */
void messages_help_of(const char *program);
/* With quiet, warn() says nothing; errors always speak. */
void messages_quiet(bool quiet);

/* Ends with EXIT_CANNOT; die_errno() adds ": " and what errno says. */
_Noreturn void die(const char *format, ...) PRINTF_LIKE(1, 2);
_Noreturn void die_errno(const char *format, ...) PRINTF_LIKE(1, 2);
/* Ends with EXIT_USAGE, and points to --help. */
_Noreturn void die_usage(const char *format, ...) PRINTF_LIKE(1, 2);
/*
 * The same, with a text below and a mark under its byte `at`, or behind its end:
 *
 *     collapse-folded: --focus: Unmatched ( or \(: try 'collapse-folded --help'
 *         parse(|draw
 *              ^
 */
_Noreturn void die_usage_at(struct str text, size_t at, const char *format, ...) PRINTF_LIKE(3, 4);
void warn(const char *format, ...) PRINTF_LIKE(1, 2);
/* What speaks with quiet, too, and ends nothing. */
void complain(const char *format, ...) PRINTF_LIKE(1, 2);

/*
 * leave(context, status) is called instead of exit(status) by die*(); it must not return. NULL:
 * exit() again.
 */
void messages_on_exit(void (*leave)(void *context, int status), void *context);
/* The first line of the last message, with the program's name, without the newline. */
const char *messages_last(void);

/*
 * What a reader skipped: the first five of a kind are said with their place, the rest is counted.
 *
 *     collapse-perf: perf.txt:1234: expected "ADDR SYMBOL (MODULE)", got "zz"
 *     collapse-perf: skipped 12 of 40312 lines (first: perf.txt:1234)
 */
enum { PROBLEM_KINDS = 16 };

struct problems {
	bool strict; /* the first one ends the program */
	uint64_t count;
	uint64_t lines; /* of how many; the reader, or else the driver, adds up what it read */
	const char *things; /* what these are, when they are no lines: "frames" */
	char first[200];
	struct {
		const char *expected;
		uint64_t count;
	} kinds[PROBLEM_KINDS];
};

/* expected must live as long as problems does (a literal). */
void problem_at(struct problems *problems, const char *file, uint64_t line, const char *expected,
	struct str got);
/* The summary, when there is one to give. */
void problems_finish(const struct problems *problems);

#endif
