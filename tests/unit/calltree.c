#include "common/calltree.h"

#include <stdlib.h>

#include "common/messages.h"
#include "tests/unit/test.h"

static uint32_t child(struct calltree *tree, uint32_t parent, const char *name)
{
	return calltree_child(tree, parent, names_add(&tree->names, str_of(name)));
}

static uint32_t append(struct calltree *tree, uint32_t parent, const char *name)
{
	return calltree_append(tree, parent, names_add(&tree->names, str_of(name)));
}

static void equal_names_are_one_child(void)
{
	struct calltree tree;

	calltree_init(&tree, 1);
	uint32_t a = child(&tree, NODE_ROOT, "a"), b = child(&tree, a, "b");

	CHECK_U64(a, 1);
	CHECK_U64(b, 2);
	CHECK_U64(child(&tree, NODE_ROOT, "a"), a);
	CHECK_U64(child(&tree, a, "b"), b);
	/* The same name under another parent, also under itself, is another node. */
	CHECK_U64(child(&tree, NODE_ROOT, "b"), 3);
	CHECK_U64(child(&tree, b, "b"), 4);
	CHECK_U64(tree.count, 5);
	calltree_release(&tree);
}

static void siblings_are_found_in_any_order(void)
{
	struct calltree tree;

	calltree_init(&tree, 1);
	uint32_t a = child(&tree, NODE_ROOT, "a"), b = child(&tree, NODE_ROOT, "b");
	uint32_t c = child(&tree, NODE_ROOT, "c"), under = child(&tree, b, "a");

	for (int i = 0; i < 2; i++) {
		CHECK_U64(child(&tree, NODE_ROOT, "a"), a);
		CHECK_U64(child(&tree, NODE_ROOT, "c"), c);
		CHECK_U64(child(&tree, NODE_ROOT, "b"), b);
		CHECK_U64(child(&tree, b, "a"), under);
	}
	CHECK_U64(tree.count, 5);
	calltree_release(&tree);
}

static void appended_children_stay_apart(void)
{
	struct calltree tree;

	calltree_init(&tree, 1);
	CHECK_U64(append(&tree, NODE_ROOT, "a"), 1);
	CHECK_U64(append(&tree, NODE_ROOT, "a"), 2);
	calltree_release(&tree);
}

/* The table of children is made late, when there are many nodes already. */
static void children_after_many_appended(void)
{
	enum { MANY = 5000 };
	struct calltree tree;
	uint32_t node = NODE_ROOT;

	calltree_init(&tree, 1);
	for (int i = 0; i < MANY; i++)
		node = append(&tree, node, "deep");
	node = child(&tree, NODE_ROOT, "a");
	CHECK_U64(node, MANY + 1);
	CHECK_U64(child(&tree, NODE_ROOT, "a"), node);
	calltree_release(&tree);
}

static void many_children(void)
{
	enum { MANY = 100000 };
	struct calltree tree;

	calltree_init(&tree, 1);
	for (uint32_t i = 0; i < MANY; i++)
		calltree_child(&tree, i % 7 ? i : NODE_ROOT, i);
	CHECK_U64(tree.count, MANY + 1);
	for (uint32_t i = 0; i < MANY; i += 991)
		CHECK_U64(calltree_child(&tree, i % 7 ? i : NODE_ROOT, i), i + 1);
	calltree_release(&tree);
}

static void totals_are_sums(void)
{
	struct calltree tree;

	calltree_init(&tree, 2);
	uint32_t a = child(&tree, NODE_ROOT, "a");
	uint32_t b = child(&tree, a, "b");
	uint32_t c = child(&tree, a, "c");

	calltree_add(&tree, c, BEFORE, (struct weight){5, 0});
	calltree_add(&tree, b, BEFORE, (struct weight){3, 0});
	calltree_add(&tree, a, BEFORE, (struct weight){1, 0});
	calltree_add(&tree, b, AFTER, (struct weight){7, 0});
	uint64_t *before = calltree_totals(&tree, BEFORE), *after = calltree_totals(&tree, AFTER);

	CHECK_U64(before[NODE_ROOT], 9);
	CHECK_U64(before[a], 9);
	CHECK_U64(before[b], 3);
	CHECK_U64(before[c], 5);
	CHECK_U64(after[NODE_ROOT], 7);
	CHECK_U64(after[c], 0);
	CHECK_U64(tree.total[BEFORE], 9);
	CHECK_U64(tree.total[AFTER], 7);
	free(before);
	free(after);
	calltree_release(&tree);
}

