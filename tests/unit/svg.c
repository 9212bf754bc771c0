#include <stdlib.h>

#include "collapse/formats/svg/block.h"
#include "collapse/formats/svg/title.h"
#include "common/folded.h"
#include "common/block/block.h"
#include "tests/unit/test.h"

/* ---- tooltips ---- */

static struct svg_title parsed(const char *text)
{
	struct svg_title title;

	CHECK(svg_title_parse(str_of(text), &title));
	return title;
}

static bool is_title(const char *text)
{
	struct svg_title title;

	return svg_title_parse(str_of(text), &title);
}

static void titles(void)
{
	struct svg_title title = parsed("parse (1,234 samples, 12.34%)");

	CHECK_STR(title.name, "parse");
	CHECK_STR(title.percent, "12.34");
	CHECK_U64(title.weight[0].value, 1234);
	CHECK_U64(title.weight[1].value, 0);
	CHECK(!title.change && !title.before);
	CHECK_STR(parsed("all (3 samples, 100%)").percent, "100");
	CHECK_STR(parsed(" (3 samples, 1%)").name, "");
	CHECK_STR(parsed(" a  (3 samples, 1%)\n").name, " a ");
	CHECK_U64(parsed("a (18,446,744,073,709,551,615 samples, 1%)").weight[0].value, UINT64_MAX);
	CHECK_U64(parsed("a (1,234.5 ms, 1%)").weight[0].value, 12345);
	CHECK_U64(parsed("a (1,234.5 ms, 1%)").weight[0].places, 1);
}

static void names_like_counts(void)
{
	CHECK_STR(parsed("f(int, (x)) (3 samples, 1%)").name, "f(int, (x))");
	CHECK_STR(parsed("f (5 samples, 1%) (3 samples, 2%)").name, "f (5 samples, 1%)");
	CHECK_U64(parsed("f (5 samples, 1%) (3 samples, 2%)").weight[0].value, 3);
	CHECK_STR(parsed("f (3 cycles (user), now, 2%)").name, "f");
	CHECK_STR(parsed("f (3 of 9%, 4%, 2%)").percent, "2");
}

static void titles_of_changes(void)
{
	struct svg_title title = parsed("f (12 samples, 3.40%; +1.20%)");

	CHECK_U64(title.weight[0].value, 12);
	CHECK(title.change && !title.before);
	title = parsed("f (1,400 samples, 12.00% of all after, before 1,200.5, 10.00% of all before; "
		       "change +4.50% of all before, +45.00% of its own, may be noise)");
	CHECK_STR(title.name, "f");
	CHECK_STR(title.percent, "12.00");
	CHECK_U64(title.weight[0].value, 12005);
	CHECK_U64(title.weight[0].places, 1);
	CHECK_U64(title.weight[1].value, 1400);
	CHECK(title.change && title.before);
	title = parsed("f\nSelf:\n\tBefore:\t(1 samples, 1.41%)\n\tAfter:\t(0 samples, 0.00%)\n"
		       "\tChange:\t-1.41%pt\nTotal:\n\tBefore:\t(6 samples, 8.45%)\n"
		       "\tAfter:\t(7 samples, 9.86%)\n\tChange:\t+1.41%pt\n\n"
		       "Visual Width:\t(10 samples, 9.71%)");
	CHECK_STR(title.name, "f");
	CHECK_U64(title.weight[0].value, 6);
	CHECK_U64(title.weight[1].value, 7);
	CHECK(title.change && title.before);
}

static void no_titles(void)
{
	CHECK(!is_title(""));
	CHECK(!is_title("f"));
	CHECK(!is_title("f (3 samples, 1%"));
	CHECK(!is_title("f (3 samples)"));
	CHECK(!is_title("f (x samples, 1%)"));
	CHECK(!is_title("f (3 samples, x%)"));
	CHECK(!is_title("f(3 samples, 1%)"));
	CHECK(!is_title("f (18,446,744,073,709,551,616 samples, 1%)"));
	CHECK(!is_title("f (3 samples, 1%, before x)"));
}

/* ---- the data ---- */

struct sample {
	const char *stack[4];
	uint64_t before, after;
};

