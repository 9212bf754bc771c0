#include "collapse/formats/perf/header.h"

#include "tests/unit/test.h"

static struct perf_header parsed(const char *line, enum perf_header_kind wanted)
{
	struct perf_header header;

	CHECK_U64(perf_header_parse(str_of(line), &header, NULL), wanted);
	return header;
}

static void all_fields(void)
{
	struct perf_header header =
		parsed("V8 WorkerThread 24636/25607 [000] 94564.109216:     250000 cycles:ppp: ",
			HEADER_SURE);

	CHECK_STR(header.thread, "V8 WorkerThread 24636/25607");
	CHECK_STR(header.comm, "V8 WorkerThread");
	CHECK_STR(header.pid, "24636");
	CHECK_STR(header.tid, "25607");
	CHECK_STR(header.cpu, "000");
	CHECK_STR(header.time, "94564.109216");
	CHECK_STR(header.period, "250000");
	CHECK_STR(header.event, "cycles:ppp");
	CHECK_STR(header.rest, " ");
}

static void a_lone_number_is_the_thread(void)
{
	struct perf_header header =
		parsed("java 12688 [002] 6544038.708352: cpu-clock:", HEADER_SURE);

	CHECK_STR(header.pid, "");
	CHECK_STR(header.tid, "12688");
	CHECK_STR(header.period, "");
	CHECK_STR(header.event, "cpu-clock");
}

static void comms(void)
{
	CHECK_STR(parsed("my worker 1 21266 [0] 1.5: 1 a: ", HEADER_SURE).comm, "my worker 1");
	CHECK_STR(parsed("12345 678 21266 [0] 1.5: 1 a: ", HEADER_SURE).comm, "12345 678");
	CHECK_STR(parsed("a:b;c [d] 7 21266 [0] 1.5: 1 a: ", HEADER_SURE).comm, "a:b;c [d] 7");
	CHECK_STR(parsed("  lead trail  21266 [0] 1.5: 1 a: ", HEADER_SURE).comm, "lead trail");
	CHECK_STR(parsed("x 1.5: y 21266 [0] 1.5: 1 a: ", HEADER_SURE).comm, "x 1.5: y");
	CHECK_STR(parsed("UK 21266 [0] UK 1.5: 1 a: ", HEADER_SURE).comm, "UK");
	CHECK_STR(parsed("21266 [0] 1.5: 1 a: ", HEADER_SURE).comm, "");
	CHECK_STR(parsed("R 1.5: a: ", HEADER_SURE).comm, "R");
}

static void without_time(void)
{
	CHECK_STR(parsed("prog 21266 [000]      5 cycles: ", HEADER_SURE).period, "5");
	CHECK_STR(parsed("prog 21266     250000 cycles: ", HEADER_SURE).period, "250000");
	CHECK_STR(parsed("prog   123  cycles: ", HEADER_SURE).tid, "123");
	CHECK_STR(parsed("prog   123          1 cycles:  ffffffff81000000 f+0x1 ([k])", HEADER_SURE)
			  .rest,
		"  ffffffff81000000 f+0x1 ([k])");
}

static void maybe(void)
{
	CHECK_STR(parsed("my worker 1 ", HEADER_MAYBE).comm, "my worker 1");
	CHECK_STR(parsed("my worker 1 21266 ", HEADER_MAYBE).tid, "21266");
	parsed("goroutine 1 [running]:", HEADER_MAYBE);
	parsed("n1: 22100 0x110910: f (in /bin/x)", HEADER_MAYBE);
	parsed("prog 1.000001: ", HEADER_MAYBE);
}

static void not_headers(void)
{
	parsed("Samples for 'cpu-clock' event do not have ADDR attribute set. Cannot print it.",
		HEADER_NOT);
}

static void tracepoints(void)
{
	struct perf_header header =
		parsed("bash 1234 [002] 5000.123456: sched:sched_switch: prev_comm=a 1.5: b ==> c",
			HEADER_SURE);

	CHECK_STR(header.event, "sched:sched_switch");
	CHECK_STR(header.rest, " prev_comm=a 1.5: b ==> c");
}

static void sideband(void)
{
	parsed("p 123 [000] 1.0: PERF_RECORD_LOST lost 42", HEADER_SIDEBAND);
	parsed("p 123 [000] 1.0: PERF_RECORD_MMAP -1/0: [0x1(0x2) @ 0]: x y", HEADER_SIDEBAND);
	parsed("PERF_RECORD_FINISHED_ROUND", HEADER_SIDEBAND);
	parsed("p 123 [000] 1.0: a:b: PERF_RECORD_LOST", HEADER_SURE);
}

int main(void)
{
	TEST(all_fields);
	TEST(a_lone_number_is_the_thread);
	TEST(comms);
	TEST(without_time);
	TEST(maybe);
	TEST(not_headers);
	TEST(tracepoints);
	TEST(sideband);
}
