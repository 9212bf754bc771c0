#include "common/folded.h"

#include <stdlib.h>
#include <string.h>

#include "common/memory.h"

/* ---- reading ---- */

/* Takes the weight off the end: "a;b 12" gives 12 and leaves "a;b". */
static bool take_weight(struct str *line, struct weight *weight)
{
	struct str text = str_trim_end(*line);
	size_t at = text.n;

	while (at > 0 && !byte_is_blank(text.p[at - 1]))
		at--;
	/* A number that fills the line has no stack before it. */
	if (at == 0 || !weight_parse(str_skip(text, at), weight))
		return false;
	*line = str_trim_end(str_head(text, at));
	return line->n > 0;
}

static bool parse_line(struct str text, unsigned columns, struct folded_line *line)
{
	line->columns = columns;
	line->weight[AFTER] = (struct weight){0, 0};
	for (unsigned column = columns; column-- > 0;)
		if (!take_weight(&text, &line->weight[column]))
			return false;
	line->stack = text;
	return true;
}

const char *folded_two_columns(const char *value, void *field)
{
	(void)value;
	*(enum folded_columns *)field = COLUMNS_TWO;
	return NULL;
}

const char *folded_one_column(const char *value, void *field)
{
	(void)value;
	*(enum folded_columns *)field = COLUMNS_ONE;
	return NULL;
}

bool folded_is_comment(struct str text)
{
	return text.n == 0 || (text.p[0] == '#' && (text.n == 1 || byte_is_blank(text.p[1])));
}

/* Is every line a stack? The last one may be cut, which is not its fault. */
static bool all_stacks(struct str head)
{
	struct folded_line stack;
	struct str line;

	if (str_find(head, '\n') == head.n)
		return parse_line(str_trim(head), 1, &stack);
	while (str_cut(head, '\n', &line, &head)) {
		line = str_trim(line);
		if (!folded_is_comment(line) && !parse_line(line, 1, &stack))
			return false;
	}
	return true;
}

/* A stack may look like anything: what starts with lines that are stacks is not refused. */
static void check_kind(const struct folded_reader *reader, struct lines *lines)
{
	struct str head = lines_head(lines);
	const struct file_kind *kind;

	if (all_stacks(head))
		return;
	kind = reader->kind_of ? reader->kind_of(head) : file_kind_of(head);
	if (kind)
		die("%s: this is %s, not folded stacks: %s", lines->name, kind->name, kind->advice);
}

static void reject(struct folded_reader *reader, const struct lines *lines, struct str text)
{
	char shown[STR_SHOW];

	if (str_find(text, '\0') < text.n)
		die("%s:%llu: binary data, not folded stacks: \"%s\"", lines->name,
			(unsigned long long)lines->number, str_show(text, shown));
	problem_at(reader->problems, lines->name, lines->number,
		reader->columns == COLUMNS_RUNS	       ? "STACK and a weight for each run" :
			reader->columns == COLUMNS_TWO ? "STACK BEFORE AFTER" :
							 "STACK WEIGHT",
		text);
}

static unsigned wanted_columns(const struct folded_reader *reader)
{
	return reader->columns == COLUMNS_RUNS ? comparison_runs(reader->comparison) :
						 (unsigned)reader->columns;
}

/* "worker 7 50": is there a number before the weight, too? */
static bool is_two_fold(const struct folded_line *line)
{
	struct str stack = line->stack;
	struct weight weight;

	return byte_is_digit(stack.p[stack.n - 1]) && take_weight(&stack, &weight);
}

static void take(struct folded_reader *reader, const struct folded_line *line)
{
	reader->taken++;
	if (reader->decided && reader->columns == COLUMNS_ONE)
		reader->two_fold += is_two_fold(line);
	reader->take(reader->context, line);
}

/* A line is held as its bytes and a newline, which no line has in it. */
static void hold_line(struct folded_reader *reader, struct str text)
{
	buf_add(&reader->held, text);
	buf_add_char(&reader->held, '\n');
}

/* All of them can be read either way. */
static void release_held(struct folded_reader *reader, enum folded_columns columns)
{
	struct str text, rest = buf_str(&reader->held);
	struct folded_line line;

	reader->columns = columns;
	reader->decided = true;
	while (str_cut(rest, '\n', &text, &rest))
		if (parse_line(text, wanted_columns(reader), &line))
			take(reader, &line);
	buf_release(&reader->held);
}

/* A line that is no stack at all decides nothing; one with a single column decides for ONE. */
static void take_line(struct folded_reader *reader, const struct lines *lines, struct str text)
{
	struct folded_line line;
	bool undecided = reader->columns == COLUMNS_AUTO;

	if (undecided && parse_line(text, 2, &line)) {
		hold_line(reader, text);
	} else if (!parse_line(text, undecided ? 1 : wanted_columns(reader), &line)) {
		reject(reader, lines, text);
	} else {
		if (undecided)
			release_held(reader, COLUMNS_ONE);
		take(reader, &line);
	}
}

