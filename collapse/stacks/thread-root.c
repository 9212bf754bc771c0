#include "collapse/stacks/thread-root.h"

static uint32_t frame_of(
	struct stacks *stacks, struct buf *scratch, const struct thread_label *label, bool with_id)
{
	if (label->name != NAME_NONE && !with_id)
		return label->name;
	buf_reset(scratch);
	if (label->name != NAME_NONE) {
		buf_add(scratch, names_get(&stacks->tree.names, label->name));
		buf_add_char(scratch, '-');
	}
	buf_add(scratch, label->id.n ? label->id : STR("?"));
	return stacks_name(stacks, buf_str(scratch));
}

uint32_t thread_root(struct stacks *stacks, struct buf *scratch,
	const struct thread_root_options *options, const struct thread_label *process,
	const struct thread_label *thread, bool thread_matters)
{
	uint32_t node = NODE_ROOT;

	if (options->no_threads)
		return node;
	if (process->name != NAME_NONE || options->pid)
		node = stacks_child(stacks, node, frame_of(stacks, scratch, process, options->pid));
	if (thread_matters || options->tid)
		node = stacks_child(stacks, node, frame_of(stacks, scratch, thread, options->tid));
	return node;
}
