#include "collapse/stacks/stacks.h"

#include <stdlib.h>

#include "collapse/demangle/demangle.h"
#include "common/folded.h"
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
	names_release(&stacks->mangled);
	free(stacks->readable);
	remarks_release(&stacks->remarks);
	findings_release(&stacks->findings);
	folded_header_release(&stacks->header);
	time_order_release(&stacks->order);
	free(stacks->reversed);
	free(stacks->renames);
}

static const struct str byte_order_mark = STR_INIT("\xef\xbb\xbf");

/* All three are below 64: a set with a bit for each. */
static bool byte_ends_frame(char c)
{
	const uint64_t ends = 1ull << ';' | 1ull << '\n' | 1ull << '\r';
	unsigned char byte = (unsigned char)c;

	return byte < 64 && (ends >> byte & 1);
}

/* "#" and " # total": a stack that starts so would be read back as a comment. */
static bool starts_comment(struct str name)
{
	name = str_trim_start(name);
	return name.n && folded_is_comment(name);
}

/* Almost every name's first byte is above those that need a closer look. */
static bool starts_frame(struct str name)
{
	unsigned char first = name.n ? (unsigned char)name.p[0] : 0;

	return (first > '#' && first < 0x80) ||
	       (!starts_comment(name) && !str_starts(name, byte_order_mark));
}

static bool holds_separator(struct str name)
{
	for (size_t i = 0; i < name.n; i++)
		if (byte_ends_frame(name.p[i]))
			return true;
	return false;
}

static void clean(struct buf *out, struct str name)
{
	buf_reset(out);
	if (starts_comment(name)) {
		buf_add(out, STR("#_"));
		name = str_skip(str_trim_start(name), 2);
	} else if (str_starts(name, byte_order_mark)) {
		buf_add_char(out, '_');
	}
	for (size_t i = 0; i < name.n; i++) {
		char c = name.p[i];

		buf_add_char(out, !byte_ends_frame(c) ? c : c == ';' ? ':' : ' ');
	}
}

static void replace_separators(struct buf *name)
{
	for (size_t i = 0; i < name->n; i++)
		if (name->p[i] == ';') /* "[u8; 3]" */
			name->p[i] = ':';
}

/* No bytes at all when it is not mangled, or cannot be read. */
static struct str demangled(struct stacks *stacks, struct str name)
{
	buf_reset(&stacks->scratch);
	if (!demangle_frame(&stacks->scratch, name))
		return (struct str){0};
	replace_separators(&stacks->scratch);
	return arena_copy(&stacks->mangled.arena, buf_str(&stacks->scratch));
}

struct str stacks_readable(struct stacks *stacks, struct str name)
{
	uint32_t id;

	if (!stacks->demangles || !demangle_could(name))
		return name;
	id = names_add(&stacks->mangled, name);
	stacks->readable = memory_grow(stacks->readable, &stacks->readable_capacity,
		(size_t)id + 1, sizeof(*stacks->readable));
	if (id == stacks->readable_count)
		stacks->readable[stacks->readable_count++] =
			demangled(stacks, names_get(&stacks->mangled, id));
	return stacks->readable[id].p ? stacks->readable[id] : name;
}

uint32_t stacks_name(struct stacks *stacks, struct str name)
{
	struct names *names = &stacks->tree.names;
	uint32_t known;

	name = stacks_readable(stacks, name);
	if (starts_frame(name)) {
		known = names_find(names, name);
		if (known != NAME_NONE)
			return known;
		if (!holds_separator(name))
			return names_add(names, name);
	}
	clean(&stacks->scratch, name);
	return names_add(names, buf_str(&stacks->scratch));
}

uint32_t stacks_name_as_is(struct stacks *stacks, struct str name)
{
	return names_add(&stacks->tree.names, name);
}

static void add(struct stacks *stacks, uint32_t node, uint64_t weight)
{
	stacks->count++;
	calltree_add(&stacks->tree, node, 0, (struct weight){weight, 0});
}

static void add_in_order(
	struct stacks *stacks, const uint32_t *frames, size_t count, uint64_t weight)
{
	const uint64_t weights[2] = {weight, 0};
	const unsigned places[2] = {0, 0};
	uint32_t node = NODE_ROOT;

	if (stacks->order.waits) {
		for (size_t i = 0; i < count; i++)
			node = calltree_child(&stacks->tree, node, frames[i]);
		time_order_add(&stacks->order, &stacks->tree, node, weights, places);
	} else {
		time_order_write(&stacks->order, &stacks->tree.names, frames, count, weight);
	}
	add(stacks, node, weight);
}

void stacks_add_root_first(
	struct stacks *stacks, const uint32_t *frames, size_t count, uint64_t weight)
{
	uint32_t node = NODE_ROOT;

	if (stacks->order.on) {
		add_in_order(stacks, frames, count, weight);
		return;
	}
	for (size_t i = 0; i < count; i++)
		node = calltree_child(&stacks->tree, node, frames[i]);
	add(stacks, node, weight);
}

static const uint32_t *reversed(struct stacks *stacks, const uint32_t *frames, size_t count)
{
	stacks->reversed = memory_grow(
		stacks->reversed, &stacks->reversed_capacity, count, sizeof(*stacks->reversed));
	for (size_t i = 0; i < count; i++)
		stacks->reversed[i] = frames[count - 1 - i];
	return stacks->reversed;
}

