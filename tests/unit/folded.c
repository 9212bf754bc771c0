#include "common/folded.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/unit/test.h"

/* Reads texts, one input each, and writes down what take() was given: "stack=w/places[,w/places] ". */
struct reading {
	enum folded_columns columns;
	bool strict, time_order;
	const char *inputs[3];
	struct buf taken;
};

static void write_down(void *context, const struct folded_line *line)
{
	struct buf *out = context;

	buf_add(out, line->stack);
	buf_addf(out, "=%llu/%u", (unsigned long long)line->weight[BEFORE].value,
		line->weight[BEFORE].places);
	if (line->weight[AFTER].value || line->weight[AFTER].places)
		buf_addf(out, ",%llu/%u", (unsigned long long)line->weight[AFTER].value,
			line->weight[AFTER].places);
	buf_add_char(out, '|');
}

static void read_inputs(void *context)
{
	static const char *const names[] = {"first", "second", "third"};
	struct reading *reading = context;
	struct problems problems = {.strict = reading->strict};
	struct folded_reader reader = {
		.columns = reading->columns,
		.problems = &problems,
		.time_order = reading->time_order,
		.take = write_down,
		.context = &reading->taken,
	};

	messages_start("test");
	for (int i = 0; i < 3 && reading->inputs[i]; i++) {
		struct lines lines;

		lines_from_memory(&lines, names[i], str_of(reading->inputs[i]));
		folded_read(&reader, &lines);
		lines_close(&lines);
	}
	folded_finish(&reader);
	problems_finish(&problems);
	CHECK(reader.columns != COLUMNS_AUTO);
}

static void check_reading(enum folded_columns columns, const char *text, const char *wanted)
{
	struct reading reading = {.columns = columns, .inputs = {text}};

	read_inputs(&reading);
	CHECK_STR(buf_str(&reading.taken), wanted);
	buf_release(&reading.taken);
}

static void one_column(void)
{
	check_reading(COLUMNS_ONE, "", "");
	check_reading(COLUMNS_ONE, "a;b 5\n", "a;b=5/0|");
	check_reading(COLUMNS_ONE, "a;b 5", "a;b=5/0|");
	check_reading(COLUMNS_ONE, "  a;b \t 5 \r\n", "a;b=5/0|");
	check_reading(COLUMNS_ONE, "a b;c d 2.50\n", "a b;c d=25/1|");
	check_reading(COLUMNS_ONE, "worker 7 50\n", "worker 7=50/0|");
	check_reading(COLUMNS_ONE, "a;;b 1\n;a 2\na; 3\n; 4\n", "a;;b=1/0|;a=2/0|a;=3/0|;=4/0|");
	check_reading(COLUMNS_ONE, "a\t1\n", "a=1/0|");
	check_reading(COLUMNS_ONE, "a 0\n", "a=0/0|");
	check_reading(COLUMNS_ONE, "1 1\n", "1=1/0|");
}

static void comments(void)
{
	check_reading(COLUMNS_ONE, "# a;b 5\n#\n#\tb 1\n\n   \n  # c 1\na 1\n", "a=1/0|");
	check_reading(COLUMNS_ONE, "#a 5\n", "#a=5/0|");
}

static void two_columns(void)
{
	check_reading(COLUMNS_TWO, "a;b 5 7\n", "a;b=5/0,7/0|");
	check_reading(COLUMNS_TWO, "a 8 5 7\n", "a 8=5/0,7/0|");
	check_reading(COLUMNS_TWO, "a;b 0.5 1.25\n", "a;b=5/1,125/2|");
}

static void columns_are_decided_by_all_lines(void)
{
	check_reading(COLUMNS_AUTO, "a 5 7\nb 1 2\n", "a=5/0,7/0|b=1/0,2/0|");
	check_reading(COLUMNS_AUTO, "worker 7 50\nmain 3\n", "worker 7=50/0|main=3/0|");
	check_reading(COLUMNS_AUTO, "main 3\nworker 7 50\n", "main=3/0|worker 7=50/0|");
	check_reading(COLUMNS_AUTO, "# c\na 5 7\n\n", "a=5/0,7/0|");
	check_reading(COLUMNS_AUTO, "", "");
}

static void columns_are_decided_across_inputs(void)
{
	struct reading two = {.inputs = {"a 5 7\n", "b 1 2\n"}};
	struct reading one = {.inputs = {"worker 7 50\n", "worker 8 1\n", "main 3\n"}};

	read_inputs(&two);
	CHECK_STR(buf_str(&two.taken), "a=5/0,7/0|b=1/0,2/0|");
	read_inputs(&one);
	CHECK_STR(buf_str(&one.taken), "worker 7=50/0|worker 8=1/0|main=3/0|");
	buf_release(&two.taken);
	buf_release(&one.taken);
}

