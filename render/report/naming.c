#include "render/report/naming.h"

#include <stdlib.h>

#include "common/memory.h"
#include "common/weight.h"

/* "main;parse;read" */
static struct str stack_of(struct naming *naming, uint32_t node)
{
	const struct calltree *tree = naming->report->profile.tree;
	size_t depth = 0;

	for (; node != NODE_ROOT; node = tree->nodes[node].parent) {
		naming->path = memory_grow(
			naming->path, &naming->capacity, depth + 1, sizeof(*naming->path));
		naming->path[depth++] = node;
	}
	buf_reset(&naming->text);
	while (depth-- > 0) {
		buf_add(&naming->text,
			names_get(&tree->names, tree->nodes[naming->path[depth]].name));
		if (depth > 0)
			buf_add_char(&naming->text, ';');
	}
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

void naming_name(void *context, size_t at, struct table_name *name)
{
	struct naming *naming = context;
	const struct top_report *report = naming->report;
	const struct calltree *tree = report->profile.tree;
	const struct top_line *line = &naming->list->lines[at];
	enum top_view view = report->options->view;
	uint32_t id = report->rows->items[line->row].id;

	name->level = line->level;
	name->keep_end = view == VIEW_STACKS;
	if (view == VIEW_STACKS)
		name->raw = stack_of(naming, id);
	else if (line->more > 0)
		name->instead = count_more(naming, line->more);
	else if (view == VIEW_TREE)
		name->raw = names_get(&tree->names, tree->nodes[id].name);
	else if (id < tree->names.count)
		name->raw = names_get(&tree->names, id);
	else
		name->instead =
			view == VIEW_CALLERS ? "(none: it starts the stack)" : "(its own weight)";
}

void naming_release(struct naming *naming)
{
	buf_release(&naming->text);
	free(naming->path);
}
