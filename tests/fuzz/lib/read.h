/*
 * An input read by a format, as its program does.
 */
#ifndef TESTS_FUZZ_LIB_READ_H
#define TESTS_FUZZ_LIB_READ_H

#include "collapse/stacks/format.h"

/* With the options' defaults, and quietly; what is made of it must be fit to be written. */
void fuzz_read(const struct format *format, struct str input);

/* Nothing in a name ends a frame or a line. */
void fuzz_expect_names(const struct stacks *stacks);

#endif
