/*
 * Growth of functions by what they do themselves, and of which functions too little is known.
 */
#include <stdlib.h>

#include "common/memory.h"
#include "render/report/growth-search.h"

void growth_find_own(struct growth_search *search)
{
	const struct rows *functions = search->functions;
	bool *sure = memory_new(search->count, sizeof(*sure));

	for (size_t i = 0; i < search->count; i++) {
		const struct row *row = &functions->items[i];

		if (!growth_row_is_above(search, row, SELF))
			continue;
		sure[i] = growth_row_is_sure(search, row, SELF);
		if (sure[i] || row_is_real(row, SELF) || !growth_noise_alone_decides(search))
			growth_add(search, growth_of_row(row, SELF),
				sure[i] ? GROWTH_SURE : GROWTH_NOISE);
	}
	for (uint32_t node = 1; node < search->profile->tree->count; node++)
		search->explained[node] =
			search->function[node] != NAME_NONE && sure[search->function[node]];
	free(sure);
}

void growth_find_blindness(struct growth_search *search)
{
	const struct rows *functions = search->functions;
	struct growth worst = {.id = NAME_NONE};

	for (size_t i = 0; i < search->count; i++)
		for (int kind = SELF; kind <= TOTAL; kind++) {
			const struct row *row = &functions->items[i];
			struct growth growth = growth_of_row(row, kind);

			if (!row->verdict[kind] ||
				(kind == TOTAL && growth_row_is_whole(search, row)))
				continue;
			growth.error = growth_in_units(search, row->verdict[kind]->error);
			if (growth.error > worst.error)
				worst = growth;
		}
	if (growth_is_blind(search, worst.error, search->profile->tree->total[BEFORE]))
		growth_add(search, worst, GROWTH_BLIND);
}
