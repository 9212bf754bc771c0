/*
 * Numbers as people read them: weights of a profile with what they count.
 *
 *     times    1.90 s   12.3 ms   456 µs   789 ns   three digits, and the unit that fits
 *     bytes    512 B    1.50 KiB  12.3 MiB          the same, of 1024
 *     counts   1,903 samples      1 sample          whole
 *     others   1,903                                it is not known what they count: alone
 *
 * Digits that the profile's own unit does not have are not made up: 5 of a profile in ms is "5 ms".
 * The viewer has the same rules (render/viewer/quantity.js); a test compares both. The lists below
 * go into its script, too, see render/picture/shared.h.
 */
#ifndef COMMON_QUANTITY_H
#define COMMON_QUANTITY_H

#include "common/buf.h"
#include "common/folded-header.h"
#include "common/weight.h"

/* Units of time, a thousandth of each other, and names for them, in that order again and again. */
#define TIME_SYMBOLS "s", "ms", "\u00b5s", "ns"
#define TIME_NAMES "s", "ms", "us", "ns", "s", "ms", "\u00b5s", "ns", "s", "ms", "\u03bcs", "ns"
/* 1024 of each other, and names for the first. */
#define BYTE_SYMBOLS "B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"
#define BYTE_NAMES "bytes", "byte", "B"
/* Ends of nouns of which the singular is two letters shorter. */
#define LONG_PLURALS "sses", "shes", "ches", "xes"

/* How the numbers of one profile are shown. */
struct quantities {
	struct str unit; /* what weights count: "ns", "bytes", "samples"; empty: not known */
	bool exact; /* all digits, in the profile's own unit: "1,903,452,100 ns" */
};

/* "1.90 s", "1,903 samples", "1,903": a weight with so many decimals. */
void quantity_add(struct buf *out, const struct quantities *how, uint64_t weight, unsigned places);
/* The same without a noun, for a table that says elsewhere what it counts: "1.90 s", "1,903". */
void quantity_add_number(
	struct buf *out, const struct quantities *how, uint64_t weight, unsigned places);
/*
 * "1.90 s of CPU, 1,903 samples": a total, of what it is when the header's event says so, and of
 * how many samples, unless they are not known (0) or that is what was said.
 */
void quantity_add_total(struct buf *out, const struct quantities *how, uint64_t weight,
	unsigned places, struct str event, uint64_t samples);

/* "1.90 s" is a number with its unit; "1,903 samples" and "1,903" are not, as a table's cell. */
bool quantity_has_symbol(const struct quantities *how);

/*
 * What the weights are, as the header says it; empty where that is not known, or is no word to show
 * to people.
 */
struct str quantity_unit(const struct folded_header *header);

/*
 * What people write, "50 ms", "1.5 MiB", "120 samples" or "120" (in the profile's own unit), as a
 * weight in the profile's unit, exactly, with up to QUANTITY_PLACES decimals. False, and what is
 * wrong with it is added to `wrong`, as the end of a message, when it is another kind of thing or
 * too large.
 */
enum { QUANTITY_PLACES = WEIGHT_PLACES + 9 };

bool quantity_parse(struct str text, struct str unit, struct weight *weight, struct buf *wrong);
/* Whether it could be a quantity, of whatever profile. */
bool quantity_is_sound(struct str text);

#endif
