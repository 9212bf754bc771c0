#include "render/report/columns.h"

#include <math.h>
#include <stdlib.h>

#include "common/annotation.h"
#include "common/folded.h"
#include "common/memory.h"
#include "render/report/frames.h"
#include "render/report/heading.h"
#include "render/report/link.h"
#include "render/report/table.h"

/* ---- which there are ---- */

#define BAR \
	{ \
		.title = "", .text = true, .spare = true \
	}
#define END \
	{ \
		0 \
	}

static const struct table_column of_functions[] = {
	{.title = "self", .key = "self"},
	{.title = "self %", .key = "self_percent"},
	{.title = "total", .key = "total"},
	{.title = "total %", .key = "total_percent"},
	BAR,
	END,
};

static const struct table_column of_stacks[] = {
	{.title = "weight", .key = "self"},
	{.title = "%", .key = "self_percent"},
	BAR,
	END,
};

static const struct table_column of_one[] = {
	{.title = "weight", .key = "total"},
	{.title = "%", .key = "total_percent"},
	BAR,
	END,
};

static const struct table_column of_tree[] = {
	{.key = "depth"},
	{.key = "more"},
	{.title = "total", .key = "total"},
	{.title = "total %", .key = "total_percent"},
	{.title = "self", .key = "self"},
	{.title = "self %", .key = "self_percent"},
	BAR,
	END,
};

/* A change for programs, and with titles for people, too. */
#define FIELDS(kind) \
	{.key = kind "_before"}, {.key = kind "_after"}, {.key = kind "_change"}, \
		{.key = kind "_error"}, {.key = kind "_percent_of_total"}, \
		{.key = kind "_percent_of_own"}, {.key = kind "_confidence"}, {.key = kind "_q"}, \
	{ \
		.key = kind "_verdict", .text = true \
	}

#define CHANGE(kind, of) \
	{.key = kind "_before", .title = of "before", .spare = true}, \
		{.key = kind "_after", .title = of "after", .spare = true}, \
		{.key = kind "_change", .title = "change"}, \
		{.key = kind "_error", .title = "\xc2\xb1", .spare = true}, \
		{.key = kind "_percent_of_total", .title = "of total"}, \
		{.key = kind "_percent_of_own", .title = "of own"}, \
		{.key = kind "_confidence", .title = "sure"}, {.key = kind "_q"}, \
	{ \
		.key = kind "_verdict", .title = "", .text = true \
	}

/* In short, the change of the other weight. */
#define OTHER(of) \
	{ \
		.title = of " change", .spare = true \
	}

static const struct table_column of_self_changes[] = {
	CHANGE("self", "self "), FIELDS("total"), OTHER("total"), BAR, END};
static const struct table_column of_total_changes[] = {
	FIELDS("self"), CHANGE("total", "total "), OTHER("self"), BAR, END};
static const struct table_column of_stack_changes[] = {CHANGE("self", ""), BAR, END};
static const struct table_column of_one_changes[] = {CHANGE("total", ""), BAR, END};
static const struct table_column of_tree_changes[] = {
	{.key = "depth"}, {.key = "more"}, CHANGE("total", ""), BAR, FIELDS("self"), END};

static const struct view {
	const struct table_column *columns, *changes;
	const char *name_title, *name_key;
} views[] = {
	[VIEW_FUNCTIONS] = {of_functions, of_self_changes, "function", "name"},
	[VIEW_STACKS] = {of_stacks, of_stack_changes, "stack", "stack"},
	[VIEW_TREE] = {of_tree, of_tree_changes, "frame", "name"},
	[VIEW_CALLERS] = {of_one, of_one_changes, "caller", "name"},
	[VIEW_CALLEES] = {of_one, of_one_changes, "callee", "name"},
};

static void init_table(struct table *table, const struct report *report)
{
	enum top_view name = report->options->view;
	const struct view *view = &views[name];
	const struct table_column *columns =
		report_compares(report) ? view->changes : view->columns;

	if (report_compares(report) && name == VIEW_FUNCTIONS && report_focus(report) == TOTAL)
		columns = of_total_changes;
	*table = (struct table){.format = (enum top_format)report->options->format,
		.columns = columns,
		.name_title = view->name_title,
		.name_key = view->name_key,
		.numbers = &report->numbers};
	table_init(table);
}

