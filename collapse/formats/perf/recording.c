#include "collapse/formats/perf/recording.h"

#include <stdlib.h>

#include "collapse/formats/perf/events.h"
#include "common/memory.h"

/* What stands behind a mark, up to a comma; empty where the mark is not. */
static struct str behind(struct str line, struct str mark)
{
	struct str rest = str_skip(line, str_find_str(line, mark));

	rest = str_skip(rest, mark.n);
	return str_trim(str_head(rest, str_find(rest, ',')));
}

/* "} = 499" with ", freq = 1" is a rate, without it a period. */
static uint64_t rate_of(struct str line)
{
	uint64_t rate;

	if (!str_eq(behind(line, STR(", freq = ")), STR("1")) ||
		!str_to_u64(behind(line, STR("{ sample_period, sample_freq } = ")), &rate))
		return 0;
	return rate;
}

static void take_event(struct perf_recording *recording, struct str line)
{
	struct str family = perf_event_family(behind(line, STR("name = ")));
	uint32_t known = recording->families.count, id;
	uint64_t rate = rate_of(line);

	if (family.n == 0)
		return;
	id = names_add(&recording->families, family);
	recording->rates = memory_grow(recording->rates, &recording->capacity, (size_t)id + 1,
		sizeof(*recording->rates));
	/* Two kinds of cores may have one each. */
	if (id < known && recording->rates[id] != rate)
		rate = 0;
	recording->rates[id] = rate;
}

void perf_recording_take(struct perf_recording *recording, struct stacks *stacks, struct str line)
{
	const struct str command = STR("# cmdline :"), event = STR("# event : ");

	if (str_starts(line, command))
		stacks_tell(stacks, HEADER_COMMAND, str_trim(str_skip(line, command.n)));
	else if (str_starts(line, event))
		take_event(recording, line);
}

void perf_recording_tell(
	const struct perf_recording *recording, struct stacks *stacks, struct str family)
{
	uint32_t id = names_find(&recording->families, family);

	if (id != NAME_NONE)
		stacks_tell_number(stacks, HEADER_RATE, recording->rates[id]);
}

void perf_recording_forget(struct perf_recording *recording)
{
	names_release(&recording->families);
	free(recording->rates);
	*recording = (struct perf_recording){0};
}