static const struct sample samples[] = {
	{{"main", "a<b>&^%\\", "\xff\x01"}, 30, 0},
	{{"main", "a<b>&^%\\"}, 10, 20},
	{{"main", "]]>", "main", "main"}, 20, 5},
	{{"", "\xc3\xa9"}, 40, 0},
};

static void add_samples(struct calltree *tree, unsigned columns)
{
	calltree_init(tree, columns);
	for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++) {
		uint32_t node = NODE_ROOT;

		for (size_t j = 0; j < 4 && samples[i].stack[j]; j++)
			node = calltree_child(tree, node,
				names_add(&tree->names, str_of(samples[i].stack[j])));
		calltree_add(tree, node, BEFORE, (struct weight){samples[i].before, 1});
		if (columns == 2)
			calltree_add(tree, node, AFTER, (struct weight){samples[i].after, 1});
	}
}

static struct buf block_of(const struct calltree *tree, const char *keys)
{
	struct buf block = {0};
	uint32_t *sorted = names_sorted(&tree->names);

	block_write_head(&block, tree);
	buf_add(&block, str_of(keys));
	block_write(&block, tree, sorted, NULL);
	free(sorted);
	return block;
}

static void folded_of(struct buf *out, const struct calltree *tree)
{
	static struct output output;

	output_open(&output, "out");
	folded_write(tree, &output);
	output_close(&output);
	*out = file_read("out");
}

static void check_round_trip(unsigned columns, const char *keys)
{
	struct calltree tree;
	struct stacks stacks;
	struct buf block, wanted, got;

	add_samples(&tree, columns);
	block = block_of(&tree, keys);
	stacks_init(&stacks);
	CHECK(svg_block_read(buf_str(&block), &stacks) == NULL);
	folded_of(&wanted, &tree);
	folded_of(&got, &stacks.tree);
	CHECK(wanted.n > 0);
	CHECK_BYTES(buf_str(&got), buf_str(&wanted));
	buf_release(&wanted);
	buf_release(&got);
	buf_release(&block);
	stacks_release(&stacks);
	calltree_release(&tree);
}

static void there_and_back(void)
{
	check_round_trip(1, "");
	check_round_trip(2, "");
}

static void unknown_keys(void)
{
	check_round_trip(1, "countname x\nsomething new\n\nword\ntreetop a\n");
}

static const char *read_text(struct str text)
{
	struct stacks stacks;
	const char *wrong;

	stacks_init(&stacks);
	wrong = svg_block_read(text, &stacks);
	/* All or nothing. */
	CHECK(!wrong || (stacks.count == 0 && stacks.tree.count == 1));
	stacks_release(&stacks);
	return wrong;
}

static void cut_anywhere(void)
{
	struct calltree tree;
	struct buf block;

	add_samples(&tree, 2);
	block = block_of(&tree, "");
	for (size_t n = 0; n < block.n; n++)
		CHECK(read_text(str_head(buf_str(&block), n)) != NULL);
	CHECK(read_text(buf_str(&block)) == NULL);
	buf_release(&block);
	calltree_release(&tree);
}

/* A block that is read nevertheless has the weight that it states: 10 units, whatever the unit is. */
static void damaged_anywhere(void)
{
	struct calltree tree;
	struct buf block;
	struct stacks stacks;

	add_samples(&tree, 1);
	block = block_of(&tree, "");
	for (size_t i = 0; i < block.n; i++) {
		char c = block.p[i];

		for (unsigned bit = 0; bit < 8; bit++) {
			block.p[i] = (char)(c ^ 1 << bit);
			stacks_init(&stacks);
			if (!svg_block_read(buf_str(&block), &stacks))
				CHECK_U64(stacks.tree.total[0] % 10, 0);
			stacks_release(&stacks);
		}
		block.p[i] = c;
	}
	buf_release(&block);
	calltree_release(&tree);
}

#define HEAD "\nflamegraph-profile 1\n"
#define ONE_NAME "names 1\n!a\n"
#define SAYS(text, wanted) CHECK_STR(str_of(read_text(STR(text))), wanted)

