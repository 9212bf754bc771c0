#include "collapse/stacks/json-input.h"

void json_input_finish(struct json *json, const struct lines *lines, struct stacks *stacks)
{
	if (json_at_end(json))
		return;
	stacks_count_things(stacks, 1); /* what broke off */
	stacks_problem_at(stacks, lines->name, json->line, json->expected, json->got);
	stacks_note(stacks,
		"%s: what stands before byte %llu, where this was found, is all that was read",
		lines->name, (unsigned long long)json->byte + 1);
}
