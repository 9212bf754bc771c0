/*
 * collapse-recursive: folded stacks in which a function that calls itself is one frame.
 *
 *     main;fib;fib;fib;add 3     becomes     main;fib;add 3
 *
 * It is collapse-folded --merge-recursion, under the name that FlameGraph and inferno have for it,
 * and as strict as inferno: every line is a stack and a whole number, or nothing is written.
 */
#include "collapse/formats/folded/input.h"
#include "collapse/stacks/format.h"

static void *recursive_begin(const void *options, struct stacks *out)
{
	struct folded_input *input = folded_input_new(out, COLUMNS_AUTO);

	(void)options;
	input->whole_numbers = true;
	return input;
}

static const struct option no_options[] = {{0}};

const struct kind kind_recursive = {
	.name = "recursive",
	.input = "folded stacks",
};

const struct format format_recursive = {
	.kind = &kind_recursive,
	.summary =
		"Merges direct recursion in folded stacks: \"main;fib;fib;add 3\" becomes "
		"\"main;fib;add 3\". The same as collapse-folded --merge-recursion, but a line that "
		"is not a stack and a whole number is an error.",
	.options = no_options,
	.strict = true,
	.merges_recursion = true,
	.begin = recursive_begin,
	.read = folded_input_read,
	.end = folded_input_end,
};
