#include "collapse/formats/perf/recording/record.h"

/*
 * Two types carry data behind what their header counts: TRACING_DATA (u32 size, padded to 8 bytes)
 * and AUXTRACE (u64 size).
 */
static bool data_behind(const struct record *record, uint64_t *more)
{
	*more = 0;
	if (record->type == RECORD_TRACING_DATA && record->body.n >= 4)
		*more = ((uint64_t)native_u32(record->body.p) + 7) & ~(uint64_t)7;
	else if (record->type == RECORD_AUXTRACE && record->body.n >= 8)
		*more = native_u64(record->body.p);
	else
		return record->type != RECORD_TRACING_DATA && record->type != RECORD_AUXTRACE;
	return true;
}

enum record_found record_at(struct str bytes, struct record *record)
{
	uint64_t more;
	size_t size;

	*record = (struct record){.size = RECORD_HEADER};
	if (bytes.n < RECORD_HEADER)
		return RECORD_CUT;
	size = native_u16(bytes.p + 6);
	record->type = native_u32(bytes.p);
	record->misc = native_u16(bytes.p + 4);
	record->size = size;
	/* Type 0 is none: zeros are a hole in the file. */
	if (size < RECORD_HEADER || record->type == 0)
		return RECORD_BAD;
	if (size > bytes.n)
		return RECORD_CUT;
	record->body = (struct str){bytes.p + RECORD_HEADER, size - RECORD_HEADER};
	if (!data_behind(record, &more) || more > SIZE_MAX / 2)
		return RECORD_BAD;
	record->size += (size_t)more;
	return more > bytes.n - size ? RECORD_CUT : RECORD_WHOLE;
}
