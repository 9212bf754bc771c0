#include "collapse/symbols/dwarf/names.h"

#include <stdlib.h>

#include "collapse/symbols/dwarf/constants.h"
#include "collapse/symbols/dwarf/root.h"
#include "collapse/symbols/dwarf/walk.h"
#include "common/memory.h"

/* Real chains have three entries, real names a dozen parts. */
enum { MOST_HOPS = 16, MOST_PARTS = 64, MOST_LEVELS = 100, MOST_BYTES = 8192 };

#define NO_SCOPE UINT32_MAX

/* ---- what entries are declared in ---- */

struct scope {
	uint64_t start, end; /* of the entry and its children */
	size_t depth;
	uint32_t parent; /* NO_SCOPE: the unit */
	uint16_t tag;
};

struct dwarf_scopes {
	struct scope *items; /* in the order of their start */
	size_t count, capacity;
};

static bool is_scope(uint16_t tag)
{
	return dwarf_is_type(tag) || tag == DW_TAG_namespace || tag == DW_TAG_module ||
	       tag == DW_TAG_subprogram;
}

/* Those that the walk has left end at its present entry. */
static uint32_t close_scopes(
	struct dwarf_scopes *scopes, uint32_t open, const struct dwarf_walk *walk)
{
	while (open != NO_SCOPE && scopes->items[open].depth >= walk->depth) {
		scopes->items[open].end = walk->offset;
		open = scopes->items[open].parent;
	}
	return open;
}

static struct dwarf_scopes *read_scopes(struct dwarf_unit *unit)
{
	struct dwarf_scopes *scopes = memory_new(1, sizeof(*scopes));
	struct dwarf_walk walk;
	uint32_t open = NO_SCOPE;

	dwarf_walk_init(&walk, unit);
	while (dwarf_walk_next(&walk) && scopes->count < NO_SCOPE) {
		open = close_scopes(scopes, open, &walk);
		if (!walk.has_children || !is_scope(walk.tag))
			continue;
		*ARRAY_PUSH(scopes->items, scopes->count, scopes->capacity) =
			(struct scope){walk.offset, unit->end, walk.depth, open, walk.tag};
		open = (uint32_t)scopes->count - 1;
	}
	return scopes;
}

void dwarf_scopes_free(struct dwarf_unit *unit)
{
	if (unit->scopes)
		free(unit->scopes->items);
	free(unit->scopes);
	unit->scopes = NULL;
}

/* The innermost around an entry; itself is none. */
static uint32_t scope_around(const struct dwarf_scopes *scopes, uint64_t offset)
{
	size_t low = 0, high = scopes->count;
	uint32_t scope;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (scopes->items[middle].start < offset)
			low = middle + 1;
		else
			high = middle;
	}
	scope = low ? (uint32_t)low - 1 : NO_SCOPE;
	for (int i = 0; i < MOST_LEVELS; i++) {
		if (scope == NO_SCOPE || scopes->items[scope].end > offset)
			return scope;
		scope = scopes->items[scope].parent;
	}
	return NO_SCOPE;
}

/* ---- names of scopes ---- */

/* An entry with a name, or what it is the rest of: at the end of the chain there is no other. */
struct named {
	struct dwarf_unit *unit;
	uint64_t offset;
	struct dwarf_entry entry;
	struct str name, linkage_name;
};

static bool next_of_chain(struct named *named)
{
	struct dwarf_value *values = named->entry.values;
	struct dwarf_value to = values[DWARF_ORIGIN].form          ? values[DWARF_ORIGIN]
				: values[DWARF_SPECIFICATION].form ? values[DWARF_SPECIFICATION]
								   : values[DWARF_SIGNATURE];

	return to.form && dwarf_entry_of(named->unit, to, &named->unit, &named->offset) &&
	       dwarf_open_unit(named->unit);
}

/* Follows the chain to a linkage name or to its end; what was found first is the name. */
static void find_name(struct named *named)
{
	named->name = named->linkage_name = (struct str){0};
	for (int i = 0; i < MOST_HOPS; i++) {
		struct dwarf_value *values = named->entry.values;

		if (!dwarf_read_entry(named->unit, named->offset, &named->entry))
			return;
		if (!named->name.n)
			dwarf_text_of(named->unit, values[DWARF_NAME], &named->name);
		if (dwarf_text_of(named->unit, values[DWARF_LINKAGE_NAME], &named->linkage_name) &&
			named->linkage_name.n)
			return;
		if (!next_of_chain(named))
			return;
	}
}

/* What has no name, as the demangler and clang call it. */
static struct str nameless(uint16_t tag)
{
	switch (tag) {
	case DW_TAG_namespace:
		return STR("(anonymous namespace)");
	case DW_TAG_class_type:
		return STR("(anonymous class)");
	case DW_TAG_structure_type:
		return STR("(anonymous struct)");
	case DW_TAG_union_type:
		return STR("(anonymous union)");
	default:
		return STR("");
	}
}

static struct str name_of_scope(struct dwarf_unit *unit, const struct scope *scope)
{
	struct named named = {.unit = unit, .offset = scope->start};

	find_name(&named);
	return named.name.n ? named.name : nameless(scope->tag);
}

/* ---- names of functions ---- */

static bool is_qualified(uint64_t language)
{
	switch (language) {
	case 0:
	case DW_LANG_C89:
	case DW_LANG_C:
	case DW_LANG_C99:
	case DW_LANG_C11:
	case DW_LANG_C17:
	case DW_LANG_ObjC:
	case DW_LANG_Go: /* says "main.(*T).f" */
	case DW_LANG_OCaml:
	case DW_LANG_Mips_Assembler:
		return false;
	default:
		return true;
	}
}

static struct str separator(uint64_t language)
{
	switch (language) {
	case DW_LANG_Ada83:
	case DW_LANG_Ada95:
	case DW_LANG_D:
	case DW_LANG_Java:
	case DW_LANG_Modula2:
	case DW_LANG_Modula3:
	case DW_LANG_Pascal83:
	case DW_LANG_Swift:
		return STR(".");
	default:
		return STR("::");
	}
}

/* From the outermost scope to the name itself. */
static void add_qualified(struct named *named, struct buf *out)
{
	struct dwarf_unit *unit = named->unit;
	struct str parts[MOST_PARTS], between = separator(unit->root->language);
	size_t count = 0, bytes = 0;
	uint32_t scope;

	if (!unit->scopes)
		unit->scopes = read_scopes(unit);
	scope = scope_around(unit->scopes, named->offset);
	while (scope != NO_SCOPE && count < MOST_PARTS && bytes < MOST_BYTES) {
		struct str part = name_of_scope(unit, &unit->scopes->items[scope]);

		if (part.n)
			parts[count++] = part;
		bytes += part.n;
		scope = unit->scopes->items[scope].parent;
	}
	while (count) {
		buf_add(out, parts[--count]);
		buf_add(out, between);
	}
	buf_add(out, named->name);
}

bool dwarf_add_name(struct dwarf_unit *unit, uint64_t offset, struct buf *name)
{
	struct named named = {.unit = unit, .offset = offset};

	if (!dwarf_open_unit(unit))
		return false;
	find_name(&named);
	if (named.linkage_name.n) {
		buf_add(name, named.linkage_name);
		return true;
	}
	if (named.name.n && is_qualified(named.unit->root->language))
		add_qualified(&named, name);
	else
		buf_add(name, named.name);
	return false;
}