/* "# diff-folded --stats: runs 2 2; …": each run has a column from here on. */
static void take_head(struct folded_reader *reader, const struct lines *lines, struct str text)
{
	const char *expected;
	char shown[STR_SHOW];

	if (!reader->comparison || reader->columns == COLUMNS_ONE)
		die("%s: this is a comparison with all its runs (diff-folded --stats): give it to flamegraph "
		    "or top-folded",
			lines->name);
	if (reader->taken || reader->held.n || reader->columns == COLUMNS_RUNS)
		die("%s: a comparison with all its runs (diff-folded --stats) must be the only input",
			lines->name);
	if (!comparison_read_head(reader->comparison, text, &expected))
		die("%s:%llu: expected %s, got \"%s\"", lines->name, (unsigned long long)lines->number,
			expected, str_show(text, shown));
	reader->columns = COLUMNS_RUNS;
}

void folded_read(struct folded_reader *reader, struct lines *lines)
{
	struct str text;

	check_kind(reader, lines);
	while (lines_next(lines, &text)) {
		text = str_trim(text);
		if (!folded_is_comment(text))
			take_line(reader, lines, text);
		else if (comparison_is_head(text))
			take_head(reader, lines, text);
	}
	reader->problems->lines += lines->number;
}

void folded_finish(struct folded_reader *reader)
{
	if (reader->columns == COLUMNS_AUTO)
		release_held(reader, reader->held.n ? COLUMNS_TWO : COLUMNS_ONE);
	/* Names may end in numbers; but so many of them that others are the exception are columns. */
	if (reader->two_fold > reader->taken / 2)
		warn("%llu of %llu lines end in two numbers, the others in one: they are taken for one "
		     "weight a line, behind names that end in a number",
			(unsigned long long)reader->two_fold, (unsigned long long)reader->taken);
}

/* ---- from a stack to a node ---- */

/* How many steps of the last path the stack starts with, whole frames only. */
static size_t shared_steps(const struct folded_path *path, struct str stack)
{
	struct str last = buf_str(&path->text);
	size_t limit = last.n < stack.n ? last.n : stack.n;
	size_t same = 0, steps = 0;

	while (same < limit && last.p[same] == stack.p[same])
		same++;
	while (steps < path->depth) {
		size_t end = path->steps[steps].end;

		if (end > same || (end < stack.n && stack.p[end] != ';'))
			break;
		steps++;
	}
	return steps;
}

static void add_step(struct folded_path *path, uint32_t node, size_t end)
{
	path->steps = memory_grow(path->steps, &path->capacity, path->depth + 1, sizeof(*path->steps));
	path->steps[path->depth++] = (struct folded_step){node, end};
}

uint32_t folded_node(
	struct folded_path *path, struct calltree *tree, struct str stack, bool time_order)
{
	size_t at = 0;

	path->depth = shared_steps(path, stack);
	/* In time order a stack is an event of its own: at least its leaf is new. */
	if (time_order && path->depth && path->steps[path->depth - 1].end == stack.n)
		path->depth--;
	if (path->depth)
		at = path->steps[path->depth - 1].end + 1;
	while (at <= stack.n) {
		struct str rest = str_skip(stack, at);
		struct str frame = str_head(rest, str_find(rest, ';'));
		uint32_t parent = path->depth ? path->steps[path->depth - 1].node : NODE_ROOT;
		uint32_t name = names_add(&tree->names, frame);

		at += frame.n;
		add_step(path,
			time_order ? calltree_append(tree, parent, name)
				   : calltree_child(tree, parent, name),
			at);
		at++;
	}
	buf_reset(&path->text);
	buf_add(&path->text, stack);
	return path->steps[path->depth - 1].node;
}

void folded_path_release(struct folded_path *path)
{
	buf_release(&path->text);
	free(path->steps);
	*path = (struct folded_path){0};
}

/* ---- writing ---- */

/*
 * Stacks in byte order are not the tree in preorder: "a-b" comes before "a;x", since '-' < ';', yet
 * after "a". But the stacks below a child all start with its name and ';', and no other name does,
 * so they stand together. Each child is therefore two things to sort among its siblings: its own
 * line, by its name, and its subtree, by its name and ';'.
 */
struct item {
	uint32_t rank; /* of the name, or of the name and ';' */
	uint32_t node; /* times 2, plus 1 for the subtree; so a tree may have 2^31 nodes */
};

struct walker {
	const struct calltree *tree;
	struct children children;
	uint32_t *rank; /* by name id: 2 of them, for the name and for the name and ';' */
	struct item *items;
	size_t count, capacity;
	struct buf stack;
};

struct key {
	struct str name;
	uint32_t id; /* times 2, plus 1 for the name with ';' */
};

