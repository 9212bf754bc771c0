#include "collapse/symbols/dwarf/inlines.h"

#include <stdlib.h>

#include "collapse/symbols/dwarf/files.h"
#include "collapse/symbols/dwarf/functions.h"
#include "collapse/symbols/dwarf/hits.h"
#include "collapse/symbols/dwarf/lines.h"
#include "collapse/symbols/dwarf/names.h"
#include "collapse/symbols/dwarf/root.h"
#include "common/hash.h"
#include "common/memory.h"
#include "common/names.h"

/*
 * An address is in no more functions, where compilers stop at some dozens. Each costs so much of what
 * may be done, for a file could have all addresses in so many.
 */
enum { MOST_INLINED = 1000, WORK_OF_INLINED = 64 };

/* The name of an entry that others are made of, so that it is looked for once. */
struct known_name {
	uint64_t entry;
	uint32_t file; /* the serial number */
	uint32_t text; /* 0: an empty slot; else one more than its id */
	bool is_linkage_name;
};

/* The answers' chains, each in memory of its own. */
struct chain {
	struct chain *next;
	size_t count;
	struct inlined items[];
};

struct inlines {
	struct dwarf_files files;
	struct names texts; /* of functions and of paths */
	struct known_name *known;
	size_t known_count, known_slots; /* a power of two of these */
	struct chain *chains;
	struct inlines_trouble trouble;
	struct buf scratch;
};

/* What is read of one unit for one question. */
struct unit_answers {
	struct inlines *inlines;
	struct dwarf_unit *unit;
	uint64_t *addresses;
	struct inlines_answer **answers; /* of each address */
	size_t count;
	struct dwarf_lines lines;
	bool has_lines;
	struct str *paths; /* of files, by number; p is NULL until it was asked for */
	struct dwarf_functions functions;
};

struct inlines *inlines_open(const struct inlines_files *files)
{
	struct inlines *inlines = memory_new(1, sizeof(*inlines));

	dwarf_files_init(&inlines->files, files);
	if (dwarf_section(&inlines->files.debug, DWARF_INFO).n)
		return inlines;
	inlines_close(inlines);
	return NULL;
}

void inlines_close(struct inlines *inlines)
{
	if (!inlines)
		return;
	while (inlines->chains) {
		struct chain *next = inlines->chains->next;

		free(inlines->chains);
		inlines->chains = next;
	}
	dwarf_files_release(&inlines->files);
	names_release(&inlines->texts);
	buf_release(&inlines->scratch);
	free(inlines->known);
	free(inlines);
}

struct inlines_trouble inlines_trouble(const struct inlines *inlines)
{
	return inlines->trouble;
}

/* ---- names ---- */

static struct known_name *slot_of(
	struct known_name *slots, size_t count, uint32_t file, uint64_t entry)
{
	size_t slot = hash_mix(entry, hash_seed() ^ file) & (count - 1);

	while (slots[slot].text && (slots[slot].entry != entry || slots[slot].file != file))
		slot = (slot + 1) & (count - 1);
	return &slots[slot];
}

static void grow_known(struct inlines *inlines)
{
	size_t count = inlines->known_slots ? inlines->known_slots * 2 : 256;
	struct known_name *slots = memory_new(count, sizeof(*slots));

	for (size_t i = 0; i < inlines->known_slots; i++) {
		struct known_name *known = &inlines->known[i];

		if (known->text)
			*slot_of(slots, count, known->file, known->entry) = *known;
	}
	free(inlines->known);
	inlines->known = slots;
	inlines->known_slots = count;
}

static struct known_name name_of_entry(
	struct inlines *inlines, struct dwarf_unit *unit, uint64_t entry)
{
	struct buf *name = &inlines->scratch;
	struct known_name *known;

	if (inlines->known_count * 2 >= inlines->known_slots)
		grow_known(inlines);
	known = slot_of(inlines->known, inlines->known_slots, unit->file->serial,
		entry ^ (uint64_t)unit->section << 63);
	if (known->text)
		return *known;
	known->file = unit->file->serial;
	known->entry = entry ^ (uint64_t)unit->section << 63;
	buf_reset(name);
	known->is_linkage_name = dwarf_add_name(unit, entry, name);
	known->text = names_add(&inlines->texts, buf_str(name)) + 1;
	inlines->known_count++;
	return *known;
}

