#include "collapse/stacks.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/memory.h"

void stacks_init(struct stacks *stacks)
{
	*stacks = (struct stacks){0};
	calltree_init(&stacks->tree, 1);
}

void stacks_release(struct stacks *stacks)
{
	calltree_release(&stacks->tree);
	buf_release(&stacks->scratch);
	buf_release(&stacks->notes);
	buf_release(&stacks->reason);
	free(stacks->reversed);
}

static bool byte_ends_frame(char c)
{
	return c == ';' || c == '\n' || c == '\r';
}

static bool is_frame(struct str name)
{
	for (size_t i = 0; i < name.n; i++)
		if (byte_ends_frame(name.p[i]))
			return false;
	return true;
}

uint32_t stacks_name(struct stacks *stacks, struct str name)
{
	struct buf *clean = &stacks->scratch;

	if (is_frame(name))
		return names_add(&stacks->tree.names, name);
	buf_reset(clean);
	for (size_t i = 0; i < name.n; i++) {
		char c = name.p[i];

		buf_add_char(clean, !byte_ends_frame(c) ? c : c == ';' ? ':' : ' ');
	}
	return names_add(&stacks->tree.names, buf_str(clean));
}

static void write_line(struct stacks *stacks, const uint32_t *frames, size_t count, uint64_t weight)
{
	struct buf *out = &stacks->output->buf;

	for (size_t i = 0; i < count; i++) {
		if (i > 0)
			buf_add_char(out, ';');
		buf_add(out, names_get(&stacks->tree.names, frames[i]));
	}
	buf_add_char(out, ' ');
	buf_add_u64(out, weight);
	buf_add_char(out, '\n');
	output_flush_if_full(stacks->output);
}

/* In time order the tree keeps only the total, on its root. */
void stacks_add_root_first(
	struct stacks *stacks, const uint32_t *frames, size_t count, uint64_t weight)
{
	uint32_t node = NODE_ROOT;

	stacks->count++;
	if (stacks->time_order)
		write_line(stacks, frames, count, weight);
	else
		for (size_t i = 0; i < count; i++)
			node = calltree_child(&stacks->tree, node, frames[i]);
	calltree_add(&stacks->tree, node, 0, weight, 0);
}

void stacks_add_leaf_first(
	struct stacks *stacks, const uint32_t *frames, size_t count, uint64_t weight)
{
	stacks->reversed = memory_grow(
		stacks->reversed, &stacks->reversed_capacity, count, sizeof(*stacks->reversed));
	for (size_t i = 0; i < count; i++)
		stacks->reversed[i] = frames[count - 1 - i];
	stacks_add_root_first(stacks, stacks->reversed, count, weight);
}

static void add_text(struct buf *buf, const char *format, va_list arguments)
{
	char text[1024];

	if (vsnprintf(text, sizeof(text), format, arguments) >= 0)
		buf_add(buf, str_of(text));
}

void stacks_note(struct stacks *stacks, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	add_text(&stacks->notes, format, arguments);
	va_end(arguments);
	buf_add_char(&stacks->notes, '\0');
}

void stacks_explain(struct stacks *stacks, const char *format, ...)
{
	va_list arguments;

	buf_reset(&stacks->reason);
	va_start(arguments, format);
	add_text(&stacks->reason, format, arguments);
	va_end(arguments);
	buf_add_char(&stacks->reason, '\0');
}
