#include "common/block/block.h"

#include <stdlib.h>

#include "common/memory.h"
#include "common/str.h"

/* ---- weights ---- */

/* The greatest number that divides all self weights, at least 1. */
static uint64_t common_unit(const struct calltree *tree)
{
	uint64_t unit = 0;

	for (uint32_t i = 0; i < tree->count && unit != 1; i++)
		for (unsigned column = 0; column < tree->columns; column++) {
			uint64_t a = unit, b = tree->nodes[i].self[column];

			while (b) {
				uint64_t rest = a % b;

				a = b;
				b = rest;
			}
			unit = a;
		}
	return unit ? unit : 1;
}

void block_write_head(struct buf *out, const struct calltree *tree)
{
	uint64_t unit = common_unit(tree);

	buf_addf(out, "\nflamegraph-profile 1\ncolumns %u\nunit %llu\nplaces %u\ntotal",
		tree->columns, (unsigned long long)unit, tree->places);
	for (unsigned column = 0; column < tree->columns; column++)
		buf_addf(out, " %llu", (unsigned long long)(tree->total[column] / unit));
	buf_add_char(out, '\n');
}

void block_write_text(struct buf *out, const char *key, struct str value)
{
	buf_addf(out, "%s ", key);
	block_add_name(out, value);
	buf_add_char(out, '\n');
}

void block_write_header(struct buf *out, const struct folded_header *header)
{
	struct buf line = {0};

	folded_header_write(header, &line);
	if (line.n)
		block_write_text(out, "folded", str_drop_end(buf_str(&line), 1));
	buf_release(&line);
}

/* ---- names ---- */

static void write_names(struct buf *out, const struct names *names, const uint32_t *sorted)
{
	struct buf last = {0}, now = {0};

	buf_addf(out, "names %u\n", names->count);
	for (uint32_t i = 0; i < names->count; i++) {
		struct buf swap = last;

		buf_reset(&now);
		block_add_name(&now, names_get(names, sorted[i]));
		block_add_shortened(out, buf_str(&last), buf_str(&now));
		buf_add_char(out, '\n');
		last = now;
		now = swap;
	}
	buf_release(&last);
	buf_release(&now);
}

static void write_fills(
	struct buf *out, const struct names *names, const uint32_t *sorted, const uint32_t *fill)
{
	buf_add(out, STR("fills "));
	for (uint32_t i = 0; fill && i < names->count; i++)
		block_add_number(out, fill[sorted[i]]);
	buf_add_char(out, '\n');
}

/* ---- the tree ---- */

/* Which callees a caller is known to have, in the order in which they were met. */
struct edges {
	struct names pairs; /* caller and callee, eight bytes */
	uint32_t *place;    /* by pair id: its place among the caller's callees */
	size_t capacity;
	uint32_t *callees; /* by caller: how many there are */
};

/* 0 for a new callee, else its place counted from 1. */
static uint32_t edge_number(struct edges *edges, uint32_t caller, uint32_t callee)
{
	uint32_t pair[2] = {caller, callee};
	uint32_t known = edges->pairs.count;
	uint32_t id = names_add(&edges->pairs, (struct str){(const char *)pair, sizeof(pair)});

	if (id < known)
		return edges->place[id] + 1;
	edges->place =
		memory_grow(edges->place, &edges->capacity, (size_t)id + 1, sizeof(*edges->place));
	edges->place[id] = edges->callees[caller]++;
	return 0;
}

struct streams {
	struct buf tree, edges, selfs;
};

struct node_writer {
	const struct calltree *tree;
	const uint32_t *rank; /* by name id: its place in the block; the root's stands behind all */
	struct edges known;
	struct streams streams;
	uint64_t unit;
};

static void write_node(void *context, uint32_t node, uint32_t up)
{
	struct node_writer *w = context;
	const struct node *n = &w->tree->nodes[node];
	uint32_t parent_name = w->tree->nodes[n->parent].name;
	uint32_t caller = parent_name == NAME_NONE ? w->tree->names.count : w->rank[parent_name];
	bool has_self = n->self[0] || n->self[1];
	uint32_t edge = edge_number(&w->known, caller, w->rank[n->name]);

	block_add_number(&w->streams.tree, (uint64_t)up * 2 + has_self);
	block_add_number(&w->streams.edges, edge);
	if (!edge)
		block_add_number(&w->streams.edges, w->rank[n->name]);
	for (unsigned column = 0; has_self && column < w->tree->columns; column++)
		block_add_number(&w->streams.selfs, n->self[column] / w->unit);
}

typedef void visit_node(void *context, uint32_t node, uint32_t up);

/*
 * Preorder without recursion: `next` is each node's first child that was not visited yet. visit()
 * is told how many levels to go up from the node before, then down one.
 */
static void for_each_node(const struct calltree *tree, visit_node *visit, void *context)
{
	struct children children;
	uint32_t at = NODE_ROOT, up = 0;
	uint32_t *next;

	children_init(&children, tree);
	next = memory_new(tree->count, sizeof(*next));
	for (uint32_t i = 0; i < tree->count; i++)
		next[i] = children.start[i];
	for (;;) {
		if (next[at] < children.start[at + 1]) {
			at = children.item[next[at]++];
			visit(context, at, up);
			up = 0;
		} else if (at != NODE_ROOT) {
			at = tree->nodes[at].parent;
			up++;
		} else {
			break;
		}
	}
	free(next);
	children_release(&children);
}

static void add_stream(struct buf *out, const char *key, struct buf *stream)
{
	buf_add(out, str_of(key));
	buf_add(out, buf_str(stream));
	buf_add_char(out, '\n');
	buf_release(stream);
}

void block_write(struct buf *out, const struct calltree *tree, const uint32_t *sorted,
	const uint32_t *fill)
{
	uint32_t *rank = names_ranks(&tree->names, sorted);
	struct node_writer w = {.tree = tree, .rank = rank, .unit = common_unit(tree)};

	buf_addf(out, "nodes %u\n", tree->count - 1);
	write_names(out, &tree->names, sorted);
	write_fills(out, &tree->names, sorted, fill);
	w.known.callees = memory_new((size_t)tree->names.count + 1, sizeof(*w.known.callees));
	for_each_node(tree, write_node, &w);
	add_stream(out, "tree ", &w.streams.tree);
	add_stream(out, "edges ", &w.streams.edges);
	add_stream(out, "selfs ", &w.streams.selfs);
	free(w.known.callees);
	free(w.known.place);
	names_release(&w.known.pairs);
	free(rank);
}

struct flag_runs {
	struct buf *out;
	const bool *flags;
	bool flag;
	uint64_t length;
};

static void add_flag(void *context, uint32_t node, uint32_t up)
{
	struct flag_runs *runs = context;

	(void)up;
	if (runs->flags[node] != runs->flag) {
		block_add_number(runs->out, runs->length);
		runs->flag = !runs->flag;
		runs->length = 0;
	}
	runs->length++;
}

void block_write_runs(
	struct buf *out, const char *key, const struct calltree *tree, const bool *flags)
{
	struct flag_runs runs = {.out = out, .flags = flags};

	buf_addf(out, "%s ", key);
	add_flag(&runs, NODE_ROOT, 0);
	for_each_node(tree, add_flag, &runs);
	block_add_number(out, runs.length);
	buf_add_char(out, '\n');
}
