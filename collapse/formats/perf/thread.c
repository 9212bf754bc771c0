#include "collapse/formats/perf/thread.h"

#include <stdlib.h>

#include "common/memory.h"

struct perf_process {
	uint32_t frame;
	/* the main thread's last one, or while that is not known, a thread's first */
	uint32_t comm;
};

void perf_threads_init(
	struct perf_threads *threads, const struct perf_options *options, struct stacks *stacks)
{
	*threads = (struct perf_threads){
		.options = options, .stacks = stacks, .first_time = UINT64_MAX};
}

void perf_threads_release(struct perf_threads *threads)
{
	line_cache_release(&threads->cache);
	names_release(&threads->pids);
	names_release(&threads->comms);
	free(threads->processes);
	buf_release(&threads->label);
}

/* ---- which samples ---- */

/* Nothing listed is no filter. */
static bool passes(const struct text_list *wanted, struct str text)
{
	return wanted->count == 0 || text_list_has(wanted, text);
}

/* A byte of a comm as it is shown: a folded line is cut at blanks by many a script. */
static char shown_byte(char c)
{
	return byte_is_blank(c) ? '_' : c;
}

/* "my worker*" and "my_worker_*" match "my worker 1". */
static bool comm_matches(struct str comm, struct str pattern)
{
	bool prefix = str_ends(pattern, STR("*"));

	pattern = str_drop_end(pattern, prefix);
	if (comm.n < pattern.n || (comm.n > pattern.n && !prefix))
		return false;
	for (size_t i = 0; i < pattern.n; i++)
		if (shown_byte(comm.p[i]) != shown_byte(pattern.p[i]))
			return false;
	return true;
}

static bool wants_comm(const struct text_list *patterns, struct str comm)
{
	for (size_t i = 0; i < patterns->count; i++)
		if (comm_matches(comm, str_of(patterns->items[i])))
			return true;
	return patterns->count == 0;
}

/* "007" as "7" */
static struct str drop_zeros(struct str number)
{
	while (number.n > 1 && number.p[0] == '0')
		number = str_skip(number, 1);
	return number;
}

static bool wants_time(struct perf_threads *threads, struct str text)
{
	const struct perf_options *options = threads->options;
	const struct time_range *range = &options->time, *relative = &options->time_relative;
	uint64_t time;

	if (!range->given && !relative->given)
		return true;
	if (!perf_time_parse(text, &time)) {
		threads->lacks_time = true;
		return false;
	}
	if (threads->first_time == UINT64_MAX)
		threads->first_time = time;
	if (range->given && (time < range->from || time > range->to))
		return false;
	if (!relative->given)
		return true;
	return time >= threads->first_time && time - threads->first_time >= relative->from &&
	       time - threads->first_time <= relative->to;
}

/* Notes what is asked for, by filters or for the root frame, and is not there. */
static void note_lacks(struct perf_threads *threads, const struct perf_header *header)
{
	const struct perf_options *options = threads->options;
	bool shows_pid = options->pid || options->tid || options->root == ROOT_PROCESS;

	threads->lacks_pid |= header->pid.n == 0 && (options->pids.count || shows_pid);
	threads->lacks_tid |= header->tid.n == 0 && (options->tids.count || options->tid);
	threads->lacks_cpu |= header->cpu.n == 0 && (options->cpus.count || options->root == ROOT_CPU);
}

bool perf_threads_wants(struct perf_threads *threads, const struct perf_header *header)
{
	const struct perf_options *options = threads->options;

	note_lacks(threads, header);
	return wants_time(threads, header->time) && wants_comm(&options->comms, header->comm) &&
	       passes(&options->pids, header->pid) && passes(&options->tids, header->tid) &&
	       passes(&options->cpus, drop_zeros(header->cpu));
}

/* ---- root frames ---- */

/*
 * Numbers that stand on their own, or behind a mark, count threads: "worker-1", "GC Thread#0",
 * "pool-1-thread-2". Those that follow a letter belong to the name: "python3", "cc1".
 */
static void add_comm(struct buf *label, struct str comm, bool merge)
{
	bool number = false;

	for (size_t i = 0; i < comm.n; i++) {
		char c = comm.p[i], before = i > 0 ? comm.p[i - 1] : ' ';
		bool goes_on = byte_is_digit(c) && byte_is_digit(before);

		if (!goes_on)
			number = merge && byte_is_digit(c) && !byte_is_alpha(before);
		if (!number)
			buf_add_char(label, shown_byte(c));
		else if (!goes_on)
			buf_add_char(label, 'N');
	}
}

