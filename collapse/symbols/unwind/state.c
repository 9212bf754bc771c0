#include "collapse/symbols/unwind/state.h"

enum found state_read(const struct state *state, uint64_t address, unsigned size, uint64_t *value)
{
	const char *p;
	enum found found = state_find(state, address, size, &p);
	uint8_t byte;
	uint16_t half;
	uint32_t word;

	if (found != FOUND)
		return found;
	switch (size) {
	case 8:
		return state_word(state, address, value);
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
