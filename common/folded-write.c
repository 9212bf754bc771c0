#include "common/folded.h"

#include <stdlib.h>
#include <string.h>

#include "common/memory.h"

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

		*ARRAY_PUSH(w->items, w->count, w->capacity) =
			(struct item){w->rank[name * 2], node * 2};
		if (w->children.start[node] < w->children.start[node + 1])
			*ARRAY_PUSH(w->items, w->count, w->capacity) =
				(struct item){w->rank[name * 2 + 1], node * 2 + 1};
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
