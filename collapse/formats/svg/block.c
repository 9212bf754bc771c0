/*
 * Nodes come in preorder, as a way from the node before ("up two, then down") and, for the name,
 * which of the callees it is that its caller is known to have so far; so a list of callees is kept
 * for each name, and for the root.
 */
#include "collapse/formats/svg/block.h"

#include <stdlib.h>

#include "common/folded.h"
#include "common/memory.h"
#include "common/weight.h"

struct node_read {
	uint32_t parent; /* a place in the list of nodes, NO_PARENT below the root */
	uint32_t name;
	uint64_t self[2];
};

#define NO_PARENT UINT32_MAX

struct callees {
	uint32_t *names;
	size_t count, capacity;
};

struct block {
	/* as they stand in the text */
	struct str columns, unit, places, total, node_count, name_count, tree, edges, selfs;

	const char *wrong; /* what is wrong with it, the first time */
	uint64_t column_count, unit_value, place_count;
	uint64_t totals[2];

	struct buf bytes; /* the names, one behind the other */
	size_t *ends; /* where each ends */
	uint32_t names;
	size_t ends_capacity;

	struct node_read *nodes;
	uint32_t count;
	size_t nodes_capacity;
	struct callees *callees; /* by the caller's name, the root's behind all */
};

static bool fail(struct block *block, const char *wrong)
{
	if (!block->wrong)
		block->wrong = wrong;
	return false;
}

/* ---- numbers ---- */

enum { LAST_DIGITS = 46, MORE_DIGITS = 45, NO_DIGIT = 91 };

/* '!' to '~' without & < > */
static unsigned digit_value(char c)
{
	if (c < '!' || c > '~' || c == '&' || c == '<' || c == '>')
		return NO_DIGIT;
	return (unsigned)(c - '!') - (c > '&') - (c > '<') - (c > '>');
}

/* Takes a number off the front; false when there is none, or it is past 2^64-1. */
static bool take_number(struct str *text, uint64_t *value)
{
	uint64_t place = 1;
	bool fits = true; /* the place does */

	*value = 0;
	for (;;) {
		unsigned digit = text->n ? digit_value(text->p[0]) : NO_DIGIT;
		uint64_t part = digit < LAST_DIGITS ? digit : digit - LAST_DIGITS;

		if (digit == NO_DIGIT || (part && (!fits || part > (UINT64_MAX - *value) / place)))
			return false;
		*value += part * place;
		*text = str_skip(*text, 1);
		if (digit < LAST_DIGITS)
			return true;
		fits = fits && place <= UINT64_MAX / MORE_DIGITS;
		place = fits ? place * MORE_DIGITS : 1;
	}
}

/* ---- names ---- */

/* "a^b%" is "a<b&", "\1b" is an escape character. */
static bool add_name(struct buf *out, struct str escaped)
{
	for (size_t i = 0; i < escaped.n; i++) {
		char c = escaped.p[i];

		if (c == '\\') {
			if (escaped.n - i < 3 || !byte_is_hex(escaped.p[i + 1]) ||
				!byte_is_hex(escaped.p[i + 2]))
				return false;
			c = (char)(byte_hex_value(escaped.p[i + 1]) << 4 |
				   byte_hex_value(escaped.p[i + 2]));
			i += 2;
			/* What ends a frame or a line cannot have been in a frame. */
			if (c == ';' || c == '\n')
				return false;
		} else if (c == '^' || c == '%') {
			c = c == '^' ? '<' : '&';
		} else if (c == ';') {
			return false;
		}
		buf_add_char(out, c);
	}
	return true;
}

static struct str name_at(const struct block *block, uint32_t i)
{
	size_t from = i ? block->ends[i - 1] : 0;

	return (struct str){buf_str(&block->bytes).p + from, block->ends[i] - from};
}

/* One line: how much of the line before it repeats, and the rest. They are sorted. */
static bool read_name(struct block *block, struct buf *last, struct str line)
{
	size_t shared = line.n ? digit_value(line.p[0]) : NO_DIGIT;
	uint32_t i = block->names;

	if (shared > last->n || shared >= LAST_DIGITS)
		return fail(block, "a name in it is damaged");
	last->n = shared;
	buf_add(last, str_skip(line, 1));
	if (!add_name(&block->bytes, buf_str(last)))
		return fail(block, "a name in it is damaged");
	block->ends = memory_grow(block->ends, &block->ends_capacity, (size_t)i + 1,
		sizeof(*block->ends));
	block->ends[i] = block->bytes.n;
	block->names++;
	if (i && str_compare(name_at(block, i - 1), name_at(block, i)) >= 0)
		return fail(block, "its names are not in order");
	return true;
}

