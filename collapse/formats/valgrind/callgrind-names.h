/*
 * Functions and calls of callgrind's files, by the names that these give them. A function is told by
 * its thread, object, source file and name: many programs have several called init.
 *
 *     fn=(12) parse        says what "(12)" means among functions, from there to the file's end
 *     cfn=(12)
 */
#ifndef COLLAPSE_FORMATS_VALGRIND_CALLGRIND_NAMES_H
#define COLLAPSE_FORMATS_VALGRIND_CALLGRIND_NAMES_H

#include "collapse/formats/valgrind/call-graph.h"
#include "collapse/names/native-name.h"

enum callgrind_kind { OBJECT, SOURCE, FUNCTION, KINDS };

/* Strings by their ids, or NAME_NONE. */
struct callgrind_function {
	uint32_t thread, object, source, name;
};

struct callgrind_names {
	struct native_name naming; /* set first; the rest is zero */
	struct call_graph graph;
	struct names strings;

	/* private */
	struct names functions, edges; /* bytes of what tells them; by place in the graph */
	struct callgrind_meanings {
		uint32_t *strings; /* by number; NAME_NONE: not told so far */
		size_t count, capacity;
		struct names large; /* "(140234181)": so large that they are numbered anew */
	} meanings[KINDS];
};

/* The string's id; false for "(12)" without a name before, which is a name then. */
bool callgrind_names_string(struct callgrind_names *names, enum callgrind_kind kind,
	struct str text, uint32_t *id);
/* Places in the graph; `root` is for a function that is new. */
uint32_t callgrind_names_function(
	struct callgrind_names *names, const struct callgrind_function *function, uint32_t root);
uint32_t callgrind_names_edge(struct callgrind_names *names, uint32_t from, uint32_t to);
/*
 * Puts the graph in an order that does not depend on that of the input, as estimates are rounded in
 * its order; places mean nothing from then on.
 */
void callgrind_names_sort(struct callgrind_names *names);
/* The end of a file: its numbers mean nothing in the next one. */
void callgrind_names_forget(struct callgrind_names *names);
void callgrind_names_release(struct callgrind_names *names);

#endif
