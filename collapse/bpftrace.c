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

#include "collapse/bpftrace-json.h"
#include "collapse/bpftrace-maps.h"
#include "collapse/format.h"
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
	uint64_t sum; /* of a histogram */
};

static void reject(struct bpftrace *bpftrace, const char *expected, struct str got)
{
	problem_at(&bpftrace->stacks->problems, bpftrace->lines->name, bpftrace->lines->number,
		expected, got);
}

/* ---- text ---- */

/* "12", or what stats() gives, "count 3, average 4, total 12". */
static bool parse_value(struct str text, uint64_t *value)
{
	const struct str total = STR("total ");
	size_t at = str_find_str(text, total);

	if (str_starts(text, STR("count ")) && at < text.n)
		text = str_skip(text, at + total.n);
	return str_to_u64(text, value);
}

static void take_value(struct bpftrace *bpftrace, struct str text)
{
	uint64_t value;

	bpftrace->place = OUTSIDE;
	if (text.n == 0) {
		bpftrace->place = HISTOGRAM;
		bpftrace->sum = 0;
	} else if (parse_value(text, &value)) {
		bpftrace_entry_end(&bpftrace->maps, value);
	} else {
		reject(bpftrace, "a whole number behind the key", text);
	}
}

/* "swapper/0, 0]: 12", at the end of a key, or "11527, " before a stack. */
static void take_keys(struct bpftrace *bpftrace, struct str text)
{
	size_t end = str_rfind(text, ']');
	bool closes = end < text.n && str_starts(str_skip(text, end), STR("]:"));

	bpftrace_entry_keys(&bpftrace->maps, str_head(text, closes ? end : text.n), STR(", "));
	if (closes)
		take_value(bpftrace, str_trim(str_skip(text, end + 2)));
}

/* "@cpu[…", "@n: 199" */
static void take_outside(struct bpftrace *bpftrace, struct str line)
{
	size_t name = 1;

	if (!str_starts(line, STR("@")))
		return;
	while (name < line.n && (byte_is_alpha(line.p[name]) || byte_is_digit(line.p[name]) ||
					line.p[name] == '_'))
		name++;
	if (name == line.n || line.p[name] != '[') {
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
	bpftrace->sum += number;
	return true;
}

static void take_line(struct bpftrace *bpftrace, struct str line)
{
	if (bpftrace->place == HISTOGRAM) {
		if (take_row(bpftrace, line))
			return;
		bpftrace_entry_end(&bpftrace->maps, bpftrace->sum);
		bpftrace->place = OUTSIDE;
	}
	if (bpftrace->place == OUTSIDE) {
		take_outside(bpftrace, line);
	} else if (line.n && byte_is_blank(line.p[0])) {
		bpftrace_entry_frame(&bpftrace->maps, line);
	} else if (str_starts(line, STR(",")) || str_starts(line, STR("]"))) {
		take_keys(bpftrace, line);
	} else {
		reject(bpftrace, "a frame, or \"]:\" and a value", line);
		bpftrace->place = OUTSIDE;
		take_outside(bpftrace, line);
	}
}

static void end_text(struct bpftrace *bpftrace)
{
	if (bpftrace->place == HISTOGRAM)
		bpftrace_entry_end(&bpftrace->maps, bpftrace->sum);
	else if (bpftrace->place == ENTRY)
		reject(bpftrace, "\"]:\" and a value", STR("the end"));
	bpftrace->place = OUTSIDE;
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
	while (lines_next(lines, &line))
		if (bpftrace->place == OUTSIDE && str_starts(line, STR("{")))
			bpftrace_json_read(&bpftrace->maps, lines, line);
		else
			take_line(bpftrace, line);
	end_text(bpftrace);
	bpftrace->stacks->problems.lines += lines->number;
}

static void bpftrace_end(void *state)
{
	struct bpftrace *bpftrace = state;

	bpftrace_maps_report(&bpftrace->maps);
	bpftrace_maps_release(&bpftrace->maps);
	free(bpftrace);
}

static const char *const json_starts[] = {
	"{\"type\": \"attached_probes\"",
	"{\"type\": \"map\"",
	"{\"type\": \"hist\"",
	"{\"type\": \"stats\"",
	NULL,
};

static bool is_json(struct str line)
{
	for (size_t i = 0; json_starts[i]; i++)
		if (str_starts(line, str_of(json_starts[i])))
			return true;
	return false;
}

/* "@cpu[", "@[, ", with a stack on the next lines */
static bool opens_stack(struct str line)
{
	size_t bracket = str_find(line, '[');

	return str_starts(line, STR("@")) && bracket < line.n &&
	       (bracket + 1 == line.n || str_ends(line, STR(","))) &&
	       str_find(str_head(line, bracket), ' ') == bracket;
}

/* Before the first map stands what the script printed. */
static bool bpftrace_sniff(struct str head)
{
	struct str line, rest = head;

	if (is_json(head))
		return true;
	while (str_cut(rest, '\n', &line, &rest))
		if (opens_stack(str_trim_end(line)))
			return true;
	return false;
}

const struct format format_bpftrace = {
	.name = "bpftrace",
	.input = "maps by stack as bpftrace prints them",
	.summary =
		"Folds what bpftrace prints of a map with kstack or ustack in its key, as text or "
		"JSON. The number is the map's value.",
	.options = bpftrace_options,
	.options_size = sizeof(struct bpftrace_options),
	.sniff = bpftrace_sniff,
	.begin = bpftrace_begin,
	.read = bpftrace_read,
	.end = bpftrace_end,
};
