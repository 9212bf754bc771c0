#include "collapse/stacks/kind.h"

#include "common/folded.h"
#include "common/weight.h"

/* So many lines of two frames or more show what a file is. */
enum { FOLDED_LINES = 3 };

struct str skip_blank_lines(struct str head)
{
	struct str line, rest;

	while (str_cut(head, '\n', &line, &rest) && str_trim(line).n == 0)
		head = rest;
	return head;
}

/* "main;parse;read 42", or "main 42.5", which other text may be, too */
static bool is_folded_line(struct str line)
{
	struct str stack, weight;
	uint64_t value;
	unsigned places;

	return str_rcut(line, ' ', &stack, &weight) && weight_parse(weight, &value, &places) &&
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

/* Text has a control character here and there at most, in a symbol's name. */
static bool is_binary(struct str head)
{
	size_t controls = 0;

	head = str_head(head, 4096);
	for (size_t i = 0; i < head.n; i++) {
		unsigned char c = (unsigned char)head.p[i];

		controls += c < 0x20 && c != '\n' && !byte_is_blank(head.p[i]) && c != 0x1b;
	}
	return controls > head.n / 16;
}

bool looks_json(struct str head)
{
	head = str_trim_start(skip_blank_lines(head));
	return str_starts(head, STR("{")) || str_starts(head, STR("["));
}

/* Without a sniff() it takes anything. */
static bool takes(const struct format *format, struct str head)
{
	return !format->sniff || format->sniff(head) || format->sniff(skip_blank_lines(head)) ||
	       (format->reads_json && looks_json(head));
}

void check_kind(const struct format *format, struct lines *lines)
{
	struct str head = lines_head(lines);
	const struct file_kind *kind = file_kind_of(head);

	if (takes(format, head))
		return;
	if (kind)
		die("%s: this is %s, not %s: %s", lines->name, kind->name, format->input,
			kind->advice);
	if (is_binary(head))
		die("%s: this is binary data, not %s", lines->name, format->input);
	if (looks_folded(head))
		die("%s: these are folded stacks already: collapse-folded filters them, flamegraph "
		    "draws them, diff-folded compares them", lines->name);
}