/* ---- cells ---- */

/* "███▋", ten blocks for the whole; nothing for a whole of 0 */
static void add_bar(struct table *table, uint64_t part, uint64_t whole)
{
	enum { BLOCKS = 10 };
	struct buf bar = {0};
	uint64_t eighths;

	if (part > whole)
		part = whole;
	eighths = whole > 0 ? weight_scale(part, 8 * BLOCKS, whole) : 0;
	for (; eighths >= 8; eighths -= 8)
		buf_add(&bar, STR("\xe2\x96\x88"));
	if (eighths > 0) {
		/* U+258F is one eighth, U+2589 seven. */
		char block[3] = {'\xe2', '\x96', (char)(0x90 - eighths)};

		buf_add(&bar, (struct str){block, sizeof(block)});
	}
	table_word(table, buf_str(&bar));
	buf_release(&bar);
}

static void add_weight(
	struct table *table, const struct report *report, const struct row *row, int kind)
{
	table_weight(table, row->weight[kind][BEFORE], report->profile.tree->places);
	table_percent(table, row->weight[kind][BEFORE], report->whole[BEFORE]);
}

/* Of 1 - q, rounded down, one decimal, and not more than 99.9. */
static double confidence(const struct verdict *verdict)
{
	return fmin(floor(fmax(1 - verdict->q, 0) * 1000) / 10, 99.9);
}

static void add_confidence(struct table *table, const struct verdict *verdict, bool for_people)
{
	struct buf text = {0};

	if (for_people)
		buf_addf(&text, "%s%.1f%%", verdict->q < 0.001 ? ">" : "", confidence(verdict));
	else
		buf_addf(&text, "%.3g", confidence(verdict));
	table_word(table, buf_str(&text));
	buf_release(&text);
}

static void add_change(
	struct table *table, const struct report *report, const struct row *row, int kind)
{
	const struct calltree *tree = report->profile.tree;
	const struct verdict *verdict = row->verdict[kind];
	const uint64_t *weight = row->weight[kind];

	table_weight(table, weight[BEFORE], tree->places);
	table_weight(table, weight[AFTER], tree->places);
	table_change(table, weight[BEFORE], weight[AFTER], tree->places);
	table_measure(table, verdict ? verdict->error : INFINITY, tree->places);
	table_percent_change(table, weight, tree->total[BEFORE]);
	table_percent_change(table, weight, weight[BEFORE]);
	if (verdict)
		add_confidence(table, verdict, table_is_for_people(table));
	else
		table_empty(table);
	table_number(table, verdict ? verdict->q : INFINITY);
	/* Rows of a tree that are sums are judged by nobody. */
	if (report->profile.confidence > 0 && !verdict)
		table_empty(table);
	else
		table_word(table, str_of(row_word(row, kind)));
}

static void add_other_change(
	struct table *table, const struct report *report, const struct row *row, int kind)
{
	const uint64_t *weight = row->weight[kind];

	if (row_is_real(row, kind) || !row->verdict[kind])
		table_change(table, weight[BEFORE], weight[AFTER], report->profile.tree->places);
	else
		table_word(table, STR("noise"));
}

/* ---- rows ---- */

/* Its total is that of the row above; what it does itself is not. */
static void add_repeated_row(
	struct table *table, const struct report *report, const struct row *row)
{
	table_empty(table);
	table_empty(table);
	if (row->weight[SELF][BEFORE] > 0)
		add_weight(table, report, row, SELF);
}

static void add_tree_row(struct table *table, const struct report *report,
	const struct row *row, const struct list_line *line)
{
	if (line->repeated && table_is_for_people(table)) {
		add_repeated_row(table, report, row);
		return;
	}
	add_weight(table, report, row, TOTAL);
	if (line->more > 0)
		return;
	add_weight(table, report, row, SELF);
	add_bar(table, row->weight[TOTAL][BEFORE], report->bars ? report->whole[BEFORE] : 0);
}

