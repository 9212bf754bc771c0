/*
 * collapse-perf-sched: where threads slept, and how long, from the scheduler's events in the text of
 * perf script.
 *
 *     dd 7/7 [000] 10.000100: sched:sched_switch: prev_comm=dd … prev_state=S ==> next_comm=…
 *     	ffffffff821facd8 __schedule+0x618 ([kernel.kallsyms])
 *     	ffffffff817a1b72 pipe_read+0x2f2 ([kernel.kallsyms])
 *
 *     gzip 8/8 [001] 10.002300: sched:sched_wakeup: comm=dd pid=7 prio=120 target_cpu=000
 *     	…
 *
 * A thread that leaves the CPU keeps its stack until it is woken (or, without such events, until it
 * is back on a CPU); the stack then gets the time between, 2200 microseconds here. sched_stat_sleep
 * and the like, where a kernel has them, tell the time themselves. Memory is that of the last stack of
 * each thread.
 *
 * perf-script(1), https://www.brendangregg.com/blog/2015-02-26/linux-perf-off-cpu-flame-graph.html
 */
#include <stdlib.h>

#include "collapse/formats/perf/recording.h"
#include "collapse/formats/perf/recording/reader.h"
#include "collapse/formats/perf/sample.h"
#include "collapse/formats/perf/sched-event.h"
#include "collapse/formats/perf/thread.h"
#include "collapse/stacks/format.h"
#include "collapse/stacks/frame-list.h"
#include "common/memory.h"

enum { NANOSECONDS = 1000 }; /* in a microsecond */

struct sched_options {
	struct perf_options perf;
	bool wake_stack, preempted;
};

#define AT(field) offsetof(struct sched_options, field)

static const struct option sched_options[] = {
	{"pid", OPTION_FLAG, AT(perf.pid), .help = "show the process id in the root frame: COMM-PID"},
	{"tid", OPTION_FLAG, AT(perf.tid), .help = "show both ids in the root frame: COMM-PID/TID"},
	{"wake-stack", OPTION_FLAG, AT(wake_stack),
		.help = "show who woke the thread: its stack upside down, on top, behind \"--\""},
	{"preempted", OPTION_FLAG, AT(preempted),
		.help = "also count the time of threads that wait for a CPU that others took"},
	{"kernel", OPTION_FLAG, AT(perf.kernel), .help = "mark frames of the kernel: _[k]"},
	{"addrs", OPTION_FLAG, AT(perf.addrs), .help = "show addresses where there is no symbol"},
	{"no-tidy", OPTION_FLAG, AT(perf.no_tidy), .help = "keep the arguments of functions"},
	{0},
};

struct task {
	bool asleep;
	bool led; /* by its root frame, the thread */
	uint64_t since; /* nanoseconds */
	uint32_t *frames; /* leaf first, its root frames included */
	size_t count, capacity;
};

enum sched_use { NOBODY, SLEEPER, WAKER }; /* whose stack the sample at hand is */

struct sched {
	const struct sched_options *options;
	struct stacks *stacks;
	struct lines *lines;
	struct perf_header_memo memo;
	struct perf_threads threads;
	struct perf_sample sample;
	struct perf_doctor doctor;
	struct perf_recording recording; /* of the present input */

	struct names tids; /* a thread's id here is its index below */
	struct task *tasks;
	size_t tasks_capacity;

	/* the sample that is being read */
	bool inside;
	enum sched_use use;
	uint32_t task; /* who sleeps, or is woken */
	uint64_t time, slept;
	uint32_t root[ROOT_FRAMES];
	size_t root_count;

	struct frame_list joined; /* both stacks of --wake-stack */
	uint64_t rest; /* nanoseconds that are no microsecond yet */
	uint64_t others, unknown_starts, unknown_ends, asleep;
};

static void reject(struct sched *sched, const char *expected, struct str got)
{
	stacks_problem(sched->stacks, sched->lines, expected, got);
}

static uint32_t task_of(struct sched *sched, struct str tid)
{
	uint32_t known = sched->tids.count;
	uint32_t id = names_add(&sched->tids, tid);

	sched->tasks = memory_grow(sched->tasks, &sched->tasks_capacity, sched->tids.count,
		sizeof(*sched->tasks));
	if (id == known)
		sched->tasks[id] = (struct task){0};
	return id;
}

/* ---- the end of a sleep ---- */

/* What is less than a microsecond is kept for the next one, so the sum is exact. */
static uint64_t microseconds(struct sched *sched, uint64_t nanoseconds)
{
	uint64_t rest = sched->rest + nanoseconds % NANOSECONDS;

	sched->rest = rest % NANOSECONDS;
	return nanoseconds / NANOSECONDS + rest / NANOSECONDS;
}

