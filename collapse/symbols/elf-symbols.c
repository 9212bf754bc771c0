/*
 * Which symbols count is what perf takes: functions and data that are in a section of memory, and
 * labels, which have no type, in sections of text or data, if others may see them. A symbol is
 * known by its number, through all tables; what it is called is looked up only when it has won, or
 * another starts at the same address.
 */
#include "collapse/symbols/elf-symbols.h"

#include <stdlib.h>

#include "collapse/symbols/alias.h"
#include "collapse/symbols/cover.h"
#include "collapse/symbols/plt.h"
#include "common/memory.h"

enum { TYPE_NONE = 0, TYPE_OBJECT = 1, TYPE_FUNCTION = 2, TYPE_IFUNC = 10 };
enum { BIND_GLOBAL = 1, BIND_WEAK = 2 };
enum { HIDDEN = 2, INTERNAL = 1 };

/* What a section makes of the symbols in it. */
enum { IN_MEMORY = 1, IN_CODE = 2, TAKES_LABELS = 4 };

struct table {
	struct str entries, strings;
	size_t entry_size;
	uint32_t first, count; /* the symbols' numbers */
};

struct scan {
	const struct elf *elf;
	struct table tables[2];
	uint32_t count; /* symbols of all tables */
	unsigned char *sections; /* by section, what it makes of symbols */
	bool any_code;
	struct alias_work aliases;
};

struct symbol {
	uint32_t name;
	unsigned char info, visibility;
	uint16_t section;
	uint64_t value, size;
};

/* ---- the tables ---- */

static inline struct symbol read_symbol(const struct elf *elf, const char *p)
{
	if (elf->is_64)
		return (struct symbol){elf_u32(elf, p), (unsigned char)p[4], p[5] & 3,
			elf_u16(elf, p + 6), elf_u64(elf, p + 8), elf_u64(elf, p + 16)};
	return (struct symbol){elf_u32(elf, p), (unsigned char)p[12], p[13] & 3,
		elf_u16(elf, p + 14), elf_u32(elf, p + 4), elf_u32(elf, p + 8)};
}

static void table_open(struct scan *scan, struct table *table, uint32_t type)
{
	size_t least = scan->elf->is_64 ? 24 : 16;

	for (size_t i = 0; i < scan->elf->section_count; i++) {
		const struct elf_section *section = &scan->elf->sections[i], *strings;

		if (section->type != type || section->entry_size < least ||
			!elf_section_bytes(scan->elf, section, &table->entries))
			continue;
		strings = elf_section(scan->elf, section->link);
		if (!strings || !elf_section_bytes(scan->elf, strings, &table->strings))
			continue;
		table->entry_size = (size_t)section->entry_size;
		table->first = scan->count;
		/* All numbers of both tables fit: 2^32 symbols would take 64 GB. */
		if (table->entries.n / table->entry_size < UINT32_MAX / 4)
			table->count = (uint32_t)(table->entries.n / table->entry_size);
		scan->count += table->count;
		return;
	}
}

static unsigned char section_use(const struct elf_section *section)
{
	unsigned use = 0;

	if (!(section->flags & SECTION_ALLOCATED))
		return 0;
	use = IN_MEMORY;
	if (section->flags & SECTION_CODE)
		use |= IN_CODE;
	if (str_contains(section->name, STR("text")) || str_contains(section->name, STR("data")))
		use |= TAKES_LABELS;
	return (unsigned char)use;
}

static void scan_open(struct scan *scan, const struct elf *elf)
{
	*scan = (struct scan){.elf = elf};
	table_open(scan, &scan->tables[0], SECTION_SYMBOLS);
	table_open(scan, &scan->tables[1], SECTION_DYNAMIC_SYMBOLS);
	scan->sections = memory_new(elf->section_count + 1, 1);
	/*
	 * Section 0 is that of symbols that other files define. All sections of a file that is not
	 * linked yet, as a kernel module, start at 0: only its code counts.
	 */
	for (size_t i = 1; i < elf->section_count; i++)
		if (elf->type != ELF_RELOCATABLE || str_eq(elf->sections[i].name, STR(".text")))
			scan->sections[i] = section_use(&elf->sections[i]);
}

