/*
 * Where a stack is being followed: the registers as they were in the present frame, and the copy of
 * the stack. Values that cannot be known are not: each register has a bit that says so.
 */
#ifndef COLLAPSE_SYMBOLS_UNWIND_STATE_H
#define COLLAPSE_SYMBOLS_UNWIND_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "collapse/symbols/unwind/machine.h"

enum found {
	FOUND,
	FOUND_NOT, /* no rule, or one that cannot be followed */
	FOUND_CUT, /* above the copy of the stack */
	FOUND_BELOW, /* below it: where nothing was at the time */
};

struct state {
	const struct machine *machine;
	uint64_t value[MACHINE_REGISTERS];
	uint64_t known; /* a bit for each register whose value is known */
	uint64_t cut; /* and for each that is not because it lies above the copy */
	uint64_t low; /* the copy is of [low, low + stack.n) */
	struct str stack;
};

/* Where size bytes are in the copy: FOUND, FOUND_BELOW or FOUND_CUT. */
static inline enum found state_find(
	const struct state *state, uint64_t address, unsigned size, const char **p)
{
	if (address < state->low)
		return FOUND_BELOW;
	if (state->stack.n < size || address - state->low > state->stack.n - size)
		return FOUND_CUT;
	*p = state->stack.p + (address - state->low);
	return FOUND;
}

/* A number of 8 bytes out of the copy, in this machine's byte order. */
static inline enum found state_word(const struct state *state, uint64_t address, uint64_t *value)
{
	const char *p;
	enum found found = state_find(state, address, 8, &p);

	if (found == FOUND)
		memcpy(value, p, 8);
	return found;
}

/* One of 1, 2, 4 or 8 bytes. */
enum found state_read(const struct state *state, uint64_t address, unsigned size, uint64_t *value);

/* A register's value: FOUND, FOUND_NOT or FOUND_CUT. */
static inline enum found state_register(const struct state *state, unsigned reg, uint64_t *value)
{
	*value = state->value[reg];
	if (state->known >> reg & 1)
		return FOUND;
	return state->cut >> reg & 1 ? FOUND_CUT : FOUND_NOT;
}

static inline void state_set(struct state *state, unsigned reg, uint64_t value)
{
	state->value[reg] = value;
	state->known |= (uint64_t)1 << reg;
	state->cut &= ~((uint64_t)1 << reg);
}

/* What reading it gave tells why it is not known. */
static inline void state_forget(struct state *state, unsigned reg, enum found found)
{
	uint64_t bit = (uint64_t)1 << reg;

	state->known &= ~bit;
	state->cut = found == FOUND_CUT ? state->cut | bit : state->cut & ~bit;
}

#endif
