#include "common/compare/scale.h"

#include "common/folded.h"
#include "common/weight.h"
#include "tests/unit/test.h"

/* Numbers that are the same in every run (xorshift64). */
static uint64_t next_number(void)
{
	static uint64_t state = 88172645463325252u;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

static uint64_t sum_before(const struct calltree *tree)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < tree->count; i++)
		sum += tree->nodes[i].self[BEFORE];
	return sum;
}

static struct weight whole(uint64_t value)
{
	return (struct weight){value, 0};
}

static void add_random_stacks(struct calltree *tree, int bits_before, int bits_after)
{
	for (unsigned i = 0; i < 200; i++) {
		char letters[2] = {(char)('a' + i % 20), (char)('a' + i / 20)};
		uint32_t top = calltree_child(
			tree, NODE_ROOT, names_add(&tree->names, (struct str){letters, 1}));
		uint32_t node = calltree_child(
			tree, top, names_add(&tree->names, (struct str){letters + 1, 1}));

		calltree_add(tree, node, BEFORE, whole(next_number() >> (64 - bits_before)));
		calltree_add(tree, node, AFTER, whole(next_number() >> (64 - bits_after)));
	}
}

/* Every weight is the exact one, rounded up or down, and their sum is the total after. */
static void check_normalized(int bits_before, int bits_after)
{
	struct calltree tree;
	uint64_t before[256], total;

	calltree_init(&tree, 2);
	add_random_stacks(&tree, bits_before, bits_after);
	total = tree.total[BEFORE];
	for (uint32_t i = 0; i < tree.count; i++)
		before[i] = tree.nodes[i].self[BEFORE];
	scale_before(&tree, (struct scale){tree.total[AFTER], total});
	CHECK_U64(sum_before(&tree), tree.total[AFTER]);
	CHECK_U64(tree.total[BEFORE], tree.total[AFTER]);
	for (uint32_t i = 0; i < tree.count; i++) {
		uint64_t rounded = weight_scale(before[i], tree.total[AFTER], total);
		uint64_t self = tree.nodes[i].self[BEFORE];

		CHECK(self <= rounded + 1 && self + 1 >= rounded);
		CHECK(before[i] > 0 || self == 0);
	}
	calltree_release(&tree);
}

static void sums_are_exact(void)
{
	for (int before = 1; before <= 56; before += 5)
		for (int after = 1; after <= 56; after += 5)
			check_normalized(before, after);
}

/* A total before beyond 2^63, where a remainder takes all 64 bits. */
static void largest_totals(void)
{
	struct calltree tree;

	calltree_init(&tree, 2);
	for (unsigned i = 0; i < 3; i++) {
		uint32_t name = names_add(&tree.names, (struct str){&"abc"[i], 1});

		calltree_add(&tree, calltree_child(&tree, NODE_ROOT, name), BEFORE,
			whole(UINT64_MAX / 3));
	}
	calltree_add(&tree, 1, AFTER, whole(UINT64_MAX - 1));
	scale_before(&tree, (struct scale){tree.total[AFTER], tree.total[BEFORE]});
	CHECK_U64(tree.nodes[1].self[BEFORE], UINT64_MAX / 3);
	CHECK_U64(tree.nodes[2].self[BEFORE], UINT64_MAX / 3);
	CHECK_U64(tree.nodes[3].self[BEFORE], UINT64_MAX / 3 - 1);
	calltree_release(&tree);
}

/* By a ratio that is not that of the totals, as when some stacks were left out before. */
static void any_ratio(void)
{
	struct calltree tree;

	calltree_init(&tree, 2);
	for (unsigned i = 0; i < 3; i++)
		calltree_add(&tree,
			calltree_child(&tree, NODE_ROOT,
				names_add(&tree.names, (struct str){&"abc"[i], 1})),
			BEFORE, whole(5));
	scale_before(&tree, (struct scale){7, 10});
	/* 3.5 each, 10.5 together: rounded half up, 11. */
	CHECK_U64(tree.total[BEFORE], 11);
	CHECK_U64(tree.nodes[1].self[BEFORE], 4);
	CHECK_U64(tree.nodes[2].self[BEFORE], 4);
	CHECK_U64(tree.nodes[3].self[BEFORE], 3);
	calltree_release(&tree);
}

int main(void)
{
	TEST(sums_are_exact);
	TEST(largest_totals);
	TEST(any_ratio);
}