/* Of a function that has the address: what it was made of is what others are made of, too. */
static struct known_name name_of_function(
	struct unit_answers *asked, uint64_t offset, const struct dwarf_entry *entry)
{
	struct dwarf_unit *target;
	uint64_t origin;

	if (!entry->values[DWARF_LINKAGE_NAME].form && !entry->values[DWARF_NAME].form &&
		dwarf_entry_of(asked->unit, entry->values[DWARF_ORIGIN], &target, &origin))
		return name_of_entry(asked->inlines, target, origin);
	return name_of_entry(asked->inlines, asked->unit, offset);
}

/* ---- lines ---- */

static struct str path_of(struct unit_answers *asked, uint64_t file)
{
	struct buf *path = &asked->inlines->scratch;

	if (!asked->has_lines || file >= asked->lines.source_count)
		return STR("");
	if (!asked->paths)
		asked->paths = memory_new(asked->lines.source_count, sizeof(*asked->paths));
	if (!asked->paths[file].p) {
		struct names *texts = &asked->inlines->texts;

		buf_reset(path);
		dwarf_add_path(&asked->lines, file, path);
		asked->paths[file] = names_get(texts, names_add(texts, buf_str(path)));
	}
	return asked->paths[file];
}

static void answer_lines(struct unit_answers *asked)
{
	struct dwarf_line *found = memory_new(asked->count, sizeof(*found));

	dwarf_find_lines(&asked->lines, asked->addresses, asked->count, found);
	for (size_t i = 0; i < asked->count; i++) {
		struct inlines_answer *answer = asked->answers[i];

		if (!found[i].is_known || answer->file.n)
			continue;
		answer->file = path_of(asked, found[i].file);
		answer->line = found[i].line;
	}
	free(found);
}

/* ---- chains ---- */

/* The function itself, at the end of a chain of items. */
static struct inlined describe(struct unit_answers *asked, uint64_t offset)
{
	struct inlined inlined = {.call_file = STR("")};
	struct dwarf_entry entry;
	struct known_name name;
	uint64_t file, line;

	if (!dwarf_work(asked->unit->file, WORK_OF_INLINED) ||
		!dwarf_read_entry(asked->unit, offset, &entry)) {
		inlined.name = STR("");
		return inlined;
	}
	name = name_of_function(asked, offset, &entry);
	inlined.name = names_get(&asked->inlines->texts, name.text - 1);
	inlined.is_linkage_name = name.is_linkage_name;
	if (dwarf_number_of(entry.values[DWARF_CALL_FILE], &file))
		inlined.call_file = path_of(asked, file);
	if (dwarf_number_of(entry.values[DWARF_CALL_LINE], &line) && line <= UINT32_MAX)
		inlined.call_line = (uint32_t)line;
	return inlined;
}

static size_t chain_length(const struct dwarf_functions *functions, uint32_t item)
{
	size_t length = 0;

	while (item != DWARF_NO_FUNCTION && length < MOST_INLINED) {
		item = functions->items[item].parent;
		length++;
	}
	return length;
}

/* The function itself is the last; what was inlined is left out where it has no name. */
static struct chain *make_chain(struct unit_answers *asked, uint32_t item)
{
	const struct dwarf_functions *functions = &asked->functions;
	size_t length = chain_length(functions, item);
	struct chain *chain;

	chain = memory_new(1, sizeof(*chain) + length * sizeof(chain->items[0]));
	chain->next = asked->inlines->chains;
	asked->inlines->chains = chain;
	while (length--) {
		struct inlined *inlined = &chain->items[chain->count];

		*inlined = describe(asked, functions->items[item].entry);
		chain->count += inlined->name.n || !length;
		item = functions->items[item].parent;
	}
	return chain;
}