static void add_plain_row(
	struct table *table, const struct report *report, const struct row *row)
{
	int focus = report_focus(report);

	if (report->options->view == VIEW_FUNCTIONS) {
		add_weight(table, report, row, SELF);
		add_weight(table, report, row, TOTAL);
	} else {
		add_weight(table, report, row, focus);
	}
	add_bar(table, row->weight[focus][BEFORE], report->bars ? report->whole[BEFORE] : 0);
}

/* In the order of the view's columns; of a sum only what it is the sum of. */
static void add_changed_row(struct table *table, const struct report *report,
	const struct row *row, const struct list_line *line)
{
	const uint64_t *totals = report->profile.tree->total;
	uint64_t whole = totals[totals[AFTER] > totals[BEFORE] ? AFTER : BEFORE];
	int focus = report_focus(report);

	if (line->repeated && table_is_for_people(table))
		return;
	if (report->options->view == VIEW_FUNCTIONS) {
		add_change(table, report, row, SELF);
		add_change(table, report, row, TOTAL);
		add_other_change(table, report, row, focus == SELF ? TOTAL : SELF);
	} else {
		add_change(table, report, row, focus);
	}
	add_bar(table, row_change(row, focus), report->bars ? whole : 0);
	if (report->options->view == VIEW_TREE && line->more == 0)
		add_change(table, report, row, SELF);
}

/* The cells of a line: of its row, or of what it is the sum of. */
static void add_line(
	struct table *table, const struct report *report, const struct list_line *line)
{
	struct row row = report->rows->items[line->row];
	bool is_tree = report->options->view == VIEW_TREE;

	if (line->more > 0)
		row = (struct row){
			.weight[TOTAL] = {line->weight[BEFORE], line->weight[AFTER]}};
	if (is_tree) {
		table_weight(table, line->depth, 0);
		table_weight(table, line->more, 0);
	}
	if (report_compares(report))
		add_changed_row(table, report, &row, line);
	else if (is_tree)
		add_tree_row(table, report, &row, line);
	else
		add_plain_row(table, report, &row);
	table_end_row(table);
}

/* ---- names, made when each is written ---- */

struct naming {
	const struct report *report;
	const struct list *list;
	struct buf text, link;
	uint32_t *frames; /* of functions, by row; NULL: there are no links */
	bool for_people;
	uint32_t *path; /* of a stack */
	size_t capacity;
	bool used[ANNOTATIONS]; /* marks that stand in the table */
};

/* "kernel" of "read_[k]"; empty for most. */
static struct str annotation_of(struct naming *naming, struct str name)
{
	unsigned place = name_annotation_place(name);

	if (place == ANNOTATIONS)
		return STR("");
	naming->used[place] = true;
	return str_of(annotation_marks[place]);
}

/* "process" of a frame at the start of a stack. */
static struct str leading_at(const struct naming *naming, uint32_t depth)
{
	return depth < folded_header_leading(naming->report->header) ?
		folded_header_leading_at(naming->report->header, depth) : STR("");
}

/* People are shown a mark for what stands behind a name; programs have the name as it is. */
static void set_name(struct naming *naming, struct table_name *name, struct str raw, uint32_t depth)
{
	name->raw = naming->for_people ? name_bare(raw) : raw;
	name->mark = annotation_of(naming, raw);
	if (name->mark.n == 0)
		name->mark = leading_at(naming, depth);
}

static void add_frame(struct naming *naming, uint32_t node, uint32_t depth)
{
	const struct calltree *tree = naming->report->profile.tree;
	struct table_name name = {0};

	set_name(naming, &name, names_get(&tree->names, tree->nodes[node].name), depth);
	if (depth)
		buf_add_char(&naming->text, ';');
	buf_add(&naming->text, name.raw);
	if (name.mark.n) {
		buf_add(&naming->text, STR(" ["));
		buf_add(&naming->text, name.mark);
		buf_add_char(&naming->text, ']');
	}
}

/* "main;parse;read", and for people "main;parse;read [kernel]" */
static struct str stack_of(struct naming *naming, uint32_t node)
{
	const struct node *nodes = naming->report->profile.tree->nodes;
	size_t count = 0;

