#include "render/input/options.h"

const char *const number_styles[] = {"short", "exact", NULL};

#define AT(member) offsetof(struct profile_options, member)

const struct option profile_options[] = {
	{"diff", OPTION_CALL, AT(columns), .parse = folded_two_columns,
		.help = "take the last two numbers of each line as before and after; without this, they "
			"are when every line has two"},
	{"no-diff", OPTION_CALL, AT(columns), .parse = folded_one_column,
		.help = "take only the last number of each line as the weight"},
	{"strict", OPTION_FLAG, AT(strict), .help = "stop at the first line that is no folded stack"},
	{0},
};

#undef AT
#define AT(member) offsetof(struct output_options, member)

const struct option output_options[] = {
	{"o output", OPTION_TEXT, AT(path), .argument = "FILE",
		.help = "write FILE, whole or not at all, not stdout"},
	{"q quiet", OPTION_FLAG, AT(quiet), .help = "no warnings"},
	{0},
};
