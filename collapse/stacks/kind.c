#include "collapse/stacks/kind.h"

#include "common/folded.h"
#include "common/weight.h"

/* So many lines of two frames or more show what a file is. */
enum { FOLDED_LINES = 3 };

/* "main;parse;read 42", or "main 42.5", which other text may be, too */
static bool is_folded_line(struct str line)
{
	struct str stack, weight;
	struct weight value;

	return str_rcut(line, ' ', &stack, &weight) && weight_parse(weight, &value) &&
	       stack.n && !byte_is_blank(line.p[0]);
}

bool looks_folded(struct str head)
{
	struct str line, rest = head;
	size_t sure = 0;

	while (sure < FOLDED_LINES && rest.n) {
		bool whole = str_cut(rest, '\n', &line, &rest);

		if (!whole) {
			line = rest;
			rest.n = 0;
		}
		line = str_trim_end(line);
		if (folded_is_comment(line))
			continue;
		if (!is_folded_line(line))
			return !whole && sure > 0; /* the end of the head may be anywhere */
		sure += str_contains(line, STR(";"));
	}
	return sure > 0;
}