static bool read_names(struct block *block, struct str *rest)
{
	struct buf last = {0};
	struct str line;
	uint64_t count;

	if (!str_to_u64(block->name_count, &count) || count >= NAME_NONE)
		return fail(block, "the number of its names cannot be read");
	while (!block->wrong && block->names < count) {
		if (str_cut(*rest, '\n', &line, rest))
			read_name(block, &last, line);
		else
			fail(block, "names are missing");
	}
	buf_release(&last);
	return !block->wrong;
}

/* ---- the text ---- */

/* Where the value of a key goes; NULL for keys that say nothing about stacks. */
static struct str *find_key(struct block *block, struct str key)
{
	const struct {
		struct str key;
		struct str *value;
	} keys[] = {
		{STR("columns"), &block->columns},
		{STR("unit"), &block->unit},
		{STR("places"), &block->places},
		{STR("total"), &block->total},
		{STR("nodes"), &block->node_count},
		{STR("names"), &block->name_count},
		{STR("tree"), &block->tree},
		{STR("edges"), &block->edges},
		{STR("selfs"), &block->selfs},
	};

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if (str_eq(key, keys[i].key))
			return keys[i].value;
	return NULL;
}

/* "\nflamegraph-profile 1\ncolumns 1\n…" */
static bool check_version(struct block *block, struct str *rest)
{
	struct str line;

	if (!str_cut(*rest, '\n', &line, rest) || line.n || !str_cut(*rest, '\n', &line, rest) ||
		!str_starts(line, STR("flamegraph-profile ")))
		return fail(block, "its first line is not \"flamegraph-profile 1\"");
	if (!str_eq(line, STR("flamegraph-profile 1")))
		return fail(block, "its version is not 1; a newer flamegraph may have made it");
	return true;
}

static bool read_text(struct block *block, struct str rest)
{
	struct str line, key, value;

	if (!check_version(block, &rest))
		return false;
	while (str_cut(rest, '\n', &line, &rest)) {
		struct str *place;

		if (!str_cut(line, ' ', &key, &value))
			continue;
		place = find_key(block, key);
		if (!place)
			continue;
		if (place->p)
			return fail(block, "it says something twice");
		*place = value;
		if (place == &block->name_count && !read_names(block, &rest))
			return false;
	}
	return true;
}

static bool read_totals(struct block *block)
{
	struct str rest = block->total, word;

	for (uint64_t column = 0; column < block->column_count; column++) {
		word = str_head(rest, str_find(rest, ' '));
		rest = str_skip(rest, word.n + 1);
		if (!str_to_u64(word, &block->totals[column]))
			return fail(block, "its total cannot be read");
		if (block->totals[column] > UINT64_MAX / block->unit_value)
			return fail(block, "its total is past 2^64-1");
	}
	return rest.n == 0 || fail(block, "its total cannot be read");
}

static bool read_numbers(struct block *block)
{
	if (!str_to_u64(block->columns, &block->column_count) || block->column_count < 1 ||
		block->column_count > 2)
		return fail(block, "it has neither one nor two weights");
	if (!str_to_u64(block->unit, &block->unit_value) || block->unit_value == 0)
		return fail(block, "the unit of its weights cannot be read");
	if (!str_to_u64(block->places, &block->place_count) || block->place_count > WEIGHT_PLACES)
		return fail(block, "the decimals of its weights cannot be read");
	return read_totals(block);
}

/* ---- the tree ---- */

static bool take_callee(struct block *block, uint32_t caller, uint32_t *name)
{
	struct callees *callees = &block->callees[caller];
	uint64_t edge, new_name;

	if (!take_number(&block->edges, &edge))
		return fail(block, "its edges are damaged");
	if (edge) {
		if (edge > callees->count)
			return fail(block, "its edges are damaged");
		*name = callees->names[edge - 1];
		return true;
	}
	if (!take_number(&block->edges, &new_name) || new_name >= block->names)
		return fail(block, "its edges are damaged");
	*name = (uint32_t)new_name;
	callees->names = memory_grow(callees->names, &callees->capacity, callees->count + 1,
		sizeof(*callees->names));
	callees->names[callees->count++] = *name;
	return true;
}

