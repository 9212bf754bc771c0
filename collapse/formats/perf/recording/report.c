#include "collapse/formats/perf/recording/report.h"

/* What stands before the damage is as good as ever; --strict wants all or nothing. */
static void report_damage(struct stacks *stacks, const struct recording *recording)
{
	unsigned long long at = recording->damage_at;

	if (!recording->damage)
		return;
	if (stacks->remarks.problems.strict)
		stacks_fail(stacks, "%s: %s at byte %llu", recording->name, recording->damage, at);
	else
		stacks_note(stacks, "%s: %s at byte %llu; what stands before is folded",
			recording->name, recording->damage, at);
}

static uint64_t sample_count(const struct recording *recording)
{
	uint64_t count = 0;

	for (size_t i = 0; i < recording->events.count; i++)
		count += recording->events.items[i].samples;
	return count;
}

/* Why there is nothing. */
static void explain(struct stacks *stacks, const struct recording *recording)
{
	const struct tally *tally = &recording->tally;

	if (tally->has_stat)
		stacks_explain(stacks,
			"%s: these are the counts of perf stat, without stacks: perf stat report "
			"shows them", recording->name);
	else if (tally->has_aux)
		stacks_explain(stacks,
			"%s: there is a processor's trace only: perf script --itrace=g makes "
			"samples of it, whose text collapse-perf folds", recording->name);
	else
		stacks_explain(stacks, "%s: there are no samples in it", recording->name);
}

void report_recording(struct stacks *stacks, const struct recording *recording)
{
	const struct tally *tally = &recording->tally;
	const char *name = recording->name;

	report_damage(stacks, recording);
	if (sample_count(recording) == 0)
		explain(stacks, recording);
	else if (tally->has_aux)
		stacks_note(stacks, "%s: left out the processor's trace", name);
	stacks_note_count(stacks, name, tally->unknown_events,
		"left out # sample{|s} of no event that the recording tells of");
	stacks_note_count(stacks, name, tally->unknown_types,
		"passed over # record{|s} of types that are not known here");
	stacks_note_count(stacks, name, tally->bad_attrs,
		"left out # event{ that is|s that are} not described as Linux does it");
	stacks_count_things(stacks, tally->records);
}

void report_folds(struct stacks *stacks, const struct recording *recording,
	const struct fold_counts *counts)
{
	const char *name = recording->name;

	stacks_note_count(stacks, name, counts->cut_copies,
		"# stack{ is|s are} cut, as perf copied too little of {it|them}; perf record "
		"--call-graph dwarf,65528 copies more");
	stacks_note_count(stacks, name, counts->broken_copies,
		"# stack{ is|s are} not whole, as no unwind table tells a caller");
	stacks_note_count(stacks, name, counts->foreign_copies,
		"# stack{ has|s have} the kernel's part only, as {its program is|their programs are} "
		"of 32 bits or of another processor");
	stacks_note_count(stacks, name, counts->bad_chains,
		"# call chain{ is|s are} left out, with marks that are not known here");
	stacks_note_count(stacks, name, counts->missing_parts,
		"# stack{ lacks its|s lack their} program's part, which perf was to record later");
	stacks_note_count(stacks, name, counts->guests,
		"left out # sample{|s} of virtual machines");
	stacks_note_count(stacks, name, counts->damaged,
		"left out # sample{|s} shorter than what {it|they} should hold");
}
