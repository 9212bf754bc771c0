/*
 * Nodes come in preorder, as a way from the node before ("up two, then down") and, for the name,
 * which of the callees it is that its caller is known to have so far; so a list of callees is kept
 * for each name, and for the root.
 */
#include "common/block/block.h"

#include <stdlib.h>

#include "common/memory.h"
#include "common/weight.h"

struct callees {
	uint32_t *names;
	size_t count, capacity;
};

struct reader {
	struct block *block; /* what was read so far */

	/* as they stand in the text */
	struct str columns, unit, places, total, header, node_count, name_count, tree, edges, selfs;

	const char *wrong; /* what is wrong with it, the first time */
	uint64_t unit_value;
	uint64_t totals[2];
	size_t ends_capacity, nodes_capacity;
	struct callees *callees; /* by the caller's name, the root's behind all */
};

static bool fail(struct reader *reader, const char *wrong)
{
	if (!reader->wrong)
		reader->wrong = wrong;
	return false;
}

/* ---- names ---- */

struct str block_name(const struct block *block, uint32_t name)
{
	size_t from = name ? block->ends[name - 1] : 0;

	return (struct str){buf_str(&block->bytes).p + from, block->ends[name] - from};
}

/* They are sorted. */
static bool read_name(struct reader *reader, struct buf *escaped, struct str line)
{
	struct block *block = reader->block;
	uint32_t name = block->names;

	if (!block_read_shortened(escaped, line) ||
		!block_add_unescaped(&block->bytes, buf_str(escaped)))
		return fail(reader, "a name in it is damaged");
	*ARRAY_PUSH(block->ends, block->names, reader->ends_capacity) = block->bytes.n;
	if (name && str_compare(block_name(block, name - 1), block_name(block, name)) >= 0)
		return fail(reader, "its names are not in order");
	return true;
}

static bool read_names(struct reader *reader, struct str *rest)
{
	struct buf escaped = {0};
	struct str line;
	uint64_t count;

	if (!str_to_u64(reader->name_count, &count) || count >= NAME_NONE)
		return fail(reader, "the number of its names cannot be read");
	while (!reader->wrong && reader->block->names < count) {
		if (str_cut(*rest, '\n', &line, rest))
			read_name(reader, &escaped, line);
		else
			fail(reader, "names are missing");
	}
	buf_release(&escaped);
	return !reader->wrong;
}

/* ---- the text ---- */

/* Where the value of a key goes; NULL for keys that say nothing about stacks. */
static struct str *find_key(struct reader *reader, struct str key)
{
	const struct {
		struct str key;
		struct str *value;
	} keys[] = {
		{STR("columns"), &reader->columns},
		{STR("unit"), &reader->unit},
		{STR("places"), &reader->places},
		{STR("total"), &reader->total},
		{STR("folded"), &reader->header},
		{STR("nodes"), &reader->node_count},
		{STR("names"), &reader->name_count},
		{STR("tree"), &reader->tree},
		{STR("edges"), &reader->edges},
		{STR("selfs"), &reader->selfs},
	};

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if (str_eq(key, keys[i].key))
			return keys[i].value;
	return NULL;
}

/* "\nflamegraph-profile 1\ncolumns 1\n…" */
static bool check_version(struct reader *reader, struct str *rest)
{
	struct str line;

	if (!str_cut(*rest, '\n', &line, rest) || line.n || !str_cut(*rest, '\n', &line, rest) ||
		!str_starts(line, STR("flamegraph-profile ")))
		return fail(reader, "its first line is not \"flamegraph-profile 1\"");
	if (!str_eq(line, STR("flamegraph-profile 1")))
		return fail(reader, "its version is not 1; a newer flamegraph may have made it");
	return true;
}

static bool read_text(struct reader *reader, struct str rest)
{
	struct str line, key, value;

	if (!check_version(reader, &rest))
		return false;
	while (str_cut(rest, '\n', &line, &rest)) {
		struct str *place;

		if (!str_cut(line, ' ', &key, &value))
			continue;
		place = find_key(reader, key);
		if (!place)
			continue;
		if (place->p)
			return fail(reader, "it says something twice");
		*place = value;
		if (place == &reader->name_count && !read_names(reader, &rest))
			return false;
	}
	return true;
}

static bool read_totals(struct reader *reader)
{
	struct str rest = reader->total, word;

	for (unsigned column = 0; column < reader->block->columns; column++) {
		word = str_head(rest, str_find(rest, ' '));
		rest = str_skip(rest, word.n + 1);
		if (!str_to_u64(word, &reader->totals[column]))
			return fail(reader, "its total cannot be read");
		if (reader->totals[column] > UINT64_MAX / reader->unit_value)
			return fail(reader, "its total is past 2^64-1");
	}
	return rest.n == 0 || fail(reader, "its total cannot be read");
}

