/*
 * What the option table says of itself: --help, --version, and the parts of a man page (mdoc).
 */
#ifndef COMMON_OPTIONS_HELP_H
#define COMMON_OPTIONS_HELP_H

#include "common/options.h"
#include "common/str.h"

/* Steps through an option's names; false at the end. */
bool option_next_name(struct str *names, struct str *name);
/* The first long name, or the short one if there is no other. */
struct str option_main_name(const struct option *option);
bool option_takes_value(const struct option *option); /* needs one */
bool option_may_have_value(const struct option *option);

/* Print to stdout; a failed write ends the program. */
void options_help(const struct program *program, const struct option *builtins);
void options_version(const struct program *program);
/* The sections SYNOPSIS and OPTIONS in mdoc, which a page has marks for. */
void options_mdoc(const struct program *program, const struct option *builtins);

#endif
