#include "collapse/stacks/json-input.h"

void json_input_finish(struct json *json, const struct lines *lines, struct stacks *stacks)
{
	if (json_at_end(json))
		return;
	stacks->problems.lines++; /* what broke off */
	problem_at(&stacks->problems, lines->name, json->line, json->expected, json->got);
	stacks_note(stacks,
		"%s: what stands before byte %llu, where this was found, is all that was read",
		lines->name, (unsigned long long)json->byte + 1);
}
