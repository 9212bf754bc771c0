/*
 * What the option table says to shells: scripts that complete a program's options, their values and
 * files.
 */
#ifndef COMMON_OPTIONS_COMPLETION_H
#define COMMON_OPTIONS_COMPLETION_H

#include "common/options.h"

/* Prints the script for "bash", "zsh" or "fish"; false for others. A failed write ends the program. */
bool options_completion(
	const struct program *program, const struct option *builtins, const char *shell);

#endif
