#include "collapse/formats/perf/recording/chain.h"

/* Marks; what is above the first is one. */
#define MARK_FIRST         ((uint64_t)-4095)
#define MARK_HYPERVISOR    ((uint64_t)-32)
#define MARK_KERNEL        ((uint64_t)-128)
#define MARK_USER          ((uint64_t)-512)
#define MARK_USER_DEFERRED ((uint64_t)-640)

static void add(struct chain *chain, uint64_t ip, unsigned mode, bool is_call)
{
	if (chain->count < CHAIN_MOST)
		chain->entries[chain->count++] = (struct chain_entry){ip, (uint8_t)mode, is_call};
}

/* False when the mark is not known: a guest's chain, or of a kernel to come. */
static bool take_mark(uint64_t mark, unsigned *mode)
{
	if (mark == MARK_HYPERVISOR)
		*mode = MODE_HYPERVISOR;
	else if (mark == MARK_KERNEL)
		*mode = MODE_KERNEL;
	else if (mark == MARK_USER || mark == MARK_USER_DEFERRED)
		*mode = MODE_USER;
	else
		return false;
	return true;
}

/* Behind a mark stands where the processor was; what follows are return addresses. */
static void add_entries(struct chain *chain, struct str entries)
{
	unsigned mode = MODE_USER;
	bool is_call = false;
	uint64_t entry;

	while (take_u64(&entries, &entry)) {
		if (entry < MARK_FIRST) {
			add(chain, entry, mode, is_call);
			is_call = true;
			continue;
		}
		if (!take_mark(entry, &mode)) {
			chain->is_bad = true;
			chain->count = 0;
			return;
		}
		is_call = false;
		if (entry == MARK_USER_DEFERRED) {
			chain->is_deferred = take_u64(&entries, &chain->cookie);
			return;
		}
	}
}

/* Where the user's part of a chain begins: the mark; the end when it has none. */
static size_t user_part(struct str entries)
{
	size_t at = 0;

	while (at + 8 <= entries.n && native_u64(entries.p + at) != MARK_USER)
		at += 8;
	return at;
}

/*
 * The processor's record of calls that have not returned, newest first: each tells from where to
 * where. Where the program is now is not in it but close to the newest's target.
 */
static void add_branches(struct chain *chain, struct str branches)
{
	struct str branch;

	add(chain, native_u64(branches.p + 8), MODE_USER, false);
	while (take_bytes(&branches, BRANCH_SIZE, &branch))
		add(chain, native_u64(branch.p), MODE_USER, false);
}

void chain_of(struct chain *chain, const struct attr *attr, const struct sample *sample,
	unsigned mode)
{
	struct str entries = sample->chain;
	size_t user = user_part(entries);
	bool has_calls = attr->branch_type & BRANCH_CALL_STACK && sample->branches.n &&
			 user < entries.n;

	chain->count = 0;
	chain->is_bad = chain->is_deferred = false;
	if (!(attr->sample_type & SAMPLE_CALLCHAIN)) {
		add(chain, sample->ip, mode, false);
		return;
	}
	add_entries(chain, has_calls ? str_head(entries, user) : entries);
	if (has_calls)
		add_branches(chain, sample->branches);
}

void chain_of_entries(struct chain *chain, struct str entries)
{
	chain->count = 0;
	chain->is_bad = chain->is_deferred = false;
	add_entries(chain, entries);
}
