/*
 * collapse-ghcprof: the report of a Haskell program run with +RTS -p or -P: its second table, in which
 * cost centres stand below the one that entered them.
 *
 *     total time  =    0.02 secs   (23 ticks @ 1000 us, 1 processor)
 *     total alloc =  59,542,424 bytes  (excludes profiling overheads)
 *     …
 *                                                        individual      inherited
 *     COST CENTRE  MODULE  SRC           no.   entries  %time %alloc   %time %alloc  ticks     bytes
 *
 *     MAIN         MAIN    <built-in>    337         0    0.0    0.0   100.0  100.0      0       728
 *      main        Main    Main.hs:1:1   675         0   30.4    9.4    30.4    9.4      7   5617272
 *
 * Or what +RTS -pj writes, see json.h.
 *
 * https://downloads.haskell.org/ghc/latest/docs/users_guide/profiling.html
 */
#include <stdio.h>
#include <stdlib.h>

#include "collapse/formats/ghcprof/json.h"
#include "collapse/readers/head.h"
#include "collapse/stacks/format.h"
#include "collapse/stacks/indent.h"
#include "common/memory.h"
#include "common/weight.h"

struct ghcprof_options {
	enum ghcprof_source source;
};

enum { LEAST_NUMBERS = 6, MOST_NUMBERS = 8 }; /* with ticks and bytes */

/* Ticks or bytes: what the head of the report says, and what the table has. */
struct sum {
	bool told;
	uint64_t total, rows;
};

struct ghcprof {
	const struct ghcprof_options *options;
	struct stacks *stacks;
	struct indent indent;
	struct buf name;
	uint64_t rows;
	size_t numbers; /* how many end a line; 0: the table has not begun */
	bool behind_title; /* the next line that is not empty is the command */
	struct sum ticks, bytes;
	struct ghcprof_json json;
};

/* ---- totals: of a report with ticks and bytes, nothing may lack ---- */

/* " 59,542,424 bytes" */
static void tell_total(struct sum *sum, struct str text)
{
	struct str number = str_take_word(&text);
	uint64_t total = 0;

	for (size_t i = 0; i < number.n; i++) {
		if (number.p[i] == ',')
			continue;
		if (!byte_is_digit(number.p[i]) || total > UINT64_MAX / 10 - 1)
			return;
		total = total * 10 + (uint64_t)(number.p[i] - '0');
	}
	*sum = (struct sum){.told = number.n > 0, .total = total};
}

/* "23 ticks @ 1000 us, 1 processor" */
static void tell_ticks(struct ghcprof *ghcprof, struct str text)
{
	struct str number;
	uint64_t microseconds;

	tell_total(&ghcprof->ticks, text);
	str_take_word(&text);
	str_take_word(&text);
	if (!str_eq(str_take_word(&text), STR("@")))
		return;
	number = str_take_word(&text);
	if (str_starts(str_take_word(&text), STR("us")) && str_to_u64(number, &microseconds) &&
		microseconds < 1000000)
		stacks_tell_interval(ghcprof->stacks, microseconds * 1000);
}

static void read_total(struct ghcprof *ghcprof, struct str line)
{
	struct str key, value, ticks;

	line = str_trim(line);
	if (!str_cut(line, '=', &key, &value))
		return;
	if (str_starts(key, STR("total alloc")))
		tell_total(&ghcprof->bytes, value);
	else if (str_starts(key, STR("total time")) && str_cut(value, '(', &key, &ticks))
		tell_ticks(ghcprof, ticks);
}

static void add_up(struct sum *sum, struct str number)
{
	uint64_t value;

	if (str_to_u64(number, &value))
		sum->rows += value;
}

static void check_sum(
	struct ghcprof *ghcprof, const struct lines *lines, struct sum *sum, const char *expected)
{
	char rows[32];

	if (sum->told && ghcprof->numbers == MOST_NUMBERS && sum->rows != sum->total) {
		snprintf(rows, sizeof(rows), "%llu", (unsigned long long)sum->rows);
		stacks_problem(ghcprof->stacks, lines, expected, str_of(rows));
	}
	*sum = (struct sum){0};
}

