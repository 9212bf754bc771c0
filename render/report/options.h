/*
 * The options of top-folded: one struct, filled from the command line.
 */
#ifndef RENDER_REPORT_OPTIONS_H
#define RENDER_REPORT_OPTIONS_H

#include "render/input/options.h"
#include "render/report/budgets.h"

enum top_view { VIEW_FUNCTIONS, VIEW_STACKS, VIEW_TREE, VIEW_CALLERS, VIEW_CALLEES };
enum top_format { FORMAT_TABLE, FORMAT_MD, FORMAT_TSV, FORMAT_CSV, FORMAT_JSON };
enum top_bars { BARS_AUTO, BARS_ALWAYS, BARS_NEVER };
enum top_sort {
	SORT_SELF,
	SORT_TOTAL,
	SORT_NAME,
	SORT_BEFORE,
	SORT_AFTER,
	SORT_CHANGE,
	SORT_TOTAL_CHANGE,
	SORT_UNSAID, /* self, or the change of it; where there is no self, total */
};

struct top_options {
	struct profile_options profile;
	enum top_view view;
	bool stacks, tree;
	const char *callers, *callees;
	struct str of; /* whose callers or callees */
	int format, bars, sort;
	uint64_t limit; /* 0: none */
	uint64_t width; /* 0: the terminal's, or none */
	bool all;
	double confidence; /* 0: nothing is said of noise */
	struct amount min_change, min_percent;
	struct amount fail_above;
	bool fails_above; /* fail_above was given */
	struct budgets budgets;
	uint64_t period;
	const char *countname; /* NULL: not given */
	const char *picture; /* the address to link to; NULL: no links */
	int numbers; /* enum number_style */
	bool processes; /* frames of processes and threads are taken for functions */
	struct output_options output;
};

/*
 * Defaults, then what the command line says. Returns the operands, to be freed; wrong usage ends
 * the program.
 */
const char **top_options_parse(struct top_options *options, int argc, char **argv);
void top_options_release(struct top_options *options);

/*
 * What was asked for and a profile of that many columns does not have: what would make the result
 * another one than was asked for ends the program, the rest is warned of.
 */
void top_options_check(const struct top_options *options, unsigned columns);

#endif
