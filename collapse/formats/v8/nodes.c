#include "collapse/formats/v8/nodes.h"

#include <stdlib.h>

#include "common/memory.h"

static uint32_t new_node(struct v8_nodes *nodes, uint32_t prefix)
{
	nodes->items = memory_grow(
		nodes->items, &nodes->capacity, nodes->count + 1, sizeof(*nodes->items));
	nodes->items[nodes->count] = (struct v8_node){
		.prefix = prefix,
		.parent = NAME_NONE,
		.function = NAME_NONE,
		.file = NAME_NONE,
	};
	return (uint32_t)nodes->count++;
}

static void add_link(struct v8_nodes *nodes, uint32_t id, uint32_t node)
{
	nodes->links = memory_grow(nodes->links, &nodes->link_capacity, nodes->link_count + 1,
		sizeof(*nodes->links));
	nodes->links[nodes->link_count++] = (struct v8_link){id, node};
}

static void add_child(struct v8_nodes *nodes, uint32_t id, uint32_t node)
{
	nodes->children = memory_grow(nodes->children, &nodes->child_capacity,
		nodes->child_count + 1, sizeof(*nodes->children));
	nodes->children[nodes->child_count++] = (struct v8_link){id, node};
}

/* ---- what is in a node ---- */

static void read_text(struct v8_names *names, struct json *json, uint32_t *text)
{
	struct str value;

	if (json_scalar(json, &value))
		*text = names_add(&names->texts, value);
}

/* Counted from 0, and -1 where there is none; from `first` in what Chrome wrote until 2016. */
static void read_line(struct v8_node *node, struct json *json, int64_t first)
{
	int64_t line;

	if (json_i64(json, &line) && line >= first && line < UINT32_MAX)
		node->line = (uint32_t)(line - first + 1);
}

static bool read_function_key(struct v8_node *node, struct v8_names *names, struct json *json,
	struct str key, int64_t first_line)
{
	if (str_eq(key, STR("functionName")))
		read_text(names, json, &node->function);
	else if (str_eq(key, STR("url")))
		read_text(names, json, &node->file);
	else if (str_eq(key, STR("lineNumber")))
		read_line(node, json, first_line);
	else
		return false;
	return true;
}

static void read_call_frame(struct v8_node *node, struct v8_names *names, struct json *json)
{
	struct str key;

	if (!json_object(json))
		return;
	while (json_next_key(json, &key))
		if (!read_function_key(node, names, json, key, 0))
			json_skip(json);
}

/* True when its children come next, in an array that was entered. */
static bool read_node_key(struct v8_nodes *nodes, uint32_t at, struct v8_names *names,
	struct json *json, struct str key)
{
	struct v8_node *node = &nodes->items[at];
	uint32_t id;

	if (str_eq(key, STR("children")) && json_enter_array(json))
		return true;
	if (str_eq(key, STR("id"))) {
		if (v8_ids_read(&names->ids, json, &id))
			add_link(nodes, id, at);
	} else if (str_eq(key, STR("parent"))) {
		if (v8_ids_read(&names->ids, json, &id))
			node->parent = id;
	} else if (str_eq(key, STR("callFrame"))) {
		read_call_frame(node, names, json);
	} else if (str_eq(key, STR("hitCount")) || str_eq(key, STR("selfSize"))) {
		nodes->has_hits = str_eq(key, STR("hitCount"));
		json_u64(json, &node->own);
	} else if (!read_function_key(node, names, json, key, 1)) {
		json_skip(json);
	}
	return false;
}

/* ---- nodes in nodes ---- */

/* They may be as deep as the stacks, so what is open is kept here. */
static void push(struct v8_nodes *nodes, size_t depth, uint32_t node, bool children)
{
	nodes->open =
		memory_grow(nodes->open, &nodes->open_capacity, depth + 1, sizeof(*nodes->open));
	nodes->open[depth] = (struct v8_open){node, children};
}

static void read_open(
	struct v8_nodes *nodes, size_t depth, struct v8_names *names, struct json *json)
{
	struct str key;
	uint32_t id;