/* What is held back is added up; its number is part of the name, or a weight as often as it came. */
static void equal_lines_that_are_held_back(void)
{
	check_reading(COLUMNS_AUTO, "a 5 7\nb 1 2\na 5 0.5\na 6 1\n",
		"a=10/0,75/1|b=1/0,2/0|a=6/0,1/0|");
	check_reading(COLUMNS_AUTO, "a 5 7\nb 1 2\na 5 0.5\nc 1\nb 1 3\n",
		"a 5=75/1|b 1=2/0|c=1/0|b 1=3/0|");
	check_reading(COLUMNS_AUTO, "a 0.5 1\na 0.5 1\n", "a=10/1,2/0|");
	check_reading(COLUMNS_AUTO, "a 5. 7\n", "a=5/0,7/0|");
	/* They come in their order, also where one is on the way to another before it. */
	check_reading(COLUMNS_AUTO, "a 1;b 3 4\nc 1 2\na 1 2\n", "a 1;b=3/0,4/0|c=1/0,2/0|a=1/0,2/0|");
	/* Not even sums that do not fit are lost. */
	check_reading(COLUMNS_AUTO,
		"a 1 18446744073709551615\na 1 2\nb 9000000000000000000 1\nb 9000000000000000000 1\n"
		"b 9000000000000000000 1\nc 1\n",
		"a 1=18446744073709551615/0|a 1=2/0|b 9000000000000000000=3/0|c=1/0|");
}

/* Memory is that of the stacks, however many lines. */
static void what_is_held_back_is_bounded(void)
{
	struct buf text = {0}, taken = {0};
	struct problems problems = {0};
	struct folded_reader reader = {.problems = &problems, .take = write_down, .context = &taken};
	struct lines lines;

	for (int i = 0; i < 100000; i++)
		buf_addf(&text, "main;read %d %d\n", i % 10, i);
	lines_from_memory(&lines, "memory", buf_str(&text));
	folded_read(&reader, &lines);
	CHECK_U64(reader.taken, 100000);
	CHECK_U64(reader.held.tree.count, 12); /* the root, main, and ten of read */
	CHECK_U64(taken.n, 0);
	folded_reader_release(&reader);
	lines_close(&lines);
	buf_release(&text);
}

static void lines_in_time_order_stay_apart(void)
{
	struct reading reading = {.time_order = true, .inputs = {"a 5 7\na 5 7\nb 1 2\na 5 1\n"}};

	read_inputs(&reading);
	CHECK_STR(buf_str(&reading.taken), "a=5/0,7/0|a=5/0,7/0|b=1/0,2/0|a=5/0,1/0|");
	buf_release(&reading.taken);
}

/* A bad line decides nothing, is reported with its own place and spoils no other line. */
static void bad_lines(void)
{
	struct reading two = {.inputs = {"a 5 7\nnonsense\nb 1 2\n"}};
	struct reading one = {.inputs = {"nonsense\nworker 7 50\n", "c -1\nmain 3\n"}};
	struct reading strict = {.strict = true, .inputs = {"a 1\nb\nc 1\nd\n"}};
	struct reading only_bad = {.inputs = {"5\n", "a;b\n"}};

	CHECK_ENDS(read_inputs, &two, 0,
		"test: first:2: expected STACK WEIGHT, got \"nonsense\"\n");
	CHECK_ENDS(read_inputs, &one, 0,
		"test: first:1: expected STACK WEIGHT, got \"nonsense\"\n"
		"test: second:1: expected STACK WEIGHT, got \"c -1\"\n"
		"test: skipped 2 of 4 lines (first: first:1)\n");
	CHECK_ENDS(read_inputs, &strict, EXIT_CANNOT,
		"test: first:2: expected STACK WEIGHT, got \"b\"\n");
	CHECK_ENDS(read_inputs, &only_bad, 0,
		"test: first:1: expected STACK WEIGHT, got \"5\"\n"
		"test: second:1: expected STACK WEIGHT, got \"a;b\"\n"
		"test: skipped 2 of 2 lines (first: first:1)\n");
}

static void other_kinds_of_file(void)
{
	struct reading perf = {.inputs = {"PERFILE2\n"}};
	struct reading html = {.inputs = {"<!DOCTYPE html>\n"}};

	CHECK_ENDS(read_inputs, &perf, EXIT_CANNOT,
		"test: first: this is perf.data, not folded stacks: "
		"collapse-perf folds it\n");
	CHECK_ENDS(read_inputs, &html, EXIT_CANNOT,
		"test: first: this is HTML, not folded stacks: it may be an error page of a download\n");
}

