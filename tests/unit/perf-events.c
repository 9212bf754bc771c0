#include "collapse/formats/perf/events.h"

#include "tests/unit/test.h"

static void families(void)
{
	CHECK_STR(perf_event_family(STR("cycles")), "cycles");
	CHECK_STR(perf_event_family(STR("cycles:ppp")), "cycles");
	CHECK_STR(perf_event_family(STR("cpu-clock:pppH")), "cpu-clock");
	CHECK_STR(perf_event_family(STR("cpu_core/cycles/P")), "cycles");
	CHECK_STR(perf_event_family(STR("cpu_atom/cycles/")), "cycles");
	CHECK_STR(perf_event_family(STR("cpu/cycles/ppp")), "cycles");
	CHECK_STR(perf_event_family(STR("cpu/event=0x3c,umask=0x0/")), "event=0x3c,umask=0x0");
	CHECK_STR(perf_event_family(STR("uncore_imc_0/cas_count_read/")),
		"uncore_imc_0/cas_count_read/");
	CHECK_STR(perf_event_family(STR("sched:sched_switch")), "sched:sched_switch");
	CHECK_STR(perf_event_family(STR("")), "");
}

static bool is_kept(const struct perf_options *options, const char *first, const char *event)
{
	struct perf_events events;
	bool kept;

	perf_events_init(&events, options);
	perf_events_count(&events, str_of(first));
	kept = perf_events_count(&events, str_of(event))->kept;
	perf_events_release(&events);
	return kept;
}

static void without_a_filter(void)
{
	const struct perf_options options = {0};

	CHECK(is_kept(&options, "cycles:ppp", "cycles:ppp"));
	CHECK(is_kept(&options, "cycles:ppp", "cpu_atom/cycles/"));
	CHECK(!is_kept(&options, "cycles:ppp", "instructions"));
	CHECK(!is_kept(&options, "sched:sched_switch", "sched:sched_wakeup"));
}

static void check_filter(const char *filter, const char *event, bool kept)
{
	const char *items[] = {filter};
	const struct perf_options options = {.event_filter = {.items = items, .count = 1}};

	CHECK(is_kept(&options, "other", event) == kept);
}

static void with_a_filter(void)
{
	check_filter("cycles", "cycles:ppp", true);
	check_filter("cycles", "cpu_core/cycles/", true);
	check_filter("cycles:u", "cycles:u", true);
	check_filter("cycles:u", "cycles:k", false);
	check_filter("cpu_core/cycles/", "cpu_core/cycles/P", true);
	check_filter("cpu_core/cycles/", "cpu_atom/cycles/P", false);
	check_filter("sched", "sched:sched_switch", false);
	check_filter("cycles", "other", false);
}

int main(void)
{
	TEST(families);
	TEST(without_a_filter);
	TEST(with_a_filter);
}