void stacks_add_leaf_first(
	struct stacks *stacks, const uint32_t *frames, size_t count, uint64_t weight)
{
	uint32_t node = NODE_ROOT;

	if (stacks->order.on) {
		add_in_order(stacks, reversed(stacks, frames, count), count, weight);
		return;
	}
	for (size_t i = count; i-- > 0;)
		node = calltree_child(&stacks->tree, node, frames[i]);
	add(stacks, node, weight);
}

bool stacks_set_columns(struct stacks *stacks, unsigned columns)
{
	if (stacks->count > 0 && stacks->tree.columns != columns)
		return false;
	stacks->tree.columns = columns;
	return true;
}

uint32_t stacks_child(struct stacks *stacks, uint32_t parent, uint32_t name)
{
	return calltree_child(&stacks->tree, parent, name);
}

/* One or two: analysers do not see it in the tree. */
static unsigned columns_of(const struct stacks *stacks)
{
	return stacks->tree.columns == 2 ? 2 : 1;
}

void stacks_add_columns(struct stacks *stacks, uint32_t node, const uint64_t weight[2],
	const unsigned places[2])
{
	stacks->count++;
	if (stacks->order.on)
		time_order_add(&stacks->order, &stacks->tree, node, weight, places);
	/* Of lines that are written at once the tree keeps only the total, on its root. */
	if (stacks->order.on && !stacks->order.waits)
		node = NODE_ROOT;
	for (unsigned column = 0; column < columns_of(stacks); column++)
		calltree_add(&stacks->tree, node, column,
			(struct weight){weight[column], places[column]});
}

void stacks_add_at(
	struct stacks *stacks, uint32_t node, const uint64_t weight[2], unsigned places)
{
	const unsigned both[2] = {places, places};

	stacks_add_columns(stacks, node, weight, both);
}

void stacks_rename(struct stacks *stacks, uint32_t from, uint32_t to)
{
	*ARRAY_PUSH(stacks->renames, stacks->rename_count, stacks->rename_capacity) =
		(struct stacks_rename){from, to};
}

/* Names by their ids so far: what they are to be called. */
static uint32_t *new_names(const struct stacks *stacks)
{
	uint32_t *to = memory_new(stacks->tree.names.count, sizeof(*to));

	for (uint32_t id = 0; id < stacks->tree.names.count; id++)
		to[id] = id;
	for (size_t i = 0; i < stacks->rename_count; i++)
		to[stacks->renames[i].from] = stacks->renames[i].to;
	return to;
}

void stacks_apply_renames(struct stacks *stacks)
{
	if (stacks->rename_count == 0)
		return;

	struct calltree old = stacks->tree, *tree = &stacks->tree;
	uint32_t *name = new_names(stacks), *node = memory_new(old.count, sizeof(*node));

	calltree_init(tree, old.columns);
	tree->names = old.names;
	tree->whole = old.whole;
	tree->input = old.input;
	/* A parent has a smaller number than its children, so it is there already. */
	for (uint32_t i = 0; i < old.count; i++) {
		if (i != NODE_ROOT)
			node[i] = calltree_child(
				tree, node[old.nodes[i].parent], name[old.nodes[i].name]);
		for (unsigned column = 0; column < columns_of(stacks); column++)
			calltree_add(tree, node[i], column,
				(struct weight){old.nodes[i].self[column], old.places});
	}
	time_order_move(&stacks->order, node);
	old.names = (struct names){0};
	calltree_release(&old);
	free(name);
	free(node);
}

/* ---- what is known of the weights and frames ---- */

void stacks_tell(struct stacks *stacks, enum header_text field, struct str value)
{
	told_text(&stacks->told, &stacks->header, field, value, stacks->tree.input);
}

void stacks_tell_number(struct stacks *stacks, enum header_number field, uint64_t value)
{
	told_number(&stacks->told, &stacks->header, field, value, stacks->tree.input);
}

/* An interval is rounded itself, as 10,101,010 ns of 99 samples a second. */
void stacks_tell_interval(struct stacks *stacks, uint64_t nanoseconds)
{
	const uint64_t second = 1000000000;
	uint64_t rate = nanoseconds ? (second + nanoseconds / 2) / nanoseconds : 0;

	if (rate > 0 && (second / rate == nanoseconds || (second + rate - 1) / rate == nanoseconds))
		stacks_tell_number(stacks, HEADER_RATE, rate);
}

void stacks_begin_input(struct stacks *stacks, const char *name)
{
	stacks->tree.input = name;
	told_begin_input(&stacks->told, stacks->count);
}

void stacks_end_input(struct stacks *stacks)
{
	told_end_input(&stacks->told, stacks->count);
}

void stacks_settle(struct stacks *stacks)
{
	if (!told_settle(&stacks->told, &stacks->header))
		stacks_note(stacks,
			"not all inputs tell what their weights count: of all together it is not "
			"known");
	if (stacks->are_samples)
		stacks->samples = stacks->count;
	if (stacks->samples)
		folded_header_add_samples(&stacks->header, stacks->samples);
}
