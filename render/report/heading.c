#include "render/report/heading.h"

#include "common/compare/recorded.h"
#include "common/json-text.h"
#include "common/weight.h"
#include "render/report/text.h"

static const struct calltree *tree_of(const struct report *report)
{
	return report->profile.tree;
}

void heading_add_name(struct buf *out, const struct report *report, struct str name)
{
	if (report->options->format == FORMAT_MD)
		text_markdown(out, name, false);
	else
		text_visible(out, name);
}

static void add_weight(struct buf *out, const struct report *report, uint64_t weight)
{
	quantity_add(out, &report->numbers, weight, tree_of(report)->places);
}

static void add_number(struct buf *out, const struct report *report, uint64_t weight)
{
	quantity_add_number(out, &report->numbers, weight, tree_of(report)->places);
}

/* "1.90 s of CPU, 1,903 samples", the samples of a single column. */
static void add_total(struct buf *out, const struct report *report, uint64_t weight)
{
	uint64_t samples = report_compares(report) || report->header->runs != 1 ?
		0 : report->header->samples[0];

	quantity_add_total(out, &report->numbers, weight, tree_of(report)->places,
		folded_header_get(report->header, HEADER_EVENT), samples);
}

/* ---- one profile ---- */

/* "parse: 1,234 samples, 10.00% of 12,340; percentages are of these 1,234." */
static void add_one(struct buf *out, const struct report *report)
{
	uint64_t whole = tree_of(report)->total[BEFORE], total = report->whole[BEFORE];

	heading_add_name(out, report, report->options->of);
	buf_add(out, STR(": "));
	add_weight(out, report, total);
	buf_add(out, STR(", "));
	weight_percent(out, total, whole, 2);
	buf_add(out, STR("% of all "));
	add_number(out, report, whole);
	buf_add(out, STR("; percentages are of these "));
	add_number(out, report, total);
	buf_add(out, STR(".\n"));
}

/* How each stack comes to count once. */
static void add_sum(struct buf *out, const struct report *report)
{
	bool callers = report->options->view == VIEW_CALLERS;

	buf_add(out, STR("All rows add up to that: a stack counts once, for "));
	buf_add(out, callers ? STR("the caller of its outermost ")
			     : STR("what is called by its innermost "));
	heading_add_name(out, report, report->options->of);
	buf_add(out, STR(".\n"));
}

/* How to read lines that a tree does not indent. */
static void add_chains(struct buf *out, const struct report *report)
{
	if (report->options->view == VIEW_TREE)
		buf_addf(out, "A frame without %s has the same as the frame above it.\n",
			report_compares(report) ? "numbers" : "a total");
}

/* "1.90 s of CPU, 1,903 samples; percentages are of that." */
static void add_profile(struct buf *out, const struct report *report)
{
	if (report_is_of_one(report)) {
		add_one(out, report);
		add_sum(out, report);
		return;
	}
	add_total(out, report, tree_of(report)->total[BEFORE]);
	if (report->numbers.unit.n == 0)
		buf_add(out, STR(" in all"));
	buf_add(out, STR("; percentages are of that.\n"));
	add_chains(out, report);
}

/* ---- two ---- */

static void add_scale(struct buf *out, const struct report *report)
{
	const struct comparison *comparison = report->profile.comparison;
	static const char *const whys[] = {
		", for as many recordings as after", ", the total after", ", so that the typical function has as much as after"};

	if (comparison->scale.to == comparison->scale.from &&
		comparison->normalize == NORMALIZE_NONE)
		return;
	buf_add(out, STR(", scaled by "));
	recorded_add_scale(out, comparison);
	buf_add(out, STR(" to "));
	add_number(out, report, tree_of(report)->total[BEFORE]);
	buf_addf(out, "%s", whys[comparison->normalize]);
}

static void add_side(struct buf *out, const struct report *report, unsigned column)
{
	const struct comparison *comparison = report->profile.comparison;

	buf_add(out, column == BEFORE ? STR("Before: ") : STR("After: "));
	add_total(out, report, comparison_recorded(comparison, column));
	buf_add(out, comparison->stated ? STR(" recorded (") : STR(" ("));
	recorded_add_runs(out, comparison, column);
	buf_add_char(out, ')');
	if (column == BEFORE)
		add_scale(out, report);
	buf_add(out, STR(".\n"));
}

