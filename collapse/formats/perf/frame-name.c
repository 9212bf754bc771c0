/*
 * From a frame to its name:
 *
 *     symbol known         tidied, "_[k]" and the like behind it
 *     unknown, dso known   "[libfoo.so]"
 *     nothing known        "[unknown]"
 */
#include "collapse/formats/perf/frame.h"

#include <stdlib.h>

#include "collapse/names/frame-name.h"
#include "common/memory.h"

/* ---- what kind of code a dso holds ---- */

/* In brackets but not the kernel's. */
static const struct str user_areas[] = {
	STR_INIT("[unknown]"),
	STR_INIT("[vdso"),
	STR_INIT("[vvar"),
	STR_INIT("[vsyscall]"),
	STR_INIT("[heap]"),
	STR_INIT("[stack"),
	STR_INIT("[anon"),
	STR_INIT("[uprobes]"),
	STR_INIT("[JIT"),
};

static const struct str module_suffixes[] = {
	STR_INIT(".ko"),
	STR_INIT(".ko.gz"),
	STR_INIT(".ko.xz"),
	STR_INIT(".ko.zst"),
};

static struct str drop_deleted(struct str dso)
{
	const struct str mark = STR(" (deleted)");

	return str_ends(dso, mark) ? str_drop_end(dso, mark.n) : dso;
}

/* "[kernel.kallsyms]" and "[ext4]", but not "[vdso]". */
static bool is_kernel_area(struct str dso)
{
	for (size_t i = 0; i < sizeof(user_areas) / sizeof(*user_areas); i++)
		if (str_starts(dso, user_areas[i]))
			return false;
	return str_starts(dso, STR("["));
}

/* "vmlinux", "vmlinux-5.4.14-cloudflare" */
static bool is_kernel_image(struct str dso)
{
	struct str version = str_base_name(dso);

	if (!str_starts(version, STR("vmlinux")))
		return false;
	for (size_t i = 0; i < version.n; i++)
		if (!byte_is_alpha(version.p[i]) && !byte_is_digit(version.p[i]) &&
			str_find(STR("._-"), version.p[i]) == 3)
			return false;
	return true;
}

static bool is_kernel(struct str dso)
{
	for (size_t i = 0; i < sizeof(module_suffixes) / sizeof(*module_suffixes); i++)
		if (str_ends(dso, module_suffixes[i]))
			return true;
	return is_kernel_area(dso) || is_kernel_image(dso);
}

/* "/tmp/perf-1234.map", "/tmp/.debug/jit/…/jitted-1234-5.so", "[JIT] tid 1234" */
bool perf_dso_is_jit(struct str dso)
{
	if (str_starts(dso, STR("[JIT")))
		return true;
	if (str_ends(dso, STR(".map")) && str_contains(dso, STR("/tmp/perf-")))
		return true;
	return str_ends(dso, STR(".so")) && str_contains(dso, STR("/jitted-"));
}

/* ---- names ---- */

bool perf_symbol_is_unknown(struct str text)
{
	return text.n == 0 || str_eq(text, STR("[unknown]"));
}

struct str perf_dso_name(struct str dso)
{
	struct str name = str_base_name(drop_deleted(dso));

	return perf_symbol_is_unknown(dso) || name.n == 0 ? STR("[unknown]") : name;
}

/* "[libfoo.so]", "[libfoo.so <7f722d142778>]" with --addrs */
static void add_unknown(struct buf *name, const struct perf_frame *frame, bool addrs)
{
	struct str dso = str_base_name(drop_deleted(frame->dso));

	buf_add_char(name, '[');
	buf_add(name, perf_symbol_is_unknown(frame->dso) || dso.n == 0 ? STR("unknown") : dso);
	if (addrs && frame->address.n) {
		buf_add(name, STR(" <"));
		buf_add(name, frame->address);
		buf_add_char(name, '>');
	}
	buf_add_char(name, ']');
}

