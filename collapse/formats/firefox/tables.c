#include "collapse/formats/firefox/tables.h"

#include <stdlib.h>

#include "collapse/names/script-name.h"
#include "common/memory.h"

/* ---- reading ---- */

static void read_string(struct json *json, void *at)
{
	struct firefox_tables *tables = at;
	uint32_t id = LIST_NULL;
	struct str text;

	if (json_string(json, &text))
		id = names_add(tables->texts, text);
	else
		json_skip(json);
	json_list_add(&tables->strings, id);
}

static void read_stacks(struct json *json, void *at)
{
	struct firefox_tables *tables = at;
	struct json_table_column columns[] = {
		{STR("prefix"), &tables->stack_prefix, .place = 0},
		{STR("prefixOffset"), &tables->stack_offset, .place = PLACE_NONE},
		{STR("frame"), &tables->stack_frame, .place = 1},
	};

	json_table_read(json, columns, 3, NULL, NULL);
}

static void read_frames(struct json *json, void *at)
{
	struct firefox_tables *tables = at;
	struct json_table_column columns[] = {
		{STR("location"), &tables->frame_location, .place = 0},
		{STR("func"), &tables->frame_function, .place = PLACE_NONE},
	};

	json_table_read(json, columns, 2, NULL, NULL);
}

static void read_functions(struct json *json, void *at)
{
	struct firefox_tables *tables = at;
	struct json_table_column columns[] = {
		{STR("name"), &tables->function_name, .place = PLACE_NONE},
		{STR("resource"), &tables->function_resource, .place = PLACE_NONE},
		{STR("fileName"), &tables->function_file, .place = PLACE_NONE},
		{STR("source"), &tables->function_source, .place = PLACE_NONE},
		{STR("lineNumber"), &tables->function_line, .place = PLACE_NONE},
		{STR("flags"), &tables->function_flags, .place = PLACE_NONE},
	};

	json_table_read(json, columns, 6, NULL, NULL);
}

static void read_resources(struct json *json, void *at)
{
	struct json_table_column column = {STR("name"), at, .place = PLACE_NONE};

	json_table_read(json, &column, 1, NULL, NULL);
}

static void read_sources(struct json *json, void *at)
{
	struct json_table_column column = {STR("filename"), at, .place = PLACE_NONE};

	json_table_read(json, &column, 1, NULL, NULL);
}

#define AT(member) offsetof(struct firefox_tables, member)

const struct json_field firefox_tables_fields[] = {
	{JSON_KEY("stackTable"), .read = read_stacks},
	{JSON_KEY("frameTable"), .read = read_frames},
	{JSON_KEY("funcTable"), .read = read_functions},
	{JSON_KEY("resourceTable"), .at = AT(resource_name), .read = read_resources},
	{JSON_KEY("sources"), .at = AT(source_file), .read = read_sources},
	{JSON_KEY("stringTable"), FIELD_EACH, .read = read_string},
	{JSON_KEY("stringArray"), FIELD_EACH, .read = read_string},
	{0},
};

/* ---- names ---- */

/* The tables of one thread, each its own or the shared one. */
struct view {
	const struct firefox_tables *own, *shared;
	struct firefox_libraries *libraries;
	const struct firefox_naming *naming;
	struct stacks *out;
	struct buf scratch;
};

static const struct json_list *choose(const struct json_list *own, const struct json_list *shared)
{
	return own->count ? own : shared;
}

#define LIST(view, member) choose(&(view)->own->member, &(view)->shared->member)

static struct str string_at(const struct view *view, uint32_t index)
{
	uint32_t id = json_list_at(LIST(view, strings), index);

	return id == LIST_NULL ? (struct str)STR_INIT("") : names_get(view->naming->texts, id);
}

/* "0x7f9674811c15" */
static bool parse_address(struct str text, uint64_t *address)
{
	return str_starts(text, STR("0x")) && str_hex_to_u64(str_skip(text, 2), address);
}

