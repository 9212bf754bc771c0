#include "common/compare/comparison.h"

#include <stdlib.h>
#include "tests/unit/test.h"

/* Two runs before, one after. */
static void start(struct comparison *comparison, struct calltree *tree)
{
	comparison_init(comparison);
	comparison->runs[BEFORE] = 2;
	calltree_init(tree, 2);
}

static void finish(struct comparison *comparison, struct calltree *tree)
{
	comparison_release(comparison);
	calltree_release(tree);
}

static uint32_t child(struct calltree *tree, uint32_t parent, struct str name)
{
	return calltree_child(tree, parent, names_add(&tree->names, name));
}

/* Nodes that come late, and decimals that come later still, leave what was added before as it was. */
static void weights_by_run(void)
{
	struct comparison comparison;
	struct calltree tree;
	uint32_t main_node, read_node;
	double *self, *total;

	start(&comparison, &tree);
	main_node = child(&tree, NODE_ROOT, STR("main"));
	comparison_add(&comparison, &tree, main_node, 0, (struct weight){3, 0});
	read_node = child(&tree, main_node, STR("read"));
	comparison_add(&comparison, &tree, read_node, 1, (struct weight){25, 1});
	comparison_add(&comparison, &tree, read_node, 2, (struct weight){4, 0});
	comparison_add(&comparison, &tree, main_node, 0, (struct weight){2, 0});
	comparison_sum(&comparison);
	CHECK_U64(tree.total[BEFORE], 75); /* 5 and 2.5, with one decimal */
	CHECK_U64(tree.total[AFTER], 40);
	CHECK(comparison.total[0] == 5 && comparison.total[1] == 2.5 && comparison.total[2] == 4);
	self = comparison_self_weights(&comparison, &tree);
	total = comparison_total_weights(&comparison, &tree);
	CHECK(self[main_node * 3] == 5 && self[main_node * 3 + 1] == 0);
	CHECK(self[read_node * 3 + 1] == 2.5 && self[read_node * 3 + 2] == 4);
	CHECK(total[main_node * 3] == 5 && total[main_node * 3 + 1] == 2.5);
	CHECK(total[NODE_ROOT * 3 + 2] == 4);
	free(self);
	free(total);
	finish(&comparison, &tree);
}

/* Gives `count` leaves weights of step, 2 step, 3 step, … in the run. */
static void add_leaves(struct comparison *comparison, struct calltree *tree, unsigned run,
	unsigned count, uint64_t step, uint64_t base)
{
	char name[2] = {'a', (char)('0' + run)};

	for (unsigned i = 0; i < count; i++) {
		name[0] = (char)('a' + i);
		comparison_add(comparison, tree, child(tree, NODE_ROOT, (struct str){name, 2}), run,
			(struct weight){step * (base + i), 0});
	}
}

static void samples_have_a_period(void)
{
	struct comparison comparison;
	struct calltree tree;
	bool doubtful;

	start(&comparison, &tree);
	add_leaves(&comparison, &tree, 0, 15, 10, 1);
	CHECK(comparison_period(&comparison, &doubtful) == 1); /* 15 weights may be round */
	CHECK(!doubtful);
	add_leaves(&comparison, &tree, 1, 16, 10, 1);
	CHECK(comparison_period(&comparison, &doubtful) == 10);
	add_leaves(&comparison, &tree, 2, 16, 1, 1); /* scaled, so its weights have lost it */
	CHECK(comparison_period(&comparison, &doubtful) == 10);
	CHECK(!doubtful);
	comparison.period = 7;
	CHECK(comparison_period(&comparison, NULL) == 7);
	finish(&comparison, &tree);
}

/* What the header says stands above what weights look like, and below what the user says. */
static void headers_know_samples(void)
{
	struct folded_header header = {.samples = {5, 10, 0}, .runs = 3};
	struct comparison comparison;
	struct calltree tree;
	bool doubtful;

	start(&comparison, &tree);
	for (unsigned run = 0; run < 3; run++)
		add_leaves(&comparison, &tree, run, 16, 10, 100 * 1000);
	comparison_sum(&comparison);
	comparison_tell(&comparison, &header);
	CHECK(comparison_period_source(&comparison) == PERIOD_GUESSED);
	header.samples[2] = 1;
	comparison_tell(&comparison, &header);
	CHECK(comparison_period_source(&comparison) == PERIOD_MEAN);
	CHECK(comparison_period(&comparison, &doubtful) == 3.0 * 10 * (16 * 100 * 1000 + 120) / 16);
	CHECK(!doubtful);
	header.number[HEADER_PERIOD] = 30;
	comparison_tell(&comparison, &header);
	CHECK(comparison_period_source(&comparison) == PERIOD_TOLD);
	CHECK(comparison_period(&comparison, NULL) == 30);
	folded_header_set(&header, HEADER_UNIT, STR("samples"));
	comparison_tell(&comparison, &header);
	CHECK(comparison_period(&comparison, NULL) == 1);
	comparison.period = 7;
	CHECK(comparison_period(&comparison, NULL) == 7);
	folded_header_release(&header);
	finish(&comparison, &tree);
}

static void periods_that_vary_are_doubtful(void)
{
	struct comparison comparison;
	struct calltree tree;
	bool doubtful;

	start(&comparison, &tree);
	add_leaves(&comparison, &tree, 0, 16, 3, 1000 * 1000);
	CHECK(comparison_period(&comparison, &doubtful) == 3);
	CHECK(doubtful);
	finish(&comparison, &tree);
	start(&comparison, &tree);
	add_leaves(&comparison, &tree, 1, 16, 3, 999);
	comparison_period(&comparison, &doubtful);
	CHECK(!doubtful);
	finish(&comparison, &tree);
}