/* What is a stack is no other kind of file, whatever it starts with. */
static void stacks_that_look_like_other_files(void)
{
	check_reading(COLUMNS_AUTO, "{ block;a 1\n", "{ block;a=1/0|");
	check_reading(COLUMNS_AUTO, "prog 123 [000] 1.0: 1\n", "prog 123 [000] 1.0:=1/0|");
}

static void what_looks_like_stacks(void)
{
	static const struct {
		const char *head;
		bool looks_so;
	} rows[] = {
		{"main;parse 42\n", true},
		{"main;parse  42.5\n", true},
		{"main 42\n", false}, /* which other text may be, too */
		{"# a comment\n\nmain 42\nmain;parse 1\n", true},
		{"a;b 1\nhello world\n", false},
		{"a;b 1\nhello wor", true}, /* cut off */
		{"hello wor", false},
		{"a;b 1\na;b 2\na;b 3\nhello world\n", true},
		{" a;b 1\n", false},
		{"a;b\t1\n", false},
		{"a;b c\t1\n", false},
		{"a;b\t 1\n", true},
		{" 1\n", false},
		{"a;b -1\n", false},
		{"", false},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		CHECK(folded_looks_so(str_of(rows[i].head)) == rows[i].looks_so);
}

/* ---- from lines to a tree and back ---- */

struct tree_reader {
	struct calltree tree;
	struct folded_path path;
	bool time_order;
};

static void add_to_tree(void *context, const struct folded_line *line)
{
	struct tree_reader *t = context;
	uint32_t node = folded_node(&t->path, &t->tree, line->stack, t->time_order);

	for (unsigned column = 0; column < t->tree.columns; column++)
		calltree_add(&t->tree, node, column, line->weight[column]);
}

static void read_tree(struct tree_reader *t, unsigned columns, struct str text)
{
	struct problems problems = {.strict = true};
	struct folded_reader reader = {
		.columns = columns == 2 ? COLUMNS_TWO : COLUMNS_ONE,
		.problems = &problems,
		.take = add_to_tree,
		.context = t,
	};
	struct lines lines;

	calltree_init(&t->tree, columns);
	lines_from_memory(&lines, "memory", text);
	folded_read(&reader, &lines);
	folded_finish(&reader);
	lines_close(&lines);
}

static void release_tree(struct tree_reader *t)
{
	folded_path_release(&t->path);
	calltree_release(&t->tree);
}

static struct buf write_tree(const struct calltree *tree)
{
	struct output output;

	output_open(&output, "written");
	folded_write(tree, &output);
	output_close(&output);
	return file_read("written");
}

static void check_written(unsigned columns, bool time_order, const char *text, const char *wanted)
{
	struct tree_reader t = {.time_order = time_order};

	read_tree(&t, columns, str_of(text));
	struct buf written = write_tree(&t.tree);

	CHECK_STR(buf_str(&written), wanted);
	buf_release(&written);
	release_tree(&t);
}

static void equal_stacks_are_merged(void)
{
	check_written(1, false, "", "");
	check_written(1, false, "a;b 1\nc 5\na;b 2\na 7\n", "a 7\na;b 3\nc 5\n");
	check_written(2, false, "b 1 2\na 3 4\nb 1 0\n", "a 3 4\nb 2 2\n");
	check_written(2, false, "b 0 2\na 0 0\n", "b 0 2\n");
	check_written(1, false, "a 0.5\nb 1\n", "a 0.5\nb 1\n");
	check_written(1, false, "a;;b 1\n;a 2\na; 3\n; 4\n", "; 4\n;a 2\na; 3\na;;b 1\n");
}

/* By the bytes of the stack: '-' and '(' come before ';', 'a' does not. */
static void sorted_by_the_bytes_of_the_stack(void)
{
	check_written(1, false, "a;x 1\nab 1\na 1\na-b 1\na(int);y 1\naa 1\na;x;z 1\na-b;q 1\n",
		"a 1\na(int);y 1\na-b 1\na-b;q 1\na;x 1\na;x;z 1\naa 1\nab 1\n");
	check_written(1, false, "r;a;x 1\nr;a-b 1\nr 1\nr;a 1\nr- 1\n",
		"r 1\nr- 1\nr;a 1\nr;a-b 1\nr;a;x 1\n");
	check_written(1, false, "\xff 1\nz 1\n\x01 1\n", "\x01 1\nz 1\n\xff 1\n");
}

/* Whatever the last stack was, each gets its own node. */
static void the_path_of_the_last_stack(void)
{
	check_written(1, false, "a;b;c 1\na;b 1\na;b;c;d 1\na;bc 1\na;b 1\na 1\nab 1\nb 1\n",
		"a 1\na;b 2\na;b;c 1\na;b;c;d 1\na;bc 1\nab 1\nb 1\n");
	check_written(1, false, "a;;b 1\na;; 1\na; 1\na 1\na;; 1\n; 1\n", "; 1\na 1\na; 1\na;; 2\na;;b 1\n");
}

static void time_order_keeps_events_apart(void)
{
	struct tree_reader t = {.time_order = true};

	read_tree(&t, 1, STR("a;b 1\na;b 2\na 3\na;b 4\nc 5\na;b 6\n"));
	/* a(b b) a a(b) ... : "a;b" twice under one a; "a" alone is new; what follows joins it. */
	static const struct {
		uint32_t parent;
		const char *name;
		uint64_t self;
	} wanted[] = {
		{0, "a", 0}, {1, "b", 1}, {1, "b", 2}, {0, "a", 3}, {4, "b", 4},
		{0, "c", 5}, {0, "a", 0}, {7, "b", 6},
	};
	enum { N = sizeof(wanted) / sizeof(*wanted) };

	CHECK_U64(t.tree.count, N + 1);
	for (uint32_t i = 0; i < N && i + 1 < t.tree.count; i++) {
		const struct node *node = &t.tree.nodes[i + 1];

		CHECK_U64(node->parent, wanted[i].parent);
		CHECK_STR(names_get(&t.tree.names, node->name), wanted[i].name);
		CHECK_U64(node->self[0], wanted[i].self);
	}
	release_tree(&t);
}

static void a_stack_100000_deep(void)
{
	enum { DEEP = 100000 };
	struct buf text = {0};
	struct tree_reader t = {0};

	for (int i = 0; i < DEEP; i++)
		buf_add(&text, i ? STR(";f") : STR("f"));
	buf_add(&text, STR(" 1\n"));
	read_tree(&t, 1, buf_str(&text));
	CHECK_U64(t.tree.count, DEEP + 1);
	struct buf written = write_tree(&t.tree);

	CHECK(str_eq(buf_str(&written), buf_str(&text)));
	buf_release(&written);
	buf_release(&text);
	release_tree(&t);
}

static int compare_lines(const void *a, const void *b)
{
	return str_compare(*(const struct str *)a, *(const struct str *)b);
}

static struct str random_line(struct buf *text, uint32_t *state)
{
	static const char letters[] = "a-;(b;";
	size_t from = text->n;
	int n = 1;

	do {
		*state = *state * 1664525u + 1013904223u;
		buf_add_char(text, letters[(*state >> 16) % 6]);
		n++;
	} while (n < 3 || (*state >> 24) % 8);
	return (struct str){text->p + from, text->n - from};
}

/* Random stacks of few letters, all of them around ';' in the order of bytes. */
static void sorted_as_sort_would(void)
{
	enum { STACKS = 3000 };
	struct buf bytes = {0}, text = {0}, wanted = {0};
	struct str *stacks = calloc(STACKS, sizeof(*stacks));
	struct tree_reader t = {0};
	uint32_t state = 1;

	buf_reserve(&bytes, 1 << 20);
	for (int i = 0; i < STACKS; i++) {
		stacks[i] = random_line(&bytes, &state);
		buf_add(&text, stacks[i]);
		buf_add(&text, STR(" 1\n"));
	}
	qsort(stacks, STACKS, sizeof(*stacks), compare_lines);
	for (int i = 0, same = 1; i < STACKS; i++, same++)
		if (i + 1 == STACKS || !str_eq(stacks[i], stacks[i + 1])) {
			buf_add(&wanted, stacks[i]);
			buf_addf(&wanted, " %d\n", same);
			same = 0;
		}
	read_tree(&t, 1, buf_str(&text));
	struct buf written = write_tree(&t.tree);

	CHECK(str_eq(buf_str(&written), buf_str(&wanted)));
	release_tree(&t);
	free(stacks);
	buf_release(&bytes);
	buf_release(&text);
	buf_release(&wanted);
	buf_release(&written);
}

int main(void)
{
	messages_start("test");
	TEST(one_column);
	TEST(comments);
	TEST(two_columns);
	TEST(columns_are_decided_by_all_lines);
	TEST(columns_are_decided_across_inputs);
	TEST(equal_lines_that_are_held_back);
	TEST(what_is_held_back_is_bounded);
	TEST(lines_in_time_order_stay_apart);
	TEST(bad_lines);
	TEST(other_kinds_of_file);
	TEST(stacks_that_look_like_other_files);
	TEST(what_looks_like_stacks);
	TEST(equal_stacks_are_merged);
	TEST(sorted_by_the_bytes_of_the_stack);
	TEST(the_path_of_the_last_stack);
	TEST(time_order_keeps_events_apart);
	TEST(a_stack_100000_deep);
	TEST(sorted_as_sort_would);
}
