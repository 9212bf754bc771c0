#include "collapse/formats/go/text.h"

void go_problem(struct go *go, const char *expected, struct str got)
{
	stacks_problem(go->stacks, go->lines, expected, got);
}

void go_push(struct go *go, struct str name)
{
	frame_list_push(&go->frames, stacks_name(go->stacks, name));
}

void go_add(struct go *go, uint64_t weight)
{
	if (weight == 0) {
		go->zeros++;
		return;
	}
	if (go->frames.count == 0)
		go_push(go, STR("[unknown]"));
	frame_list_end(&go->frames, weight);
}
