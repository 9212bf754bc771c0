#include "collapse/formats/v8/chrome-threads.h"

#include <stdlib.h>

#include "common/memory.h"

static uint32_t process_of(struct chrome_threads *threads, struct str pid)
{
	uint32_t process = names_add(&threads->processes, pid);

	if (process == threads->process_count)
		*ARRAY_PUSH(threads->process_names, threads->process_count,
			threads->process_capacity) = NAME_NONE;
	return process;
}

static bool is_called(struct str name, struct str pid, struct str tid)
{
	return name.n == pid.n + 1 + tid.n && str_starts(name, pid) && name.p[pid.n] == '/' &&
	       str_ends(name, tid);
}

uint32_t chrome_thread_of(struct chrome_threads *threads, struct str pid, struct str tid)
{
	uint32_t process;

	/* Mostly it is the one of the event before. */
	if (threads->count && is_called(names_get(&threads->names, threads->last), pid, tid))
		return threads->last;
	process = process_of(threads, pid);
	buf_set(&threads->scratch, pid);
	buf_add_char(&threads->scratch, '/');
	buf_add(&threads->scratch, tid);
	threads->last = names_add(&threads->names, buf_str(&threads->scratch));
	if (threads->last == threads->count)
		*ARRAY_PUSH(threads->items, threads->count, threads->capacity) =
			(struct chrome_thread){NAME_NONE, process};
	return threads->last;
}

void chrome_thread_rename(
	struct chrome_threads *threads, struct str pid, struct str tid, uint32_t name)
{
	uint32_t thread = chrome_thread_of(threads, pid, tid);

	threads->items[thread].name = name;
}

void chrome_process_rename(struct chrome_threads *threads, struct str pid, uint32_t name)
{
	uint32_t process = process_of(threads, pid);

	threads->process_names[process] = name;
}

/* Of several processes each is told. */
static uint32_t process_name(
	struct chrome_threads *threads, uint32_t process, struct str pid, struct stacks *stacks)
{
	uint32_t name = threads->process_names[process];

	if (name == NAME_NONE && threads->processes.count > 1 && pid.n > 0)
		return stacks_name(stacks, pid);
	return name;
}

struct stack_root chrome_thread_root(struct chrome_threads *threads, uint32_t thread,
	const struct thread_root_options *options, struct stacks *stacks)
{
	const struct chrome_thread *item = &threads->items[thread];
	struct str pid = names_get(&threads->processes, item->process);
	struct str tid = str_skip(names_get(&threads->names, thread), pid.n + 1);
	uint32_t process = options->pid ? threads->process_names[item->process] :
					  process_name(threads, item->process, pid, stacks);

	return thread_root(stacks, &threads->scratch, options,
		&(struct thread_label){process, pid},
		&(struct thread_label){item->name, tid},
		item->name != NAME_NONE || threads->names.count > 1);
}

void chrome_threads_release(struct chrome_threads *threads)
{
	names_release(&threads->names);
	names_release(&threads->processes);
	free(threads->items);
	free(threads->process_names);
	buf_release(&threads->scratch);
	*threads = (struct chrome_threads){0};
}
