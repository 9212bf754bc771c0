#include "collapse/formats/valgrind/callgrind-part.h"

#include <stdio.h>
#include <stdlib.h>

#include "collapse/formats/valgrind/call-graph.h"
#include "common/memory.h"

void callgrind_part_bad(struct callgrind_part *part, const char *expected, struct str got)
{
	stacks_problem_at(part->stacks, part->input, part->line, expected, got);
}

/* ---- words and numbers ---- */

static bool next_word(struct str *rest, struct str *word)
{
	*word = str_take_word(rest);
	return word->n > 0;
}

/* "31", "0x1f", or "." for nothing, as cachegrind has it. */
static bool parse_number(struct str text, uint64_t *value)
{
	*value = 0;
	if (str_starts(text, STR("0x")))
		return str_hex_to_u64(str_skip(text, 2), value);
	return str_to_u64(text, value) || str_eq(text, STR("."));
}

/* What is behind so many words and the blanks around them. */
static struct str skip_words(struct str text, size_t count)
{
	const char *at = text.p, *end = text.p + text.n;

	for (;;) {
		while (at < end && byte_is_blank(*at))
			at++;
		if (count-- == 0 || at == end)
			return (struct str){at, (size_t)(end - at)};
		while (at < end && !byte_is_blank(*at))
			at++;
	}
}

/* The number behind so many words; 0 if there are fewer. */
static bool parse_word(struct str text, size_t before, uint64_t *value)
{
	struct str rest = skip_words(text, before);
	size_t n = 0;

	/* Most are decimals; 19 digits always fit. */
	for (*value = 0; n < rest.n && n < 19 && byte_is_digit(rest.p[n]); n++)
		*value = *value * 10 + (uint64_t)(rest.p[n] - '0');
	return n == rest.n || byte_is_blank(rest.p[n]) || parse_number(str_take_word(&rest), value);
}

bool callgrind_part_cost(const struct callgrind_part *part, struct str line, uint64_t *cost)
{
	return parse_word(line, part->positions + part->event_place, cost);
}

/* What is no number is none of the costs: the user has said so. */
static void count_all(struct callgrind_part *part, struct str line)
{
	struct str rest = skip_words(line, part->positions), word;
	uint64_t cost;

	for (size_t i = 0; i < part->sum_count && next_word(&rest, &word); i++)
		if (parse_number(word, &cost))
			call_cost_add(&part->sums[i], cost);
}

void callgrind_part_count(struct callgrind_part *part, struct str line, uint64_t cost)
{
	call_cost_add(&part->sum, cost);
	if (part->list)
		count_all(part, line);
}

/* ---- the header ---- */

static struct str wanted_event(const struct callgrind_part *part)
{
	return part->wanted && part->event.n == 0 ? str_of(part->wanted) : buf_str(&part->event);
}

static void begin_sums(struct callgrind_part *part)
{
	struct str names = buf_str(&part->events), name;

	part->sum_count = 0;
	while (next_word(&names, &name))
		*ARRAY_PUSH(part->sums, part->sum_count, part->sum_capacity) = 0;
}

/*
 * What the events of callgrind and cachegrind count, by the ends of their names; and of others that
 * say it: "cpu(ns)" of pprof, "Memory_(bytes)" of Xdebug, "totB" and "totBk" of memcheck.
 */
static struct str unit_of(struct str event)
{
	static const struct {
		struct str name, unit;
	} known[] = {
		{STR_INIT("Ir"), STR_INIT("instructions")},
		{STR_INIT("Instructions"), STR_INIT("instructions")},
		{STR_INIT("Dr"), STR_INIT("reads")},
		{STR_INIT("Dw"), STR_INIT("writes")},
		{STR_INIT("Bc"), STR_INIT("branches")},
		{STR_INIT("Bi"), STR_INIT("branches")},
		{STR_INIT("Bcm"), STR_INIT("branch-misses")},
		{STR_INIT("Bim"), STR_INIT("branch-misses")},
		{STR_INIT("I1mr"), STR_INIT("cache-misses")},
		{STR_INIT("D1mr"), STR_INIT("cache-misses")},
		{STR_INIT("D1mw"), STR_INIT("cache-misses")},
		{STR_INIT("ILmr"), STR_INIT("cache-misses")},
		{STR_INIT("DLmr"), STR_INIT("cache-misses")},
		{STR_INIT("DLmw"), STR_INIT("cache-misses")},
		{STR_INIT("I2mr"), STR_INIT("cache-misses")},
		{STR_INIT("D2mr"), STR_INIT("cache-misses")},
		{STR_INIT("D2mw"), STR_INIT("cache-misses")},
		{STR_INIT("curB"), STR_INIT("bytes")},
		{STR_INIT("totB"), STR_INIT("bytes")},
		{STR_INIT("totFdB"), STR_INIT("bytes")},
		{STR_INIT("curBk"), STR_INIT("blocks")},
		{STR_INIT("totBk"), STR_INIT("blocks")},
		{STR_INIT("totFdBk"), STR_INIT("blocks")},
	};
	static const struct str units[] = {STR_INIT("(ns)"), STR_INIT("(us)"), STR_INIT("(ms)"),
		STR_INIT("(s)"), STR_INIT("(bytes)")};

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (str_eq(event, known[i].name))
			return known[i].unit;
	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
		if (str_ends(event, units[i]))
			return str_drop_end(str_skip(units[i], 1), 1);
	return STR("");
}

