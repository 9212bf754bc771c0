/*
 * Two hundred slowdowns, or none, and what "top-folded --fail-above 5%" says of each: 25 kinds of
 * comparison of simulated.h, eight of each with other random numbers. The machine drifts by 1% from
 * recording to recording, and functions by 5%. "make reproductions" prints a line a comparison:
 *
 *     8th function +300%         +7%  as recorded  1 a side  seed 3  status 3  self(f7)
 *
 * With --table it prints a line a kind, as top-folded(1) shows them: how many ended with 0, 4 and 3,
 * and what was said first of most, "self(f7) 7" of seven.
 */
#include <stdio.h>
#include <string.h>

#include "common/messages.h"
#include "tests/bench/random.h"
#include "tests/bench/simulated.h"

enum { SEEDS = 8 };

static const struct kind {
	const char *change;
	const char *how; /* in words */
	enum normalize normalize;
	bool fixed_time;
	unsigned runs;
} kinds[] = {
#define AS_RECORDED(change, runs) {change, "as recorded", NORMALIZE_NONE, false, runs}
#define TYPICAL(change, runs) {change, "typical", NORMALIZE_TYPICAL, false, runs}
#define FIXED_TIME(change, runs) {change, "fixed time", NORMALIZE_TYPICAL, true, runs}
	AS_RECORDED("nothing", 1),
	AS_RECORDED("8th function (2%) +2%", 1),
	AS_RECORDED("8th function +50%", 1),
	AS_RECORDED("1st function (18%) +10%", 1),
	AS_RECORDED("1st function +50%", 1),
	AS_RECORDED("1st function +120%", 1),
	AS_RECORDED("8th function +300%", 1),
	AS_RECORDED("1st function +300%", 1),
	AS_RECORDED("2nd and 3rd +100%", 1),
	AS_RECORDED("every second +20%", 1),
	AS_RECORDED("every second +100%", 1),
	AS_RECORDED("30 heaviest +25%", 1),
	AS_RECORDED("30 heaviest +100%", 1),
	AS_RECORDED("120 lightest +100%", 1),
	AS_RECORDED("all +20%", 1),
	AS_RECORDED("all +100%", 1),
	AS_RECORDED("nothing", 3),
	AS_RECORDED("1st function +50%", 3),
	AS_RECORDED("every second +20%", 3),
	AS_RECORDED("all +20%", 3),
	TYPICAL("nothing", 3),
	TYPICAL("30 heaviest +100%", 3),
	TYPICAL("all +100%", 3),
	FIXED_TIME("8th function +300%", 3),
	FIXED_TIME("all +100%", 3),
};

struct outcome {
	int status;
	char said[32]; /* what was found first, as "self(f7)" */
};

static const struct change *find_change(const char *name)
{
	for (size_t i = 0; i < simulated_changes_count; i++)
		if (strcmp(simulated_changes[i].name, name) == 0)
			return &simulated_changes[i];
	die("there is no change \"%s\"", name);
}

/* Functions have their numbers for ids, but for main, which is 0: f7 is 8. */
static void say(struct outcome *outcome, const struct growth *growth)
{
	static const char *const doubts[] = {[GROWTH_SURE] = "",
		[GROWTH_SCALED] = ", scaled",
		[GROWTH_UNRECORDED] = ", not recorded",
		[GROWTH_EQUAL] = ", equal",
		[GROWTH_NOISE] = ", or noise",
		[GROWTH_BLIND] = ", too little known",
		[GROWTH_HIDDEN] = " may hide growth"};
	const char *doubt = doubts[growth->doubt];

	if (growth->doubt == GROWTH_NOISE && growth->drift)
		doubt = ", or drift";
	if (outcome->status == EXIT_DONE)
		snprintf(outcome->said, sizeof(outcome->said), "nothing");
	else if (growth->id == NAME_NONE)
		snprintf(outcome->said, sizeof(outcome->said), "the total%s", doubt);
	else if (growth->id == 0)
		snprintf(outcome->said, sizeof(outcome->said), "total(main)%s", doubt);
	else
		snprintf(outcome->said, sizeof(outcome->said), "%s(f%u)%s",
			growth->kind == SELF ? "self" : "total", growth->id - 1, doubt);
}

static struct outcome reproduce(const struct kind *kind, unsigned seed)
{
	const struct setting setting = {.change = find_change(kind->change),
		.normalize = kind->normalize,
		.fixed_time = kind->fixed_time,
		.runs = kind->runs,
		.machine = 0.01,
		.function = 0.05};
	struct outcome outcome;
	struct growth first;

	random_start(seed);
	outcome.status = simulated_status(&setting, &first);
	say(&outcome, &first);
	return outcome;
}

static void print_each(const struct kind *kind)
{
	for (unsigned seed = 1; seed <= SEEDS; seed++) {
		struct outcome outcome = reproduce(kind, seed);

		printf("%-24s %+4.0f%%  %-11s  %u a side  seed %u  status %d  %s\n", kind->change,
			simulated_growth(find_change(kind->change)), kind->how, kind->runs, seed,
			outcome.status, outcome.said);
	}
}

/* What was said most often, of equals what was said first; and how often. */
static unsigned most_said(const struct outcome *outcomes, const char **said)
{
	unsigned most = 0;

	for (unsigned i = 0; i < SEEDS; i++) {
		unsigned count = 0;

		for (unsigned other = 0; other < SEEDS; other++)
			count += strcmp(outcomes[i].said, outcomes[other].said) == 0;
		if (count > most) {
			most = count;
			*said = outcomes[i].said;
		}
	}
	return most;
}

static void print_row(const struct kind *kind)
{
	struct outcome outcomes[SEEDS];
	unsigned counts[EXIT_UNSURE + 1] = {0}, most;
	const char *said = "";

	for (unsigned i = 0; i < SEEDS; i++) {
		outcomes[i] = reproduce(kind, i + 1);
		counts[outcomes[i].status]++;
	}
	most = most_said(outcomes, &said);
	printf("%-23s %+4.0f%%  %-11s %u  %2u %2u %2u  %s %u\n", kind->change,
		simulated_growth(find_change(kind->change)), kind->how, kind->runs,
		counts[EXIT_DONE], counts[EXIT_UNSURE], counts[EXIT_BROKEN], said, most);
}

int main(int argc, char **argv)
{
	bool table = argc > 1 && strcmp(argv[1], "--table") == 0;

	messages_start("reproductions");
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		(table ? print_row : print_each)(&kinds[i]);
	return 0;
}
