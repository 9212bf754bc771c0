/*
 * Whether somebody looks at the output on a terminal, and what that can show. Everywhere else the
 * output does not depend on where it goes.
 */
#ifndef RENDER_REPORT_TERMINAL_H
#define RENDER_REPORT_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

/* How many columns it has; 0 when the output, as output_open() takes it, is no terminal. */
size_t terminal_width(const char *output);
bool terminal_shows_utf8(const char *output);

#endif
