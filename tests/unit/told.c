#include "collapse/stacks/stacks.h"

#include "tests/unit/test.h"

static void add(struct stacks *stacks, const char *leading)
{
	uint32_t frame = stacks_name(stacks, STR("main"));

	stacks_lead(stacks, leading);
	stacks_add_root_first(stacks, &frame, 1, 1);
}

/* An input that tells this unit and command, if any, and has a stack. */
static void read_input(struct stacks *stacks, const char *unit, const char *command)
{
	stacks_begin_input(stacks, "input");
	stacks_tell(stacks, HEADER_UNIT, str_of(unit));
	stacks_tell(stacks, HEADER_COMMAND, str_of(command));
	add(stacks, "thread");
	stacks_end_input(stacks);
}

static void check(struct stacks *stacks, const char *line, const char *note)
{
	struct buf out = {0};

	stacks_settle(stacks);
	folded_header_write(&stacks->header, &out);
	CHECK_STR(buf_str(&out), line);
	CHECK_STR(str_of(stacks->remarks.notes.n ? stacks->remarks.notes.p : ""), note);
	buf_release(&out);
	stacks_release(stacks);
}

static void what_all_inputs_tell_is_known(void)
{
	struct stacks stacks;

	stacks_init(&stacks);
	stacks_tell(&stacks, HEADER_EVENT, STR("cpu"));
	read_input(&stacks, "us", "app");
	read_input(&stacks, "us", "app");
	check(&stacks, "# folded: event=\"cpu\" leading=\"thread\" command=\"app\" unit=\"us\"\n", "");
}

static void what_some_inputs_tell_is_not_known(void)
{
	struct stacks stacks;

	stacks_init(&stacks);
	read_input(&stacks, "us", "app");
	read_input(&stacks, "us", "");
	check(&stacks, "# folded: leading=\"thread\" unit=\"us\"\n", "");
	stacks_init(&stacks);
	read_input(&stacks, "", "");
	read_input(&stacks, "us", "");
	check(&stacks, "# folded: leading=\"thread\"\n",
		"not all inputs tell what their weights count: of all together it is not known");
}

static void inputs_without_stacks_need_not_tell(void)
{
	struct stacks stacks;

	stacks_init(&stacks);
	read_input(&stacks, "us", "");
	stacks_begin_input(&stacks, "empty");
	stacks_end_input(&stacks);
	stacks_begin_input(&stacks, "head only");
	stacks_tell(&stacks, HEADER_COMMAND, STR("app"));
	stacks_end_input(&stacks);
	check(&stacks, "# folded: leading=\"thread\" unit=\"us\"\n", "");
}

static void stacks_lead_alike_or_not_at_all(void)
{
	const char same[] = "process,thread";
	struct stacks stacks;

	stacks_init(&stacks);
	add(&stacks, "process,thread");
	add(&stacks, same);
	check(&stacks, "# folded: leading=\"process,thread\"\n", "");
	stacks_init(&stacks);
	add(&stacks, "thread");
	add(&stacks, NULL);
	add(&stacks, "thread");
	check(&stacks, "", "");
	stacks_init(&stacks);
	add(&stacks, NULL);
	add(&stacks, "thread");
	check(&stacks, "", "");
}

static void samples_are_stacks_or_are_counted(void)
{
	struct stacks stacks;

	stacks_init(&stacks);
	stacks.are_samples = true;
	add(&stacks, NULL);
	add(&stacks, NULL);
	check(&stacks, "# folded: samples=\"2\"\n", "");
	stacks_init(&stacks);
	add(&stacks, NULL);
	stacks_count_samples(&stacks, 30);
	stacks_count_samples(&stacks, 12);
	check(&stacks, "# folded: samples=\"42\"\n", "");
}

static uint64_t rate_of(uint64_t nanoseconds)
{
	struct stacks stacks;
	uint64_t rate;

	stacks_init(&stacks);
	stacks_tell_interval(&stacks, nanoseconds);
	rate = stacks.header.number[HEADER_RATE];
	stacks_release(&stacks);
	return rate;
}

static void intervals_are_rates_where_these_are_whole(void)
{
	CHECK_U64(rate_of(1000000), 1000);
	CHECK_U64(rate_of(10101010), 99);
	CHECK_U64(rate_of(10101011), 99);
	CHECK_U64(rate_of(1500000), 0);
	CHECK_U64(rate_of(3000000000), 0);
	CHECK_U64(rate_of(0), 0);
	CHECK_U64(rate_of(UINT64_MAX), 0);
}

int main(void)
{
	TEST(what_all_inputs_tell_is_known);
	TEST(what_some_inputs_tell_is_not_known);
	TEST(inputs_without_stacks_need_not_tell);
	TEST(stacks_lead_alike_or_not_at_all);
	TEST(samples_are_stacks_or_are_counted);
	TEST(intervals_are_rates_where_these_are_whole);
}
