#include "collapse/readers/head.h"

struct str skip_blank_lines(struct str head)
{
	struct str line, rest;

	while (str_cut(head, '\n', &line, &rest) && str_trim(line).n == 0)
		head = rest;
	return head;
}

bool looks_json(struct str head)
{
	head = str_trim_start(skip_blank_lines(head));
	return str_starts(head, STR("{")) || str_starts(head, STR("["));
}

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
