#include "common/folded.h"

#include <stdlib.h>
#include <string.h>

#include "common/memory.h"

/* ---- from a stack to a node, and back ---- */

/* How many bytes are the same at the start: eight at a time, as most of a sorted file are. */
static size_t same_start(struct str a, struct str b)
{
	size_t limit = a.n < b.n ? a.n : b.n, same = 0;
	uint64_t x, y;

	for (; limit - same >= sizeof(x); same += sizeof(x)) {
		memcpy(&x, a.p + same, sizeof(x));
		memcpy(&y, b.p + same, sizeof(y));
		if (x != y)
			break;
	}
	while (same < limit && a.p[same] == b.p[same])
		same++;
	return same;
}

/* How many steps of the last path the stack starts with, whole frames only. */
static size_t shared_steps(const struct folded_path *path, struct str stack)
{
	size_t same = same_start(buf_str(&path->text), stack), steps = 0;

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
	*ARRAY_PUSH(path->steps, path->depth, path->capacity) = (struct folded_step){node, end};
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

void folded_add_stack(struct buf *out, const struct calltree *tree, uint32_t node)
{
	const struct node *nodes = tree->nodes;
	size_t length = 0;

	for (uint32_t at = node; at != NODE_ROOT; at = nodes[at].parent)
		length += names_get(&tree->names, nodes[at].name).n + 1;
	buf_reserve(out, length);
	/* From the leaf on, so from the end, with a ';' behind each: the last is cut off. */
	for (char *end = out->p + out->n + length; node != NODE_ROOT; node = nodes[node].parent) {
		struct str name = names_get(&tree->names, nodes[node].name);

		*--end = ';';
		end -= name.n;
		if (name.n)
			memcpy(end, name.p, name.n);
	}
	out->n += length ? length - 1 : 0;
}

/* ---- a line ---- */

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
	line->lines = 1;
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

/*
 * "main;parse;read 42", or "main 42.5", which other text may be, too. Where a tab stands before the
 * number it is a table, and what is indented is a tree.
 */
static bool looks_like_stack(struct str line)
{
	struct str number = str_skip(line, str_rfind(line, ' '));
	struct folded_line stack;

	return !byte_is_blank(line.p[0]) && number.n > 0 && !str_contains(number, STR("\t")) &&
	       parse_line(line, 1, &stack);
}

bool folded_looks_so(struct str head)
{
	enum { SURE = 3 }; /* so many lines of two frames or more show what a file is */
	struct str line, rest = head;
	size_t sure = 0;

	while (sure < SURE && rest.n) {
		bool whole = str_cut(rest, '\n', &line, &rest);

		if (!whole) {
			line = rest;
			rest.n = 0;
		}
		line = str_trim_end(line);
		if (folded_is_comment(line))
			continue;
		if (!looks_like_stack(line))
			return !whole && sure > 0; /* the end of the head may be anywhere */
		sure += str_contains(line, STR(";"));
	}
	return sure > 0;
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

/* ---- lines that could have two columns ---- */

/* "worker 7" of "worker 7 50": is there a number before the weight, too? */
static bool ends_in_number(struct str stack)
{
	char last = stack.p[stack.n - 1];
	struct weight number;

	return (byte_is_digit(last) || last == '.') && take_weight(&stack, &number);
}

/* What is kept of a stack that ends at a node, old or new. */
static struct folded_sum *sum_of(struct folded_held *held, uint32_t node)
{
	held->sums = memory_grow(
		held->sums, &held->capacity, held->tree.count, sizeof(*held->sums));
	while (held->count < held->tree.count)
		held->sums[held->count++] = (struct folded_sum){.lines = 0};
	if (held->sums[node].lines == 0)
		*ARRAY_PUSH(held->ends, held->stacks, held->ends_capacity) = node;
	return &held->sums[node];
}

static void hold(struct folded_reader *reader, const struct folded_line *line)
{
	struct folded_held *held = &reader->held;
	struct folded_sum *sum;

	if (held->tree.count == 0)
		calltree_init(&held->tree, 1);
	sum = sum_of(held, folded_node(
		&held->path, &held->tree, line->stack, reader->time_order));
	/* Of what is too much for one sum, a node of its own has the rest. */
	if (!weight_add(&sum->weight, line->weight[0])) {
		sum = sum_of(held, folded_node(&held->path, &held->tree, line->stack, true));
		sum->weight = line->weight[0];
	}
	sum->lines++;
}

/* Three lines "a;b 5" with 7 in all are three of "a;b" with 15 and 7. */
static void read_as_two(struct folded_line *line)
{
	struct weight *before = &line->weight[BEFORE];

	line->columns = 2;
	line->weight[AFTER] = *before;
	take_weight(&line->stack, before);
	if (before->value > UINT64_MAX / line->lines)
		die("the weights add up to more than 2^64-1");
	before->value *= line->lines;
}

static void decide(struct folded_reader *reader, enum folded_columns columns)
{
	struct folded_held *held = &reader->held;
	struct folded_line line;
	struct buf stack = {0};

	reader->columns = columns;
	reader->decided = true;
	for (size_t i = 0; i < held->stacks; i++) {
		const struct folded_sum *sum = &held->sums[held->ends[i]];

		buf_reset(&stack);
		folded_add_stack(&stack, &held->tree, held->ends[i]);
		line.stack = buf_str(&stack);
		line.lines = sum->lines;
		line.columns = 1;
		line.weight[BEFORE] = sum->weight;
		line.weight[AFTER] = (struct weight){0, 0};
		if (columns == COLUMNS_TWO)
			read_as_two(&line);
		reader->take(reader->context, &line);
	}
	buf_release(&stack);
	folded_reader_release(reader);
}

void folded_reader_release(struct folded_reader *reader)
{
	calltree_release(&reader->held.tree);
	folded_path_release(&reader->held.path);
	free(reader->held.sums);
	free(reader->held.ends);
	reader->held = (struct folded_held){0};
}

/* ---- reading ---- */

static unsigned wanted_columns(const struct folded_reader *reader)
{
	switch (reader->columns) {
	case COLUMNS_AUTO: return 1;
	case COLUMNS_RUNS: return reader->runs;
	default: return (unsigned)reader->columns;
	}
}

/* A line that is no stack at all decides nothing; one with a single column decides for ONE. */
static void take_line(struct folded_reader *reader, const struct lines *lines, struct str text)
{
	struct folded_line line;
	bool undecided = reader->columns == COLUMNS_AUTO, two_fold;

	if (!parse_line(text, wanted_columns(reader), &line)) {
		reject(reader, lines, text);
		return;
	}
	two_fold = (undecided || reader->decided) && ends_in_number(line.stack);
	reader->taken++;
	reader->two_fold += two_fold;
	if (undecided && two_fold) {
		hold(reader, &line);
		return;
	}
	if (undecided)
		decide(reader, COLUMNS_ONE);
	reader->take(reader->context, &line);
}

static void take_header(
	const struct folded_reader *reader, const struct lines *lines, struct str text)
{
	struct folded_header header;
	const char *expected = folded_header_read(&header, text);

	if (expected) {
		problem_at(reader->problems, lines->name, lines->number, expected, text);
		return;
	}
	folded_header_merge(reader->header, &header, lines->name);
	folded_header_release(&header);
}

static void take_comment(struct folded_reader *reader, const struct lines *lines, struct str text)
{
	unsigned runs = reader->comment ?
				reader->comment(reader->context, reader, lines, text) :
				0;

	if (runs == 0)
		return;
	reader->columns = COLUMNS_RUNS;
	reader->runs = runs;
}

void folded_read(struct folded_reader *reader, struct lines *lines)
{
	uint64_t taken = reader->taken;
	bool has_header = false; /* for the next stack, be it of several files in one */
	struct str text;

	check_kind(reader, lines);
	while (lines_next(lines, &text)) {
		text = str_trim(text);
		if (!folded_is_comment(text)) {
			take_line(reader, lines, text);
			if (!has_header && reader->header && reader->taken > taken) {
				folded_header_merge(reader->header, NULL, lines->name);
				has_header = true;
			}
		} else if (reader->header && folded_header_is(text)) {
			take_header(reader, lines, text);
			has_header = true;
		} else {
			take_comment(reader, lines, text);
		}
	}
	reader->problems->lines += lines->number;
}

void folded_finish(struct folded_reader *reader)
{
	if (reader->columns == COLUMNS_AUTO)
		decide(reader, reader->taken ? COLUMNS_TWO : COLUMNS_ONE);
	/* Names may end in numbers; but so many of them that others are the exception are columns. */
	if (reader->columns == COLUMNS_ONE && reader->two_fold > reader->taken / 2)
		warn("%llu of %llu lines end in two numbers, the others in one: they are taken for one "
		     "weight a line, behind names that end in a number",
			(unsigned long long)reader->two_fold, (unsigned long long)reader->taken);
}
