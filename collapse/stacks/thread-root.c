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

struct stack_root thread_root(struct stacks *stacks, struct buf *scratch,
	const struct thread_root_options *options, const struct thread_label *process,
	const struct thread_label *thread, bool thread_matters)
{
	struct stack_root root = {NODE_ROOT, NULL};

	if (options->no_threads)
		return root;
	if (process->name != NAME_NONE || options->pid) {
		root.node = stacks_child(
			stacks, root.node, frame_of(stacks, scratch, process, options->pid));
		root.leading = "process";
	}
	if (thread_matters || options->tid) {
		root.node = stacks_child(
			stacks, root.node, frame_of(stacks, scratch, thread, options->tid));
		root.leading = root.leading ? "process,thread" : "thread";
	}
	return root;
}
