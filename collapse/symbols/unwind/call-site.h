/*
 * Whether an address can be one that a call returns to: what stands before it is a call. A number
 * in memory that only looks like such an address seldom is one.
 */
#ifndef COLLAPSE_SYMBOLS_UNWIND_CALL_SITE_H
#define COLLAPSE_SYMBOLS_UNWIND_CALL_SITE_H

#include <stdbool.h>

#include "collapse/symbols/unwind/machine.h"

enum { CALL_LONGEST = 7 };

/* before: the code in front of the address, CALL_LONGEST bytes if there are as many. */
bool is_call_site(enum unwind_machine machine, struct str before);

#endif