static void wake(struct sched *sched, uint32_t id, uint64_t slept)
{
	struct task *task = &sched->tasks[id];

	task->asleep = false;
	stacks_lead(sched->stacks, task->led ? "thread" : NULL);
	stacks_add_leaf_first(
		sched->stacks, task->frames, task->count, microseconds(sched, slept));
}

/* "comm;main;read;__schedule;--;wake_up;write;main;waker" */
static void wake_with_stack(struct sched *sched)
{
	const struct perf_sample *sample = &sched->sample;
	struct frame_list *joined = &sched->joined;
	struct task *task = &sched->tasks[sched->task];

	joined->count = 0;
	for (size_t i = sched->root_count; i-- > 0;)
		frame_list_push(joined, sched->root[i]);
	for (size_t i = sample->count; i-- > 0;)
		frame_list_push(joined, sample->frames[i]);
	frame_list_push(joined, stacks_name(sched->stacks, STR("--")));
	for (size_t i = 0; i < task->count; i++)
		frame_list_push(joined, task->frames[i]);
	task->asleep = false;
	stacks_lead(sched->stacks, task->led ? "thread" : NULL);
	stacks_add_leaf_first(
		sched->stacks, joined->ids, joined->count, microseconds(sched, sched->slept));
}

/* ---- samples ---- */

/* The thread that gets the CPU, if nothing woke it, or nothing told that. */
static void take_next(struct sched *sched, struct str tid)
{
	uint32_t next = task_of(sched, tid);
	const struct task *task = &sched->tasks[next];

	if (task->asleep && sched->time >= task->since)
		wake(sched, next, sched->time - task->since);
}

/* The idle task, pid 0, does not sleep; the dead do not come back. */
static bool falls_asleep(const struct sched *sched, const struct sched_event *event)
{
	if (str_eq(event->tid, STR("0")) || event->state == 'X' || event->state == 'Z')
		return false;
	return event->state != 'R' || sched->options->preempted;
}

static void take_wakeup(struct sched *sched, uint32_t id, uint64_t slept)
{
	if (sched->options->wake_stack) {
		sched->use = WAKER;
		sched->task = id;
		sched->slept = slept;
	} else {
		wake(sched, id, slept);
	}
}

static void take_event(struct sched *sched, enum sched_kind kind, const struct sched_event *event)
{
	uint32_t id = task_of(sched, event->tid);
	const struct task *task = &sched->tasks[id];

	if (kind == SCHED_SWITCH) {
		take_next(sched, event->next);
		sched->use = falls_asleep(sched, event) ? SLEEPER : NOBODY;
		sched->task = id;
	} else if (!task->asleep) {
		sched->unknown_starts += kind == SCHED_DELAY && task->count == 0;
	} else if (kind == SCHED_DELAY) {
		take_wakeup(sched, id, event->delay);
	} else if (sched->time >= task->since) {
		take_wakeup(sched, id, sched->time - task->since);
	}
}

static void begin_sample(struct sched *sched, const struct perf_header *header, struct str line)
{
	struct sched_event event;
	enum sched_kind kind = sched_event_parse(header->event, header->rest, &event);

	sched->inside = true;
	sched->use = NOBODY;
	if (kind == SCHED_NONE) {
		sched->others++;
	} else if (kind == SCHED_BAD) {
		reject(sched, "the scheduler's event as text, with the threads' ids", line);
	} else if (!perf_time_parse(header->time, &sched->time)) {
		reject(sched, "a time", line);
	} else {
		sched->root_count = perf_threads_root(&sched->threads, header, sched->root);
		perf_sample_begin(&sched->sample, 0, NULL, 0);
		take_event(sched, kind, &event);
	}
}

/* The stack that was read is that of a thread that falls asleep now. */
static void keep_stack(struct sched *sched)
{
	const struct perf_sample *sample = &sched->sample;
	struct task *task = &sched->tasks[sched->task];
	size_t count = sample->count + sched->root_count;

	sched->unknown_ends += task->asleep;
	task->frames = memory_grow(task->frames, &task->capacity, count, sizeof(*task->frames));
	for (size_t i = 0; i < sample->count; i++)
		task->frames[i] = sample->frames[i];
	for (size_t i = 0; i < sched->root_count; i++)
		task->frames[sample->count + i] = sched->root[i];
	task->count = count;
	task->led = sched->root_count > 0;
	task->since = sched->time;
	task->asleep = true;
}

static void end_sample(struct sched *sched)
{
	if (sched->use == SLEEPER)
		keep_stack(sched);
	else if (sched->use == WAKER)
		wake_with_stack(sched);
	sched->use = NOBODY;
	sched->inside = false;
}

