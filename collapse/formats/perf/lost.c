#include "collapse/formats/perf/lost.h"

/* A line that tells no number is of one record. */
uint64_t perf_lost(struct str line)
{
	const struct str record = STR("PERF_RECORD_LOST"), mark = STR(" lost ");
	struct str rest = str_skip(line, str_find_str(line, record));
	struct str number = str_skip(rest, str_find_str(rest, mark) + mark.n);
	uint64_t lost;

	if (rest.n == 0)
		return 0;
	return str_to_u64(str_head(number, str_find(number, ' ')), &lost) ? lost : 1;
}

void perf_lost_report(uint64_t lost, struct stacks *stacks)
{
	if (lost > 0)
		stacks_note(stacks,
			"perf lost %llu record%s while it recorded; a larger buffer (perf record "
			"-m) or a lower frequency (-F) helps",
			(unsigned long long)lost, lost == 1 ? "" : "s");
}
