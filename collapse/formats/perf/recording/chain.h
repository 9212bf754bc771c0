/*
 * A sample's call chain, as addresses with the mode that the processor was in at each: the kernel's
 * part comes first, leaf first, then the program's.
 *
 *     -128, ffffffff8104b0c4, ffffffff81a00000, -512, 7f722d142778, 55f1c393b1d9
 *     kernel                                    user
 *
 * An entry above -4096 is no address but a mark, which tells the mode of those behind it.
 */
#ifndef COLLAPSE_FORMATS_PERF_RECORDING_CHAIN_H
#define COLLAPSE_FORMATS_PERF_RECORDING_CHAIN_H

#include "collapse/formats/perf/recording/sample.h"

enum { CHAIN_MOST = 127 }; /* as many as perf script shows */

struct chain_entry {
	uint64_t ip;
	uint8_t mode; /* MODE_KERNEL, MODE_USER, MODE_HYPERVISOR */
	bool is_call; /* a call returns there */
};

struct chain {
	struct chain_entry entries[CHAIN_MOST];
	size_t count;
	bool is_bad; /* there was a mark that is not known: then nothing of it is */
	bool is_deferred; /* the rest comes later, in a record with this cookie */
	uint64_t cookie;
};

/* mode is that of the sample, for one that has no chain. */
void chain_of(struct chain *chain, const struct attr *attr, const struct sample *sample,
	unsigned mode);
/* The entries of a deferred chain, 8 bytes each. */
void chain_of_entries(struct chain *chain, struct str entries);

#endif
