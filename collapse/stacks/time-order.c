#include "collapse/stacks/time-order.h"

#include <stdlib.h>

#include "common/memory.h"
#include "common/weight.h"

static void write_frames(
	struct time_order *order, const struct names *names, const uint32_t *frames, size_t count)
{
	struct buf *out = &order->output->buf;

	if (order->header)
		folded_header_write(order->header, out);
	order->header = NULL;
	for (size_t i = 0; i < count; i++) {
		if (i > 0)
			buf_add_char(out, ';');
		buf_add(out, names_get(names, frames[i]));
	}
}

static void end_line(struct time_order *order)
{
	buf_add_char(&order->output->buf, '\n');
	output_flush_if_full(order->output);
}

void time_order_write(struct time_order *order, const struct names *names, const uint32_t *frames,
	size_t count, uint64_t weight)
{
	write_frames(order, names, frames, count);
	buf_add_char(&order->output->buf, ' ');
	buf_add_u64(&order->output->buf, weight);
	end_line(order);
}

/* The names from the root's child to a node, in order->path: how many. */
static size_t path_to(struct time_order *order, const struct calltree *tree, uint32_t node)
{
	size_t count = 0;

	for (uint32_t at = node; at != NODE_ROOT; at = tree->nodes[at].parent)
		count++;
	order->path = memory_grow(order->path, &order->path_capacity, count, sizeof(*order->path));
	for (size_t i = count; i-- > 0; node = tree->nodes[node].parent)
		order->path[i] = tree->nodes[node].name;
	return count;
}

static void write_line(
	struct time_order *order, const struct calltree *tree, const struct time_line *line)
{
	size_t count = path_to(order, tree, line->node);

	write_frames(order, &tree->names, order->path, count);
	for (unsigned column = 0; column < tree->columns; column++) {
		buf_add_char(&order->output->buf, ' ');
		weight_format(&order->output->buf, line->weight[column], line->places[column]);
	}
	end_line(order);
}

void time_order_add(struct time_order *order, const struct calltree *tree, uint32_t node,
	const uint64_t weight[2], const unsigned places[2])
{
	const struct time_line line = {
		.node = node,
		.places = {(unsigned char)places[0], (unsigned char)places[1]},
		.weight = {weight[0], weight[1]},
	};

	if (order->waits)
		*ARRAY_PUSH(order->lines, order->count, order->capacity) = line;
	else
		write_line(order, tree, &line);
}

void time_order_move(struct time_order *order, const uint32_t *target)
{
	size_t left = 0;

	for (size_t i = 0; i < order->count; i++) {
		struct time_line line = order->lines[i];

		line.node = target[line.node];
		if (line.node != NODE_ROOT)
			order->lines[left++] = line;
	}
	order->count = left;
}

void time_order_finish(struct time_order *order, const struct calltree *tree)
{
	for (size_t i = 0; i < order->count; i++)
		write_line(order, tree, &order->lines[i]);
}

void time_order_release(struct time_order *order)
{
	free(order->lines);
	free(order->path);
}