/* What has no symbol is the library that it is in: "[libxul.so]". */
static uint32_t name_address(struct view *view, struct str text, struct str library)
{
	if (view->naming->addrs || library.n == 0)
		return stacks_name(view->out, text);
	buf_reset(&view->scratch);
	buf_add_char(&view->scratch, '[');
	buf_add(&view->scratch, library);
	buf_add_char(&view->scratch, ']');
	return stacks_name(view->out, buf_str(&view->scratch));
}

static struct str library_of(const struct view *view, uint64_t address)
{
	uint32_t name = firefox_libraries_find(view->libraries, address);

	return name == NAME_NONE ? STR("unknown") : names_get(view->naming->texts, name);
}

/* Takes ":70:27" off: the line, or false when it is not there. */
static bool take_place(struct str *text, uint64_t *line)
{
	struct str before, number, file;
	uint64_t column;

	if (!str_rcut(*text, ':', &before, &number) || !str_to_u64(number, &column))
		return false;
	if (str_rcut(before, ':', &file, &number) && str_to_u64(number, line)) {
		*text = file;
	} else {
		*line = column;
		*text = before;
	}
	return true;
}

/* "parse (resource://gre/a.mjs:70:27)" or "resource://gre/a.mjs:7:3"; false for a plain label. */
static bool parse_location(struct str text, struct script_function *function)
{
	size_t at = text.n;

	*function = (struct script_function){0};
	if (!str_ends(text, STR(")"))) {
		function->file = text;
		return str_contains(text, STR("/")) && take_place(&function->file, &function->line);
	}
	while (at > 0 && !str_starts(str_skip(text, at - 1), STR(" (")))
		at--;
	if (at == 0)
		return false;
	function->name = str_head(text, at - 1);
	function->file = str_drop_end(str_skip(text, at + 1), 1);
	return take_place(&function->file, &function->line);
}

/* "parse (file:///a.js:1:21)[8]": newer Gecko has the number of the source behind it. */
static struct str drop_source(struct str text)
{
	struct str before, number;
	uint64_t source;

	if (str_ends(text, STR("]")) && str_rcut(str_drop_end(text, 1), '[', &before, &number) &&
		str_to_u64(number, &source) && str_contains(before, STR("/")))
		return before;
	return text;
}

static uint32_t name_location(struct view *view, struct str text)
{
	struct script_function function;
	uint64_t address;

	if (parse_address(text, &address))
		return name_address(view, text, library_of(view, address));
	text = drop_source(text);
	if (parse_location(text, &function))
		return script_name(view->out, &view->scratch, &function, view->naming->srcline);
	return stacks_name(view->out, text.n ? text : STR("[unnamed]"));
}

/* Since version 73 the columns of functions have no null: flags tell which values are meant. */
enum { HAS_RESOURCE = 1 << 2, HAS_SOURCE = 1 << 3, HAS_LINE = 1 << 4 };

static uint32_t function_value(
	const struct view *view, const struct json_list *list, uint32_t index, uint32_t flag)
{
	/* Without that column all bits are set. */
	uint32_t flags = json_list_at(LIST(view, function_flags), index);

	return flags & flag ? json_list_at(list, index) : LIST_NULL;
}

static uint32_t name_function(struct view *view, uint32_t index)
{
	struct script_function function = {.name = string_at(view,
		json_list_at(LIST(view, function_name), index))};
	uint32_t file = json_list_at(LIST(view, function_file), index);
	uint32_t source = function_value(view, LIST(view, function_source), index, HAS_SOURCE);
	uint32_t line = function_value(view, LIST(view, function_line), index, HAS_LINE);
	uint64_t address;

	if (parse_address(function.name, &address)) {
		uint32_t resource = function_value(
			view, LIST(view, function_resource), index, HAS_RESOURCE);

		return name_address(view, function.name,
			string_at(view, json_list_at(LIST(view, resource_name), resource)));
	}
	if (file == LIST_NULL)
		file = json_list_at(LIST(view, source_file), source);
	function.file = string_at(view, file);
	function.line = line == LIST_NULL ? 0 : line;
	return script_name(view->out, &view->scratch, &function, view->naming->srcline);
}

