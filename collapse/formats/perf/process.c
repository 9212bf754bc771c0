#include "collapse/formats/perf/process.h"

#include <stdlib.h>

#include "common/memory.h"

struct perf_process {
	uint32_t frame;
	uint32_t
		comm; /* the main thread's last one, or while that is not known, a thread's first */
};

void perf_processes_release(struct perf_processes *processes)
{
	names_release(&processes->pids);
	names_release(&processes->comms);
	free(processes->items);
	*processes = (struct perf_processes){0};
}

/* A line end is in no frame's name, so this is none that a thread could have. */
static uint32_t new_frame(struct str pid, struct stacks *stacks)
{
	struct buf name = {0};
	uint32_t frame;

	buf_add(&name, STR("process\n"));
	buf_add(&name, pid);
	frame = names_add(&stacks->tree.names, buf_str(&name));
	buf_release(&name);
	return frame;
}

static struct perf_process *find(
	struct perf_processes *processes, const struct perf_header *header, struct stacks *stacks)
{
	uint32_t id = names_add(&processes->pids, header->pid);

	if (id < processes->count)
		return &processes->items[id];
	processes->items = memory_grow(processes->items, &processes->capacity, processes->count + 1,
		sizeof(*processes->items));
	processes->items[processes->count++] = (struct perf_process){
		.frame = new_frame(header->pid, stacks),
		.comm = names_add(&processes->comms, header->comm),
	};
	return &processes->items[id];
}

uint32_t perf_processes_frame(
	struct perf_processes *processes, const struct perf_header *header, struct stacks *stacks)
{
	struct perf_process *process = find(processes, header, stacks);

	if (str_eq(header->pid, header->tid))
		process->comm = names_add(&processes->comms, header->comm);
	return process->frame;
}

bool perf_processes_get(const struct perf_processes *processes, size_t i, uint32_t *frame,
	struct perf_header *header)
{
	if (i >= processes->count)
		return false;
	*frame = processes->items[i].frame;
	*header = (struct perf_header){
		.comm = names_get(&processes->comms, processes->items[i].comm),
		.pid = names_get(&processes->pids, (uint32_t)i),
	};
	return true;
}