static void hostile(void)
{
	CHECK(read_text(STR(HEAD "columns 1\nunit 1\nplaces 0\ntotal 3\nnodes 1\n" ONE_NAME
				 "tree \"\nedges !!\nselfs $\n")) == NULL);
	SAYS("\nsomething else\n", "its first line is not \"flamegraph-profile 1\"");
	SAYS("\nflamegraph-profile 2\n",
		"its version is not 1; a newer flamegraph may have made it");
	SAYS(HEAD "columns 1\ncolumns 1\n", "it says something twice");
	SAYS(HEAD "columns 3\nunit 1\nplaces 0\ntotal 3\n", "it has neither one nor two weights");
	SAYS(HEAD "columns 1\nunit 0\nplaces 0\ntotal 3\n",
		"the unit of its weights cannot be read");
	SAYS(HEAD "columns 1\nunit 1\nplaces 7\ntotal 3\n",
		"the decimals of its weights cannot be read");
	SAYS(HEAD "columns 1\nunit 1\nplaces 0\ntotal 3 4\n", "its total cannot be read");
	SAYS(HEAD "columns 1\nunit 18446744073709551615\nplaces 0\ntotal 2\n",
		"its total is past 2^64-1");
	SAYS(HEAD "names 4000000000\n!a\n", "names are missing");
	SAYS(HEAD "names 99999999999999999999\n", "the number of its names cannot be read");
	SAYS(HEAD "names 2\n!b\n!a\n", "its names are not in order");
	SAYS(HEAD "names 2\n!a\n!a\n", "its names are not in order");
	SAYS(HEAD "names 1\n\"a\n", "a name in it is damaged");
	SAYS(HEAD "names 1\n!a\\3b\n", "a name in it is damaged");
	SAYS(HEAD "names 1\n!a;b\n", "a name in it is damaged");
	SAYS(HEAD "names 1\n!a\\x\n", "a name in it is damaged");
#define NUMBERS HEAD "columns 1\nunit 1\nplaces 0\ntotal 3\n" ONE_NAME
	SAYS(NUMBERS "nodes 4000000000\ntree \"\nedges !!\nselfs $\n",
		"the number of its frames is wrong");
	SAYS(NUMBERS "nodes 2\ntree \"\nedges !!\nselfs $\n",
		"the number of its frames is wrong");
	SAYS(NUMBERS "nodes 1\ntree $\nedges !!\nselfs $\n", "its tree is damaged");
	SAYS(NUMBERS "nodes 1\ntree \"\nedges !\"\nselfs $\n", "its edges are damaged");
	SAYS(NUMBERS "nodes 1\ntree \"\nedges \"\nselfs $\n", "its edges are damaged");
	SAYS(NUMBERS "nodes 1\ntree \"\nedges !!\nselfs %\n", "its weights are more than its total");
	SAYS(NUMBERS "nodes 1\ntree \"\nedges !!\nselfs #\n", "its weights are less than its total");
	SAYS(NUMBERS "nodes 1\ntree \"\nedges !!\nselfs ~~~~~~~~~~~~~~\n", "its weights are damaged");
	SAYS(NUMBERS "nodes 1\ntree \"\"\nedges !!\nselfs $\n", "it has more frames than it says");
	SAYS(NUMBERS "nodes 2\ntree \"\"\nedges !!!!\nselfs $~~~~~~~~~~~~~!\n",
		"its weights are damaged");
}

/* Pictures that do not fit together. */
static void columns_of_several(void)
{
	struct calltree one, two;
	struct buf first, second;
	struct stacks stacks;

	add_samples(&one, 1);
	add_samples(&two, 2);
	first = block_of(&one, "");
	second = block_of(&two, "");
	stacks_init(&stacks);
	CHECK(svg_block_read(buf_str(&first), &stacks) == NULL);
	CHECK(svg_block_read(buf_str(&second), &stacks) != NULL);
	CHECK(svg_block_read(buf_str(&first), &stacks) == NULL);
	CHECK_U64(stacks.tree.total[0], 200);
	stacks_release(&stacks);
	buf_release(&first);
	buf_release(&second);
	calltree_release(&one);
	calltree_release(&two);
}

int main(void)
{
	TEST(titles);
	TEST(names_like_counts);
	TEST(titles_of_changes);
	TEST(no_titles);
	TEST(there_and_back);
	TEST(unknown_keys);
	TEST(cut_anywhere);
	TEST(damaged_anywhere);
	TEST(hostile);
	TEST(columns_of_several);
}
