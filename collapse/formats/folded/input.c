#include "collapse/formats/folded/input.h"

#include <stdlib.h>

#include "collapse/kinds/kinds.h"
#include "common/compare/comparison.h"
#include "common/memory.h"

/* Quickly: most lines hold neither "_Z" nor "_R". */
static bool could_be_mangled(struct str stack)
{
	static const char marks[] = {'Z', 'R'};

	for (size_t i = 0; i < sizeof(marks); i++) {
		struct str rest = stack;

		for (;;) {
			size_t at = str_find(rest, marks[i]);

			if (at == rest.n)
				break;
			if (at > 0 && rest.p[at - 1] == '_')
				return true;
			rest = str_skip(rest, at + 1);
		}
	}
	return false;
}

static struct str readable(struct folded_input *input, struct str stack)
{
	struct buf *out = &input->readable;

	if (!input->stacks->demangles || !could_be_mangled(stack))
		return stack;
	buf_reset(out);
	for (;;) {
		size_t end = str_find(stack, ';');

		buf_add(out, stacks_readable(input->stacks, str_head(stack, end)));
		if (end == stack.n)
			return buf_str(out);
		buf_add_char(out, ';');
		stack = str_skip(stack, end + 1);
	}
}

static void take_line(void *context, const struct folded_line *line)
{
	struct folded_input *input = context;
	struct stacks *stacks = input->stacks;
	struct str stack = readable(input, line->stack);
	const struct weight *weight = line->weight;
	char shown[STR_SHOW];

	if (stacks->count == 0)
		stacks_set_columns(stacks, (unsigned)input->reader.columns);
	if (input->whole_numbers && (weight[0].places || weight[1].places))
		stacks_fail(stacks, "%s: expected a whole number behind the stack \"%s\"",
			stacks->tree.input, str_show(line->stack, shown));
	stacks->count += line->lines - 1; /* The one below is counted there. */
	stacks_add_columns(stacks, folded_node(&input->path, &stacks->tree, stack, false),
		(uint64_t[2]){weight[0].value, weight[1].value},
		(unsigned[2]){weight[0].places, weight[1].places});
}

static unsigned take_comment(void *context, const struct folded_reader *reader,
	const struct lines *lines, struct str text)
{
	(void)context;
	return comparison_take_head(NULL, reader, lines, text);
}

struct folded_input *folded_input_new(struct stacks *stacks, enum folded_columns columns)
{
	struct folded_input *input = memory_new(1, sizeof(*input));

	input->stacks = stacks;
	input->reader = (struct folded_reader){.columns = columns,
		.problems = &stacks->remarks.problems,
		.take = take_line,
		.comment = take_comment,
		.header = &stacks->header,
		.time_order = stacks->order.on,
		.kind_of = kind_describe,
		.context = input};
	return input;
}

void folded_input_read(void *state, struct lines *lines)
{
	struct folded_input *input = state;

	/* Its weights are those of several recordings, for others to judge: sums say nothing. */
	if (comparison_is_head(str_trim_start(lines_head(lines))))
		stacks_fail(input->stacks,
			"%s: these are the recordings of diff-folded --stats side by side: filter "
			"the profiles before they are compared", lines->name);
	else
		folded_read(&input->reader, lines);
}

void folded_input_end(void *state)
{
	struct folded_input *input = state;

	folded_finish(&input->reader);
	folded_path_release(&input->path);
	buf_release(&input->readable);
	free(input);
}
