/*
 * The driver of all collapse-* programs: options, files, messages and output around a format.
 */
#ifndef COLLAPSE_DRIVER_H
#define COLLAPSE_DRIVER_H

#include "collapse/stacks/format.h"
#include "common/options.h"

/* An input that was opened to look at its first bytes. */
struct driver_input {
	const char *path;
	struct lines lines;
	/* Ends the program where another input is plainly of another format. */
	void (*check)(const struct format *format, struct lines *lines);
};

/*
 * All that main() does, for the program of that name. The input that was opened, if any, is read
 * when its turn comes among those that argv names. Returns the exit status.
 */
int driver_run(const char *program, const struct format *format, int argc, char **argv,
	struct driver_input *opened);

/* What the arguments would be to the program of that format; see options_list(). */
void driver_list_options(
	const struct format *format, int argc, char **argv, struct option_listing *listing);

#endif