/* What is mangled has no arguments once it is readable. */
static struct str tidy_symbol(struct perf_frame_names *names, struct str symbol, bool jit,
	const struct perf_options *options, struct stacks *stacks)
{
	struct str readable;

	if (frame_name_is_pattern(symbol, jit))
		return symbol;
	readable = stacks_readable(stacks, symbol);
	if (readable.p != symbol.p)
		symbol = readable;
	else if (!options->no_tidy)
		symbol = frame_name_tidy(&names->scratch[0], symbol, jit);
	if (options->elide_templates)
		symbol = frame_name_elide_templates(&names->scratch[1], symbol);
	if (options->strip_suffixes)
		symbol = frame_name_strip_suffixes(symbol);
	return symbol;
}

/* The mark behind a name; a name that has it already gets no second one. */
static void add_mark(struct buf *name, struct str mark)
{
	if (!str_contains(buf_str(name), mark))
		buf_add(name, mark);
}

static void add_marks(struct buf *name, const struct perf_frame *frame, bool chained,
	const struct perf_options *options)
{
	bool all = options->all;

	if (chained || (frame->inlined && (options->inlined || all)))
		add_mark(name, STR("_[i]"));
	else if ((options->kernel || all) && is_kernel(frame->dso))
		add_mark(name, STR("_[k]"));
	else if ((options->jit || all) && perf_dso_is_jit(frame->dso))
		add_mark(name, STR("_[j]"));
}

/* One method; `chained` when it was inlined into the one before it in a chain. */
static void add_name(struct perf_frame_names *names, const struct perf_frame *frame,
	struct str symbol, bool chained, const struct perf_options *options, struct stacks *stacks)
{
	struct str dso = str_base_name(drop_deleted(frame->dso));
	struct str tidy;

	buf_reset(&names->name);
	if (perf_symbol_is_unknown(symbol)) {
		add_unknown(&names->name, frame, options->addrs);
		tidy = buf_str(&names->name);
	} else {
		tidy = tidy_symbol(names, symbol, perf_dso_is_jit(frame->dso), options, stacks);
		if ((options->dso || stacks->wants_modules) && !perf_symbol_is_unknown(dso)) {
			buf_add(&names->name, dso);
			buf_add_char(&names->name, '`');
		}
		buf_add(&names->name, tidy);
	}
	names->ends_stack |= text_list_has(&options->skip_after, symbol) ||
			     text_list_has(&options->skip_after, tidy);
	if (options->srcline && frame->source.n && !chained) {
		buf_add_char(&names->name, ':');
		buf_add(&names->name, frame->source);
	}
	add_marks(&names->name, frame, chained, options);
	*ARRAY_PUSH(names->ids, names->count, names->capacity) =
		stacks_name(stacks, buf_str(&names->name));
}

static void reverse(uint32_t *ids, size_t count)
{
	for (size_t i = 0; i < count / 2; i++) {
		uint32_t id = ids[i];

		ids[i] = ids[count - 1 - i];
		ids[count - 1 - i] = id;
	}
}

/* "(bash)" alone is the name of a process, not of a function; "(anonymous namespace)::f" is one. */
static bool is_process_name(struct str symbol)
{
	return str_starts(symbol, STR("(")) && str_find(symbol, ')') == symbol.n - 1;
}

void perf_frame_name(struct perf_frame_names *names, const struct perf_frame *frame,
	const struct perf_options *options, struct stacks *stacks)
{
	struct str chain = frame->symbol, method;
	bool chained = false;

	names->count = 0;
	names->ends_stack = false;
	if (is_process_name(frame->symbol))
		return;
	if (options->no_tidy || !frame_name_is_chain(chain)) {
		add_name(names, frame, frame->symbol, false, options, stacks);
		return;
	}
	while (frame_name_next_inlined(&chain, &method)) {
		add_name(names, frame, method, chained, options, stacks);
		chained = true;
	}
	reverse(names->ids, names->count);
}

void perf_frame_names_release(struct perf_frame_names *names)
{
	free(names->ids);
	buf_release(&names->scratch[0]);
	buf_release(&names->scratch[1]);
	buf_release(&names->name);
	*names = (struct perf_frame_names){0};
}
