/*
 * The tables of a Firefox profile, which point into each other: a stack is a frame on a stack, a
 * frame is of a function, a function has a name in the list of strings. Each thread has its own, or
 * all share some. Gecko's frames have a "location", a string that is all at once:
 *
 *     "parse (resource://gre/a.mjs:70:27)", "resource://gre/a.mjs:7:3", "0x7f9674811c15", "XREMain"
 */
#ifndef COLLAPSE_FORMATS_FIREFOX_TABLES_H
#define COLLAPSE_FORMATS_FIREFOX_TABLES_H

#include "collapse/formats/firefox/libraries.h"
#include "collapse/readers/json-fields.h"
#include "collapse/readers/json-table.h"
#include "collapse/stacks/stack-table.h"

/* Zeroed at first, but for the texts. */
struct firefox_tables {
	struct names *texts;
	struct json_list strings; /* names of these */
	struct json_list stack_prefix, stack_offset, stack_frame;
	struct json_list frame_function, frame_location;
	struct json_list function_name, function_file, function_source, function_line;
	struct json_list function_resource, function_flags;
	struct json_list resource_name;
	struct json_list source_file;

	/* made of these by firefox_tables_stacks() */
	bool made;
	struct stack_table stacks;
};

struct firefox_naming {
	const struct names *texts;
	bool srcline, addrs;
};

/* Of the object that has them. */
extern const struct json_field firefox_tables_fields[];
/* The stacks, with names for frames. What is not in these tables is in `shared`. */
struct stack_table *firefox_tables_stacks(struct firefox_tables *tables,
	const struct firefox_tables *shared, struct firefox_libraries *libraries,
	const struct firefox_naming *naming, struct stacks *out);
void firefox_tables_release(struct firefox_tables *tables);

#endif