/* ---- the table ---- */

static bool is_header(struct str line)
{
	return str_starts(line, STR("COST CENTRE")) && str_contains(line, STR(" no.")) &&
	       str_contains(line, STR(" entries"));
}

static void take_header(struct ghcprof *ghcprof, const struct lines *lines, struct str line)
{
	bool complete = str_contains(line, STR(" ticks")) && str_contains(line, STR(" bytes"));

	ghcprof->numbers = complete ? MOST_NUMBERS : LEAST_NUMBERS;
	if (!complete && ghcprof->options->source != TIME)
		stacks_fail(ghcprof->stacks,
			"%s:%llu: expected columns \"ticks\" and \"bytes\": run the program with +RTS -P",
			lines->name, (unsigned long long)lines->number);
}

static bool is_title(struct str line)
{
	return str_contains(line, STR("Time and Allocation Profiling Report"));
}

static void read_head(struct ghcprof *ghcprof, const struct lines *lines, struct str line)
{
	if (is_title(line)) {
		ghcprof->behind_title = true;
		return;
	}
	if (is_header(line))
		take_header(ghcprof, lines, line);
	else if (ghcprof->behind_title)
		stacks_tell(ghcprof->stacks, HEADER_COMMAND, str_trim(line));
	else
		read_total(ghcprof, line);
	ghcprof->behind_title = ghcprof->behind_title && str_trim(line).n == 0;
}

/* Numbers are told from the right, as names and places may hold blanks: "<no location info>". */
static bool parse_weight(struct ghcprof *ghcprof, struct str *line, uint64_t *weight)
{
	struct str words[MOST_NUMBERS] = {{0}};
	struct weight value;

	for (size_t i = ghcprof->numbers; i-- > 0;)
		words[i] = str_take_last_word(line);
	add_up(&ghcprof->ticks, words[6]);
	add_up(&ghcprof->bytes, words[7]);
	if (ghcprof->options->source == TICKS)
		return str_to_u64(words[6], weight);
	if (ghcprof->options->source == BYTES)
		return str_to_u64(words[7], weight);
	return weight_parse(words[2], &value) && weight_in(value, 10, weight);
}

/* " main  Main  Main.hs:1:1", the numbers are off: "Main.main" */
static void take_row(struct ghcprof *ghcprof, const struct lines *lines, struct str line)
{
	struct indent_frame frame = {.depth = line.n - str_trim_start(line).n};
	struct str rest = line, function, module;
	bool good = parse_weight(ghcprof, &rest, &frame.weight);

	function = str_take_word(&rest);
	module = str_take_word(&rest);
	if (!good || module.n == 0) {
		stacks_problem(ghcprof->stacks, lines,
			"\"COST-CENTRE MODULE SRC no. entries %time ...\"", line);
		return;
	}
	buf_set(&ghcprof->name, module);
	buf_add_char(&ghcprof->name, '.');
	buf_add(&ghcprof->name, function);
	frame.name = stacks_name(ghcprof->stacks, buf_str(&ghcprof->name));
	ghcprof->rows++;
	indent_push(&ghcprof->indent, &frame);
}

static void end_table(struct ghcprof *ghcprof, const struct lines *lines)
{
	indent_end(&ghcprof->indent);
	if (ghcprof->options->source != BYTES && ghcprof->numbers)
		stacks_count_samples(ghcprof->stacks,
			ghcprof->numbers == MOST_NUMBERS ? ghcprof->ticks.rows :
							   ghcprof->ticks.total);
	check_sum(ghcprof, lines, &ghcprof->ticks, "as many ticks as \"total time\" says");
	check_sum(ghcprof, lines, &ghcprof->bytes, "as many bytes as \"total alloc\" says");
	ghcprof->numbers = 0;
}

