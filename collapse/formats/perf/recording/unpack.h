/*
 * Compressed records (perf record -z): their payloads, one behind the other, are one stream of zstd
 * that never ends, and that is a stream of records, which need not end where a payload does. The
 * program zstd reads it.
 */
#ifndef COLLAPSE_FORMATS_PERF_RECORDING_UNPACK_H
#define COLLAPSE_FORMATS_PERF_RECORDING_UNPACK_H

#include <stddef.h>

#include "collapse/formats/perf/recording/spool.h"

/*
 * Decompresses payloads; the spool, which need not be open, is to be closed by the caller. Ends the
 * program when there is no zstd. False when there is more than any recording holds: what came so
 * far is there.
 */
bool unpack(struct spool *unpacked, const char *name, const struct str *payloads, size_t count,
	struct str *bytes);

#endif
