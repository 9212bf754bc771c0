/*
 * Callers of samples that have a copy of their stack (perf record --call-graph dwarf), found by the
 * files that are mapped; see unwind.h.
 */
#ifndef COLLAPSE_FORMATS_PERF_RECORDING_STACK_COPY_H
#define COLLAPSE_FORMATS_PERF_RECORDING_STACK_COPY_H

#include "collapse/formats/perf/recording/chain.h"
#include "collapse/formats/perf/recording/maps.h"
#include "collapse/formats/perf/recording/recording.h"
#include "collapse/symbols/symbols.h"
#include "collapse/symbols/unwind/unwind.h"

struct stack_copy_setting {
	const struct recording *recording;
	struct symbols *symbols; /* for the files */
};

struct stack_copies {
	const struct stack_copy_setting *setting;
	uint64_t count;
	uint64_t ends[UNWIND_LIMIT + 1]; /* of these, by why they end (enum unwind_end) */
	uint64_t foreign; /* of processors or programs that the unwinder does not know */

	/* private */
	struct unwinder *unwinder; /* NULL: none was needed yet */
	const struct maps *maps; /* of the sample at hand */
	struct stack_copy_file {
		bool known;
		struct elf *elf; /* NULL: it is not here */
	} *files; /* by image */
	size_t file_count, file_capacity;
};

/*
 * Stores the entries of a sample's program, leaf first: calls themselves, not where they return to.
 * Zeroed copies that have a setting are ready.
 */
void stack_copy_unwind(struct stack_copies *copies, const struct maps *maps,
	const struct attr *attr, const struct sample *sample, struct chain *chain);
void stack_copies_release(struct stack_copies *copies);

#endif
