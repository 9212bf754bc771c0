/*
 * Numbers in names that change from run to run, and would make equal stacks look different.
 */
#ifndef DIFF_STABLE_NAMES_H
#define DIFF_STABLE_NAMES_H

#include "common/buf.h"

/* Adds a stack with each address in it ("0x" and hexadecimal digits) as "0x...". */
void add_without_addresses(struct buf *out, struct str stack);

/* Adds a stack with each run of digits in its first frame as "N": "java-N/N;run" for
 * "java-7/12;run". */
void add_without_ids(struct buf *out, struct str stack);

#endif
