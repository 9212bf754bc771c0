#include "collapse/formats/v8/nodes.h"

#include <stdlib.h>

#include "collapse/readers/json-fields.h"
#include "common/memory.h"

static uint32_t new_node(struct v8_nodes *nodes, uint32_t prefix)
{
	*ARRAY_PUSH(nodes->items, nodes->count, nodes->capacity) = (struct v8_node){
		.prefix = prefix,
		.id = NAME_NONE,
		.parent = NAME_NONE,
		.function = NAME_NONE,
		.file = NAME_NONE,
	};
	return (uint32_t)nodes->count - 1;
}

static void add_child(struct v8_nodes *nodes, uint32_t id, uint32_t node)
{
	*ARRAY_PUSH(nodes->children, nodes->child_count, nodes->child_capacity) =
		(struct v8_child){id, node};
}

/* ---- what is in a node ---- */

static void read_text(struct json *json, void *at)
{
	struct v8_names *names = json->context;
	struct str value;

	if (json_scalar(json, &value))
		*(uint32_t *)at = names_add(&names->texts, value);
}

static void read_id(struct json *json, void *at)
{
	struct v8_names *names = json->context;

	v8_ids_read(&names->ids, json, at);
}

static void read_line_from(struct json *json, uint32_t *line, int64_t first)
{
	int64_t value;

	if (json_i64(json, &value) && value >= first && value < UINT32_MAX)
		*line = (uint32_t)(value - first + 1);
}

/* Counted from 0, and -1 where there is none. */
static void read_line(struct json *json, void *at)
{
	read_line_from(json, at, 0);
}

/* From 1, in what Chrome wrote until 2016. */
static void read_old_line(struct json *json, void *at)
{
	read_line_from(json, at, 1);
}

static void read_hits(struct json *json, void *at)
{
	struct v8_node *node = at;

	node->has_hits = true;
	json_u64(json, &node->own);
}

/* What is in it is for read_open(). */
static void enter_array(struct json *json, void *at)
{
	(void)at;
	json_array(json);
}

#define AT(member) offsetof(struct v8_node, member)

static const struct json_field function_fields[] = {
	{JSON_KEY("functionName"), .at = AT(function), .read = read_text},
	{JSON_KEY("url"), .at = AT(file), .read = read_text},
	{JSON_KEY("lineNumber"), .at = AT(line), .read = read_line},
	{0},
};

static const struct json_field node_fields[] = {
	{JSON_KEY("id"), .at = AT(id), .read = read_id},
	{JSON_KEY("callFrame"), FIELD_OBJECT, .members = function_fields},
	{JSON_KEY("hitCount"), .read = read_hits},
	{JSON_KEY("selfSize"), FIELD_U64, .at = AT(own)},
	{JSON_KEY("children"), .read = enter_array},
	{JSON_KEY("parent"), .at = AT(parent), .read = read_id},
	{JSON_KEY("functionName"), .at = AT(function), .read = read_text},
	{JSON_KEY("url"), .at = AT(file), .read = read_text},
	{JSON_KEY("lineNumber"), .at = AT(line), .read = read_old_line},
	{0},
};

/* ---- nodes in nodes ---- */

/* They may be as deep as the stacks, so what is open is kept here. */
static void push(struct v8_nodes *nodes, size_t depth, uint32_t node, bool children)
{
	nodes->open =
		memory_grow(nodes->open, &nodes->open_capacity, depth + 1, sizeof(*nodes->open));
	nodes->open[depth] = (struct v8_open){node, children};
}

static void read_open(struct v8_nodes *nodes, size_t depth, struct json *json)
{
	struct v8_names *names = json->context;
	uint32_t id;

	while (depth > 0 && !json_failed(json)) {
		struct v8_open top = nodes->open[depth - 1];

		if (!top.children) {
			if (json_read_members(json, node_fields, &nodes->items[top.node]))
				push(nodes, depth++, top.node, true);
			else
				depth--;
		} else if (!json_next_element(json)) {
			depth--;
		} else if (json_enter_object(json)) {
			push(nodes, depth++, new_node(nodes, top.node), false);
		} else if (v8_ids_read(&names->ids, json, &id) && top.node != ROW_NONE) {
			add_child(nodes, id, top.node); /* a node of the same list */
		}
	}
}

void v8_nodes_read(struct json *json, void *at)
{
	struct v8_nodes *nodes = at;

	if (json_enter_array(json)) {
		push(nodes, 0, ROW_NONE, true);
		read_open(nodes, 1, json);
	} else if (json_enter_object(json)) {
		push(nodes, 0, new_node(nodes, ROW_NONE), false);
		read_open(nodes, 1, json);
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
	for (uint32_t i = 0; i < nodes->count; i++)
		if (nodes->items[i].id != NAME_NONE)
			names->by_id[nodes->items[i].id] = i;
	return names->by_id;
}

void v8_nodes_forget_ids(const struct v8_nodes *nodes, struct v8_names *names)
{
	for (size_t i = 0; i < nodes->count; i++)
		if (nodes->items[i].id != NAME_NONE)
			names->by_id[nodes->items[i].id] = ROW_NONE;
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
	nodes->count = nodes->child_count = 0;
}

void v8_nodes_release(struct v8_nodes *nodes)
{
	free(nodes->items);
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
