/*
 * collapse-pmc: what FreeBSD's pmcstat -G writes, a tree of callers for each function and event.
 *
 *     @ CPU_CLK_UNHALTED.THREAD [1234 samples]
 *
 *     73.61%  [908]      sched_idletd @ /boot/kernel/kernel
 *      100.0%  [908]       fork_exit
 *
 *     26.39%  [326]      memcpy @ /lib/libc.so.7
 *      61.35%  [200]       copy @ /usr/bin/app
 *       100.0%  [200]        main
 *
 * Numbers are totals of samples; what a function has more than its callers had no caller. The file
 * of a function is only written where it is another than in the line before.
 *
 * pmcstat(8); usr.sbin/pmcstat/pmcpl_callgraph.c prints it.
 */
#include <stdlib.h>

#include "collapse/names/module-name.h"
#include "collapse/stacks/format.h"
#include "collapse/stacks/indent.h"
#include "common/memory.h"

struct pmc_options {
	const char *event;
};

static const struct option pmc_options[] = {
	{"event", OPTION_TEXT, offsetof(struct pmc_options, event), "NAME",
		.help = "fold the samples of this event; by default those of the first one"},
	{0},
};

enum pmc_place { OUTSIDE, WANTED, UNWANTED }; /* inside of an event's trees */

struct pmc {
	const struct pmc_options *options;
	struct stacks *stacks;
	struct indent tree;
	struct module_name names;
	enum pmc_place place;
	struct buf event; /* that is folded */
	struct buf module; /* named last; empty if modules are not wanted */
	struct names others; /* events that were left out */
	uint64_t left_out; /* their samples */
};

/* "@ CPU_CLK_UNHALTED.THREAD [1234 samples]" */
static bool parse_event(struct str line, struct str *event, uint64_t *samples)
{
	size_t bracket;
	struct str count, rest;

	if (!str_starts(line, STR("@ ")))
		return false;
	bracket = str_rfind(line, '[');
	if (!str_ends(line, STR(" samples]")) ||
		!str_cut(str_skip(line, bracket + 1), ' ', &count, &rest))
		return false;
	*event = str_trim(str_skip(str_head(line, bracket), 2));
	return str_to_u64(count, samples);
}

static void begin_event(struct pmc *pmc, struct str event, uint64_t samples)
{
	indent_end(&pmc->tree);
	if (pmc->event.n == 0 &&
		(!pmc->options->event || str_eq(event, str_of(pmc->options->event))))
		buf_add(&pmc->event, event);
	pmc->place = str_eq(event, buf_str(&pmc->event)) ? WANTED : UNWANTED;
	if (pmc->place == WANTED)
		stacks_tell(pmc->stacks, HEADER_EVENT, event);
	if (pmc->place == UNWANTED) {
		names_add(&pmc->others, event);
		pmc->left_out += samples;
	}
}

/* " 61.35%  [200]       copy @ /usr/bin/app" */
static bool parse_node(struct str line, size_t *depth, uint64_t *samples, struct str *name)
{
	struct str text = str_trim_start(line), share, count;

	*depth = line.n - text.n;
	if (!str_cut(text, '%', &share, &text) || share.n == 0 || !byte_is_digit(share.p[0]))
		return false;
	text = str_trim_start(text);
	if (!str_starts(text, STR("[")) || !str_cut(str_skip(text, 1), ']', &count, &text))
		return false;
	*name = str_trim(text);
	return str_to_u64(count, samples) && name->n > 0;
}

static uint32_t name_of(struct pmc *pmc, struct str text)
{
	const struct str mark = STR(" @ ");
	size_t at = str_find_str(text, mark);

	if (at < text.n && pmc->stacks->wants_modules)
		buf_set(&pmc->module, str_base_name(str_skip(text, at + mark.n)));
	return module_name_recall(&pmc->names, buf_str(&pmc->module), str_head(text, at));
}

static void take_line(struct pmc *pmc, const struct lines *lines, struct str line)
{
	struct str event, name;
	uint64_t samples;
	size_t depth;

	if (parse_event(str_trim_end(line), &event, &samples)) {
		begin_event(pmc, event, samples);
	} else if (str_trim(line).n == 0 || pmc->place != WANTED) {
		return;
	} else if (parse_node(line, &depth, &samples, &name)) {
		indent_push(&pmc->tree,
			&(struct indent_frame){
				.depth = depth, .name = name_of(pmc, name), .weight = samples});
	} else {
		stacks_problem(pmc->stacks, lines, "\"SHARE%  [SAMPLES]  FUNCTION\"", line);
	}
}

/* ---- the format ---- */

static void *pmc_begin(const void *options, struct stacks *out)
{
	struct pmc *pmc = memory_new(1, sizeof(*pmc));

	pmc->options = options;
	pmc->stacks = pmc->tree.stacks = pmc->names.stacks = out;
	pmc->tree.totals = pmc->tree.callers = true;
	pmc->names.arguments = CUT_ARGUMENTS;
	stacks_tell(out, HEADER_UNIT, STR("samples"));
	return pmc;
}

static void pmc_read(void *state, struct lines *lines)
{
	struct pmc *pmc = state;
	struct str line;

	pmc->place = OUTSIDE;
	while (lines_next(lines, &line)) {
		take_line(pmc, lines, line);
		if (lines->unterminated)
			stacks_note(pmc->stacks,
				"%s: the last line has no end; the callers below it may be cut off",
				lines->name);
	}
	indent_end(&pmc->tree);
}

static void pmc_end(void *state)
{
	struct pmc *pmc = state;
	struct buf list = {0};
	char shown[STR_SHOW];

	for (uint32_t i = 0; i < pmc->others.count; i++)
		buf_addf(&list, "%s%s", i ? ", " : "", str_show(names_get(&pmc->others, i), shown));
	if (list.n && pmc->event.n == 0)
		stacks_explain(pmc->stacks, "no such event; there are %.*s",
			STR_ARG(buf_str(&list)));
	else if (list.n)
		stacks_note(pmc->stacks,
			"left out %llu samples of other events, --event chooses one: %.*s",
			(unsigned long long)pmc->left_out, STR_ARG(buf_str(&list)));
	indent_report(&pmc->tree);
	indent_release(&pmc->tree);
	module_name_release(&pmc->names);
	names_release(&pmc->others);
	buf_release(&pmc->event);
	buf_release(&pmc->module);
	buf_release(&list);
	free(pmc);
}

static bool pmc_sniff(struct str head)
{
	struct str line, event, rest = head;
	uint64_t samples;

	while (str_cut(rest, '\n', &line, &rest))
		if (parse_event(str_trim_end(line), &event, &samples))
			return true;
	return false;
}

const struct kind kind_pmc = {
	.name = "pmc",
	.input = "callgraphs of FreeBSD's pmcstat -G",
	.sniff = pmc_sniff,
};

const struct format format_pmc = {
	.kind = &kind_pmc,
	.summary =
		"Folds the callgraphs that FreeBSD's pmcstat -G writes. The number counts samples.",
	.options = pmc_options,
	.options_size = sizeof(struct pmc_options),
	.begin = pmc_begin,
	.read = pmc_read,
	.end = pmc_end,
};