/* Addresses of the same function have the same chain. */
static void answer_functions(struct unit_answers *asked)
{
	const struct dwarf_functions *functions = &asked->functions;
	struct chain **chains = memory_new(functions->count, sizeof(struct chain *));

	for (size_t i = 0; i < asked->count; i++) {
		struct inlines_answer *answer = asked->answers[i];
		uint32_t item = functions->innermost[i];
		const struct chain *chain;

		if (item == DWARF_NO_FUNCTION || answer->chain)
			continue;
		if (!chains[item])
			chains[item] = make_chain(asked, item);
		chain = chains[item];
		answer->chain = chain->items;
		answer->count = chain->count - 1;
		answer->function = chain->items[chain->count - 1].name;
		answer->function_is_linkage_name = chain->items[chain->count - 1].is_linkage_name;
	}
	free(chains);
}

/* ---- units ---- */

static void note_damage(struct inlines *inlines, struct dwarf_unit *unit)
{
	if (!unit->is_damaged)
		inlines->trouble.damaged_units++;
	unit->is_damaged = true;
}

/* The unit itself, or the half of it that has the functions. */
static struct dwarf_unit *whole_unit(struct inlines *inlines, struct dwarf_unit *unit)
{
	struct dwarf_unit *half;

	if (!dwarf_is_skeleton(unit))
		return unit;
	half = dwarf_split_unit(&inlines->files, unit);
	if (half)
		return half;
	if (inlines->trouble.missing_units++ == 0)
		inlines->trouble.first_missing = names_get(
			&inlines->texts, names_add(&inlines->texts, buf_str(&inlines->files.path)));
	return unit;
}

static void answer_unit(struct unit_answers *asked, struct dwarf_unit *unit, bool with_lines)
{
	struct inlines *inlines = asked->inlines;

	if (!dwarf_work(unit->file, asked->count) || !dwarf_open_unit(unit)) {
		note_damage(inlines, unit);
		return;
	}
	asked->unit = whole_unit(inlines, unit);
	asked->has_lines = dwarf_lines_open(&asked->lines, asked->unit);
	asked->paths = NULL;
	if (!dwarf_find_functions(asked->unit, asked->addresses, asked->count, &asked->functions))
		note_damage(inlines, unit);
	answer_functions(asked);
	if (!dwarf_work(asked->unit->file, 1)) /* then some names are missing */
		note_damage(inlines, unit);
	if (with_lines && asked->has_lines)
		answer_lines(asked);
	dwarf_functions_release(&asked->functions);
	if (asked->has_lines)
		dwarf_lines_release(&asked->lines);
	free(asked->paths);
}

/* The addresses of a unit's hits, each once; returns how many hits there are. */
static size_t gather(struct unit_answers *asked, const struct dwarf_hit *hits, size_t count,
	const uint64_t *addresses, struct inlines_answer *answers)
{
	size_t i, next = 0;

	asked->count = 0;
	for (i = 0; i < count && hits[i].unit == hits[0].unit; i++) {
		if (hits[i].from > next)
			next = hits[i].from;
		for (; next < hits[i].to; next++) {
			asked->addresses[asked->count] = addresses[next];
			asked->answers[asked->count++] = &answers[next];
		}
	}
	return i;
}

void inlines_find(struct inlines *inlines, const uint64_t *addresses, size_t count, bool with_lines,
	struct inlines_answer *answers)
{
	struct dwarf_file *file = &inlines->files.debug;
	struct unit_answers asked = {.inlines = inlines};
	struct dwarf_hits hits;

	for (size_t i = 0; i < count; i++)
		answers[i] = (struct inlines_answer){.function = STR(""), .file = STR("")};
	dwarf_files_allow(&inlines->files, count);
	dwarf_find_hits(file, addresses, count, &hits);
	asked.addresses = memory_new(count, sizeof(*asked.addresses));
	asked.answers = memory_new(count, sizeof(*asked.answers));
	for (size_t i = 0; i < hits.count;) {
		struct dwarf_unit *unit = &file->units[hits.items[i].unit];

		i += gather(&asked, &hits.items[i], hits.count - i, addresses, answers);
		answer_unit(&asked, unit, with_lines);
	}
	free(asked.addresses);
	free(asked.answers);
	dwarf_hits_release(&hits);
	dwarf_files_forget(&inlines->files);
}
