#include "collapse/formats/perf/recording/tasks.h"

#include <stdlib.h>

#include "common/memory.h"

/*
 * How long after its end a thread is remembered: its last samples may come late, but a machine that
 * is recorded for days has no end of threads.
 */
static const uint64_t linger = UINT64_C(10000000000); /* nanoseconds */

void tasks_init(struct tasks *tasks)
{
	*tasks = (struct tasks){0};
	tasks->kernel = maps_new(&tasks->clock);
}

/* ---- processes ---- */

static struct process *process_of(struct tasks *tasks, uint32_t pid)
{
	struct process *process = id_table_find(&tasks->by_pid, pid);

	if (process)
		return process;
	process = memory_new(1, sizeof(*process));
	process->pid = pid;
	process->maps = maps_new(&tasks->clock);
	id_table_set(&tasks->by_pid, pid, process);
	return process;
}

static void leave_process(struct tasks *tasks, struct process *process)
{
	if (--process->threads > 0)
		return;
	id_table_remove(&tasks->by_pid, process->pid);
	maps_drop(process->maps);
	free(process);
}

static void replace_maps(struct process *process, struct maps *maps)
{
	maps_drop(process->maps);
	process->maps = maps;
}

/* ---- threads ---- */

static struct task *new_task(struct tasks *tasks, uint32_t pid, uint32_t tid)
{
	struct task *task = memory_new(1, sizeof(*task));

	task->tid = tid;
	task->comm = tid == 0 ? IDLE_COMM : NAME_NONE;
	task->process = process_of(tasks, pid);
	task->process->threads++;
	id_table_set(&tasks->by_tid, tid, task);
	return task;
}

static void free_task(struct task *task)
{
	free(task->extra);
	free(task);
}

static void remove_task(struct tasks *tasks, struct task *task)
{
	id_table_remove(&tasks->by_tid, task->tid);
	leave_process(tasks, task->process);
	free_task(task);
}

/* A thread whose process was not known joins it; any other stays where it is, whatever is said. */
static void join_process(struct tasks *tasks, struct task *task, uint32_t pid)
{
	struct process *before = task->process;

	if (before->pid == pid || before->pid != UINT32_MAX)
		return;
	task->process = process_of(tasks, pid);
	task->process->threads++;
	leave_process(tasks, before);
}

struct task *tasks_find(struct tasks *tasks, uint32_t pid, uint32_t tid)
{
	struct task *task = id_table_find(&tasks->by_tid, tid);

	if (!task)
		return new_task(tasks, pid, tid);
	join_process(tasks, task, pid);
	return task;
}

/* ---- ends ---- */

static void note_end(struct tasks *tasks, struct task *task, uint64_t time)
{
	if (task->ended)
		return;
	task->ended = time;
	*ARRAY_PUSH(tasks->ends, tasks->end_count, tasks->end_capacity) =
		(struct tasks_end){task->tid, time};
}

static void forget_ended(struct tasks *tasks, uint64_t now)
{
	while (tasks->first_end < tasks->end_count) {
		const struct tasks_end *end = &tasks->ends[tasks->first_end];
		struct task *task;

		if (now < end->time || now - end->time < linger)
			break;
		task = id_table_find(&tasks->by_tid, end->tid);
		if (task && task->ended == end->time)
			remove_task(tasks, task);
		tasks->first_end++;
	}
	if (tasks->first_end < tasks->end_count / 2)
		return;
	/* The later half moves to the front, so that each end is moved once at most. */
	for (size_t i = tasks->first_end; i < tasks->end_count; i++)
		tasks->ends[i - tasks->first_end] = tasks->ends[i];
	tasks->end_count -= tasks->first_end;
	tasks->first_end = 0;
}

/* ---- records ---- */

/* u32 pid, parent's pid, tid, parent's tid; u64 time */
enum { FORK_FIXED = 24, COMM_FIXED = 8 };

static void apply_comm(struct tasks *tasks, struct str body, uint32_t comm)
{
	if (body.n >= COMM_FIXED && comm != NAME_NONE)
		tasks_find(tasks, native_u32(body.p), native_u32(body.p + 4))->comm = comm;
}

/* The thread that forks; one that is known to be of another process has ended unseen. */
static struct task *find_parent(struct tasks *tasks, uint32_t pid, uint32_t tid)
{
	struct task *parent = tasks_find(tasks, pid, tid);

	if (parent->process->pid == pid)
		return parent;
	remove_task(tasks, parent);
	return tasks_find(tasks, pid, tid);
}

/*
 * A new thread, or with another pid a new process, which has its parent's maps. What perf makes up
 * at its start for a process that it finds has none of its parent's: its own follow.
 */
static void apply_fork(struct tasks *tasks, const struct record *record)
{
	const char *p = record->body.p;
	uint32_t pid, parent_pid, tid, comm;
	struct task *parent, *old, *child;
	struct maps *maps;

	if (record->body.n < FORK_FIXED)
		return;
	pid = native_u32(p);
	parent_pid = native_u32(p + 4);
	tid = native_u32(p + 8);
	parent = find_parent(tasks, parent_pid, native_u32(p + 12));
	comm = parent->comm;
	/* Before the old thread goes, which may be the last of the parent's process. */
	maps = maps_share(parent->process->maps);
	old = id_table_find(&tasks->by_tid, tid);
	if (old)
		remove_task(tasks, old);
	child = new_task(tasks, pid, tid);
	child->comm = comm;
	if (pid == parent_pid) {
		maps_drop(maps);
	} else if (record->misc & MISC_FORK_NO_MAPS) {
		maps_drop(maps);
		replace_maps(child->process, maps_new(&tasks->clock));
	} else {
		replace_maps(child->process, maps);
	}
}