	buf_reset(&naming->text);
	if (!naming->for_people) {
		folded_add_stack(&naming->text, naming->report->profile.tree, node);
		return buf_str(&naming->text);
	}
	for (; node != NODE_ROOT; node = nodes[node].parent)
		*ARRAY_PUSH(naming->path, count, naming->capacity) = node;
	for (size_t depth = 0; depth < count; depth++)
		add_frame(naming, naming->path[count - 1 - depth], (uint32_t)depth);
	return buf_str(&naming->text);
}

/* "12 more" */
static const char *count_more(struct naming *naming, uint32_t more)
{
	buf_reset(&naming->text);
	weight_format_commas(&naming->text, more, 0);
	buf_add(&naming->text, STR(" more"));
	buf_add_char(&naming->text, '\0');
	return naming->text.p;
}

/* Callers and callees have many places: such a row leads to the function, as a tree's sum to none. */
static void link_line(struct naming *naming, const struct list_line *line)
{
	const struct report *report = naming->report;
	const struct calltree *tree = report->profile.tree;
	const char *picture = report->options->picture;
	uint32_t id = report->rows->items[line->row].id;

	buf_reset(&naming->link);
	if (line->more > 0)
		return;
	if (naming->frames)
		link_add_frame(&naming->link, picture, tree, naming->frames[id]);
	else if (!report_is_of_one(report))
		link_add_frame(&naming->link, picture, tree, id);
	else if (id < tree->names.count)
		link_add_function(&naming->link, picture, names_get(&tree->names, id));
}

static void name_line(void *context, size_t at, struct table_name *name)
{
	struct naming *naming = context;
	const struct report *report = naming->report;
	const struct calltree *tree = report->profile.tree;
	const struct list_line *line = &naming->list->lines[at];
	enum top_view view = report->options->view;
	uint32_t id = report->rows->items[line->row].id;

	name->level = line->level;
	name->keep_end = view == VIEW_STACKS;
	if (report->options->picture) {
		link_line(naming, line);
		name->link = buf_str(&naming->link);
	}
	if (view == VIEW_STACKS)
		name->raw = stack_of(naming, id);
	else if (line->more > 0)
		name->instead = count_more(naming, line->more);
	else if (view == VIEW_TREE)
		set_name(naming, name, names_get(&tree->names, tree->nodes[id].name), line->depth);
	else if (id < tree->names.count)
		set_name(naming, name, names_get(&tree->names, id), UINT32_MAX);
	else if (view == VIEW_FUNCTIONS)
		name->instead = "(no function)";
	else
		name->instead =
			view == VIEW_CALLERS ? "(none: it starts the stack)" : "(its own weight)";
}

/* "[kernel]: code of the kernel; [inlined]: inlined into its caller." */
static void write_legend(const struct naming *naming)
{
	struct buf line = {0};

	for (size_t i = 0; i < ANNOTATIONS; i++)
		if (naming->used[i])
			buf_addf(&line, "%s[%s]: %s", line.n ? "; " : "", annotation_marks[i],
				annotation_meanings[i]);
	if (line.n && naming->for_people) {
		buf_add(&line, STR(".\n"));
		buf_add_char(&naming->report->output->buf, '\n');
		heading_write_lines(naming->report, buf_str(&line));
	}
	buf_release(&line);
}

void columns_write(const struct report *report, const struct list *list)
{
	struct naming naming = {.report = report, .list = list};
	struct table_names names = {name_line, &naming};
	struct table table;

	init_table(&table, report);
	table.links = report->options->picture;
	if (table.links && report->options->view == VIEW_FUNCTIONS)
		naming.frames = frames_of_functions(
			&report->profile, report->rows, report_focus(report));
	naming.for_people = table_is_for_people(&table);
	for (size_t i = 0; i < list->count; i++)
		add_line(&table, report, &list->lines[i]);
	table_write(&table, report->output, report->width, &names);
	write_legend(&naming);
	table_release(&table);
	free(naming.frames);
	buf_release(&naming.text);
	buf_release(&naming.link);
	free(naming.path);
}