/* NAME_NONE: there is no such frame. */
static uint32_t name_frame(struct view *view, uint32_t frame)
{
	uint32_t location = json_list_at(LIST(view, frame_location), frame);
	uint32_t function = json_list_at(LIST(view, frame_function), frame);

	if (location != LIST_NULL)
		return name_location(view, string_at(view, location));
	if (function < LIST(view, function_name)->count)
		return name_function(view, function);
	return NAME_NONE;
}

/* ---- stacks ---- */

static size_t frame_count(const struct view *view)
{
	size_t locations = LIST(view, frame_location)->count;
	size_t functions = LIST(view, frame_function)->count;

	return locations > functions ? locations : functions;
}

/*
 * The row of the caller, LIST_NULL if there is none. Since version 66 it is told by how many rows it
 * stands before, 0 for none. The row itself, which is no caller, if it is not told at all.
 */
static uint32_t prefix_of(const struct view *view, uint32_t index)
{
	uint32_t offset = json_list_at(LIST(view, stack_offset), index);

	if (LIST(view, stack_prefix)->count)
		return json_list_at(LIST(view, stack_prefix), index);
	if (offset == 0)
		return LIST_NULL;
	return offset <= index ? index - offset : index;
}

static void add_stack(
	struct view *view, struct stack_table *table, uint32_t index, const uint32_t *frame_names)
{
	uint32_t prefix = prefix_of(view, index);
	uint32_t frame = json_list_at(LIST(view, stack_frame), index);
	uint32_t name = frame < frame_count(view) ? frame_names[frame] : NAME_NONE;

	if (name == NAME_NONE)
		stack_table_add(table, index, NAME_NONE); /* on itself: a bad stack */
	else if (prefix == LIST_NULL &&
		 str_eq(names_get(&view->out->tree.names, name), STR("(root)")))
		stack_table_add(table, ROW_NONE, NAME_NONE);
	else
		stack_table_add(table, prefix == LIST_NULL ? ROW_NONE : prefix, name);
}

static void make_stacks(struct view *view, struct stack_table *table)
{
	size_t frames = frame_count(view);
	uint32_t *frame_names = memory_new(frames, sizeof(*frame_names));

	for (uint32_t i = 0; i < frames; i++)
		frame_names[i] = name_frame(view, i);
	for (uint32_t i = 0; i < LIST(view, stack_frame)->count; i++)
		add_stack(view, table, i, frame_names);
	free(frame_names);
}

struct stack_table *firefox_tables_stacks(struct firefox_tables *tables,
	const struct firefox_tables *shared, struct firefox_libraries *libraries,
	const struct firefox_naming *naming, struct stacks *out)
{
	struct view view = {tables, shared, libraries, naming, out, {0}};

	if (!tables->made)
		make_stacks(&view, &tables->stacks);
	tables->made = true;
	buf_release(&view.scratch);
	stack_table_forget_nodes(&tables->stacks);
	return &tables->stacks;
}

void firefox_tables_release(struct firefox_tables *tables)
{
	struct json_list *lists[] = {&tables->strings, &tables->stack_prefix, &tables->stack_offset,
		&tables->stack_frame, &tables->frame_function, &tables->frame_location,
		&tables->function_name, &tables->function_file, &tables->function_source,
		&tables->function_line, &tables->function_resource, &tables->function_flags,
		&tables->resource_name, &tables->source_file};

	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
		json_list_release(lists[i]);
	stack_table_release(&tables->stacks);
	*tables = (struct firefox_tables){0};
}
