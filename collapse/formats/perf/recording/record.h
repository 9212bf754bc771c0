/*
 * A recording's records: what the kernel writes, and between that what perf record does.
 *
 *     u32 type, u16 misc, u16 size        the header; size is that of all, the header included
 *     …                                   what the type says
 *     tid, time, id, cpu …                as the event's attributes say, see attr.h
 *
 * linux/perf_event.h; tools/perf/Documentation/perf.data-file-format.txt in the kernel's source.
 */
#ifndef COLLAPSE_FORMATS_PERF_RECORDING_RECORD_H
#define COLLAPSE_FORMATS_PERF_RECORDING_RECORD_H

#include "collapse/formats/perf/recording/native.h"

enum record_type {
	RECORD_MMAP = 1,
	RECORD_LOST = 2,
	RECORD_COMM = 3,
	RECORD_EXIT = 4,
	RECORD_THROTTLE = 5,
	RECORD_UNTHROTTLE = 6,
	RECORD_FORK = 7,
	RECORD_READ = 8,
	RECORD_SAMPLE = 9,
	RECORD_MMAP2 = 10,
	RECORD_AUX = 11,
	RECORD_LOST_SAMPLES = 13,
	RECORD_KSYMBOL = 17,
	RECORD_DEFERRED = 22,
	RECORD_KERNEL_END = 64, /* below this are the kernel's */

	RECORD_ATTR = 64,
	RECORD_EVENT_TYPE = 65,
	RECORD_TRACING_DATA = 66,
	RECORD_BUILD_ID = 67,
	RECORD_FINISHED_ROUND = 68,
	RECORD_AUXTRACE = 71,
	RECORD_STAT = 76,
	RECORD_STAT_ROUND = 77,
	RECORD_EVENT_UPDATE = 78,
	RECORD_FEATURE = 80,
	RECORD_COMPRESSED = 81,
	RECORD_COMPRESSED2 = 83,
};

enum {
	RECORD_HEADER = 8, /* bytes */
	/* of misc: in which mode the processor was, */
	MISC_MODE = 7,
	MODE_KERNEL = 1,
	MODE_USER = 2,
	MODE_HYPERVISOR = 3,
	MODE_GUEST_KERNEL = 4,
	MODE_GUEST_USER = 5,
	/* and what the bits mean for single types. */
	MISC_MAP_DATA = 1 << 13,
	MISC_FORK_NO_MAPS = 1 << 13,
	MISC_MAP_BUILD_ID = 1 << 14,
	MISC_BUILD_ID_SIZE = 1 << 15,
};

struct record {
	uint32_t type;
	uint16_t misc;
	struct str body; /* behind the header */
	size_t size; /* all that it takes, with what some carry behind their own size */
};

enum record_found {
	RECORD_WHOLE,
	RECORD_CUT, /* the bytes end in it */
	RECORD_BAD, /* it cannot be one, nor can anything behind it be found */
};

/* The record that the bytes start with; for RECORD_CUT, size is how many it needs, if known. */
enum record_found record_at(struct str bytes, struct record *record);

/* A record that record_at() found before, whose size was checked then. */
static inline struct record record_again(const char *p)
{
	return (struct record){
		.type = native_u32(p),
		.misc = native_u16(p + 4),
		.body = {p + RECORD_HEADER, (size_t)native_u16(p + 6) - RECORD_HEADER},
	};
}

#endif
