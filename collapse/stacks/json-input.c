#include "collapse/stacks/json-input.h"

bool json_head_has(struct str head, struct str key)
{
	while (head.n) {
		struct str rest = str_skip(head, str_find(head, '"') + 1);

		if (str_starts(rest, key) &&
			str_starts(str_skip(rest, key.n), STR("\"")) &&
			str_starts(str_trim_start(str_skip(rest, key.n + 1)), STR(":")))
			return true;
		head = rest;
	}
	return false;
}

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