static void tell_event(struct callgrind_part *part)
{
	if (part->list)
		return;
	stacks_tell(part->stacks, HEADER_EVENT, buf_str(&part->event));
	stacks_tell(part->stacks, HEADER_UNIT, unit_of(buf_str(&part->event)));
}

static void read_events(struct callgrind_part *part, struct str list)
{
	struct str wanted = wanted_event(part), rest = list, word;
	char shown[STR_SHOW], shown_list[STR_SHOW];

	buf_set(&part->events, str_trim(list));
	if (part->list)
		begin_sums(part);
	for (size_t place = 0; next_word(&rest, &word); place++) {
		if (wanted.n && !str_eq(word, wanted))
			continue;
		part->event_place = place;
		if (part->event.n == 0)
			buf_set(&part->event, word);
		tell_event(part);
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
	if (!parse_word(costs, part->event_place, &totals) || totals != part->sum)
		callgrind_part_bad(part, "totals that are the sum of all costs", costs);
}

static void read_summary(struct callgrind_part *part, struct str costs)
{
	part->has_summary = parse_word(costs, part->event_place, &part->summary);
	if (!part->has_summary)
		callgrind_part_bad(part, "summary: COST...", costs);
}

/* "callgrind-3.19.0", "xtree-1" */
static void read_creator(struct callgrind_part *part, struct str creator)
{
	part->has_end = str_starts(creator, STR("callgrind")) || str_starts(creator, STR("xtree"));
}

bool callgrind_part_is_next(const struct callgrind_part *part, struct str key)
{
	static const struct str keys[] = {STR_INIT("part"), STR_INIT("pid"), STR_INIT("thread"),
		STR_INIT("events"), STR_INIT("positions")};

	if (!part->has_body && !part->has_totals)
		return false;
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if (str_eq(key, keys[i]))
			return true;
	return false;
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
		read_creator(part, str_trim(value));
	else if (str_eq(key, STR("cmd")) && !part->list)
		stacks_tell(part->stacks, HEADER_COMMAND, str_trim(value));
}

/* ---- the end ---- */

/* As stacks, with what the costs of each are in all. */
static void list_events(struct callgrind_part *part)
{
	struct str names = buf_str(&part->events), name;

	for (size_t i = 0; next_word(&names, &name); i++) {
		uint32_t frame = stacks_name(part->stacks, name);

		stacks_add_root_first(part->stacks, &frame, 1, part->sums[i]);
	}
}

/*
 * Callgrind and memcheck end each part with totals, callgrind says a summary before; others say one
 * that may be more than the costs.
 */
static void check_costs(struct callgrind_part *part)
{
	char lacking[32];

	if (!part->has_end || part->has_totals)
		return;
	if (!part->has_summary && part->has_body) {
		callgrind_part_bad(part, "totals", STR("the end"));
	} else if (part->has_summary && part->sum < part->summary) {
		snprintf(lacking, sizeof(lacking), "%llu less",
			(unsigned long long)(part->summary - part->sum));
		callgrind_part_bad(
			part, "costs up to the summary, and totals", str_of(lacking));
	}
}

void callgrind_part_end(struct callgrind_part *part)
{
	check_costs(part);
	if (part->list)
		list_events(part);
	buf_reset(&part->events);
	part->has_body = part->has_summary = part->has_totals = false;
	part->sum = 0;
	part->positions = 1;
}

void callgrind_part_explain(const struct callgrind_part *part)
{
	char event[STR_SHOW];

	if (part->event.n)
		stacks_explain(part->stacks,
			"there are no costs of the event %s; --list-events tells of which there are",
			str_show(buf_str(&part->event), event));
}

void callgrind_part_release(struct callgrind_part *part)
{
	buf_release(&part->events);
	buf_release(&part->event);
	free(part->sums);
}
