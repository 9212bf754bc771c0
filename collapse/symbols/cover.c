#include "collapse/symbols/cover.h"

#include <stdlib.h>
#include <string.h>

#include "common/memory.h"

/* The last symbol of a table is taken to reach to the end of its page, and through one more. */
enum { PAGE = 4096 };

static size_t jump_of(const struct cover *cover, uint64_t address)
{
	return (size_t)((address - cover->least) >> cover->shift);
}

/*
 * The upper bits of an address, counted from the least one, tell about where it stands: there are
 * about as many of their values as addresses.
 */
static void make_jump(struct cover *cover)
{
	uint64_t span = cover->at[cover->count - 1] - cover->least;
	size_t places, place = 0;

	while ((span >> cover->shift) > 2 * (uint64_t)cover->count)
		cover->shift++;
	places = (size_t)(span >> cover->shift) + 2;
	cover->jump = memory_new(places, sizeof(*cover->jump));
	for (size_t i = 0; i < cover->count; i++)
		while (place <= jump_of(cover, cover->at[i]))
			cover->jump[place++] = (uint32_t)i;
	while (place < places)
		cover->jump[place++] = (uint32_t)cover->count;
}

void cover_init(struct cover *cover, const uint64_t *at, size_t count, cover_better *better,
	void *context)
{
	*cover = (struct cover){.at = at, .count = count, .better = better, .context = context};
	cover->least = at[0];
	cover->sized = memory_new(2 * count, sizeof(*cover->sized));
	cover->nearest = memory_new(count, sizeof(*cover->nearest));
	cover->next = memory_new(count + 1, sizeof(*cover->next));
	make_jump(cover);
}

void cover_init_newest(struct cover *cover, const uint64_t *at, size_t count)
{
	cover_init(cover, at, count, NULL, NULL);
	cover->newest = true;
}

void cover_release(struct cover *cover)
{
	free(cover->sized);
	free(cover->nearest);
	free(cover->next);
	free(cover->jump);
}

/* How many addresses are below. */
static size_t below(const struct cover *cover, uint64_t address)
{
	size_t low, high, place;

	if (address <= cover->least)
		return 0;
	if (address > cover->at[cover->count - 1])
		return cover->count;
	place = jump_of(cover, address);
	low = cover->jump[place];
	high = cover->jump[place + 1];
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (cover->at[middle] < address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* What has a size: functions before labels, then the nearest start, then the owner's choice. */
static bool wins(const struct cover *cover, const struct cover_hit *a, const struct cover_hit *b)
{
	if (!b->found)
		return true;
	if (cover->newest)
		return a->number > b->number;
	if (a->kind != b->kind)
		return a->kind > b->kind;
	if (a->start != b->start)
		return a->start > b->start;
	return cover->better(cover->context, a->number, b->number);
}

static void keep(const struct cover *cover, struct cover_hit *best, const struct cover_hit *hit)
{
	if (wins(cover, hit, best))
		*best = *hit;
}

static void offer_range(struct cover *cover, size_t from, size_t to, const struct cover_hit *hit)
{
	for (from += cover->count, to += cover->count; from < to; from >>= 1, to >>= 1) {
		if (from & 1)
			keep(cover, &cover->sized[from++], hit);
		if (to & 1)
			keep(cover, &cover->sized[--to], hit);
	}
}

void cover_offer(struct cover *cover, uint64_t start, uint64_t size, uint32_t number,
	enum cover_kind kind)
{
	size_t first = below(cover, start);
	uint64_t end = size > UINT64_MAX - start ? UINT64_MAX : start + size;
	struct cover_hit hit = {start, number, (uint16_t)kind, size > 0, true};

	if (!cover->next[first].found || start < cover->next[first].start)
		cover->next[first] = hit;
	if (first == cover->count)
		return;
	/* Of equal starts the last one offered. */
	if (!cover->nearest[first].found || start >= cover->nearest[first].start)
		cover->nearest[first] = hit;
	if (size && kind != COVER_END && cover->at[first] < end)
		offer_range(cover, first, below(cover, end), &hit);
}

void cover_settle(struct cover *cover)
{
	for (size_t i = 1; i < cover->count; i++)
		if (!cover->nearest[i].found)
			cover->nearest[i] = cover->nearest[i - 1];
	for (size_t i = cover->count; i > 0; i--)
		if (!cover->next[i - 1].found)
			cover->next[i - 1] = cover->next[i];
}

struct cover_hit cover_next(const struct cover *cover, size_t i)
{
	return cover->next[i + 1];
}

/* What was offered for a range is in the nodes above its addresses. */
struct cover_hit cover_now(const struct cover *cover, size_t i)
{
	struct cover_hit best = {0};

	for (size_t node = cover->count + i; node > 0; node >>= 1) {
		const struct cover_hit *hit = &cover->sized[node];

		if (hit->found && wins(cover, hit, &best))
			best = *hit;
	}
	return best;
}

/* Whether what has no size reaches address i: nothing starts between, by what `nearest` is. */
static bool reaches(const struct cover *cover, const struct cover_hit *hit, size_t i)
{
	if (!hit->found || hit->sized || hit->kind == COVER_END)
		return false;
	return cover_next(cover, i).found ||
		cover->at[i] - (hit->start & ~(uint64_t)(PAGE - 1)) < 2 * PAGE;
}

struct cover_hit cover_winner(const struct cover *cover, size_t i)
{
	struct cover_hit sized = cover_now(cover, i), loose = cover->nearest[i];

	if (!reaches(cover, &loose, i))
		return sized;
	if (!sized.found)
		return loose;
	if (sized.start == loose.start)
		return cover->better(cover->context, loose.number, sized.number) ? loose : sized;
	/* Nearer, or a label in a function. */
	return sized.start < loose.start && loose.kind >= sized.kind ? loose : sized;
}
