#include "collapse/stacks/stacks.h"

#include "tests/unit/test.h"

static uint32_t name(struct stacks *stacks, const char *text)
{
	return stacks_name(stacks, str_of(text));
}

/* "PARENT;CHILD", with both weights. */
static void add(struct stacks *stacks, const char *parent, const char *child, uint64_t before,
	uint64_t after, unsigned places)
{
	const uint64_t weight[2] = {before, after};
	uint32_t node = stacks_child(stacks, NODE_ROOT, name(stacks, parent));

	stacks_add_at(stacks, stacks_child(stacks, node, name(stacks, child)), weight, places);
}

static void renames_keep_both_columns(void)
{
	struct stacks stacks;

	stacks_init(&stacks);
	stacks_set_columns(&stacks, 2);
	stacks.tree.whole = true;
	add(&stacks, "4711", "read", 5, 70, 1);
	add(&stacks, "app", "read", 1, 2, 0);
	add(&stacks, "4711", "write", 0, 30, 1);
	stacks_rename(&stacks, name(&stacks, "4711"), name(&stacks, "app"));
	stacks_apply_renames(&stacks);

	const struct node *nodes = stacks.tree.nodes;
	uint32_t app = stacks_child(&stacks, NODE_ROOT, name(&stacks, "app"));
	uint32_t read = stacks_child(&stacks, app, name(&stacks, "read"));
	uint32_t write = stacks_child(&stacks, app, name(&stacks, "write"));

	CHECK_U64(stacks.tree.count, 4);
	CHECK_U64(stacks.tree.columns, 2);
	CHECK_U64(stacks.tree.places, 1);
	CHECK(stacks.tree.whole);
	CHECK_U64(nodes[read].self[BEFORE], 15);
	CHECK_U64(nodes[read].self[AFTER], 90);
	CHECK_U64(nodes[write].self[BEFORE], 0);
	CHECK_U64(nodes[write].self[AFTER], 30);
	CHECK_U64(stacks.tree.total[BEFORE], 15);
	CHECK_U64(stacks.tree.total[AFTER], 120);
	stacks_release(&stacks);
}

/* Lines that wait for the end find their stacks in the new tree. */
static void renames_keep_the_lines(void)
{
	struct stacks stacks;

	stacks_init(&stacks);
	stacks.order.on = stacks.order.waits = true;
	add(&stacks, "app", "read", 1, 0, 0);
	add(&stacks, "4711", "read", 2, 0, 0);
	stacks_rename(&stacks, name(&stacks, "4711"), name(&stacks, "app"));
	stacks_apply_renames(&stacks);
	CHECK_U64(stacks.tree.count, 3);
	CHECK_U64(stacks.order.count, 2);
	CHECK_U64(stacks.order.lines[0].node, 2);
	CHECK_U64(stacks.order.lines[1].node, 2);
	stacks_release(&stacks);
}

int main(void)
{
	TEST(renames_keep_both_columns);
	TEST(renames_keep_the_lines);
}
