#include "collapse/kind.h"

#include "common/report.h"

/* So many lines look like folded stacks before a file is taken for them. */
enum { FOLDED_LINES = 3 };

/* "main;parse;read 42" */
static bool is_folded_line(struct str line)
{
	struct str stack, weight;
	uint64_t value;

	return str_rcut(line, ' ', &stack, &weight) && str_to_u64(weight, &value) && stack.n &&
	       !byte_is_blank(line.p[0]) && str_contains(stack, STR(";"));
}

bool looks_folded(struct str head)
{
	struct str line = head, rest = head;
	size_t folded = 0;

	while (folded < FOLDED_LINES && rest.n) {
		if (!str_cut(rest, '\n', &line, &rest)) {
			line = rest;
			rest.n = 0;
		}
		line = str_trim_end(line);
		if (line.n && !is_folded_line(line))
			return false;
		folded += line.n > 0;
	}
	return folded > 0;
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

static bool is_json(struct str head)
{
	head = str_trim_start(head);
	while (str_starts(head, STR("\n")))
		head = str_trim_start(str_skip(head, 1));
	return str_starts(head, STR("{")) || str_starts(head, STR("["));
}

void check_kind(const struct format *format, struct lines *lines)
{
	struct str head = lines_head(lines);
	const struct file_kind *kind = file_kind_of(head);

	if (!format->sniff || format->sniff(head) || (format->reads_json && is_json(head)))
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
