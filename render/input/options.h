/*
 * The options that all programs have that show folded stacks: what they read and where the result
 * goes. Of a program's own tables the group behind one of these has no title, and so goes on with
 * its section of --help.
 */
#ifndef RENDER_INPUT_OPTIONS_H
#define RENDER_INPUT_OPTIONS_H

#include "render/input/profile.h"

struct output_options {
	const char *path; /* NULL: stdout */
	bool quiet;
};

/* How numbers are shown; ends with NULL. */
enum number_style { NUMBERS_SHORT, NUMBERS_EXACT };
extern const char *const number_styles[];

extern const struct option profile_options[]; /* of a struct profile_options */
extern const struct option output_options[]; /* of a struct output_options */

#endif
