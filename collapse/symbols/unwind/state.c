#include "collapse/symbols/unwind/state.h"

enum found state_read(const struct state *state, uint64_t address, unsigned size, uint64_t *value)
{
	const char *p;
	uint8_t byte;
	uint16_t half;
	uint32_t word;

	if (address < state->low)
		return FOUND_BELOW;
	if (state->stack.n < size || address - state->low > state->stack.n - size)
		return FOUND_CUT;
	p = state->stack.p + (address - state->low);
	switch (size) {
	case 8:
		memcpy(value, p, 8);
		return FOUND;
	case 4:
		memcpy(&word, p, 4);
		*value = word;
		return FOUND;
	case 2:
		memcpy(&half, p, 2);
		*value = half;
		return FOUND;
	case 1:
		memcpy(&byte, p, 1);
		*value = byte;
		return FOUND;
	default:
		return FOUND_NOT;
	}
}