static void take_line(struct sched *sched, struct str line)
{
	struct perf_header header;
	struct perf_frame frame;
	bool tabbed = str_starts(line, STR("\t"));
	enum perf_header_kind kind = HEADER_NOT;

	if (sched->inside && tabbed &&
		(sched->use == NOBODY || perf_sample_push_known(&sched->sample, line)))
		return;
	if (!tabbed)
		kind = perf_header_parse(line, &header, &sched->memo);
	if (str_trim_start(line).n == 0) {
		end_sample(sched);
	} else if (kind == HEADER_SURE) {
		end_sample(sched);
		begin_sample(sched, &header, line);
	} else if (kind == HEADER_SIDEBAND) {
		end_sample(sched);
		perf_doctor_sideband(&sched->doctor, line);
		sched->inside = true; /* of something with lines below it that say nothing here */
	} else if (sched->inside && perf_frame_is_source(line)) {
		return;
	} else if (sched->inside && perf_frame_parse(line, &frame)) {
		if (sched->use != NOBODY)
			perf_sample_push(&sched->sample, line, &frame);
	} else if (line.p[0] == '#') {
		perf_recording_take(&sched->recording, sched->stacks, line);
	} else {
		reject(sched, "\"COMM PID TIME: EVENT:\", or a frame", line);
	}
}

/* ---- the format ---- */

static void *sched_begin(const void *options, struct stacks *out)
{
	struct sched *sched = memory_new(1, sizeof(*sched));

	sched->options = options;
	sched->stacks = sched->joined.stacks = out;
	stacks_tell(out, HEADER_UNIT, STR("us"));
	stacks_tell(out, HEADER_EVENT, STR("off-cpu"));
	out->are_samples = true;
	perf_threads_init(&sched->threads, &sched->options->perf, out);
	perf_sample_init(&sched->sample, &sched->options->perf, out);
	perf_doctor_init(&sched->doctor, &sched->options->perf, out);
	sched->sample.doctor = &sched->doctor;
	return sched;
}

/* The times of another input have another origin, so nobody sleeps on. */
static void end_input(struct sched *sched)
{
	end_sample(sched);
	for (uint32_t id = 0; id < sched->tids.count; id++) {
		struct task *task = &sched->tasks[id];

		sched->asleep += task->asleep;
		task->asleep = false;
		task->count = 0;
	}
}

static void sched_read(void *state, struct lines *lines)
{
	struct sched *sched = state;
	const struct file_kind *kind = file_kind_of(lines_head(lines));
	struct str line;

	if (recording_sniff(lines_head(lines))) {
		stacks_fail(sched->stacks,
			"%s: this is a recording, not the text of perf script: run 'perf script -i "
			"FILE' and pipe its text in",
			lines->name);
		return;
	}
	if (kind) {
		stacks_fail(sched->stacks, "%s: this is %s, not the text of perf script: %s",
			lines->name, kind->name, kind->advice);
		return;
	}
	sched->lines = lines;
	while (lines_next(lines, &line)) {
		take_line(sched, line);
		if (lines->unterminated && sched->inside)
			stacks_note(sched->stacks,
				"%s: the last line has no end; perf script may have stopped early",
				lines->name);
	}
	end_input(sched);
	perf_recording_forget(&sched->recording);
}

static void add_notes(const struct sched *sched)
{
	struct stacks *stacks = sched->stacks;

	stacks_explain(stacks,
		"no thread fell asleep and woke up; expected sched:sched_switch and "
		"sched:sched_wakeup, with times, in the text of perf script");
	stacks_note_count(stacks, NULL, sched->asleep,
		"left out # thread{|s} at the end, still asleep");
	stacks_note_count(stacks, NULL, sched->unknown_ends,
		"left out # sleep{|s} without an end: perf may have lost events");
	stacks_note_count(stacks, NULL, sched->unknown_starts,
		"left out # sleep{|s} that began before the recording, or without "
		"sched:sched_switch");
	stacks_note_count(stacks, NULL, sched->others, "left out # sample{|s} of other events");
}

static void sched_end(void *state)
{
	struct sched *sched = state;

	add_notes(sched);
	perf_threads_finish(&sched->threads);
	perf_doctor_examine(&sched->doctor);
	perf_threads_release(&sched->threads);
	perf_sample_release(&sched->sample);
	perf_doctor_release(&sched->doctor);
	perf_header_memo_release(&sched->memo);
	for (uint32_t id = 0; id < sched->tids.count; id++)
		free(sched->tasks[id].frames);
	free(sched->tasks);
	names_release(&sched->tids);
	frame_list_release(&sched->joined);
	free(sched);
}

/* No sniff(): these texts are collapse-perf's, too. */
const struct kind kind_perf_sched = {
	.name = "perf-sched",
	.input = "the scheduler's events in the text of perf script",
};

const struct format format_perf_sched = {
	.kind = &kind_perf_sched,
	.summary =
		"Folds the stacks in which threads slept, from the scheduler's events in the text of "
		"perf script. The number adds up the microseconds.",
	.options = sched_options,
	.options_size = sizeof(struct sched_options),
	.begin = sched_begin,
	.read = sched_read,
	.end = sched_end,
};
