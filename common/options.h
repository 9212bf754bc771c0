/*
 * Options as a table: parsing, --help and the man page's synopsis and option list come from it.
 *
 *     static const struct option options[] = {
 *         {"p pid", OPTION_FLAG, offsetof(struct perf_options, pid), .help = "…"},
 *         {"width image-width", OPTION_NUMBER, offsetof(…), .argument = "PX", .min = 20, .max = 1e6},
 *         {0},
 *     };
 *
 * A program may have several groups (those of the shared driver, those of its format), each stored
 * into a struct of its own. Accepted: --name value, --name=value, -n value, -nvalue, flags together
 * (-pt), unambiguous beginnings of long names, any case, and long names with a single dash
 * (-kernel) because scripts written for FlameGraph have them. "--" ends the options. --help,
 * --version, --mdoc (the sections that the man page includes) and --completion SHELL (a script that
 * completes command lines) are there for every program, the last two spelled in full only.
 */
#ifndef COMMON_OPTIONS_H
#define COMMON_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/str.h"

enum option_kind {
	OPTION_FLAG,    /* bool: set to true */
	OPTION_OFF,     /* bool: set to false */
	OPTION_TEXT,    /* const char * */
	OPTION_LIST,    /* struct text_list: may be given many times */
	OPTION_NUMBER,  /* uint64_t, decimal digits, from min to max */
	OPTION_DECIMAL, /* double, digits with at most one point, from min to max */
	OPTION_CHOICE,  /* int: index into choices */
	OPTION_CALL,    /* parse() makes of the text what it likes */
};

struct text_list {
	const char **items;
	size_t count, capacity;
};

struct option {
	/* Separated by blanks: one letter is a short name; the first long one is shown in help. */
	const char *names;
	enum option_kind kind;
	size_t offset; /* of where to store, in the group's struct */
	/*
	 * Its name in help. An OPTION_CALL without one is a flag; one such as "[=FILE]" may have a
	 * value, behind '=' only.
	 */
	const char *argument;
	const char *help;     /* NULL: accepted but not shown (an older spelling) */
	double min, max;
	/* Ends with NULL. For OPTION_CALL: the words that parse() takes, which its help tells. */
	const char *const *choices;
	/* For OPTION_CALL: value is NULL when none was given. Returns what is wrong, or NULL. */
	const char *(*parse)(const char *value, void *field);
};

struct option_group {
	const char *title; /* "Options", "Frame names", …; NULL: it goes on with the one before */
	const struct option *options; /* ends with names == NULL */
	void *base;
};

struct program {
	const char *name;
	const char *operands; /* "[FILE]..." */
	const char *summary;  /* one sentence or several: what it reads and writes */
	const struct option_group *groups; /* ends with options == NULL */
	const char *statuses; /* of exit, beyond 0 to 2: "3 budget broken"; or NULL */
};

/*
 * Parses argv into the groups' structs and returns what are no options, in their order, as an array
 * to be freed, ended by NULL, its length in *count. Help and version are printed and end the
 * program with 0; a mistake ends it with EXIT_USAGE.
 */
const char **options_parse(
	const struct program *program, int argc, char **argv, size_t *count);

/*
 * What options_parse() would find, without storing, printing or ending anything: for a program that
 * has to look at its first input before it knows all its options. One that the program does not
 * have is taken for a flag.
 */
struct option_listing {
	const char *first; /* operand; NULL: there is none */
	size_t operands, unknown; /* how many */
	bool asks; /* for help, the version, a part of the manual page */
};

void options_list(
	const struct program *program, int argc, char **argv, struct option_listing *listing);

void text_list_add(struct text_list *list, const char *item);
bool text_list_has(const struct text_list *list, struct str item);
void text_list_release(struct text_list *list);

#endif
