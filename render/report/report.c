#include "render/report/report.h"

bool report_compares(const struct report *report)
{
	return report->profile.comparison != NULL;
}

int report_focus(const struct report *report)
{
	int sort = report->options->sort;

	switch (report->options->view) {
	case VIEW_FUNCTIONS:
		return sort == SORT_TOTAL || sort == SORT_TOTAL_CHANGE ? TOTAL : SELF;
	case VIEW_STACKS:
		return SELF;
	default:
		return TOTAL;
	}
}

bool report_is_of_one(const struct report *report)
{
	return report->options->view == VIEW_CALLERS || report->options->view == VIEW_CALLEES;
}

const char *report_things(const struct report *report, size_t count)
{
	static const char *const names[][2] = {[VIEW_FUNCTIONS] = {"functions", "function"},
		[VIEW_STACKS] = {"stacks", "stack"},
		[VIEW_TREE] = {"frames", "frame"},
		[VIEW_CALLERS] = {"callers", "caller"},
		[VIEW_CALLEES] = {"callees", "callee"}};

	return names[report->options->view][count == 1];
}