/* What a reader must know of the two before any change. */
static void add_doubts(struct buf *out, const struct comparison *comparison)
{
	if (comparison_scale_is_wide(comparison))
		buf_add(out, STR("The scale is unsure: only what is so at both of its bounds is called "
				 "a change, and much may not be seen.\n"));
	if (comparison->scaled)
		buf_add(out, STR("The weights before are scaled: they are no counts of samples, and how "
				 "much was recorded is not known.\n"));
	if (comparison->fixed_time)
		buf_add(out, STR("The recordings are of a fixed time: a program that became slower as a "
				 "whole looks the same.\n"));
}

static void add_one_of_two(struct buf *out, const struct report *report)
{
	heading_add_name(out, report, report->options->of);
	buf_add(out, STR(": "));
	add_weight(out, report, report->whole[BEFORE]);
	buf_add(out, STR(" before, "));
	add_number(out, report, report->whole[AFTER]);
	buf_add(out, STR(" after.\n"));
}

static void add_comparison(struct buf *out, const struct report *report)
{
	if (report_is_of_one(report)) {
		add_one_of_two(out, report);
		add_sum(out, report);
	}
	add_side(out, report, BEFORE);
	add_side(out, report, AFTER);
	add_doubts(out, report->profile.comparison);
}

static void add_percentages(struct buf *out, const struct report *report)
{
	if (tree_of(report)->total[BEFORE] == 0)
		return;
	buf_add(out, STR("\"of total\": a change as a percentage of all "));
	add_weight(out, report, tree_of(report)->total[BEFORE]);
	buf_add(out, STR(" before; \"of own\": of what the row itself had before.\n"));
}

static void add_confidence(struct buf *out, const struct report *report)
{
	if (report->profile.confidence <= 0) {
		buf_add(out,
			STR("Every change counts; which of them may be noise was not looked at.\n"));
		return;
	}
	buf_addf(out,
		"\"sure\": how sure it is that there is a change at all, corrected for how many %s "
		"were looked at. ",
		report_things(report, 0));
	buf_addf(out, "Below %.6g%% a change is noise%s.\n", report->profile.confidence,
		report->options->all                 ? ""
		: report->options->view == VIEW_TREE ? ", and left out unless it leads to another"
						     : ", and left out");
}

/* " (one sample weighs 500,250)" */
static void add_sample(struct buf *out, const struct report *report)
{
	struct buf sample = {0};

	recorded_add_sample(&sample, report->profile.comparison, &report->numbers);
	if (sample.n)
		buf_addf(out, " (%.*s)", STR_ARG(buf_str(&sample)));
	buf_release(&sample);
}

static void add_noise(struct buf *out, const struct report *report)
{
	const struct comparison *comparison = report->profile.comparison;
	bool several = comparison->runs[BEFORE] > 1 || comparison->runs[AFTER] > 1;

	if (report->profile.confidence <= 0)
		return;
	buf_add(out, STR("\"\xc2\xb1\": the standard error of the change, from sampling"));
	add_sample(out, report);
	buf_add(out,
		several ? STR(" and the spread between recordings.\n")
			: STR(" alone: with one recording a side, what differs from run to run "
			      "looks like a change.\n"));
}

/* ---- all of it ---- */

/* Markdown joins lines, unless a backslash ends them. */
void heading_write_lines(const struct report *report, struct str lines)
{
	struct buf *out = &report->output->buf;
	struct str line;

	while (str_cut(lines, '\n', &line, &lines)) {
		if (report->options->format == FORMAT_MD) {
			buf_add(out, line);
			buf_add(out, lines.n > 0 ? STR("\\\n") : STR("\n"));
		} else {
			text_wrap(out, line, report->width);
		}
	}
}

void heading_write(const struct report *report)
{
	struct buf lines = {0};

	if (report_compares(report))
		add_comparison(&lines, report);
	else
		add_profile(&lines, report);
	heading_write_lines(report, buf_str(&lines));
	buf_release(&lines);
}

