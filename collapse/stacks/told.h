/*
 * What a format has told of its weights and frames (stacks_tell()), and by which inputs: what holds
 * for some of them only is not known of all together.
 */
#ifndef COLLAPSE_STACKS_TOLD_H
#define COLLAPSE_STACKS_TOLD_H

#include "common/folded-header.h"

enum { TOLD_FIELDS = HEADER_TEXTS + HEADER_NUMBERS };

/* Inputs that ended, and how many of them told each field: texts, then numbers. */
struct told_inputs {
	unsigned count, times[TOLD_FIELDS];
};

/* Zeroed, nothing was told. */
struct told {
	struct told_inputs with_stacks, others;
	bool of_all[TOLD_FIELDS]; /* outside of inputs */
	bool here[TOLD_FIELDS]; /* by the present input */
	bool inside; /* of an input */
	uint64_t stacks_before; /* the present input */
	const char *leading; /* what all stacks so far begin with; NULL: functions */
	bool leads, differs; /* leading was told; it was not the same of all stacks */
};

/* `name` is that of the present input, for messages. Empty texts and 0 tell nothing. */
void told_text(struct told *told, struct folded_header *header, enum header_text field,
	struct str value, const char *name);
void told_number(struct told *told, struct folded_header *header, enum header_number field,
	uint64_t value, const char *name);
void told_leading(struct told *told, const char *leading);

/* Around each input, with the number of stacks so far. */
void told_begin_input(struct told *told, uint64_t stacks);
void told_end_input(struct told *told, uint64_t stacks);
/* When all was read: the header knows what holds for all. False if the unit does not. */
bool told_settle(const struct told *told, struct folded_header *header);

#endif
