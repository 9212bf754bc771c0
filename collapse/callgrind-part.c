#include "collapse/callgrind-part.h"

#include <stdio.h>

void callgrind_part_bad(struct callgrind_part *part, const char *expected, struct str got)
{
	problem_at(&part->stacks->problems, part->input, part->line, expected, got);
}

/* ---- words and numbers ---- */

static bool next_word(struct str *rest, struct str *word)
{
	size_t n = 0;

	*rest = str_trim_start(*rest);
	while (n < rest->n && !byte_is_blank(rest->p[n]))
		n++;
	*word = str_head(*rest, n);
	*rest = str_skip(*rest, n);
	return n > 0;
}

/* A decimal number or one of "0x1f". */
static bool parse_number(struct str text, uint64_t *value)
{
	if (!str_starts(text, STR("0x")))
		return str_to_u64(text, value);
	*value = 0;
	for (size_t i = 2; i < text.n; i++) {
		if (!byte_is_hex(text.p[i]) || *value >> 60)
			return false;
		*value = *value << 4 | byte_hex_value(text.p[i]);
	}
	return text.n > 2;
}

/* The weight among costs; 0 if there are fewer. */
static bool parse_cost(const struct callgrind_part *part, struct str costs, uint64_t *cost)
{
	struct str word;

	*cost = 0;
	for (size_t i = 0; i < part->event_place; i++)
		if (!next_word(&costs, &word))
			return true;
	return !next_word(&costs, &word) || parse_number(word, cost);
}

bool callgrind_part_cost(const struct callgrind_part *part, struct str line, uint64_t *cost)
{
	struct str word;

	for (size_t i = 0; i < part->positions; i++)
		next_word(&line, &word);
	return parse_cost(part, line, cost);
}

static void set(struct buf *buf, struct str text)
{
	buf_reset(buf);
	buf_add(buf, str_trim(text));
}

/* ---- the header ---- */

static struct str wanted_event(const struct callgrind_part *part)
{
	return part->wanted && part->event.n == 0 ? str_of(part->wanted) : buf_str(&part->event);
}

static void read_events(struct callgrind_part *part, struct str list)
{
	struct str wanted = wanted_event(part), rest = list, word;
	char shown[STR_SHOW], shown_list[STR_SHOW];

	set(&part->events, list);
	for (size_t place = 0; next_word(&rest, &word); place++) {
		if (wanted.n && !str_eq(word, wanted))
			continue;
		part->event_place = place;
		if (part->event.n == 0)
			set(&part->event, word);
		return;
	}
	stacks_fail(part->stacks, "%s:%llu: there is no event %s, only: %s", part->input,
		(unsigned long long)part->line, str_show(wanted, shown),
		str_show(str_trim(list), shown_list));
}

static void read_positions(struct callgrind_part *part, struct str list)
{
	struct str word;

	part->positions = 0;
	while (next_word(&list, &word))
		part->positions++;
}

static void read_totals(struct callgrind_part *part, struct str costs)
{
	uint64_t totals;

	part->has_totals = true;
	set(&part->costs, costs);
	if (!parse_cost(part, costs, &totals) || totals != part->sum)
		callgrind_part_bad(part, "totals that are the sum of all costs", costs);
}

static void read_summary(struct callgrind_part *part, struct str costs)
{
	set(&part->costs, costs);
	part->has_summary = parse_cost(part, costs, &part->summary);
	if (!part->has_summary)
		callgrind_part_bad(part, "summary: COST...", costs);
}

void callgrind_part_header(struct callgrind_part *part, struct str key, struct str value)
{
	if (str_eq(key, STR("totals")))
		read_totals(part, value);
	else if (str_eq(key, STR("summary")))
		read_summary(part, value);
	else if (str_eq(key, STR("positions")))
		read_positions(part, value);
	else if (str_eq(key, STR("events")))
		read_events(part, value);
	else if (str_eq(key, STR("creator")))
		part->by_callgrind = str_starts(str_trim(value), STR("callgrind"));
}

/* ---- the end ---- */

/* As stacks, with what the part says its costs are. */
static void list_events(struct callgrind_part *part)
{
	struct str names = buf_str(&part->events), costs = buf_str(&part->costs), name, cost;

	while (next_word(&names, &name)) {
		uint32_t frame = stacks_name(part->stacks, name);
		uint64_t weight;

		if (!next_word(&costs, &cost) || !parse_number(cost, &weight))
			weight = 0;
		stacks_add_root_first(part->stacks, &frame, 1, weight);
	}
}

/* Callgrind ends each part with totals; others say a summary that may be more than the costs. */
static void check_costs(struct callgrind_part *part)
{
	char lacking[32];

	if (!part->by_callgrind || !part->has_summary || part->has_totals ||
		part->sum >= part->summary)
		return;
	snprintf(lacking, sizeof(lacking), "%llu less",
		(unsigned long long)(part->summary - part->sum));
	callgrind_part_bad(part, "costs up to the summary, and totals", str_of(lacking));
}

void callgrind_part_end(struct callgrind_part *part)
{
	check_costs(part);
	if (part->list)
		list_events(part);
	buf_reset(&part->events);
	buf_reset(&part->costs);
	part->has_summary = part->has_totals = false;
	part->sum = 0;
	part->positions = 1;
}

void callgrind_part_release(struct callgrind_part *part)
{
	buf_release(&part->events);
	buf_release(&part->event);
	buf_release(&part->costs);
}
