/*
 * What a line of dtrace's output is, by itself: "line" is all of it, "text" the same without the
 * blanks around it.
 */
#ifndef COLLAPSE_FORMATS_DTRACE_LINE_H
#define COLLAPSE_FORMATS_DTRACE_LINE_H

#include "common/str.h"

/*
 * "CPU     ID                    FUNCTION:NAME", and "  0  64091                        :tick-60s",
 * which is printed again for each printa().
 */
bool dtrace_is_header(struct str text);

/* Indented as no other text but what aggregations hold is. */
bool dtrace_is_deep(struct str line);

/* "              unix`sys_syscall+0x17d", "              0x104d08831" */
bool dtrace_is_frame(struct str line, struct str text);

/* "  bash                    …", filled up with blanks, or "      4711", if it is no frame. */
bool dtrace_is_key(struct str line);
/* The same, of one before which stands no blank line, so that it could be other text. */
bool dtrace_is_first_key(struct str line, struct str text);

/* "            1024 |@@@@@@@@                 5", of a distribution. */
bool dtrace_parse_row(struct str text, uint64_t *count);

#endif
