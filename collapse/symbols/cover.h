/*
 * Which symbol covers an address, for many addresses at once and without keeping the symbols: they
 * are offered one by one, in any order, and only the best so far is remembered.
 *
 * The symbol with the nearest start at or before the address wins, if it reaches as far. Where
 * several start there, the table's owner chooses. A label in a function does not win over it. A
 * symbol without a size reaches up to the next start of any symbol; of several without a size at
 * one start only the last offered reaches so far, and any with a size wins over the others. These
 * are perf's rules, as measured.
 *
 * A tree over the addresses, in ascending order, makes an offer cost the logarithm of how many
 * there are, however many the symbol covers: symbols that all cover everything take no longer.
 */
#ifndef COLLAPSE_SYMBOLS_COVER_H
#define COLLAPSE_SYMBOLS_COVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum cover_kind {
	COVER_END, /* never wins, but ends what has no size: data */
	COVER_LABEL,
	COVER_FUNCTION,
};

struct cover_hit {
	uint64_t start;
	uint32_t number; /* what the symbol was offered as; in ascending order */
	uint16_t kind;
	bool sized;
	bool found; /* false: none */
};

/* Whether symbol a is to be taken rather than b, which starts at the same address. */
typedef bool cover_better(void *context, uint32_t a, uint32_t b);

struct cover {
	const uint64_t *at; /* ascending */
	size_t count;
	cover_better *better;
	void *context;

	/* private */
	struct cover_hit *sized;   /* the tree: the addresses' own from `count` on */
	struct cover_hit *nearest; /* by address: what starts last between it and the one before */
	struct cover_hit *next;    /* what starts first there; [count] behind all */
	uint32_t *jump;            /* by the upper bits of an address: the first address of those */
	unsigned shift;
	uint64_t least;
	bool newest; /* the last offered wins */
};

/* `at` stays the caller's, and has at least one address and fewer than 2^31. */
void cover_init(struct cover *cover, const uint64_t *at, size_t count, cover_better *better,
	void *context);
/* The same for code that was overwritten: what was offered last covers what it covers. */
void cover_init_newest(struct cover *cover, const uint64_t *at, size_t count);
void cover_release(struct cover *cover);

/* A symbol without a size has size 0. */
void cover_offer(struct cover *cover, uint64_t start, uint64_t size, uint32_t number,
	enum cover_kind kind);

/* After all offers, once. */
void cover_settle(struct cover *cover);
/* What covers address i. */
struct cover_hit cover_winner(const struct cover *cover, size_t i);
/* The first symbol behind address i. */
struct cover_hit cover_next(const struct cover *cover, size_t i);
/* Between offers: the best by now of those with a size. */
struct cover_hit cover_now(const struct cover *cover, size_t i);

#endif