static void apply_exit(struct tasks *tasks, struct str body, uint64_t time)
{
	struct task *task = body.n >= FORK_FIXED ?
		id_table_find(&tasks->by_tid, native_u32(body.p + 8)) : NULL;

	if (task)
		note_end(tasks, task, time);
}

/* The end of a map that reaches past the last address is that. */
static uint64_t end_of(const struct map_record *map)
{
	return map->size > UINT64_MAX - map->start ? UINT64_MAX : map->start + map->size;
}

static void apply_map(struct tasks *tasks, const struct record *record, uint32_t image)
{
	struct map_record parsed;
	struct maps **maps = &tasks->kernel;
	struct map map;

	/* All that nothing else covers is the kernel's. */
	if (image == NAME_NONE || image == KERNEL_IMAGE || !map_parse(record, &parsed))
		return;
	map = (struct map){parsed.start, end_of(&parsed), parsed.offset, image};
	if (parsed.is_kernel)
		map.offset = map.start;
	else
		maps = &tasks_find(tasks, parsed.pid, native_u32(record->body.p + 4))->process->maps;
	/* The kernel's code in a process is a file of its own, whatever the offset says. */
	if (str_starts(parsed.path, STR("[vdso")))
		map.offset = 0;
	if (parsed.is_gone)
		maps_remove(maps, &tasks->clock, map.start, map.end);
	else
		maps_insert(maps, &tasks->clock, &map);
}

bool tasks_takes(uint32_t type)
{
	return type == RECORD_MMAP || type == RECORD_MMAP2 || type == RECORD_COMM ||
	       type == RECORD_FORK || type == RECORD_EXIT || type == RECORD_KSYMBOL;
}

uint32_t tasks_number(struct images *images, const struct record *record)
{
	struct map_record map;

	if (record->type == RECORD_COMM)
		return record->body.n < COMM_FIXED ?
			NAME_NONE :
			names_add(&images->comms, native_text(str_skip(record->body, COMM_FIXED)));
	if (record->type == RECORD_FORK || record->type == RECORD_EXIT ||
		!map_parse(record, &map))
		return NAME_NONE;
	return images_add(images, &map);
}

void tasks_apply(struct tasks *tasks, const struct record *record, uint32_t number, uint64_t time)
{
	forget_ended(tasks, time);
	switch (record->type) {
	case RECORD_COMM:
		apply_comm(tasks, record->body, number);
		break;
	case RECORD_FORK:
		apply_fork(tasks, record);
		break;
	case RECORD_EXIT:
		apply_exit(tasks, record->body, time);
		break;
	default:
		apply_map(tasks, record, number);
		break;
	}
}

/* ---- copies ---- */

static struct maps *freeze(struct tasks *tasks, struct maps *maps)
{
	if (!maps->frozen)
		*ARRAY_PUSH(tasks->frozen, tasks->frozen_count, tasks->frozen_capacity) = maps;
	maps->frozen = true;
	return maps;
}

static void copy_task(struct tasks *copy, struct tasks *tasks, const struct task *task)
{
	struct process *process = id_table_find(&copy->by_pid, task->process->pid);
	struct task *same = memory_new(1, sizeof(*same));

	if (!process) {
		process = memory_new(1, sizeof(*process));
		process->pid = task->process->pid;
		process->maps = freeze(tasks, task->process->maps);
		id_table_set(&copy->by_pid, process->pid, process);
	}
	*same = *task;
	same->extra = NULL;
	same->process = process;
	process->threads++;
	id_table_set(&copy->by_tid, same->tid, same);
}

void tasks_copy(struct tasks *copy, struct tasks *tasks)
{
	*copy = (struct tasks){.clock = tasks->clock, .kernel = freeze(tasks, tasks->kernel)};
	for (size_t i = 0; i < tasks->by_tid.slot_count; i++)
		if (tasks->by_tid.slots[i].value)
			copy_task(copy, tasks, tasks->by_tid.slots[i].value);
	for (size_t i = tasks->first_end; i < tasks->end_count; i++)
		*ARRAY_PUSH(copy->ends, copy->end_count, copy->end_capacity) = tasks->ends[i];
}

void tasks_release(struct tasks *tasks)
{
	for (size_t i = 0; i < tasks->by_tid.slot_count; i++) {
		struct task *task = tasks->by_tid.slots[i].value;

		if (!task)
			continue;
		leave_process(tasks, task->process);
		free_task(task);
	}
	id_table_release(&tasks->by_tid);
	id_table_release(&tasks->by_pid);
	maps_drop(tasks->kernel);
	for (size_t i = 0; i < tasks->frozen_count; i++) {
		tasks->frozen[i]->frozen = false;
		tasks->frozen[i]->references = 1;
		maps_drop(tasks->frozen[i]);
	}
	free(tasks->frozen);
	free(tasks->ends);
}
