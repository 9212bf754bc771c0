/*
 * A sample, taken apart into the fields that its event's attributes say are there (attr.h). Fields
 * that nothing here asks for are passed over, and so is all behind the last one that is.
 */
#ifndef COLLAPSE_FORMATS_PERF_RECORDING_SAMPLE_H
#define COLLAPSE_FORMATS_PERF_RECORDING_SAMPLE_H

#include "collapse/formats/perf/recording/attr.h"

struct sample {
	uint64_t ip, period;
	uint32_t pid, tid, cpu;
	struct str chain; /* 8 bytes an entry */
	struct str raw; /* what a tracepoint recorded */
	struct str branches; /* BRANCH_SIZE bytes each, newest first */
	uint64_t registers_abi; /* enum abi */
	struct str registers; /* 8 bytes each, those of attr->registers */
	struct str stack; /* the copy that is valid, from the stack pointer up */
	bool has_stack; /* there was to be one */
};

enum { BRANCH_SIZE = 24 }; /* u64 from, to, flags */

enum abi { ABI_NONE, ABI_32, ABI_64 }; /* ABI_NONE: there are no registers, as of kernel threads */

/* What a sample lacks, if its event did not record it. */
#define NO_ID UINT32_MAX

/* False when the record is too short for what its event records. */
bool sample_parse(const struct attr *attr, struct str body, struct sample *sample);

#endif