/* The table ends at an empty line, but has one below its header; or at the next report. */
static void read_tables(struct ghcprof *ghcprof, struct lines *lines)
{
	struct str line;
	bool begun = false;

	while (!stacks_failed(ghcprof->stacks) && lines_next(lines, &line)) {
		bool empty = str_trim(line).n == 0;

		if (ghcprof->numbers == 0) {
			read_head(ghcprof, lines, line);
			begun = false;
		} else if (is_title(line) || (empty && begun)) {
			end_table(ghcprof, lines);
			ghcprof->behind_title = !empty;
		} else if (!empty) {
			stacks_count_things(ghcprof->stacks, 1);
			take_row(ghcprof, lines, line);
			begun = true;
		}
	}
	end_table(ghcprof, lines);
}

static void ghcprof_read(void *state, struct lines *lines)
{
	struct ghcprof *ghcprof = state;

	if (looks_json(lines_head(lines)))
		ghcprof_json_read(&ghcprof->json, lines);
	else
		read_tables(ghcprof, lines);
}

static void tell_source(struct stacks *stacks, enum ghcprof_source source)
{
	static const char *const units[] = {
		[TIME] = "permille", [TICKS] = "ticks", [BYTES] = "bytes"};

	stacks_tell(stacks, HEADER_UNIT, str_of(units[source]));
	stacks_tell(stacks, HEADER_EVENT, source == BYTES ? STR("allocated") : STR("time"));
}

static void *ghcprof_begin(const void *options, struct stacks *out)
{
	struct ghcprof *ghcprof = memory_new(1, sizeof(*ghcprof));

	ghcprof->options = options;
	ghcprof->stacks = ghcprof->indent.stacks = out;
	ghcprof->json.stacks = out;
	ghcprof->json.source = ghcprof->options->source;
	tell_source(out, ghcprof->options->source);
	stacks_keep_zeros(out); /* the report lists what took no time, too */
	return ghcprof;
}

static void ghcprof_end(void *state)
{
	struct ghcprof *ghcprof = state;
	uint64_t rows = ghcprof->rows + ghcprof->json.rows;

	if (rows)
		stacks_explain(ghcprof->stacks, "all cost centres (%llu) have a weight of 0",
			(unsigned long long)rows);
	else
		stacks_explain(ghcprof->stacks, "no table with \"COST CENTRE\", \"no.\" and \"entries\" "
			"found; expected the report of a program run with +RTS -p");
	indent_release(&ghcprof->indent);
	buf_release(&ghcprof->name);
	ghcprof_json_release(&ghcprof->json);
	free(ghcprof);
}

static bool ghcprof_sniff(struct str head)
{
	return is_title(str_head(head, str_find(head, '\n'))) || ghcprof_json_sniff(head);
}

static const char *use_time(const char *value, void *field)
{
	(void)value;
	*(enum ghcprof_source *)field = TIME;
	return NULL;
}

static const char *use_ticks(const char *value, void *field)
{
	(void)value;
	*(enum ghcprof_source *)field = TICKS;
	return NULL;
}

static const char *use_bytes(const char *value, void *field)
{
	(void)value;
	*(enum ghcprof_source *)field = BYTES;
	return NULL;
}

#define AT(field) offsetof(struct ghcprof_options, field)

static const struct option ghcprof_options[] = {
	{"time", OPTION_CALL, AT(source), .parse = use_time,
		.help = "weigh by time, in tenths of a percent (default)"},
	{"ticks", OPTION_CALL, AT(source), .parse = use_ticks,
		.help = "weigh by ticks of the clock; needs a report of +RTS -P"},
	{"bytes", OPTION_CALL, AT(source), .parse = use_bytes,
		.help = "weigh by bytes allocated; needs a report of +RTS -P"},
	{0},
};

const struct kind kind_ghcprof = {
	.name = "ghcprof",
	.input = "a GHC profiling report (+RTS -p)",
	.sniff = ghcprof_sniff,
};

const struct format format_ghcprof = {
	.kind = &kind_ghcprof,
	.summary = "Folds the report that a Haskell program writes with +RTS -p or -P.",
	.options = ghcprof_options,
	.options_size = sizeof(struct ghcprof_options),
	.begin = ghcprof_begin,
	.read = ghcprof_read,
	.end = ghcprof_end,
};
