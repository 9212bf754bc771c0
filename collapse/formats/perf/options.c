#include "collapse/formats/perf/options.h"

enum { NANOSECOND_DIGITS = 9 };

bool perf_time_parse(struct str text, uint64_t *nanoseconds)
{
	struct str whole = text, fraction = {0};
	uint64_t seconds, part = 0;

	str_cut(text, '.', &whole, &fraction);
	for (size_t i = 0; i < NANOSECOND_DIGITS; i++) {
		char c = i < fraction.n ? fraction.p[i] : '0';

		if (!byte_is_digit(c))
			return false;
		part = part * 10 + (uint64_t)(c - '0');
	}
	/* The last second before 2^64 nanoseconds: past that the sum would wrap. */
	if (!str_to_u64(whole, &seconds) || seconds >= UINT64_MAX / 1000000000)
		return false;
	*nanoseconds = seconds * 1000000000 + part;
	return true;
}

/* "START,STOP" as for perf script --time; either may be empty. */
static const char *parse_range(const char *value, void *field)
{
	struct time_range range = {.given = true, .to = UINT64_MAX};
	struct str from, to;

	if (!str_cut(str_of(value), ',', &from, &to))
		return "expected START,STOP in seconds; either may be empty";
	if (from.n && !perf_time_parse(from, &range.from))
		return "the start is no number of seconds";
	if (to.n && !perf_time_parse(to, &range.to))
		return "the end is no number of seconds";
	if (range.from > range.to)
		return "the start is later than the end";
	*(struct time_range *)field = range;
	return NULL;
}

static const char *const weights[] = {"period", "samples", NULL};
static const char *const roots[] = {"thread", "process", "cpu", NULL};

#define AT(field) offsetof(struct perf_options, field)

const struct option perf_options[] = {
	{"event-filter", OPTION_LIST, AT(event_filter), "EVENT",
		.help = "keep samples of this event; may be given several times. \"cycles\" is "
			"also cycles:ppp, cpu_core/cycles/ and cpu_atom/cycles/. Default: the "
			"first event seen"},
	{"all-events", OPTION_FLAG, AT(all_events), .help = "keep the samples of every event"},
	{"list-events", OPTION_FLAG, AT(list_events),
		.help = "write the events instead of stacks, each with its number of samples"},
	{"weight", OPTION_CHOICE, AT(weight), "WHAT",
		.help = "what a sample counts: its \"period\" (default; 1 if it has none, or 0), "
			"or \"samples\": 1",
		.choices = weights},
	{"time", OPTION_CALL, AT(time), "START,STOP",
		.help = "keep samples from START to STOP, in seconds as the text has them; either "
			"may be empty",
		.parse = parse_range},
	{"time-relative", OPTION_CALL, AT(time_relative), "START,STOP",
		.help = "the same, in seconds from the first sample", .parse = parse_range},
	{"comm", OPTION_LIST, AT(comms), "NAME",
		.help = "keep samples of threads with this name; \"NAME*\" is any name that "
			"starts so; may be given several times, as the next three"},
	{"pid-filter only-pid", OPTION_LIST, AT(pids), "PID",
		.help = "keep samples of this process"},
	{"tid-filter only-tid", OPTION_LIST, AT(tids), "TID",
		.help = "keep samples of this thread"},
	{"cpu", OPTION_LIST, AT(cpus), "CPU", .help = "keep samples of this CPU"},

	{"pid", OPTION_FLAG, AT(pid), .help = "show the process id in the root frame: COMM-PID"},
	{"tid", OPTION_FLAG, AT(tid), .help = "show both ids in the root frame: COMM-PID/TID"},
	{"no-comm", OPTION_FLAG, AT(no_comm),
		.help = "leave the thread's name out of the root frame"},
	{"merge-threads", OPTION_FLAG, AT(merge_threads),
		.help = "take numbered threads as one: worker-1 and worker-2 as worker-N"},
	{"root", OPTION_CHOICE, AT(root), "WHAT",
		.help = "the root frame names the \"thread\" (default), the \"process\" (by the "
			"name of its main thread), or the \"cpu\", with the thread below it",
		.choices = roots},

	{"kernel", OPTION_FLAG, AT(kernel), .help = "mark frames of the kernel: _[k]"},
	{"jit", OPTION_FLAG, AT(jit), .help = "mark frames of just-in-time compiled code: _[j]"},
	{"inlined", OPTION_FLAG, AT(inlined), .help = "mark frames that perf calls inlined: _[i]"},
	{"all", OPTION_FLAG, AT(all), .help = "--kernel, --jit and --inlined"},
	{"addrs", OPTION_FLAG, AT(addrs), .help = "show addresses where there is no symbol"},
	{"dso", OPTION_FLAG, AT(dso), .help = "show the library or program: libc.so.6`malloc"},
	{"srcline", OPTION_FLAG, AT(srcline),
		.help = "show source lines, for the text of perf script -F +srcline: "
			"main:file.c:137"},
	{"skip-after", OPTION_LIST, AT(skip_after), "FUNCTION",
		.help = "leave out what called FUNCTION, and the root frame; may be given several "
			"times"},
	{"no-tidy", OPTION_FLAG, AT(no_tidy),
		.help = "leave symbols as they are: with arguments, not split at Java's ->"},
	{"elide-templates", OPTION_FLAG, AT(elide_templates),
		.help = "shorten template arguments: vector<int>::push_back as "
			"vector<...>::push_back"},
	{"strip-suffixes", OPTION_FLAG, AT(strip_suffixes),
		.help = "take off .constprop.0, .isra.0, .part.0, .cold, .llvm.123, .lto_priv.0, "
			"@plt"},

	{"symfs", OPTION_TEXT, AT(symfs), "DIR",
		.help = "for a recording: look for programs and libraries below DIR, and nowhere else"},
	{"debug-dir", OPTION_TEXT, AT(debug_dir), "DIR",
		.help = "for a recording: look for separate debug files in DIR first"},
	{"buildid-dir", OPTION_TEXT, AT(buildid_dir), "DIR",
		.help = "for a recording: perf's cache of programs; default: $PERF_BUILDID_DIR, or "
			"~/.debug"},
	{"kallsyms", OPTION_TEXT, AT(kallsyms), "FILE",
		.help = "for a recording: a copy of /proc/kallsyms of the recorded kernel"},
	{"vmlinux", OPTION_TEXT, AT(vmlinux), "FILE",
		.help = "for a recording: the recorded kernel with its symbols"},
	{"no-inline", OPTION_FLAG, AT(no_inline),
		.help = "for a recording: leave out functions that the compiler put into their "
			"callers"},
	{"threads n nthreads", OPTION_NUMBER, AT(threads), "N",
		.help = "for a recording: how many threads read it; default: as many as there are "
			"processors", .max = 256},

	{"inline context", OPTION_FLAG, AT(unsupported), .help = NULL},
	{0},
};