static bool take_selfs(struct block *block, struct node_read *node)
{
	for (uint64_t column = 0; column < block->column_count; column++)
		if (!take_number(&block->selfs, &node->self[column]))
			return fail(block, "its weights are damaged");
	return true;
}

/* `at` is the node before, then this one; going up from it is going from parent to parent. */
static bool take_node(struct block *block, uint32_t *at)
{
	struct node_read node = {.parent = *at};
	uint32_t i = block->count;
	uint64_t step;

	if (!take_number(&block->tree, &step))
		return fail(block, "its tree is damaged");
	for (uint64_t up = step / 2; up > 0; up--) {
		if (node.parent == NO_PARENT)
			return fail(block, "its tree is damaged");
		node.parent = block->nodes[node.parent].parent;
	}
	if (!take_callee(block,
		    node.parent == NO_PARENT ? block->names : block->nodes[node.parent].name,
		    &node.name))
		return false;
	if (step % 2 && !take_selfs(block, &node))
		return false;
	block->nodes = memory_grow(
		block->nodes, &block->nodes_capacity, (size_t)i + 1, sizeof(*block->nodes));
	block->nodes[i] = node;
	block->count++;
	*at = i;
	return true;
}

static bool check_totals(struct block *block)
{
	for (uint64_t column = 0; column < block->column_count; column++) {
		uint64_t left = block->totals[column];

		for (uint32_t i = 0; i < block->count; i++) {
			if (block->nodes[i].self[column] > left)
				return fail(block, "its weights are more than its total");
			left -= block->nodes[i].self[column];
		}
		if (left)
			return fail(block, "its weights are less than its total");
	}
	return true;
}

static bool read_nodes(struct block *block)
{
	uint32_t at = NO_PARENT;
	uint64_t count;

	/* A node takes at least one character. */
	if (!str_to_u64(block->node_count, &count) || count > block->tree.n || count >= INT32_MAX)
		return fail(block, "the number of its frames is wrong");
	block->callees = memory_new((size_t)block->names + 1, sizeof(*block->callees));
	while (block->count < count)
		if (!take_node(block, &at))
			return false;
	if (block->tree.n || block->edges.n || block->selfs.n)
		return fail(block, "it has more frames than it says");
	return check_totals(block);
}

/* ---- into stacks ---- */

/* Whether a stack that starts so would be read back otherwise, as one of --reverse may. */
static bool starts_stack_badly(struct str name, bool alone)
{
	bool comment = name.n && (name.n > 1 || alone) && folded_is_comment(name);

	return comment || str_starts(name, STR("\xef\xbb\xbf"));
}

/* The name as it was in the input, except where a stack starts with "# x" or a byte order mark. */
static uint32_t add_frame_name(const struct block *block, struct stacks *stacks,
	const struct node_read *node)
{
	struct str name = name_at(block, node->name);
	bool alone = node->self[0] || node->self[1];

	if (node->parent == NO_PARENT && starts_stack_badly(name, alone))
		return stacks_name(stacks, name);
	return names_add(&stacks->tree.names, name);
}

static void add_stacks(struct block *block, struct stacks *stacks)
{
	uint32_t *node = memory_new(block->count, sizeof(*node));

	stacks->problems.lines += block->count;
	for (uint32_t i = 0; i < block->count; i++) {
		const struct node_read *from = &block->nodes[i];
		uint64_t weight[2];

		node[i] = stacks_child(stacks, from->parent == NO_PARENT ? NODE_ROOT : node[from->parent],
			add_frame_name(block, stacks, from));
		for (unsigned column = 0; column < 2; column++)
			weight[column] = from->self[column] * block->unit_value;
		if (weight[0] || weight[1])
			stacks_add_at(stacks, node[i], weight, (unsigned)block->place_count);
	}
	free(node);
}

static void release(struct block *block)
{
	for (uint32_t i = 0; block->callees && i <= block->names; i++)
		free(block->callees[i].names);
	free(block->callees);
	free(block->nodes);
	free(block->ends);
	buf_release(&block->bytes);
}

const char *svg_block_read(struct str text, struct stacks *stacks)
{
	struct block block = {0};

	if (read_text(&block, text) && read_numbers(&block) && read_nodes(&block)) {
		if (stacks_set_columns(stacks, (unsigned)block.column_count))
			add_stacks(&block, stacks);
		else
			fail(&block, "it has two weights a stack where other pictures have one, or one "
				     "where they have two");
	}
	release(&block);
	return block.wrong;
}
