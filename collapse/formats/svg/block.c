#include "collapse/formats/svg/block.h"

#include <stdlib.h>

#include "common/block/block.h"
#include "common/folded.h"
#include "common/memory.h"

/* Whether a stack that starts so would be read back otherwise, as one of --reverse may. */
static bool starts_stack_badly(struct str name, bool alone)
{
	bool comment = name.n && (name.n > 1 || alone) && folded_is_comment(name);

	return comment || str_starts(name, STR("\xef\xbb\xbf"));
}

/* The name as it was in the input, except where a stack starts with "# x" or a byte order mark. */
static uint32_t add_frame_name(
	struct stacks *stacks, const struct block *block, const struct block_node *node)
{
	struct str name = block_name(block, node->name);
	bool alone = node->self[0] || node->self[1];

	if (node->parent == BLOCK_ROOT && starts_stack_badly(name, alone))
		return stacks_name(stacks, name);
	return stacks_name_as_is(stacks, name);
}

static void add_stacks(struct stacks *stacks, const struct block *block)
{
	uint32_t *made = memory_new(block->count, sizeof(*made));

	stacks_count_things(stacks, block->count);
	for (uint32_t i = 0; i < block->count; i++) {
		const struct block_node *node = &block->nodes[i];

		made[i] = stacks_child(stacks,
			node->parent == BLOCK_ROOT ? NODE_ROOT : made[node->parent],
			add_frame_name(stacks, block, node));
		if (node->self[0] || node->self[1])
			stacks_add_at(stacks, made[i], node->self, block->places);
	}
	free(made);
}

const char *svg_header_read(struct str line, struct stacks *stacks)
{
	struct folded_header header = {0};

	if (line.n && (!folded_header_is(line) || folded_header_read(&header, line)))
		return "what it says of its weights is damaged";
	folded_header_merge(&stacks->header, line.n ? &header : NULL, stacks->tree.input);
	folded_header_release(&header);
	return NULL;
}

const char *svg_block_read(struct str text, struct stacks *stacks)
{
	struct block block;
	const char *wrong = block_read(&block, text);

	if (!wrong && !stacks_set_columns(stacks, block.columns))
		wrong = "it has two weights a stack where other pictures have one, or one where they "
			"have two";
	if (!wrong)
		wrong = svg_header_read(buf_str(&block.header), stacks);
	if (!wrong)
		add_stacks(stacks, &block);
	block_release(&block);
	return wrong;
}