	while (depth > 0 && !json_failed(json)) {
		struct v8_open top = nodes->open[depth - 1];

		if (!top.children) {
			if (!json_next_key(json, &key))
				depth--;
			else if (read_node_key(nodes, top.node, names, json, key))
				push(nodes, depth++, top.node, true);
		} else if (!json_next_element(json)) {
			depth--;
		} else if (json_enter_object(json)) {
			push(nodes, depth++, new_node(nodes, top.node), false);
		} else if (v8_ids_read(&names->ids, json, &id) && top.node != ROW_NONE) {
			add_child(nodes, id, top.node); /* a node of the same list */
		}
	}
}

void v8_nodes_read(struct v8_nodes *nodes, struct v8_names *names, struct json *json)
{
	if (json_enter_array(json)) {
		push(nodes, 0, ROW_NONE, true);
		read_open(nodes, 1, names, json);
	} else if (json_enter_object(json)) {
		push(nodes, 0, new_node(nodes, ROW_NONE), false);
		read_open(nodes, 1, names, json);
	} else {
		json_skip(json);
	}
}

void v8_nodes_append(struct v8_nodes *nodes, const struct v8_nodes *piece)
{
	uint32_t first = (uint32_t)nodes->count;

	for (size_t i = 0; i < piece->count; i++) {
		struct v8_node node = piece->items[i];
		uint32_t at = new_node(nodes, ROW_NONE);

		if (node.prefix != ROW_NONE)
			node.prefix += first;
		nodes->items[at] = node;
	}
	for (size_t i = 0; i < piece->link_count; i++)
		add_link(nodes, piece->links[i].id, piece->links[i].node + first);
	for (size_t i = 0; i < piece->child_count; i++)
		add_child(nodes, piece->children[i].id, piece->children[i].node + first);
}

/* ---- where nodes are ---- */

static uint32_t *no_rows(size_t count)
{
	uint32_t *rows = memory_new(count, sizeof(*rows));

	for (size_t i = 0; i < count; i++)
		rows[i] = ROW_NONE;
	return rows;
}

const uint32_t *v8_nodes_by_id(const struct v8_nodes *nodes, struct v8_names *names)
{
	if (names->by_id_count < names->ids.count) {
		free(names->by_id);
		names->by_id_count = names->ids.count;
		names->by_id = no_rows(names->by_id_count);
	}
	for (size_t i = 0; i < nodes->link_count; i++)
		names->by_id[nodes->links[i].id] = nodes->links[i].node;
	return names->by_id;
}

void v8_nodes_forget_ids(const struct v8_nodes *nodes, struct v8_names *names)
{
	for (size_t i = 0; i < nodes->link_count; i++)
		names->by_id[nodes->links[i].id] = ROW_NONE;
}

/* The one it stands in, or whose child it is, or that it names. */
uint32_t *v8_nodes_prefixes(const struct v8_nodes *nodes, const uint32_t *by_id)
{
	uint32_t *prefixes = no_rows(nodes->count);

	for (size_t i = 0; i < nodes->child_count; i++) {
		uint32_t child = by_id[nodes->children[i].id];

		if (child != ROW_NONE)
			prefixes[child] = nodes->children[i].node;
	}
	for (size_t i = 0; i < nodes->count; i++) {
		const struct v8_node *node = &nodes->items[i];

		if (node->prefix != ROW_NONE)
			prefixes[i] = node->prefix;
		else if (prefixes[i] == ROW_NONE && node->parent != NAME_NONE)
			prefixes[i] = by_id[node->parent];
	}
	return prefixes;
}

void v8_nodes_reset(struct v8_nodes *nodes)
{
	nodes->count = nodes->link_count = nodes->child_count = 0;
	nodes->has_hits = false;
}

void v8_nodes_release(struct v8_nodes *nodes)
{
	free(nodes->items);
	free(nodes->links);
	free(nodes->children);
	free(nodes->open);
	*nodes = (struct v8_nodes){0};
}

void v8_names_release(struct v8_names *names)
{
	names_release(&names->texts);
	v8_ids_release(&names->ids);
	free(names->by_id);
	names->by_id = NULL;
	names->by_id_count = 0;
}
