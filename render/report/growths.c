#include "render/report/growths.h"

#include <stdlib.h>

#include "common/memory.h"
#include "render/report/frames.h"
#include "render/report/growth-search.h"

static int compare_growths(const void *a, const void *b)
{
	const struct growth *x = a, *y = b;
	bool x_whole = x->id == NAME_NONE, y_whole = y->id == NAME_NONE;

	if (x->doubt != y->doubt)
		return x->doubt < y->doubt ? -1 : 1;
	if (x_whole != y_whole)
		return x_whole ? -1 : 1;
	if (x->kind != y->kind)
		return x->kind - y->kind;
	if (x->unexplained != y->unexplained)
		return x->unexplained < y->unexplained ? 1 : -1;
	return x->id < y->id ? -1 : x->id > y->id;
}

/*
 * Where something grew for sure, what may be noise, or was not seen, adds nothing; where the own
 * weight of functions may have grown, nor do their callers; and of what was not seen one will do.
 */
static void drop_echoes(struct growths *growths)
{
	size_t kept = 0;
	bool own = false; /* a function's own weight may have grown */

	for (size_t i = 0; i < growths->count; i++) {
		const struct growth *growth = &growths->items[i];
		bool caller = growth->id != NAME_NONE && growth->kind == TOTAL;

		if (growth->doubt == GROWTH_NOISE && (growths->sure || (caller && own)))
			continue;
		if (growth->doubt >= GROWTH_BLIND && kept > 0)
			continue;
		own = own || (growth->doubt == GROWTH_NOISE && growth->kind == SELF);
		growths->items[kept++] = *growth;
	}
	growths->count = kept;
}

static void find_frames(const struct growth_search *search)
{
	uint32_t *frames[2] = {frames_of_functions(search->profile, search->functions, SELF),
		frames_of_functions(search->profile, search->functions, TOTAL)};
	struct growths *found = search->found;

	for (size_t i = 0; i < found->count; i++)
		if (found->items[i].id != NAME_NONE)
			found->items[i].node = frames[found->items[i].kind][found->items[i].id];
	free(frames[SELF]);
	free(frames[TOTAL]);
}

void growths_find(struct growths *growths, const struct profile *profile,
	const struct rows *functions, const struct growth_limits *limits)
{
	struct growth_search search = {growths, profile, functions, limits,
		.function = rows_functions(profile),
		.outermost = rows_outermost(profile),
		.count = profile->tree->names.count,
		.explained = memory_new(profile->tree->count, sizeof(bool))};

	*growths = (struct growths){0};
	growth_find_whole(&search);
	growth_find_unrecorded(&search);
	growth_find_own(&search);
	growth_find_causes(&search);
	if (growth_is_judged(&search))
		growth_find_blindness(&search);
	if (growths->count)
		qsort(growths->items, growths->count, sizeof(*growths->items), compare_growths);
	drop_echoes(growths);
	find_frames(&search);
	free(search.function);
	free(search.outermost);
	free(search.explained);
}

void growths_release(struct growths *growths)
{
	free(growths->items);
	*growths = (struct growths){0};
}