static void add_ids(struct buf *label, const struct perf_header *header, bool tid)
{
	const struct str unknown = STR("?");

	if (label->n)
		buf_add_char(label, '-');
	buf_add(label, header->pid.n ? header->pid : unknown);
	if (!tid)
		return;
	buf_add_char(label, '/');
	buf_add(label, header->tid.n ? header->tid : unknown);
}

/* "COMM", "COMM-PID", "COMM-PID/TID"; NAME_NONE when the line has no comm, or with --no-comm. */
static uint32_t make_root(struct perf_threads *threads, const struct perf_header *header, bool tid)
{
	const struct perf_options *options = threads->options;
	struct buf *label = &threads->label;

	buf_reset(label);
	if (!options->no_comm)
		add_comm(label, header->comm, options->merge_threads);
	if (options->pid || options->tid)
		add_ids(label, header, tid);
	return label->n ? stacks_name(threads->stacks, buf_str(label)) : NAME_NONE;
}

/* Threads with one text in the header have one root frame, so that it is made once. */
static uint32_t thread_root(struct perf_threads *threads, const struct perf_header *header)
{
	const struct line_key key = {.head = header->thread};
	struct line_meaning known;
	uint32_t root;

	if (line_cache_find(&threads->cache, &key, &known))
		return known.tag;
	root = make_root(threads, header, threads->options->tid);
	line_cache_add(&threads->cache, &key, (struct line_meaning){.tag = root});
	return root;
}

/* A flame chart is written while it is read, so there a process is called after its threads. */
static bool names_processes(const struct perf_threads *threads)
{
	return threads->options->root == ROOT_PROCESS && !threads->options->no_comm &&
	       !stacks_in_order(threads->stacks);
}

/* A line end is in no frame's name, so this is none that a thread could have. */
static uint32_t new_frame(struct perf_threads *threads, struct str pid)
{
	struct buf *label = &threads->label;

	buf_set(label, STR("process\n"));
	buf_add(label, pid);
	return stacks_name_as_is(threads->stacks, buf_str(label));
}

/* The frame that stands for a sample's process; the header must have a pid. */
static uint32_t process_root(struct perf_threads *threads, const struct perf_header *header)
{
	uint32_t id = names_add(&threads->pids, header->pid);

	if (id == threads->process_count)
		*ARRAY_PUSH(threads->processes, threads->process_count, threads->process_capacity) =
			(struct perf_process){new_frame(threads, header->pid),
				names_add(&threads->comms, header->comm)};
	if (str_eq(header->pid, header->tid))
		threads->processes[id].comm = names_add(&threads->comms, header->comm);
	return threads->processes[id].frame;
}

static uint32_t cpu_root(struct perf_threads *threads, const struct perf_header *header)
{
	struct buf *label = &threads->label;

	buf_set(label, STR("cpu-"));
	buf_add(label, header->cpu.n ? drop_zeros(header->cpu) : STR("?"));
	return stacks_name(threads->stacks, buf_str(label));
}

size_t perf_threads_root(struct perf_threads *threads, const struct perf_header *header,
	uint32_t frames[ROOT_FRAMES])
{
	size_t count = 0;

	if (header->pid.n && names_processes(threads))
		frames[count] = process_root(threads, header);
	else
		frames[count] = thread_root(threads, header);
	count += frames[count] != NAME_NONE;
	if (threads->options->root == ROOT_CPU)
		frames[count++] = cpu_root(threads, header);
	return count;
}

/* With --root process a sample without the process' id is called after its thread. */
const char *perf_threads_leading(const struct perf_threads *threads, size_t root_count)
{
	const struct perf_options *options = threads->options;
	bool by_id = options->no_comm && options->pid && !options->tid;

	if (root_count == 0)
		return NULL;
	if (options->root == ROOT_CPU)
		return root_count == 2 ? by_id ? "cpu,process" : "cpu,thread" : "cpu";
	if (by_id || (names_processes(threads) && !threads->lacks_pid))
		return "process";
	return "thread";
}

void perf_threads_finish(struct perf_threads *threads)
{
	for (uint32_t i = 0; i < threads->process_count; i++) {
		const struct perf_process *process = &threads->processes[i];
		const struct perf_header header = {
			.comm = names_get(&threads->comms, process->comm),
			.pid = names_get(&threads->pids, i),
		};
		uint32_t name = make_root(threads, &header, false);

		if (name == NAME_NONE)
			name = stacks_name(threads->stacks, STR("[unknown]"));
		stacks_rename(threads->stacks, process->frame, name);
	}
	stacks_apply_renames(threads->stacks);
}