static int compare_keys(const void *a, const void *b)
{
	const struct key *x = a, *y = b;
	size_t n = x->name.n < y->name.n ? x->name.n : y->name.n;
	int order = n ? memcmp(x->name.p, y->name.p, n) : 0;
	/* What follows the common part: the end, a virtual ';', or a byte of the longer name. */
	int x_next = n < x->name.n ? (unsigned char)x->name.p[n] : x->id & 1 ? ';' : -1;
	int y_next = n < y->name.n ? (unsigned char)y->name.p[n] : y->id & 1 ? ';' : -1;

	return order ? order : x_next - y_next;
}

static uint32_t *rank_names(const struct names *names)
{
	size_t count = (size_t)names->count * 2;
	struct key *keys = memory_new(count, sizeof(*keys));
	uint32_t *rank = memory_new(count, sizeof(*rank));

	for (size_t i = 0; i < count; i++)
		keys[i] = (struct key){names_get(names, (uint32_t)(i / 2)), (uint32_t)i};
	qsort(keys, count, sizeof(*keys), compare_keys);
	for (size_t i = 0; i < count; i++)
		rank[keys[i].id] = (uint32_t)i;
	free(keys);
	return rank;
}

static int compare_items(const void *a, const void *b)
{
	const struct item *x = a, *y = b;

	/* Largest first: they are taken from the end. Equal names (flame charts) by input order. */
	if (x->rank != y->rank)
		return x->rank < y->rank ? 1 : -1;
	return x->node < y->node ? 1 : x->node > y->node ? -1 : 0;
}

static void push_items(struct walker *w, uint32_t parent)
{
	size_t from = w->count;

	for (uint32_t i = w->children.start[parent]; i < w->children.start[parent + 1]; i++) {
		uint32_t node = w->children.item[i];
		uint32_t name = w->tree->nodes[node].name;

		w->items = memory_grow(w->items, &w->capacity, w->count + 2, sizeof(*w->items));
		w->items[w->count++] = (struct item){w->rank[name * 2], node * 2};
		if (w->children.start[node] < w->children.start[node + 1])
			w->items[w->count++] = (struct item){w->rank[name * 2 + 1], node * 2 + 1};
	}
	if (w->count - from > 1)
		qsort(w->items + from, w->count - from, sizeof(*w->items), compare_items);
}

void folded_walk(const struct calltree *tree, folded_visit *visit, void *context)
{
	struct walker w = {.tree = tree};
	/* A node's subtree item leaves a mark on the stack of items, to cut the text on the way up. */
	const uint32_t up = UINT32_MAX;

	children_init(&w.children, tree);
	w.rank = rank_names(&tree->names);
	push_items(&w, NODE_ROOT);
	while (w.count) {
		struct item item = w.items[--w.count];
		uint32_t node = item.node / 2;

		if (item.node == up) {
			w.stack.n = item.rank;
			continue;
		}
		if (w.stack.n > UINT32_MAX - 1)
			die("a stack is longer than 4 GiB");
		if (item.node & 1) /* The mark takes the place of the item just taken. */
			w.items[w.count++] = (struct item){(uint32_t)w.stack.n, up};
		size_t above = w.stack.n;

		buf_add(&w.stack, names_get(&tree->names, tree->nodes[node].name));
		if (item.node & 1) {
			buf_add_char(&w.stack, ';');
			push_items(&w, node);
		} else {
			visit(context, node, buf_str(&w.stack));
			w.stack.n = above;
		}
	}
	children_release(&w.children);
	free(w.rank);
	free(w.items);
	buf_release(&w.stack);
}

struct writer {
	const struct calltree *tree;
	const uint64_t *weights; /* by node, so many columns of them; NULL: the tree's own */
	unsigned columns;
	struct output *output;
};

static bool any_weight(const uint64_t *weights, unsigned columns)
{
	for (unsigned column = 0; column < columns; column++)
		if (weights[column])
			return true;
	return false;
}

static void write_line(void *context, uint32_t node, struct str stack)
{
	const struct writer *w = context;
	const uint64_t *weights = w->weights ? w->weights + (size_t)node * w->columns :
					       w->tree->nodes[node].self;
	struct buf *out = &w->output->buf;

	if (!w->tree->whole && !any_weight(weights, w->columns))
		return;
	buf_add(out, stack);
	for (unsigned column = 0; column < w->columns; column++) {
		buf_add_char(out, ' ');
		weight_format(out, weights[column], w->tree->places);
	}
	buf_add_char(out, '\n');
	output_flush_if_full(w->output);
}

void folded_write(const struct calltree *tree, struct output *output)
{
	folded_write_columns(tree, output, NULL, tree->columns);
}

void folded_write_columns(const struct calltree *tree, struct output *output,
	const uint64_t *weights, unsigned columns)
{
	struct writer writer = {tree, weights, columns, output};

	folded_walk(tree, write_line, &writer);
}
