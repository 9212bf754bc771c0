/*
 * collapse-jstack: thread dumps of Java's virtual machine, by jstack, jcmd Thread.print or SIGQUIT,
 * among other messages of a program or not.
 *
 *     "pool-1-thread-2" #13 prio=5 os_prio=0 cpu=675.54ms tid=0x00007fc3b8121270 runnable
 *        java.lang.Thread.State: RUNNABLE
 *     	at java.util.TimSort.sort(java.base@17.0.15/TimSort.java:245)
 *     	- locked <0x000000069c800960> (a java.lang.ref.ReferenceQueue$Lock)
 *     	at Busy.main(Busy.java:14)
 *
 *     "ForkJoinPool-1-worker-1" #22 daemon prio=5 …                 since 21: it runs a virtual one
 *        Carrying virtual thread #21
 *     	at jdk.internal.vm.Continuation.run(java.base@21/Continuation.java:251)
 *        Mounted virtual thread #21                                 since 23
 *     	at java.lang.VirtualThread.run(java.base@21/VirtualThread.java:309)
 *
 *     #21 "name" virtual                                            jcmd Thread.dump_to_file
 *           java.base/java.lang.Thread.sleep(Thread.java:509)
 *     #3 "main" RUNNABLE 2026-11-21T17:19:29.886Z                   since 24
 *         at java.base/java.util.TimSort.sort(TimSort.java:245)
 *
 *     Thread 8763: (state = IN_NATIVE)                              jstack -F; a name with jhsdb
 *      - java.lang.Thread.sleep(long) @bci=0 (Compiled frame; information may be imprecise)
 *      - Busy.main(java.lang.String[]) @bci=258, line=28 (Interpreted frame)
 *
 * jstack(1), jcmd(1), jhsdb(1)
 */
#include "collapse/formats/java/threads.h"
#include "collapse/stacks/format.h"

/* What is between the first and the last quote; false if there are no two. */
static bool parse_name(struct str line, struct str *name, struct str *rest)
{
	size_t start = str_find(line, '"'), end = str_rfind(line, '"');

	if (start >= end || end == line.n)
		return false;
	*name = str_skip(str_head(line, end), start + 1);
	*rest = str_skip(line, end + 1);
	return true;
}

/* Of "#21 "name" virtual": frames have no "at ". */
static bool is_file_header(struct str line)
{
	size_t at = str_digits(str_skip(line, 1)) + 1;

	return str_starts(line, STR("#")) && at > 1 && str_starts(str_skip(line, at), STR(" \""));
}

static void take_header(struct java_threads *threads, struct str line)
{
	struct str name, rest, word;

	if (!parse_name(line, &name, &rest)) {
		dump_problem(&threads->dump, "the thread's name in quotes", line);
		return;
	}
	/* "Lock-1": of a deadlock, whose threads were told of before. */
	if (str_starts(rest, STR(":"))) {
		java_threads_stop(threads);
		return;
	}
	if (name.n == 0)
		name = str_starts(rest, STR(" virtual")) ? STR("[virtual]") : STR("[no name]");
	java_threads_start(threads, name);
	/* Since 24 a file has states: #21 "name" virtual RUNNABLE 2025-01-01T12:00:00Z */
	while (line.p[0] == '#' && (rest = str_trim_start(rest)).n) {
		word = str_head(rest, str_find(rest, ' '));
		rest = str_skip(rest, word.n);
		if (word.p[0] >= 'A' && word.p[0] <= 'Z')
			java_threads_state(threads, word);
	}
}

static void take_virtual_thread(struct java_threads *threads, struct str line)
{
	struct str name, rest;

	if (!parse_name(line, &name, &rest) || name.n == 0)
		name = STR("[virtual]");
	java_threads_start(threads, name);
	java_threads_state(threads, STR("RUNNABLE"));
}

/* "Thread 8763: (state = IN_NATIVE)" */
static bool is_forced_header(struct str line)
{
	return str_starts(line, STR("Thread ")) && str_contains(line, STR(": (state = "));
}

static void take_forced_header(struct java_threads *threads, struct str line)
{
	size_t end = str_find(line, ':');

	java_threads_start(threads, str_head(line, end));
	java_threads_state(threads, str_drop_end(str_skip(line, end + 11), 1));
}

static bool is_forced_frame(struct str line)
{
	return str_starts(line, STR(" - ")) && str_contains(line, STR(" @bci="));
}

static void jstack_line(void *state, struct str line)
{
	const struct str state_mark = STR("java.lang.Thread.State: ");
	struct java_threads *threads = state;
	struct str text = str_trim(line);

	if (str_starts(text, STR("at "))) {
		java_threads_frame(threads, str_skip(text, 3), line);
	} else if (is_forced_frame(line)) {
		java_threads_frame(threads, str_skip(text, 2), line);
	} else if (is_forced_header(line)) {
		take_forced_header(threads, text);
	} else if (str_starts(line, STR("\"")) || is_file_header(line)) {
		take_header(threads, text);
	} else if (text.n == 0) {
		java_threads_stop(threads);
	} else if (str_starts(text, state_mark)) {
		text = str_skip(text, state_mark.n);
		java_threads_state(threads, str_head(text, str_find(text, ' ')));
	} else if (str_starts(text, STR("Carrying virtual thread"))) {
		java_threads_state(threads, STR("CARRYING"));
	} else if (str_starts(text, STR("Mounted virtual thread"))) {
		take_virtual_thread(threads, text);
	} else if (str_starts(line, STR("    ")) && str_ends(text, STR(")")) &&
		   !str_starts(text, STR("- "))) {
		java_threads_frame(threads, text, line);
	}
}

static void *jstack_begin(const void *options, struct stacks *out)
{
	static const struct dump_kind kind = {.size = sizeof(struct java_threads),
		.line = jstack_line,
		.name = java_threads_name,
		.stop = java_threads_stop,
		.end = java_threads_end};

	stacks_tell(out, HEADER_UNIT, STR("stacks"));
	return dump_begin(&kind, options, out);
}

static void jstack_defaults(void *options)
{
	*(struct java_threads_options *)options =
		(struct java_threads_options){.thread_name = true, .state = "RUNNABLE"};
}

static bool jstack_sniff(struct str head)
{
	struct str line;

	while (str_cut(head, '\n', &line, &head)) {
		if (str_starts(line, STR("Full thread dump ")) ||
			str_starts(line, STR("   java.lang.Thread.State: ")) ||
			is_forced_header(line))
			return true;
		if (is_file_header(line) && str_starts(head, STR("    ")))
			return true;
	}
	return false;
}

const struct kind kind_jstack = {
	.name = "jstack",
	.input = "thread dumps of jstack",
	.sniff = jstack_sniff,
};

const struct format format_jstack = {
	.kind = &kind_jstack,
	.summary = "Folds thread dumps that jstack, jcmd or a signal make of Java's virtual "
		   "machine, as often as they were made. The number is how often a stack was seen.",
	.options = java_threads_options,
	.options_size = sizeof(struct java_threads_options),
	.defaults = jstack_defaults,
	.begin = jstack_begin,
	.read = dump_read,
	.end = dump_finish,
};
