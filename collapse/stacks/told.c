#include "collapse/stacks/told.h"

#include <string.h>

static void count(struct told *told, unsigned field)
{
	if (told->inside)
		told->here[field] = true;
	else
		told->of_all[field] = true;
}

void told_text(struct told *told, struct folded_header *header, enum header_text field,
	struct str value, const char *name)
{
	if (value.n == 0)
		return;
	count(told, field);
	folded_header_tell(header, field, value, name);
}

void told_number(struct told *told, struct folded_header *header, enum header_number field,
	uint64_t value, const char *name)
{
	if (value == 0)
		return;
	count(told, HEADER_TEXTS + field);
	folded_header_tell_number(header, field, value, name);
}

void told_leading(struct told *told, const char *leading)
{
	if (!told->leads) {
		told->leads = true;
		told->leading = leading;
	} else if (told->leading != leading) {
		told->differs |= !told->leading || !leading || strcmp(told->leading, leading) != 0;
	}
}

void told_begin_input(struct told *told, uint64_t stacks)
{
	told->inside = true;
	told->stacks_before = stacks;
	memset(told->here, 0, sizeof(told->here));
}

void told_end_input(struct told *told, uint64_t stacks)
{
	struct told_inputs *inputs =
		stacks > told->stacks_before ? &told->with_stacks : &told->others;

	told->inside = false;
	inputs->count++;
	for (unsigned field = 0; field < TOLD_FIELDS; field++)
		inputs->times[field] += told->here[field];
}

/*
 * Whether some inputs told it and others did not. An input without stacks does not matter; but where
 * none has any, the format added them at the end, and all do.
 */
static bool is_partial(const struct told *told, unsigned field)
{
	const struct told_inputs *matter =
		told->with_stacks.count ? &told->with_stacks : &told->others;

	return !told->of_all[field] && matter->times[field] < matter->count &&
	       told->with_stacks.times[field] + told->others.times[field] > 0;
}

static void forget(struct folded_header *header, unsigned field)
{
	if (field < HEADER_TEXTS)
		folded_header_set(header, (enum header_text)field, (struct str){0});
	else
		header->number[field - HEADER_TEXTS] = 0;
}

bool told_settle(const struct told *told, struct folded_header *header)
{
	bool lost = is_partial(told, HEADER_UNIT) && folded_header_get(header, HEADER_UNIT).n > 0;

	for (unsigned field = 0; field < TOLD_FIELDS; field++)
		if (is_partial(told, field))
			forget(header, field);
	if (told->leading && !told->differs)
		folded_header_set(header, HEADER_LEADING, str_of(told->leading));
	return !lost;
}
