#include "render/report/document.h"

#include <stdlib.h>

#include "common/weight.h"
#include "render/report/columns.h"
#include "render/report/heading.h"
#include "render/report/list.h"
#include "render/report/tree.h"

/* ---- what is left out ---- */

static void add_count(struct buf *out, const struct report *report, size_t count)
{
	weight_format_commas(out, count, 0);
	buf_addf(out, " %s", report_things(report, count));
}

static void write_cut(const struct report *report, const struct list *list)
{
	struct buf *out = &report->output->buf;

	if (list->cut == 0)
		return;
	buf_add_char(out, '\n');
	weight_format_commas(out, list->cut, 0);
	buf_add(out, STR(" more; --limit 0 lists all.\n"));
}

static void write_rest(const struct report *report, const struct list *list)
{
	struct buf lines = {0};

	if (list->noise > 0) {
		add_count(&lines, report, list->noise);
		buf_add(&lines, report->profile.confidence > 0 ? STR(": changes within noise.\n")
							       : STR(": no change.\n"));
	}
	if (list->small > 0) {
		add_count(&lines, report, list->small);
		buf_add(&lines, STR(": changes smaller than --min-change.\n"));
	}
	if (lines.n > 0)
		buf_add_char(&report->output->buf, '\n');
	heading_write_lines(report, buf_str(&lines));
	buf_release(&lines);
}

/* ---- for people ---- */

static void list_view(
	struct list *list, const struct report *report, const struct list_rules *rules)
{
	if (report->options->view == VIEW_TREE)
		list_init_tree(list, report->rows, rules);
	else
		list_init(list, report->rows, rules);
}

/* A tree without any change, which would be one line: all that is not shown. */
static bool is_only_rest(const struct report *report, const struct list *list)
{
	return report_compares(report) && list->lines[0].more > 0;
}

static void write_view(const struct report *report, const struct list_rules *rules)
{
	struct list list;

	list_view(&list, report, rules);
	if (list.count > 0 && !is_only_rest(report, &list))
		columns_write(report, &list);
	else
		buf_add(&report->output->buf, STR("Nothing to list.\n"));
	write_cut(report, &list);
	write_rest(report, &list);
	list_release(&list);
}

static void write_plain(const struct report *report, const struct list_rules *rules)
{
	heading_write(report);
	heading_write_notes(report);
	buf_add_char(&report->output->buf, '\n');
	write_view(report, rules);
}

/* ---- Markdown ---- */

/* "### 2 functions up, 1 down" */
static void write_title_of_changes(const struct report *report, const struct list lists[2])
{
	struct buf *out = &report->output->buf;
	size_t up = lists[0].count + lists[0].cut, down = lists[1].count + lists[1].cut;

	if (up + down == 0) {
		buf_addf(out, "### No %s changed%s\n\n", report_things(report, 1),
			report->profile.confidence > 0 ? " beyond noise" : "");
		return;
	}
	buf_add(out, STR("### "));
	add_count(out, report, up);
	buf_add(out, STR(" up, "));
	weight_format_commas(out, down, 0);
	buf_add(out, STR(" down\n\n"));
}

static void write_title(const struct report *report)
{
	static const char *const titles[] = {[VIEW_FUNCTIONS] = "Functions",
		[VIEW_STACKS] = "Stacks",
		[VIEW_TREE] = "Call tree",
		[VIEW_CALLERS] = "Callers of ",
		[VIEW_CALLEES] = "Callees of "};
	struct buf *out = &report->output->buf;

	buf_addf(out, "### %s", titles[report->options->view]);
	if (report_is_of_one(report))
		heading_add_name(out, report, report->options->of);
	buf_add(out, STR("\n\n"));
}

static void write_direction(
	const struct report *report, const struct list *list, const char *title)
{
	if (list->count == 0)
		return;
	buf_addf(&report->output->buf, "\n%s:\n\n", title);
	columns_write(report, list);
	write_cut(report, list);
}

/* Two tables: what a reader looks for first is what grew. */
static void write_changes(const struct report *report, const struct list_rules *rules)
{
	struct list_rules up = *rules, down = *rules;
	struct list lists[2];

	up.direction = UPWARD;
	down.direction = DOWNWARD;
	list_init(&lists[0], report->rows, &up);
	list_init(&lists[1], report->rows, &down);
	write_title_of_changes(report, lists);
	heading_write(report);
	write_direction(report, &lists[0], "Grew, or is new");
	write_direction(report, &lists[1], "Shrank, or is gone");
	write_rest(report, &lists[0]);
	list_release(&lists[0]);
	list_release(&lists[1]);
}

static void write_markdown(const struct report *report, const struct list_rules *rules)
{
	struct buf *out = &report->output->buf;

	if (report_compares(report) && !report->options->all &&
		report->options->view != VIEW_TREE) {
		write_changes(report, rules);
	} else {
		write_title(report);
		heading_write(report);
		buf_add_char(out, '\n');
		write_view(report, rules);
	}
	if (report_compares(report))
		buf_add_char(out, '\n');
	heading_write_notes(report);
}

/* ---- for programs ---- */

static void write_separated(const struct report *report, const struct list_rules *rules)
{
	struct list list;

	list_view(&list, report, rules);
	columns_write(report, &list);
	list_release(&list);
}

static void write_json(const struct report *report, const struct list_rules *rules)
{
	struct buf *out = &report->output->buf;
	struct list list;

	list_view(&list, report, rules);
	buf_add(out, STR("{\n"));
	heading_write_json(report);
	buf_add(out, STR("  \"rows\": "));
	columns_write(report, &list);
	if (report->options->view != VIEW_TREE)
		buf_addf(out,
			",\n  \"present\": %zu,\n  \"noise\": %zu,\n  \"small\": %zu,\n  \"cut\": %zu",
			list.present, list.noise, list.small, list.cut);
	buf_add(out, STR("\n}\n"));
	list_release(&list);
}

/* ---- all of it ---- */

static void write_format(const struct report *report, const struct list_rules *rules)
{
	switch (report->options->format) {
	case FORMAT_TABLE:
		write_plain(report, rules);
		break;
	case FORMAT_MD:
		write_markdown(report, rules);
		break;
	case FORMAT_JSON:
		write_json(report, rules);
		break;
	default:
		write_separated(report, rules);
	}
}

/* Rows of callers or callees add up to the total of the name they belong to. */
static void set_whole(struct report *report)
{
	for (unsigned column = BEFORE; column <= AFTER; column++) {
		report->whole[column] = report->profile.tree->total[column];
		if (!report_is_of_one(report))
			continue;
		report->whole[column] = 0;
		for (size_t i = 0; i < report->rows->count; i++)
			report->whole[column] += report->rows->items[i].weight[TOTAL][column];
	}
}

void document_write(struct report *report)
{
	const struct calltree *tree = report->profile.tree;
	enum top_view view = report->options->view;
	bool by_node = view == VIEW_STACKS || view == VIEW_TREE;
	uint32_t *rank = by_node ? rank_of_nodes(tree) : rank_of_names(tree);
	struct list_rules rules = {.options = report->options,
		.tree = tree,
		.focus = report_focus(report),
		.present = view == VIEW_STACKS ? SELF : TOTAL,
		.rank = rank};

	set_whole(report);
	write_format(report, &rules);
	free(rank);
}