static bool read_numbers(struct reader *reader)
{
	uint64_t columns, places;

	if (!str_to_u64(reader->columns, &columns) || columns < 1 || columns > 2)
		return fail(reader, "it has neither one nor two weights");
	if (!str_to_u64(reader->unit, &reader->unit_value) || reader->unit_value == 0)
		return fail(reader, "the unit of its weights cannot be read");
	if (!str_to_u64(reader->places, &places) || places > WEIGHT_PLACES)
		return fail(reader, "the decimals of its weights cannot be read");
	reader->block->columns = (unsigned)columns;
	reader->block->places = (unsigned)places;
	return read_totals(reader);
}

static bool read_header(struct reader *reader)
{
	return !reader->header.p || block_add_unescaped(&reader->block->header, reader->header) ||
	       fail(reader, "what it says of its weights is damaged");
}

/* ---- the tree ---- */

static bool take_callee(struct reader *reader, uint32_t caller, uint32_t *name)
{
	struct callees *callees = &reader->callees[caller];
	uint64_t edge, new_name;

	if (!block_take_number(&reader->edges, &edge) || edge > callees->count)
		return fail(reader, "its edges are damaged");
	if (edge) {
		*name = callees->names[edge - 1];
		return true;
	}
	if (!block_take_number(&reader->edges, &new_name) || new_name >= reader->block->names)
		return fail(reader, "its edges are damaged");
	*name = (uint32_t)new_name;
	*ARRAY_PUSH(callees->names, callees->count, callees->capacity) = *name;
	return true;
}

static bool take_selfs(struct reader *reader, struct block_node *node)
{
	for (unsigned column = 0; column < reader->block->columns; column++)
		if (!block_take_number(&reader->selfs, &node->self[column]))
			return fail(reader, "its weights are damaged");
	return true;
}

/* Going up from the node before, which is the last one, is going from parent to parent. */
static bool take_node(struct reader *reader)
{
	struct block *block = reader->block;
	struct block_node node = {.parent = block->count ? block->count - 1 : BLOCK_ROOT};
	uint32_t caller;
	uint64_t step;

	if (!block_take_number(&reader->tree, &step))
		return fail(reader, "its tree is damaged");
	for (uint64_t up = step / 2; up > 0; up--) {
		if (node.parent == BLOCK_ROOT)
			return fail(reader, "its tree is damaged");
		node.parent = block->nodes[node.parent].parent;
	}
	caller = node.parent == BLOCK_ROOT ? block->names : block->nodes[node.parent].name;
	if (!take_callee(reader, caller, &node.name) || (step % 2 && !take_selfs(reader, &node)))
		return false;
	*ARRAY_PUSH(block->nodes, block->count, reader->nodes_capacity) = node;
	return true;
}

/* Weights are in their unit until here; no part of a total that fits 64 bits can fail to. */
static bool check_totals(struct reader *reader)
{
	struct block *block = reader->block;

	for (unsigned column = 0; column < block->columns; column++) {
		uint64_t left = reader->totals[column];

		for (uint32_t i = 0; i < block->count; i++) {
			uint64_t *self = &block->nodes[i].self[column];

			if (*self > left)
				return fail(reader, "its weights are more than its total");
			left -= *self;
			*self *= reader->unit_value;
		}
		if (left)
			return fail(reader, "its weights are less than its total");
	}
	return true;
}

static bool read_nodes(struct reader *reader)
{
	uint64_t count;

	/* A node takes at least one character. */
	if (!str_to_u64(reader->node_count, &count) || count > reader->tree.n || count >= INT32_MAX)
		return fail(reader, "the number of its frames is wrong");
	reader->callees = memory_new((size_t)reader->block->names + 1, sizeof(*reader->callees));
	while (reader->block->count < count)
		if (!take_node(reader))
			return false;
	if (reader->tree.n || reader->edges.n || reader->selfs.n)
		return fail(reader, "it has more frames than it says");
	return check_totals(reader);
}

/* ---- all of it ---- */

const char *block_read(struct block *block, struct str text)
{
	struct reader reader = {.block = block};

	*block = (struct block){0};
	if (read_text(&reader, text) && read_numbers(&reader) && read_header(&reader))
		read_nodes(&reader);
	for (uint32_t i = 0; reader.callees && i <= block->names; i++)
		free(reader.callees[i].names);
	free(reader.callees);
	return reader.wrong;
}

void block_release(struct block *block)
{
	free(block->nodes);
	free(block->ends);
	buf_release(&block->bytes);
	buf_release(&block->header);
}