/* What is normalized away is no change, in whichever run it is. */
static void exposure_follows_the_scale(void)
{
	struct comparison comparison;
	struct calltree tree;
	struct verdict verdict;
	const double shares[3] = {100, 300, 800}; /* a tenth of each run */
	uint32_t a;

	start(&comparison, &tree);
	a = child(&tree, NODE_ROOT, STR("a"));
	comparison_add(&comparison, &tree, a, 0, (struct weight){1000, 0});
	comparison_add(&comparison, &tree, a, 1, (struct weight){3000, 0});
	comparison_add(&comparison, &tree, a, 2, (struct weight){8000, 0});
	comparison_sum(&comparison);
	comparison.period = 1;
	comparison_judge(&comparison, 95, shares, 1, &verdict);
	CHECK(verdict.change > 399 && verdict.change < 401);
	comparison.normalize = NORMALIZE_TOTAL;
	comparison.scale = (struct scale){8000, 4000};
	comparison_judge(&comparison, 95, shares, 1, &verdict);
	CHECK(verdict.change > -1e-6 && verdict.change < 1e-6 && !verdict.real);
	comparison.normalize = NORMALIZE_TYPICAL;
	comparison.scale = (struct scale){1, 1};
	comparison_judge(&comparison, 95, shares, 1, &verdict);
	CHECK(verdict.change > 399 && verdict.change < 401 && verdict.real);
	comparison_find_real(&comparison, 95, shares, 1, &verdict);
	CHECK(verdict.change > 399 && verdict.change < 401 && verdict.real);
	/* The scale may as well be the one that leaves nothing to explain. */
	comparison.bounds[1] = (struct scale){2, 1};
	comparison_judge(&comparison, 95, shares, 1, &verdict);
	CHECK(verdict.change > 399 && verdict.change < 401 && !verdict.real);
	CHECK(verdict.error > 400 / BOUND_ERRORS && verdict.error < 170);
	comparison_find_real(&comparison, 95, shares, 1, &verdict);
	CHECK(!verdict.real);
	finish(&comparison, &tree);
}

static void first_line(void)
{
	static const char line[] = "# diff-folded --stats: runs 2 1; totals 20 22.5 19; "
				   "normalize typical; scale 19/42; bounds 17/42 20/41; "
				   "period 5";
	struct comparison comparison;

	CHECK(comparison_is_head(str_of(line)));
	CHECK(!comparison_is_head(STR("# diff-folded --stat")));
	/* Cut off behind it, and trimmed: not a comment, or the columns below would be read as two. */
	CHECK(comparison_is_head(STR("# diff-folded --stats:")));
	CHECK(comparison_read_head(&comparison, STR("# diff-folded --stats:")));
	CHECK(!comparison_read_head(&comparison, str_of(line)));
	CHECK_U64(comparison.runs[BEFORE], 2);
	CHECK_U64(comparison.runs[AFTER], 1);
	CHECK(comparison.total[1] == 22.5 && comparison.total[2] == 19);
	CHECK(comparison.normalize == NORMALIZE_TYPICAL);
	CHECK(comparison.bounds[0].to == 17 && comparison.bounds[1].from == 41);
	CHECK(comparison.scale.to == 19 && comparison.scale.from == 42 && comparison.period == 5);
	CHECK_U64(comparison_side(&comparison, 1), BEFORE);
	CHECK_U64(comparison_side(&comparison, 2), AFTER);
	/* The period may be missing, nothing else. */
	CHECK(!comparison_read_head(&comparison, str_of(line)));
	for (size_t n = sizeof(line) - sizeof("; period 5"); n > 0; n--) {
		bool whole = n == sizeof(line) - sizeof("; period 5");
		bool digit_less = str_eq(str_head(str_of(line), n + 1),
			str_head(str_of(line), sizeof(line) - sizeof("; period 5")));

		if (n < sizeof("# diff-folded --stats: ") - 1)
			break;
		CHECK(!comparison_read_head(&comparison, str_head(str_of(line), n)) ==
			(whole || digit_less));
	}
}

/* What an estimated scale was concluded from, and what the recordings have in common. */
static void first_line_with_more(void)
{
	static const char line[] = "# diff-folded --stats: runs 1 1; totals 20 19; normalize none; "
				   "scale 1/1; functions 9; fixed time; period 5;";
	struct comparison comparison;

	CHECK(!comparison_read_head(&comparison, str_of(line)));
	CHECK(comparison.stated && comparison.fixed_time && comparison.period == 5);
	CHECK_U64(comparison.functions, 9);
	CHECK(comparison_read_head(&comparison, STR("# diff-folded --stats: runs 1 1; totals 20 19; "
						    "normalize none; scale 1/1; fixed work")));
	CHECK(comparison_read_head(&comparison, STR("# diff-folded --stats: runs 1 1; totals 20 19; "
						    "normalize none; scale 1/1; period 5; functions 9")));
}

static void wide_scales(void)
{
	struct comparison comparison = {.bounds = {{10, 10}, {11, 10}}};

	CHECK(!comparison_scale_is_wide(&comparison));
	comparison.bounds[0] = (struct scale){99, 100};
	CHECK(comparison_scale_is_wide(&comparison));
}

int main(void)
{
	TEST(weights_by_run);
	TEST(samples_have_a_period);
	TEST(headers_know_samples);
	TEST(periods_that_vary_are_doubtful);
	TEST(exposure_follows_the_scale);
	TEST(first_line);
	TEST(first_line_with_more);
	TEST(wide_scales);
}
