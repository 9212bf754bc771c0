#include "collapse/filters/options.h"

#include "common/filters/options.h"
#include "common/weight.h"

static const char *const groups[] = {"dso", "package", NULL};
static const char *const recursions[] = {"direct", "cyclic", NULL};

static const char *parse_group(const char *value, void *field)
{
	static const char *const words[] = {[GROUP_DSO] = "dso", [GROUP_PACKAGE] = "package"};

	for (enum group group = GROUP_DSO; group <= GROUP_PACKAGE; group++) {
		if (str_eq(str_of(value), str_of(words[group]))) {
			*(enum group *)field = group;
			return NULL;
		}
	}
	return "expected one of dso package";
}

static const char *parse_recursion(const char *value, void *field)
{
	bool direct = !value || str_eq(str_of(value), STR("direct"));

	if (!direct && !str_eq(str_of(value), STR("cyclic")))
		return "expected one of direct cyclic";
	*(enum recursion *)field = direct ? RECURSION_DIRECT : RECURSION_CYCLIC;
	return NULL;
}

static const char *parse_percent(const char *value, void *field)
{
	struct str number = str_of(value);
	struct amount least = {.percent = true};

	if (str_ends(number, STR("%")))
		number = str_drop_end(number, 1);
	if (!weight_parse(number, &least.weight) ||
		least.weight.value > 100 * weight_unit(least.weight.places))
		return "expected a percentage, a number from 0 to 100";
	*(struct amount *)field = least;
	return NULL;
}

#define AT(field) offsetof(struct filter_options, field)

const struct option filter_options[] = {
	{"rename", OPTION_LIST, AT(rename), "s/RE/TEXT/",
		.help = "rename frames as sed does, flags g and i; a frame without a name left is "
			"taken out; this and all that take RE, an extended regular expression, may "
			"be given several times"},
	{"focus", OPTION_LIST, AT(focus), "RE",
		.help = "keep stacks with a frame that matches; leave out all others"},
	{"ignore", OPTION_LIST, AT(ignore), "RE",
		.help = "leave out stacks with a frame that matches"},
	{"from", OPTION_LIST, AT(from), "RE",
		.help = "let stacks start at their first frame that matches; leave out those "
			"without"},
	{"from-deepest", OPTION_LIST, AT(from_deepest), "RE",
		.help = "the same, at the deepest one"},
	{"to", OPTION_LIST, AT(to), "RE",
		.help = "cut off what the first frame that matches called; its weight is that "
			"frame's"},
	{"hide", OPTION_LIST, AT(hide), "RE",
		.help = "take out frames that match; their weight is their caller's"},
	{"show", OPTION_LIST, AT(show), "RE", .help = "take out all frames but those that match"},
	{"group", OPTION_CALL, AT(group), "BY",
		.help = "show modules (\"dso\": libraries, programs, the kernel) or packages "
			"(\"package\": crates, namespaces, Java and Go packages) instead of "
			"functions",
		.parse = parse_group, .choices = groups},
	{"merge-recursion", OPTION_CALL, AT(recursion), "[=HOW]",
		.help = "a function that calls itself is one frame, \"direct\" (default); or take "
			"out all between two calls of one function, \"cyclic\": a;b;a;c is a;c",
		.parse = parse_recursion, .choices = recursions},
	{"depth", OPTION_NUMBER, AT(depth), "N",
		.help = "cut off what is deeper than N frames", .min = 1, .max = 1e9},
	{"reverse", OPTION_FLAG, AT(reverse), .help = "write stacks leaf first"},
	{"min", OPTION_CALL, AT(least), "PCT",
		.help = "put together, as \"(other)\", what has less than so many percent of all "
			"that is left",
		.parse = parse_percent},
	{0},
};
