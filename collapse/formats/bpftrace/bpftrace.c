/*
 * collapse-bpftrace: maps whose keys are stacks, as bpftrace prints them, or with -f json.
 *
 *     @cpu[
 *         clear_page_erms+7                  @cpu[kstack, ustack, comm] = count()
 *         asm_exc_page_fault+34
 *     , 
 *         faulty+54
 *         start_thread+773
 *     , my worker 2]: 12
 *     @us[                                   @us[ustack] = hist(…): the rows are added up
 *         read+56
 *     ]: 
 *     [512, 1K)              1 |@@@@@@@@@@@@@@@@@@                                    |
 *
 *     {"type": "map", "data": {"@cpu": {"\n    clear_page_erms+7\n,my worker 2": 12, …}}}
 *
 * https://github.com/bpftrace/bpftrace/blob/master/man/adoc/bpftrace.adoc
 */
#include <stdlib.h>

#include "collapse/formats/bpftrace/json.h"
#include "collapse/formats/bpftrace/maps.h"
#include "collapse/stacks/format.h"
#include "common/memory.h"

#define AT(field) offsetof(struct bpftrace_options, field)

static const struct option bpftrace_options[] = {
	{"map", OPTION_TEXT, AT(map), "NAME",
		.help = "fold the map of this name, @NAME; by default the first one with stacks"},
	{"include-offset includeoffset", OPTION_FLAG, AT(include_offset),
		.help = "keep the offset in each function: \"read+56\""},
	{"no-tidy", OPTION_FLAG, AT(no_tidy), .help = "keep the arguments of C++ functions"},
	{0},
};

enum bpftrace_place { OUTSIDE, ENTRY, HISTOGRAM };

struct bpftrace {
	struct stacks *stacks;
	struct lines *lines;
	struct bpftrace_maps maps;
	enum bpftrace_place place;
	uint64_t rows, sum; /* of a histogram */
	bool cut_off; /* the last value, perhaps */
};

static void reject(struct bpftrace *bpftrace, const char *expected, struct str got)
{
	stacks_problem(bpftrace->stacks, bpftrace->lines, expected, got);
}

/* ---- text ---- */

/*
 * "12", or what stats() gives: "count 3, average 4, total 12", since 0.24
 * "{ .count = 3, .average = 4, .total = 12 }".
 */
static bool parse_value(struct str text, uint64_t *value)
{
	const struct str total = STR("total "), equals = STR("= ");
	size_t at = str_find_str(text, total);

	if (at < text.n && (str_starts(text, STR("count ")) || str_starts(text, STR("{ .count ")))) {
		text = str_skip(text, at + total.n);
		text = str_skip(text, str_starts(text, equals) ? equals.n : 0);
		text = str_head(text, str_find(text, ' '));
	}
	return str_to_u64(text, value);
}

static void take_value(struct bpftrace *bpftrace, struct str text)
{
	uint64_t value;

	bpftrace->place = OUTSIDE;
	if (!bpftrace_entry_is_wanted(&bpftrace->maps))
		return;
	if (text.n == 0) {
		bpftrace->place = HISTOGRAM;
		bpftrace->rows = 0;
		bpftrace->sum = 0;
	} else if (parse_value(text, &value)) {
		bpftrace_entry_end(&bpftrace->maps, value);
		bpftrace->cut_off = bpftrace->lines->unterminated;
	} else {
		reject(bpftrace, "a whole number behind the key", text);
	}
}

/* Where the key ends in "comm [x]: y]: 12"; text.n where it does not. */
static size_t key_end(struct str text)
{
	const struct str close = STR("]:");
	size_t end = text.n, from = 0;

	for (;;) {
		size_t at = from + str_find_str(str_skip(text, from), close);

		if (at == text.n)
			return end;
		end = at;
		from = at + close.n;
	}
}

/* "swapper/0, 0]: 12", at the end of a key, or "11527, " before a stack. */
static void take_keys(struct bpftrace *bpftrace, struct str text)
{
	size_t end = key_end(text);

	bpftrace_entry_keys(&bpftrace->maps, str_head(text, end), STR(", "));
	if (end < text.n)
		take_value(bpftrace, str_trim(str_skip(text, end + 2)));
}

/* How long "@cpu" at the start is; 0 where it is none. */
static size_t name_length(struct str line)
{
	size_t name = 1;

	if (!str_starts(line, STR("@")))
		return 0;
	while (name < line.n && (byte_is_alpha(line.p[name]) || byte_is_digit(line.p[name]) ||
					line.p[name] == '_'))
		name++;
	return name;
}

static bool begins_entry(struct str line)
{
	size_t name = name_length(line);

	return name > 0 && name < line.n && line.p[name] == '[';
}

/* "@cpu[…", "@n: 199" */
static void take_outside(struct bpftrace *bpftrace, struct str line)
{
	size_t name = name_length(line);

	if (name == 0)
		return;
	if (!begins_entry(line)) {
		bpftrace->maps.single++;
		return;
	}
	bpftrace->place = ENTRY;
	bpftrace_entry_begin(&bpftrace->maps, str_head(line, name));
	line = str_skip(line, name + 1);
	if (line.n)
		take_keys(bpftrace, line);
}

/* "[512, 1K)              1 |@@@@ |" */
static bool take_row(struct bpftrace *bpftrace, struct str line)
{
	size_t bar = str_find(line, '|');
	struct str range, count;
	uint64_t number;

	if (bar == line.n || !str_rcut(str_trim(str_head(line, bar)), ' ', &range, &count) ||
		!str_to_u64(count, &number))
		return false;
	if (number > UINT64_MAX - bpftrace->sum)
		stacks_fail(bpftrace->stacks, "%s:%llu: the weights add up to more than 2^64-1",
			bpftrace->lines->name, (unsigned long long)bpftrace->lines->number);
	else
		bpftrace->sum += number;
	bpftrace->rows++;
	return true;
}

