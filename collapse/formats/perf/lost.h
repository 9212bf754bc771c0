/*
 * What perf lost while it recorded, as perf script --show-lost-events tells:
 *
 *     prog 123 [000] 1.000002: PERF_RECORD_LOST lost 42
 */
#ifndef COLLAPSE_FORMATS_PERF_LOST_H
#define COLLAPSE_FORMATS_PERF_LOST_H

#include "collapse/stacks/stacks.h"

/* How many records; 0 if the line tells of something else. */
uint64_t perf_lost(struct str line);
/* At the end of all: a note for the user. */
void perf_lost_report(uint64_t lost, struct stacks *stacks);

#endif