void heading_write_notes(const struct report *report)
{
	struct buf *out = &report->output->buf, lines = {0};
	bool folded = report->options->format == FORMAT_MD;

	if (!report_compares(report))
		return;
	add_chains(&lines, report);
	add_percentages(&lines, report);
	add_confidence(&lines, report);
	add_noise(&lines, report);
	if (folded)
		buf_add(out, STR("<details><summary>What the numbers are</summary>\n\n"));
	heading_write_lines(report, buf_str(&lines));
	if (folded)
		buf_add(out, STR("\n</details>\n"));
	buf_release(&lines);
}

/* ---- JSON ---- */

static void add_json_weight(
	struct buf *out, const struct report *report, const char *key, uint64_t weight)
{
	buf_addf(out, "  \"%s\": ", key);
	weight_format(out, weight, tree_of(report)->places);
	buf_add(out, STR(",\n"));
}

static void add_json_text(struct buf *out, const char *key, struct str text)
{
	buf_addf(out, "  \"%s\": ", key);
	if (text.n)
		json_add_text(out, text);
	else
		buf_add(out, STR("null"));
	buf_add(out, STR(",\n"));
}

/* 0: not known */
static void add_json_number(struct buf *out, const char *key, uint64_t number)
{
	buf_addf(out, "  \"%s\": ", key);
	if (number)
		buf_add_u64(out, number);
	else
		buf_add(out, STR("null"));
	buf_add(out, STR(",\n"));
}

static void add_json_side(struct buf *out, const struct report *report, unsigned column)
{
	const struct comparison *comparison = report->profile.comparison;

	buf_addf(out, "  \"%s\": {\"total\": ", column == BEFORE ? "before" : "after");
	weight_format(out, tree_of(report)->total[column], tree_of(report)->places);
	buf_addf(out, ", \"recordings\": %u", comparison->runs[column]);
	buf_add(out, STR(", \"recorded\": "));
	if (comparison->scaled && column == BEFORE)
		buf_add(out, STR("null"));
	else
		weight_format(
			out, comparison_recorded(comparison, column), tree_of(report)->places);
	buf_addf(out, ", \"samples\": %.0f", recorded_samples(comparison, column));
	if (report_is_of_one(report)) {
		buf_add(out, STR(", \"total_of_name\": "));
		weight_format(out, report->whole[column], tree_of(report)->places);
	}
	buf_add(out, STR("},\n"));
}

static void add_json_comparison(struct buf *out, const struct report *report)
{
	const struct comparison *comparison = report->profile.comparison;

	add_json_side(out, report, BEFORE);
	add_json_side(out, report, AFTER);
	buf_addf(out, "  \"normalize\": \"%s\",\n  \"scale\": %.17g,\n",
		normalize_names[comparison->normalize], scale_factor(comparison->scale));
	buf_addf(out, "  \"scale_bounds\": [%.17g, %.17g],\n  \"scale_functions\": ",
		scale_factor(comparison->bounds[0]), scale_factor(comparison->bounds[1]));
	if (comparison->functions)
		buf_addf(out, "%u", comparison->functions);
	else
		buf_add(out, STR("null"));
	buf_addf(out, ",\n  \"fixed\": \"%s\",\n  \"sample\": %.17g,\n",
		comparison->fixed_time ? "time" : "work", comparison_period(comparison, NULL));
	buf_addf(out, "  \"confidence\": %.6g,\n", report->profile.confidence);
}

void heading_write_json(const struct report *report)
{
	static const char *const views[] = {"functions", "stacks", "tree", "callers", "callees"};
	struct buf *out = &report->output->buf;

	buf_addf(out, "  \"view\": \"%s\",\n", views[report->options->view]);
	if (report_is_of_one(report)) {
		buf_add(out, STR("  \"of\": "));
		json_add_text(out, report->options->of);
		buf_add(out, STR(",\n"));
	}
	add_json_text(out, "unit", report->numbers.unit);
	add_json_text(out, "event", folded_header_get(report->header, HEADER_EVENT));
	if (report_compares(report)) {
		add_json_comparison(out, report);
		return;
	}
	add_json_number(out, "samples", report->header->runs == 1 ? report->header->samples[0] : 0);
	add_json_weight(out, report, "total", tree_of(report)->total[BEFORE]);
	if (report_is_of_one(report))
		add_json_weight(out, report, "total_of_name", report->whole[BEFORE]);
}
