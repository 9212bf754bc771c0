#include "collapse/formats/bpftrace/maps.h"

#include <stdlib.h>

#include "common/memory.h"

void bpftrace_maps_init(
	struct bpftrace_maps *maps, const struct bpftrace_options *options, struct stacks *stacks)
{
	*maps = (struct bpftrace_maps){.options = options, .stacks = stacks, .chosen = NAME_NONE};
	maps->names.stacks = stacks;
	maps->names.arguments = options->no_tidy ? KEEP_ARGUMENTS : CUT_ARGUMENTS;
	maps->frames.stacks = maps->keys.stacks = stacks;
}

void bpftrace_maps_release(struct bpftrace_maps *maps)
{
	module_name_release(&maps->names);
	names_release(&maps->maps);
	free(maps->entries);
	frame_list_release(&maps->frames);
	frame_list_release(&maps->keys);
}

void bpftrace_entry_begin(struct bpftrace_maps *maps, struct str map)
{
	uint32_t known = maps->maps.count;

	maps->map = names_add(&maps->maps, map);
	maps->entries = memory_grow(maps->entries, &maps->entries_capacity, maps->maps.count,
		sizeof(*maps->entries));
	if (maps->map == known)
		maps->entries[known] = 0;
	maps->entries[maps->map]++;
	maps->frames.count = maps->keys.count = 0;
	maps->has_stack = false;
}

/* ---- frames ---- */

/* "+56" at the end; not the '+' of "operator+". */
static struct str drop_offset(struct str text)
{
	size_t digits = 0;

	while (digits < text.n && byte_is_digit(text.p[text.n - 1 - digits]))
		digits++;
	if (digits == 0 || digits == text.n || text.p[text.n - 1 - digits] != '+')
		return text;
	return str_drop_end(text, digits + 1);
}

/* The address before the symbol, when there is one: "5576db3bc65b read+56 (…)". */
static struct str drop_address(struct str text)
{
	size_t digits = str_hex_digits(text);

	return digits > 4 && digits < text.n && text.p[digits] == ' ' ? str_skip(text, digits + 1) :
									text;
}

/* " (/usr/lib/libc.so.6 (deleted))" behind the symbol, taken off. */
static struct str take_module(struct str *text)
{
	size_t at = text->n, depth = 0;
	struct str module;

	while (at > 0) {
		at--;
		depth += text->p[at] == ')';
		depth -= text->p[at] == '(';
		if (depth == 0)
			break;
	}
	if (at == 0 || text->p[at] != '(' || text->p[at - 1] != ' ')
		return (struct str){0};
	module = str_drop_end(str_skip(*text, at + 1), 1);
	*text = str_head(*text, at - 1);
	return str_ends(module, STR(" (deleted)")) ? str_drop_end(module, 10) : module;
}

static void push_frame(struct bpftrace_maps *maps, struct str text, bool has_module)
{
	struct str module = {0}, offset, function;

	if (has_module) {
		text = drop_address(text);
		module = take_module(&text);
	}
	function = drop_offset(text);
	offset = str_skip(text, function.n);
	if (!maps->options->include_offset)
		offset.n = 0;
	if (!maps->stacks->wants_modules || str_eq(module, STR("[unknown]")))
		module.n = 0;
	frame_list_push(&maps->frames,
		module_name_add(&maps->names, str_base_name(module), function, offset));
}

void bpftrace_entry_frame(struct bpftrace_maps *maps, struct str text)
{
	bool has_module = str_starts(text, STR("\t"));
	size_t from = maps->frames.count;

	text = str_trim(text);
	if (!has_module && !maps->options->include_offset)
		text = drop_offset(text);
	maps->has_stack = true;
	if (frame_list_recall(&maps->frames, text))
		return;
	push_frame(maps, text, has_module);
	frame_list_learn(&maps->frames, text, from);
}

/* ---- keys and values ---- */

void bpftrace_entry_keys(struct bpftrace_maps *maps, struct str text, struct str separator)
{
	for (;;) {
		size_t end = str_find_str(text, separator);
		struct str key = str_trim(str_head(text, end));

		if (key.n)
			frame_list_push(&maps->keys, stacks_name(maps->stacks, key));
		else
			maps->has_stack = true;
		if (end == text.n)
			return;
		text = str_skip(text, end + separator.n);
	}
}

/* "@cpu" is asked for as "@cpu" or "cpu". */
static bool is_asked_for(const struct bpftrace_maps *maps)
{
	struct str name = names_get(&maps->maps, maps->map), wanted = str_of(maps->options->map);

	return str_eq(name, wanted) || str_eq(str_skip(name, 1), wanted);
}

bool bpftrace_entry_is_wanted(struct bpftrace_maps *maps)
{
	if (maps->chosen == NAME_NONE &&
		(maps->options->map ? is_asked_for(maps) : maps->has_stack))
		maps->chosen = maps->map;
	return maps->map == maps->chosen;
}

void bpftrace_entry_end(struct bpftrace_maps *maps, uint64_t value)
{
	frame_list_end_on(&maps->frames, &maps->keys, value);
}

void bpftrace_entry_end_histogram(struct bpftrace_maps *maps, uint64_t sum)
{
	if (!maps->told)
		stacks_tell(maps->stacks, HEADER_UNIT, STR("events"));
	maps->told = true;
	bpftrace_entry_end(maps, sum);
}

void bpftrace_maps_report(const struct bpftrace_maps *maps)
{
	struct buf others = {0};
	char shown[STR_SHOW];

	for (uint32_t map = 0; map < maps->maps.count; map++)
		if (map != maps->chosen)
			buf_addf(&others, "%s%s (%llu)", others.n ? ", " : "",
				str_show(names_get(&maps->maps, map), shown),
				(unsigned long long)maps->entries[map]);
	if (others.n && maps->chosen == NAME_NONE)
		stacks_explain(maps->stacks, "no map %s: there are %.*s; --map chooses one",
			maps->options->map ? "of that name" : "has stacks as keys",
			STR_ARG(buf_str(&others)));
	else if (others.n)
		stacks_note(maps->stacks, "left out other maps, --map chooses one: %.*s",
			STR_ARG(buf_str(&others)));
	stacks_note_count(maps->stacks, NULL, maps->single, "left out # value{|s} without a key");
	buf_release(&others);
}
