#include "collapse/symbols/dwarf/lines.h"

#include <stdlib.h>

#include "collapse/symbols/dwarf/constants.h"
#include "collapse/symbols/dwarf/root.h"
#include "common/memory.h"

enum { MOST_COLUMNS = 16 };

/* ---- files ---- */

static void add_directory(struct dwarf_lines *lines, struct str name)
{
	*ARRAY_PUSH(lines->directories, lines->directory_count, lines->directory_capacity) = name;
}

static void add_source(struct dwarf_lines *lines, struct dwarf_source source)
{
	*ARRAY_PUSH(lines->sources, lines->source_count, lines->source_capacity) = source;
}

/* The directory's number, a time and a size stand behind the name. */
static void read_old_source(struct dwarf_lines *lines, struct binary *in, struct str name)
{
	struct dwarf_source source = {.name = name, .directory = binary_uleb(in)};

	binary_uleb(in);
	binary_uleb(in);
	add_source(lines, source);
}

/*
 * Before version 5: names of directories, an empty one behind the last, then files, of which the same
 * is true. Both count from 1; directory 0 is the unit's own, and file 0 none.
 */

static bool read_old_sources(struct dwarf_lines *lines, struct binary *in)
{
	struct str name;

	add_directory(lines, dwarf_directory(lines->unit));
	while ((name = binary_string(in)).n)
		add_directory(lines, name);
	add_source(lines, (struct dwarf_source){.name = STR("")});
	while ((name = binary_string(in)).n)
		read_old_source(lines, in, name);
	return !in->is_bad;
}

/* Of version 5: a list of columns, each what it has and in which form; then rows. */
struct columns {
	uint64_t content[MOST_COLUMNS], form[MOST_COLUMNS];
	unsigned count;
};

static bool read_columns(struct binary *in, struct columns *columns)
{
	columns->count = binary_u8(in);
	if (columns->count > MOST_COLUMNS)
		return false;
	for (unsigned i = 0; i < columns->count; i++) {
		columns->content[i] = binary_uleb(in);
		columns->form[i] = binary_uleb(in);
	}
	return !in->is_bad;
}

static void read_row(const struct dwarf_lines *lines, struct binary *in,
	const struct columns *columns, struct dwarf_source *row)
{
	*row = (struct dwarf_source){.name = STR("")};
	for (unsigned i = 0; i < columns->count; i++) {
		struct dwarf_value value = {0};

		dwarf_read_value(in, columns->form[i], 0, lines->sizes, &value);
		if (columns->content[i] == DW_LNCT_path)
			dwarf_text_of(lines->unit, value, &row->name);
		else if (columns->content[i] == DW_LNCT_directory_index)
			dwarf_number_of(value, &row->directory);
	}
}

/* A row has at least a byte, or there could be any number of them. */
static bool read_count(struct binary *in, uint64_t *count)
{
	*count = binary_uleb(in);
	return !in->is_bad && *count <= binary_left(in);
}

static bool read_new_sources(struct dwarf_lines *lines, struct binary *in)
{
	struct columns columns;
	struct dwarf_source row;
	uint64_t count;

	if (!read_columns(in, &columns) || !read_count(in, &count))
		return false;
	for (; count && !in->is_bad; count--) {
		read_row(lines, in, &columns, &row);
		add_directory(lines, row.name);
	}
	if (!read_columns(in, &columns) || !read_count(in, &count))
		return false;
	for (; count && !in->is_bad; count--) {
		read_row(lines, in, &columns, &row);
		add_source(lines, row);
	}
	return !in->is_bad;
}

/* Directories are relative to the unit's own, but for those that begin with "/". */
static void add_directory_path(
	const struct dwarf_lines *lines, uint64_t directory, struct buf *path)
{
	struct str own = dwarf_directory(lines->unit), name = STR("");

	if (directory < lines->directory_count)
		name = lines->directories[directory];
	if (!str_starts(name, STR("/")) && own.n && !str_eq(name, own)) {
		buf_add(path, own);
		buf_add_char(path, '/');
	}
	if (name.n) {
		buf_add(path, name);
		buf_add_char(path, '/');
	}
}

void dwarf_add_path(const struct dwarf_lines *lines, uint64_t file, struct buf *path)
{
	const struct dwarf_source *source;

	if (file >= lines->source_count || !lines->sources[file].name.n)
		return;
	source = &lines->sources[file];
	if (!str_starts(source->name, STR("/")))
		add_directory_path(lines, source->directory, path);
	buf_add(path, source->name);
}

/* ---- the header ---- */

static bool read_sizes(struct dwarf_lines *lines, struct binary *in)
{
	uint64_t length = binary_u32(in), header;

	lines->sizes.offset = 4;
	if (length == 0xffffffff) {
		lines->sizes.offset = 8;
		length = binary_u64(in);
	}
	binary_limit(in, length);
	lines->sizes.version = (uint8_t)binary_u16(in);
	if (in->is_bad || lines->sizes.version < 2 || lines->sizes.version > 5)
		return false;
	if (lines->sizes.version >= 5) {
		lines->sizes.address = binary_u8(in);
		binary_u8(in); /* the size of a segment's number */
	}
	header = binary_number(in, lines->sizes.offset);
	lines->program = *in;
	binary_skip(&lines->program, header);
	return !lines->program.is_bad;
}

