/*
 * collapse-folded: stacks that are folded already, to merge files and to filter frames.
 *
 *     main;parse;read 42
 *     main;parse;read 42 17      a comparison, as diff-folded writes it
 */
#include "collapse/formats/folded/input.h"
#include "collapse/stacks/format.h"

struct folded_options {
	enum folded_columns columns;
};

#define AT(field) offsetof(struct folded_options, field)

static const struct option folded_options[] = {
	{"diff two-columns", OPTION_CALL, AT(columns), .parse = folded_two_columns,
		.help = "every line must have two numbers; by default that is decided by the "
			"input: all lines or none"},
	{"no-diff one-column", OPTION_CALL, AT(columns), .parse = folded_one_column,
		.help = "only the last number of a line is a weight, though all lines have two"},
	{0},
};

static void *folded_begin(const void *options, struct stacks *out)
{
	return folded_input_new(out, ((const struct folded_options *)options)->columns);
}

const struct kind kind_folded = {
	.name = "folded",
	.input = "folded stacks",
};

const struct format format_folded = {
	.kind = &kind_folded,
	.summary =
		"Merges and filters folded stacks: reads lines such as \"main;parse;read 42\", "
		"with one number or the two of a comparison, and writes each stack once.",
	.options = folded_options,
	.options_size = sizeof(struct folded_options),
	.begin = folded_begin,
	.read = folded_input_read,
	.end = folded_input_end,
};