static void scan_close(struct scan *scan)
{
	free(scan->sections);
	alias_release(&scan->aliases);
}

static struct symbol symbol_at(const struct scan *scan, uint32_t number, struct str *name)
{
	const struct table *table =
		&scan->tables[number >= scan->tables[1].first && scan->tables[1].count];
	size_t at = (number - table->first) * table->entry_size;
	struct symbol symbol = read_symbol(scan->elf, table->entries.p + at);

	*name = elf_string(
		str_head(table->strings, (size_t)symbol.name + SYMBOL_NAME_LONGEST), symbol.name);
	return symbol;
}

/* ---- what a symbol is ---- */

/*
 * "$x" and "$d.42" tell where instructions and data begin; the name of every symbol of ARM would
 * have to be read for them, so only those that could be are.
 */
static bool is_mapping_mark(
	const struct elf *elf, const struct table *table, const struct symbol *symbol)
{
	struct str name;

	if ((elf->machine != ELF_ARM && elf->machine != ELF_AARCH64) ||
		(symbol->info & 0xf) != TYPE_NONE)
		return false;
	name = str_head(str_skip(table->strings, symbol->name), 3);
	return name.n == 3 && name.p[0] == '$' && str_find(STR("adtx"), name.p[1]) < 4 &&
		(name.p[2] == '\0' || name.p[2] == '.');
}

/* False: no symbol of anything in memory. */
static inline bool kind_of(
	const struct scan *scan, const struct symbol *symbol, enum cover_kind *kind)
{
	unsigned type = symbol->info & 0xf, use;

	/* What has a number past the sections, as absolute values do, is in none of them. */
	if (symbol->section >= scan->elf->section_count || symbol->name == 0)
		return false;
	use = scan->sections[symbol->section];
	if (type == TYPE_FUNCTION || type == TYPE_IFUNC)
		*kind = use & IN_CODE ? COVER_FUNCTION : COVER_END;
	else if (type == TYPE_OBJECT)
		*kind = COVER_END;
	else if (type == TYPE_NONE && (use & TAKES_LABELS) && symbol->visibility != HIDDEN &&
		symbol->visibility != INTERNAL)
		*kind = use & IN_CODE ? COVER_LABEL : COVER_END;
	else
		return false;
	return use != 0;
}

/* ARM tells by the lowest bit of an address that the function's instructions are those of Thumb. */
static inline uint64_t address_of(const struct elf *elf, const struct symbol *symbol)
{
	bool marked = elf->machine == ELF_ARM && (symbol->info & 0xf) == TYPE_FUNCTION;

	return marked ? symbol->value & ~(uint64_t)1 : symbol->value;
}

static void offer_table(struct scan *scan, const struct table *table, struct cover *cover)
{
	const struct elf *elf = scan->elf;

	for (uint32_t i = 1; i < table->count; i++) {
		struct symbol symbol = read_symbol(elf, table->entries.p + i * table->entry_size);
		enum cover_kind kind;

		if (!kind_of(scan, &symbol, &kind) || is_mapping_mark(elf, table, &symbol))
			continue;
		if (kind == COVER_FUNCTION)
			scan->any_code = true;
		cover_offer(cover, address_of(elf, &symbol), symbol.size, table->first + i, kind);
	}
}

static bool better(void *context, uint32_t a, uint32_t b)
{
	struct scan *scan = context;
	struct alias alias[2] = {{.number = a}, {.number = b}};

	if (alias_is_enough(&scan->aliases))
		return a < b;
	for (int i = 0; i < 2; i++) {
		struct symbol symbol = symbol_at(scan, alias[i].number, &alias[i].name);

		alias[i].weak = symbol.info >> 4 == BIND_WEAK;
		alias[i].global = symbol.info >> 4 == BIND_GLOBAL;
	}
	return alias_better(&scan->aliases, &alias[0], &alias[1]);
}