/* A map that was set to zero has no rows; one of stacks or points in time has other lines. */
static void end_rows(struct bpftrace *bpftrace, struct str line)
{
	if (bpftrace->rows == 0 && str_trim(line).n > 0)
		reject(bpftrace, "a row of a histogram behind the key", line);
	else
		bpftrace_entry_end_histogram(&bpftrace->maps, bpftrace->sum);
	bpftrace->place = OUTSIDE;
}

/* "read+56" or "0x7f44", as versions before 0.9 print frames, without blanks before them. */
static bool is_bare_frame(struct str line)
{
	size_t plus = str_rfind(line, '+');
	uint64_t offset;

	return str_starts(line, STR("0x")) || str_to_u64(str_skip(line, plus + 1), &offset);
}

/* ", my worker]: 12", or the end of a name that has a line end in it, "worker]: 12". */
static bool has_keys(struct str line)
{
	return str_starts(line, STR(",")) || key_end(line) < line.n;
}

static void take_entry(struct bpftrace *bpftrace, struct str line)
{
	bool indented = line.n && byte_is_blank(line.p[0]);

	if (begins_entry(line)) {
		reject(bpftrace, "\"]:\" and a value", line);
		take_outside(bpftrace, line);
	} else if (!indented && has_keys(line)) {
		take_keys(bpftrace, line);
	} else if (indented || is_bare_frame(line)) {
		bpftrace_entry_frame(&bpftrace->maps, line);
	} else {
		reject(bpftrace, "a frame, or \"]:\" and a value", line);
	}
}

static void take_line(struct bpftrace *bpftrace, struct str line)
{
	if (bpftrace->place == HISTOGRAM) {
		if (take_row(bpftrace, line))
			return;
		end_rows(bpftrace, line);
	}
	if (bpftrace->place == ENTRY)
		take_entry(bpftrace, line);
	else if (str_starts(line, STR("{\"type\":")))
		bpftrace_json_read(&bpftrace->maps, bpftrace->lines, line);
	else
		take_outside(bpftrace, line);
}

static void end_text(struct bpftrace *bpftrace)
{
	if (bpftrace->place == HISTOGRAM)
		end_rows(bpftrace, bpftrace->rows ? STR("") : STR("the end"));
	else if (bpftrace->place == ENTRY)
		reject(bpftrace, "\"]:\" and a value", STR("the end"));
	else if (bpftrace->cut_off)
		stacks_note(bpftrace->stacks,
			"%s: the last line has no end; its value may be cut off",
			bpftrace->lines->name);
	bpftrace->place = OUTSIDE;
	bpftrace->cut_off = false;
}

/* ---- the format ---- */

static void *bpftrace_begin(const void *options, struct stacks *out)
{
	struct bpftrace *bpftrace = memory_new(1, sizeof(*bpftrace));

	bpftrace->stacks = out;
	bpftrace_maps_init(&bpftrace->maps, options, out);
	return bpftrace;
}

static void bpftrace_read(void *state, struct lines *lines)
{
	struct bpftrace *bpftrace = state;
	struct str line;

	bpftrace->lines = lines;
	bpftrace->maps.told = false;
	while (lines_next(lines, &line))
		take_line(bpftrace, line);
	end_text(bpftrace);
	stacks_count_things(bpftrace->stacks, lines->number);
}

static void bpftrace_end(void *state)
{
	struct bpftrace *bpftrace = state;

	bpftrace_maps_report(&bpftrace->maps);
	bpftrace_maps_release(&bpftrace->maps);
	free(bpftrace);
}

/* {"type": "map", "data": {"@… or, of any version, {"type":"attached_probes", … */
static bool is_json(struct str line)
{
	const struct str type = STR("{\"type\":");

	if (!str_starts(line, type))
		return false;
	line = str_trim_start(str_skip(line, type.n));
	return str_starts(line, STR("\"attached_probes\"")) ||
	       str_contains(str_head(line, 32), STR("\"data\": {\"@"));
}

/* "@cpu[", "@[, ", with a stack on the next lines */
static bool opens_stack(struct str line)
{
	size_t bracket = str_find(line, '[');

	return str_starts(line, STR("@")) && bracket < line.n &&
	       (bracket + 1 == line.n || str_ends(line, STR(","))) &&
	       str_find(str_head(line, bracket), ' ') == bracket;
}

/* Before the first map stands what the script printed, and "Attaching 3 probes...". */
static bool bpftrace_sniff(struct str head)
{
	struct str line, rest = head;

	if (str_starts(head, STR("Attaching ")) &&
		str_contains(str_head(head, str_find(head, '\n')), STR(" probe")))
		return true;
	while (str_cut(rest, '\n', &line, &rest))
		if (opens_stack(str_trim_end(line)) || is_json(line))
			return true;
	return is_json(rest);
}

const struct kind kind_bpftrace = {
	.name = "bpftrace",
	.input = "maps by stack as bpftrace prints them",
	.sniff = bpftrace_sniff,
};

const struct format format_bpftrace = {
	.kind = &kind_bpftrace,
	.summary =
		"Folds what bpftrace prints of a map with kstack or ustack in its key, as text or "
		"JSON. The number is the map's value.",
	.options = bpftrace_options,
	.options_size = sizeof(struct bpftrace_options),
	.begin = bpftrace_begin,
	.read = bpftrace_read,
	.end = bpftrace_end,
};
