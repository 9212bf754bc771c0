#include "render/report/nearest.h"

#include <stdlib.h>

#include "common/annotation.h"
#include "common/memory.h"

enum { SUGGESTIONS = 3, NOT_NEAR = 1000 };

struct suggestions {
	struct {
		uint32_t id;
		size_t distance;
	} items[SUGGESTIONS];
	size_t count;
};

/* Those that functions have, by name id: a new array, to be freed. */
static bool *names_of_functions(const struct profile *profile)
{
	bool *found = memory_new(profile->tree->names.count, sizeof(*found));
	uint32_t *functions = rows_functions(profile);

	for (uint32_t node = 0; node < profile->tree->count; node++)
		if (functions[node] != NAME_NONE)
			found[functions[node]] = true;
	free(functions);
	return found;
}

bool *nearest_find(const struct profile *profile, struct str name)
{
	const struct names *names = &profile->tree->names;
	bool *found = names_of_functions(profile), any = false;

	for (uint32_t id = 0; id < names->count; id++) {
		struct str known = names_get(names, id);

		found[id] = found[id] && (str_eq(known, name) || str_eq(name_bare(known), name));
		any = any || found[id];
	}
	if (any)
		return found;
	free(found);
	return NULL;
}

/*
 * A name without its annotation, or in another case, is nearest; then a typo, one letter in four;
 * then a longer name that holds it, such as "app::parse(int)" for "parse".
 */
static size_t distance(struct str wanted, struct str name)
{
	size_t letters = wanted.n > name.n ? wanted.n - name.n : name.n - wanted.n;
	size_t few = wanted.n < 8 ? 2 : wanted.n / 4, typos;

	if (str_eq(name_bare(name), name_bare(wanted)))
		return 0;
	typos = letters <= few ? str_distance(wanted, name) : NOT_NEAR;
	if (typos <= few)
		return typos;
	return wanted.n >= 2 && str_contains(name, wanted) ? 100 + letters : NOT_NEAR;
}

/* Keeps them sorted; of equals, the first in the order of the bytes. */
static void consider(
	struct suggestions *best, const struct names *names, uint32_t id, size_t distance)
{
	size_t at = best->count;

	while (at > 0 && (distance < best->items[at - 1].distance ||
				 (distance == best->items[at - 1].distance &&
					 str_compare(names_get(names, id),
						 names_get(names, best->items[at - 1].id)) < 0)))
		at--;
	if (at == SUGGESTIONS)
		return;
	best->count += best->count < SUGGESTIONS;
	for (size_t i = best->count - 1; i > at; i--)
		best->items[i] = best->items[i - 1];
	best->items[at].id = id;
	best->items[at].distance = distance;
}

void nearest_suggest(struct buf *out, const struct profile *profile, struct str name)
{
	const struct names *names = &profile->tree->names;
	bool *is_function = names_of_functions(profile);
	struct suggestions best = {.count = 0};

	for (uint32_t id = 0; id < names->count; id++) {
		size_t far = is_function[id] ? distance(name, names_get(names, id)) : NOT_NEAR;

		if (far < NOT_NEAR)
			consider(&best, names, id, far);
	}
	free(is_function);
	for (size_t i = 0; i < best.count; i++) {
		char shown[STR_SHOW];

		buf_add(out, i == 0               ? STR("; did you mean \"")
			     : i + 1 < best.count ? STR("\", \"")
						  : STR("\" or \""));
		buf_add(out, str_of(str_show(names_get(names, best.items[i].id), shown)));
	}
	if (best.count)
		buf_add(out, STR("\"?"));
}
