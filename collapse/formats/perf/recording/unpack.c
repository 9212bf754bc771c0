#include "collapse/formats/perf/recording/unpack.h"

#include "common/input.h"

/* Bytes out for each byte in: records are alike, but not so much. */
enum { RATIO_MOST = 2000, BLOCK = 1 << 16 };
static const uint64_t bytes_most = (uint64_t)64 << 30;

/*
 * The stream stops at the end of a block, but zstd gives out its last bytes only when the stream
 * has an end: an empty block that says that it is the last (RFC 8878, 3.1.1.2).
 */
static uint64_t spool_payloads(
	struct spool *packed, const char *name, const struct str *payloads, size_t count)
{
	const struct str last_block = STR("\1\0\0");
	uint64_t size = 0;

	spool_open(packed, name);
	for (size_t i = 0; i < count; i++) {
		spool_add(packed, name, payloads[i]);
		size += payloads[i].n;
	}
	spool_add(packed, name, last_block);
	return size;
}

bool unpack(struct spool *unpacked, const char *name, const struct str *payloads, size_t count,
	struct str *bytes)
{
	struct spool packed;
	struct input input;
	uint64_t most = spool_payloads(&packed, name, payloads, count), size = 0;
	char block[BLOCK];
	size_t n;

	most = most < bytes_most / RATIO_MOST ? most * RATIO_MOST : bytes_most;
	spool_open(unpacked, name);
	input_open_stream(&input, name, spool_take_file(&packed), "zstd");
	while (size <= most && (n = input_read(&input, block, sizeof(block))) > 0) {
		spool_add(unpacked, name, (struct str){block, n});
		size += n;
	}
	input_close(&input);
	*bytes = spool_map(unpacked, name);
	return size <= most;
}