static bool read_rules(struct dwarf_lines *lines, struct binary *in)
{
	lines->least_length = binary_u8(in);
	lines->most_operations = lines->sizes.version >= 4 ? binary_u8(in) : 1;
	binary_u8(in); /* whether lines begin a statement */
	lines->line_base = binary_u8(in);
	lines->line_base -= lines->line_base >= 128 ? 256 : 0;
	lines->line_range = binary_u8(in);
	lines->opcode_base = binary_u8(in);
	if (lines->opcode_base == 0 || lines->line_range == 0 || lines->most_operations == 0)
		return false;
	lines->operands = (struct str){(const char *)in->p, lines->opcode_base - 1};
	binary_skip(in, lines->opcode_base - 1);
	return !in->is_bad;
}

/* A unit that was split off left its lines behind, if it has none of its own. */
bool dwarf_lines_open(struct dwarf_lines *lines, struct dwarf_unit *unit)
{
	struct dwarf_unit *owner = unit->root->skeleton ? unit->root->skeleton : unit;
	struct binary in;

	*lines = (struct dwarf_lines){.unit = owner};
	if (!owner->root->has_lines)
		return false;
	lines->sizes.address = owner->address_size;
	in = binary_at(
		dwarf_section(owner->file, DWARF_LINE), owner->root->lines, owner->file->is_big);
	if (read_sizes(lines, &in) && read_rules(lines, &in) &&
		dwarf_work(owner->file, (uint64_t)(lines->program.p - in.p)) &&
		(lines->sizes.version >= 5 ? read_new_sources(lines, &in)
					   : read_old_sources(lines, &in)))
		return true;
	dwarf_lines_release(lines);
	return false;
}

void dwarf_lines_release(struct dwarf_lines *lines)
{
	free(lines->directories);
	free(lines->sources);
	*lines = (struct dwarf_lines){.unit = lines->unit};
}

/* ---- the program ---- */

struct state {
	struct dwarf_lines *lines;
	const uint64_t *addresses;
	size_t count, next; /* of the addresses, the first that is not before this row */
	struct dwarf_line *found;

	uint64_t address, operation, file;
	uint32_t line;
	bool is_dead; /* the linker took these lines' code away */
	struct dwarf_line last; /* the row before; not known: there is none */
};

static void begin_sequence(struct state *state)
{
	state->address = 0;
	state->operation = 0;
	state->file = 1;
	state->line = 1;
	state->is_dead = true; /* until it has an address */
	state->last.is_known = false;
}

/* The first address that is not before this one. */
static void seek(struct state *state)
{
	size_t low = 0, high = state->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (state->addresses[middle] < state->address)
			low = middle + 1;
		else
			high = middle;
	}
	state->next = low;
}

/* The row before is true up to this one. The first program that has an address tells its line. */
static void add_row(struct state *state)
{
	if (state->is_dead)
		return;
	if (!state->last.is_known)
		seek(state);
	while (state->next < state->count && state->addresses[state->next] < state->address) {
		if (!state->found[state->next].is_known)
			state->found[state->next] = state->last;
		state->next++;
	}
	state->last = (struct dwarf_line){state->file, state->line, true};
}

/* Instructions may hold several operations; most machines' hold one. */
static void advance(struct state *state, uint64_t operations)
{
	const struct dwarf_lines *lines = state->lines;

	if (lines->most_operations > 1) {
		operations += state->operation;
		state->operation = operations % lines->most_operations;
		operations /= lines->most_operations;
	}
	state->address += operations * lines->least_length;
}

static void do_extended(struct state *state, struct binary *in)
{
	uint64_t length = binary_uleb(in);
	struct binary operand = *in;

	binary_skip(in, length);
	if (in->is_bad || length == 0)
		return;
	operand.end = in->p;
	switch (binary_u8(&operand)) {
	case DW_LNE_end_sequence:
		add_row(state);
		begin_sequence(state);
		break;
	case DW_LNE_set_address:
		state->address = binary_number(&operand, (unsigned)(length - 1));
		state->operation = 0;
		state->is_dead = operand.is_bad || state->address <= 1;
		state->last.is_known = state->last.is_known && !state->is_dead;
		break;
	case DW_LNE_define_file:
		read_old_source(state->lines, &operand, binary_string(&operand));
		break;
	default:
		break;
	}
}

static void do_standard(struct state *state, struct binary *in, unsigned opcode)
{
	const struct dwarf_lines *lines = state->lines;

	switch (opcode) {
	case DW_LNS_copy:
		add_row(state);
		break;
	case DW_LNS_advance_pc:
		advance(state, binary_uleb(in));
		break;
	case DW_LNS_advance_line:
		state->line += (uint32_t)binary_sleb(in);
		break;
	case DW_LNS_set_file:
		state->file = binary_uleb(in);
		break;
	case DW_LNS_const_add_pc:
		advance(state, (255 - lines->opcode_base) / lines->line_range);
		break;
	case DW_LNS_fixed_advance_pc:
		state->address += binary_u16(in);
		state->operation = 0;
		break;
	default: /* the header says how many operands there are */
		for (int i = (unsigned char)lines->operands.p[opcode - 1]; i > 0; i--)
			binary_uleb(in);
	}
}

void dwarf_find_lines(struct dwarf_lines *lines, const uint64_t *addresses, size_t count,
	struct dwarf_line *found)
{
	struct state state = {
		.lines = lines, .addresses = addresses, .count = count, .found = found};
	struct binary in = lines->program;

	if (!dwarf_work(lines->unit->file, binary_left(&in)))
		return;
	begin_sequence(&state);
	while (binary_left(&in)) {
		unsigned opcode = binary_u8(&in);

		if (opcode >= lines->opcode_base) {
			opcode -= lines->opcode_base;
			advance(&state, opcode / lines->line_range);
			state.line +=
				(uint32_t)(lines->line_base + (int)(opcode % lines->line_range));
			add_row(&state);
		} else if (opcode == 0) {
			do_extended(&state, &in);
		} else {
			do_standard(&state, &in, opcode);
		}
	}
}