static void decimals_rescale_the_tree(void)
{
	struct calltree tree;

	calltree_init(&tree, 2);
	uint32_t a = child(&tree, NODE_ROOT, "a"), b = child(&tree, NODE_ROOT, "b");

	calltree_add(&tree, a, BEFORE, (struct weight){2, 0});   /* 2 */
	calltree_add(&tree, b, AFTER, (struct weight){25, 2});   /* 0.25 */
	calltree_add(&tree, a, BEFORE, (struct weight){5, 1});   /* 0.5 */
	calltree_add(&tree, b, AFTER, (struct weight){1, 0});    /* 1 */
	CHECK_U64(tree.places, 2);
	CHECK_U64(tree.nodes[a].self[BEFORE], 250);
	CHECK_U64(tree.nodes[b].self[AFTER], 125);
	CHECK_U64(tree.total[BEFORE], 250);
	CHECK_U64(tree.total[AFTER], 125);
	calltree_release(&tree);
}

/* Adds two weights with these places to one tree. */
struct two_weights {
	struct weight weight[2];
};

static void add_two(void *context)
{
	const struct two_weights *two = context;
	struct calltree tree;

	messages_start("test");
	calltree_init(&tree, 1);
	for (int i = 0; i < 2; i++)
		calltree_add(&tree, NODE_ROOT, BEFORE, two->weight[i]);
	calltree_release(&tree);
}

static void totals_past_2_to_64_end_the_program(void)
{
	static const char said[] =
		"test: the weights add up to more than 2^64-1\n";
	struct two_weights fits = {{{UINT64_MAX - 1, 0}, {1, 0}}};
	struct two_weights sum = {{{UINT64_MAX, 0}, {1, 0}}};
	struct two_weights rescaled = {{{UINT64_MAX / 10 + 1, 0}, {1, 1}}};
	struct two_weights scaled_up = {{{1, 1}, {UINT64_MAX / 10 + 1, 0}}};
	struct two_weights just_fits = {{{5, 1}, {UINT64_MAX / 10, 0}}};

	CHECK_ENDS(add_two, &fits, EXIT_DONE, "");
	CHECK_ENDS(add_two, &just_fits, EXIT_DONE, "");
	CHECK_ENDS(add_two, &sum, EXIT_CANNOT, said);
	CHECK_ENDS(add_two, &rescaled, EXIT_CANNOT, said);
	CHECK_ENDS(add_two, &scaled_up, EXIT_CANNOT, said);
}

/* The names of n's children, "b,c". */
static struct buf list(const struct calltree *tree, const struct children *children, uint32_t n)
{
	struct buf out = {0};

	for (uint32_t i = children->start[n]; i < children->start[n + 1]; i++) {
		if (out.n)
			buf_add_char(&out, ',');
		buf_add(&out, names_get(&tree->names, tree->nodes[children->item[i]].name));
	}
	return out;
}

static void check_list(const struct calltree *tree, const struct children *children, uint32_t n,
	const char *wanted)
{
	struct buf out = list(tree, children, n);

	CHECK_STR(buf_str(&out), wanted);
	buf_release(&out);
}

static void children_in_the_inputs_order(void)
{
	struct calltree tree;
	struct children children;

	calltree_init(&tree, 1);
	uint32_t a = child(&tree, NODE_ROOT, "a");

	child(&tree, a, "z");
	child(&tree, NODE_ROOT, "b");
	child(&tree, a, "y");
	child(&tree, NODE_ROOT, "0");
	children_init(&children, &tree);
	check_list(&tree, &children, NODE_ROOT, "a,b,0");
	check_list(&tree, &children, a, "z,y");
	check_list(&tree, &children, 2, "");
	check_list(&tree, &children, tree.count - 1, "");
	children_release(&children);
	calltree_release(&tree);
}

static void children_sorted_by_key(void)
{
	/* By node number: the root's children are 1 to 4; the largest key is no smallest one. */
	static const uint32_t key[] = {0, 5, UINT32_MAX, 0, 5};
	struct calltree tree;
	struct children children;

	calltree_init(&tree, 1);
	child(&tree, NODE_ROOT, "a");
	child(&tree, NODE_ROOT, "b");
	child(&tree, NODE_ROOT, "c");
	child(&tree, NODE_ROOT, "d");
	children_init(&children, &tree);
	children_sort(&children, &tree, key);
	check_list(&tree, &children, NODE_ROOT, "c,a,d,b");
	children_release(&children);
	calltree_release(&tree);
}

static void an_empty_tree(void)
{
	struct calltree tree;
	struct children children;

	calltree_init(&tree, 1);
	children_init(&children, &tree);
	children_sort(&children, &tree, (const uint32_t[]){0});
	check_list(&tree, &children, NODE_ROOT, "");
	uint64_t *totals = calltree_totals(&tree, BEFORE);

	CHECK_U64(totals[NODE_ROOT], 0);
	free(totals);
	children_release(&children);
	calltree_release(&tree);
}

int main(void)
{
	TEST(equal_names_are_one_child);
	TEST(siblings_are_found_in_any_order);
	TEST(appended_children_stay_apart);
	TEST(children_after_many_appended);
	TEST(many_children);
	TEST(totals_are_sums);
	TEST(decimals_rescale_the_tree);
	TEST(totals_past_2_to_64_end_the_program);
	TEST(children_in_the_inputs_order);
	TEST(children_sorted_by_key);
	TEST(an_empty_tree);
}
