/*
 * A recording as it was opened: where its records are, and what it tells of itself.
 *
 *     a file       PERFILE2, the header; attributes and ids of the events; records; features
 *     a pipe       PERFILE2, 16 (u64); records, some of which hold attributes and features
 *     a directory  data: such a file; data.0, data.1, …: records only
 *
 * tools/perf/Documentation/perf.data-file-format.txt in the kernel's source.
 */
#ifndef COLLAPSE_FORMATS_PERF_RECORDING_RECORDING_H
#define COLLAPSE_FORMATS_PERF_RECORDING_RECORDING_H

#include "collapse/formats/perf/recording/event-list.h"
#include "collapse/formats/perf/recording/images.h"

/* Records that follow each other. Positions count through all segments of a recording. */
struct segment {
	struct str bytes;
	uint64_t position; /* of its first byte */
	uint64_t offset; /* the same in its file */
};

/* What was met, to be told in the end. */
struct tally {
	uint64_t records;
	uint64_t lost; /* the kernel had no room for them */
	uint64_t lost_samples;
	uint64_t throttled; /* times that the kernel took fewer samples than were asked for */
	uint64_t unknown_types; /* records whose type means nothing here */
	uint64_t unknown_events; /* samples of none of the events */
	uint64_t bad_attrs; /* events that say nothing that could be understood */
	bool has_aux, has_stat;
};

struct recording {
	const char *name;
	struct event_list events;
	struct images images;
	struct segment *segments;
	size_t segment_count, segment_capacity;
	bool has_parts; /* the file is in a folder, with data.0 and so on beside it */
	bool is_timeless; /* some records have no time: all are taken as they stand */
	struct buf arch, release, host; /* of the machine that was recorded; empty: not known */
	struct buf command; /* "perf record -g ./program"; or empty */
	struct tally tally;
	/* Where the records end before their end, and what was wrong there. */
	const char *damage; /* "it is cut short"; NULL: nothing */
	uint64_t damage_at; /* the byte of the file, or of its decompressed records */
};

enum { FILE_HEADER = 104, PIPE_HEADER = 16 }; /* bytes */

void recording_init(struct recording *recording, const char *name);
void recording_release(struct recording *recording);

/*
 * What these first bytes are. Recordings of other machines, and very old ones, are known but cannot
 * be read.
 */
enum recording_kind {
	RECORDING_NOT,
	RECORDING_FILE,
	RECORDING_PIPE,
	RECORDING_FOREIGN, /* of the other byte order */
	RECORDING_OLD, /* PERFFILE, of perf before 2012 */
	RECORDING_CUT, /* it ends before its header does */
};

enum recording_kind recording_kind_of(struct str head);

/*
 * Reads the header of a whole file: its events and what it tells of itself. The records become the
 * first segment. NULL, or what is wrong with it.
 */
const char *recording_open(struct recording *recording, struct str file);
/* Another segment, behind those that there are. */
void recording_add_segment(struct recording *recording, struct str bytes, uint64_t offset);

/*
 * A record of perf record's own that tells of the recording, as pipes have them (and some files):
 * events, their names, features, build-ids. Others are passed over. A record that is neither one of
 * these nor of any known type is counted.
 */
void recording_take(struct recording *recording, const struct record *record);

/* Notes that records cannot be read on from a place in a segment. */
void recording_damage(struct recording *recording, enum record_found found,
	const struct segment *segment, const char *at);

/* When it was written; by its place where that is what orders records. */
uint64_t recording_time(
	const struct recording *recording, const struct record *record, uint64_t position);

#endif