/* What the tables have. */
static void name_all(struct scan *scan, const uint64_t *at, size_t count, struct names *pool,
	struct symbol_name *names)
{
	struct cover cover;

	cover_init(&cover, at, count, better, scan);
	offer_table(scan, &scan->tables[0], &cover);
	offer_table(scan, &scan->tables[1], &cover);
	cover_settle(&cover);
	for (size_t i = 0; i < count; i++) {
		struct cover_hit hit = cover_winner(&cover, i);

		names[i] = (struct symbol_name){STR(""), hit.start};
		if (!hit.found)
			continue;
		symbol_at(scan, hit.number, &names[i].name);
		names[i].name = symbol_name_keep(pool, names[i].name);
	}
	cover_release(&cover);
}

/* ---- linkage tables ---- */

/* "memcpy@GLIBC_2.14" is only memcpy in "memcpy@plt". */
static struct str plt_name(struct names *pool, struct buf *buf, struct str name)
{
	buf_set(buf, str_head(name, str_find(name, '@')));
	buf_add(buf, STR("@plt"));
	return symbol_name_keep(pool, buf_str(buf));
}

/*
 * An entry that has no symbol but the address of a function that chooses another: the name of what
 * is chosen is that of the choosing function.
 */
static struct str chooser_name(
	struct scan *scan, uint64_t address, struct names *pool, struct buf *buf)
{
	struct symbol_name chooser = {STR(""), 0};

	name_all(scan, &address, 1, pool, &chooser);
	if (chooser.name.n && chooser.start == address)
		return plt_name(pool, buf, chooser.name);
	buf_reset(buf);
	buf_addf(buf, "*ABS*+0x%llx@plt", (unsigned long long)address);
	return symbol_name_keep(pool, buf_str(buf));
}

static void name_linkage(struct scan *scan, const struct elf *image, const uint64_t *at,
	size_t count, struct names *pool, struct symbol_name *names)
{
	struct plt_entry *entries = NULL;
	size_t entry_count = plt_find(image, at, count, &entries);
	struct buf buf = {0};

	for (size_t i = 0; i < entry_count; i++) {
		const struct plt_entry *entry = &entries[i];
		struct symbol_name *name = &names[entry->at];

		if (name->name.n && name->start >= entry->start)
			continue;
		name->start = entry->start;
		if (i && entry[-1].start == entry->start)
			name->name = names[entry[-1].at].name;
		else if (entry->name.n)
			name->name = plt_name(pool, &buf, entry->name);
		else
			name->name = chooser_name(scan, entry->chooser, pool, &buf);
	}
	free(entries);
	buf_release(&buf);
}

/* ---- public ---- */

bool elf_symbols_find(const struct elf *symbols, const struct elf *image, const uint64_t *at,
	size_t count, struct names *pool, struct symbol_name *names)
{
	struct scan scan;

	scan_open(&scan, symbols);
	if (count) {
		name_all(&scan, at, count, pool, names);
		name_linkage(&scan, image, at, count, pool, names);
	}
	scan_close(&scan);
	return scan.any_code;
}

bool elf_has_symbols(const struct elf *elf)
{
	for (size_t i = 0; i < elf->section_count; i++)
		if (elf->sections[i].type == SECTION_SYMBOLS && elf->sections[i].size)
			return true;
	return false;
}

bool elf_symbol_address(const struct elf *elf, struct str name, uint64_t *address)
{
	struct scan scan;
	bool found = false;

	scan_open(&scan, elf);
	for (uint32_t i = 1; i < scan.tables[0].count && !found; i++) {
		struct str this_name;
		struct symbol symbol = symbol_at(&scan, i, &this_name);

		found = symbol.section != 0 && str_eq(this_name, name);
		if (found)
			*address = symbol.value;
	}
	scan_close(&scan);
	return found;
}
