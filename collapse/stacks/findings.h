/*
 * What is wrong with a recording, as far as its stacks tell: that many of them are cut, that a
 * library has no symbols, that samples were lost. Each is a line for the user where it matters; all
 * of them, also those that turned out to be nothing, are said with --verbose, and written for
 * programs with --doctor FILE:
 *
 *     [
 *     {"id": "cut-stacks", "matters": true, "percent": 34.20, "part": 1203, "whole": 3517,
 *      "text": "34.20% of the weight is in stacks that ...",
 *      "where": [{"name": "libc.so.6", "part": 900}]}
 *     ]
 */
#ifndef COLLAPSE_STACKS_FINDINGS_H
#define COLLAPSE_STACKS_FINDINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "common/buf.h"

struct finding_place {
	struct buf name; /* of a library, a thread */
	uint64_t part;
};

struct finding {
	const char *id; /* for programs: stays the same from version to version */
	bool matters;
	uint64_t part, whole; /* weights, or samples, or records; a whole of 0: not known */
	struct buf text; /* one line, owned */
	struct finding_place *places; /* owned; largest first, once they are shown */
	size_t place_count, place_capacity;
};

/* {0} is empty. */
struct findings {
	struct finding *items;
	size_t count, capacity;
};

void findings_release(struct findings *findings);

/*
 * A new one, whose text and places the caller adds; valid until the next one. Untrusted bytes go
 * into the text through str_show() only.
 */
struct finding *findings_add(
	struct findings *findings, const char *id, bool matters, uint64_t part, uint64_t whole);
/* Adds "34.20%". */
void finding_add_percent(struct finding *finding);
/* Where so much of it is; nothing is nowhere. */
void finding_add_place(struct finding *finding, struct str name, uint64_t part);
/* Adds "libc.so.6 (12.34%), ..." to the text: the largest of all places, that were added before. */
void finding_show_places(struct finding *finding);

/*
 * How sure shares are that so many samples tell: 95% confidence for a function of a tenth, after
 * E. B. Wilson (1927).
 */
void findings_add_samples(struct findings *findings, uint64_t samples);

/* The JSON text above. */
void findings_write(const struct findings *findings, struct buf *out);

#endif
