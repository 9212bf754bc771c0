#include "collapse/stacks/dump.h"

#include <stdlib.h>

#include "common/memory.h"

enum { PROCESS = 1, THREAD = 2 }; /* of what led_by adds up */

void *dump_begin(const struct dump_kind *kind, const void *options, struct stacks *out)
{
	struct dump *dump = memory_new(1, kind->size);

	dump->kind = kind;
	dump->options = options;
	dump->stacks = out;
	dump->frames.stacks = dump->roots.stacks = out;
	dump->weight = 1;
	return dump;
}

static void stop(struct dump *dump)
{
	if (dump->kind->stop)
		dump->kind->stop(dump);
	else if (!dump->kind->counted)
		dump_end(dump);
}

static void end_counted(struct dump *dump, bool unterminated)
{
	if (dump->frames.count > 0 || dump->roots.count > 0)
		dump_problem(dump, "the count of the last stack", STR("the end"));
	else if (unterminated)
		stacks_note(dump->stacks,
			"%s: the last line has no end; its count may be cut off",
			dump->lines->name);
	dump_drop(dump);
}

/* Whether the last line is whole cannot be known: what it says is used. */
void dump_read(void *state, struct lines *lines)
{
	struct dump *dump = state;
	uint64_t stacks_before = dump->stacks->count;
	struct str line;
	bool unterminated = false;

	dump->lines = lines;
	while (lines_next(lines, &line)) {
		unterminated = lines->unterminated;
		dump->kind->line(dump, line);
	}
	stop(dump);
	if (dump->kind->counted)
		end_counted(dump, unterminated);
	else if (unterminated && dump->stacks->count > stacks_before)
		stacks_note(dump->stacks,
			"%s: the last line has no end; the dump may have stopped early",
			lines->name);
}

void dump_finish(void *state)
{
	struct dump *dump = state;

	if (dump->kind->end)
		dump->kind->end(dump);
	frame_list_release(&dump->frames);
	frame_list_release(&dump->roots);
	buf_release(&dump->scratch);
	free(dump);
}

static void tell_leading(struct dump *dump)
{
	static const char *const leading[] = {NULL, "process", "thread", "process,thread"};

	stacks_lead(dump->stacks, leading[dump->led_by]);
}

void dump_drop(struct dump *dump)
{
	dump->led_by = 0;
	dump->has_other_root = false;
	dump->frames.count = 0;
	dump->roots.count = 0;
	dump->weight = 1;
	dump->next_number = 0;
}

void dump_end(struct dump *dump)
{
	if (dump->frames.count > 0) {
		tell_leading(dump);
		frame_list_end_on(&dump->frames, &dump->roots, dump->weight);
	}
	dump_drop(dump);
}

void dump_count(struct dump *dump, uint64_t count)
{
	tell_leading(dump);
	frame_list_end_on(&dump->frames, &dump->roots, count);
	dump_drop(dump);
}

static bool is_bad_count(struct str text)
{
	size_t n = str_starts(text, STR("-"));
	uint64_t count;

	if (n == text.n || str_to_u64(text, &count))
		return false;
	while (n < text.n && (byte_is_digit(text.p[n]) || text.p[n] == '.'))
		n++;
	return n == text.n;
}

bool dump_refuse_count(struct dump *dump, struct str text)
{
	if (!is_bad_count(text))
		return false;
	dump_problem(dump, "a whole number as the count", text);
	dump_drop(dump);
	return true;
}

static void push_root(struct dump *dump, struct str name)
{
	frame_list_push(&dump->roots, stacks_name(dump->stacks, name));
}

/* A frame of another kind ends those that are known to lead. */
static void push_leading(struct dump *dump, struct str name, unsigned kind)
{
	push_root(dump, name);
	if (!dump->has_other_root && dump->led_by < kind)
		dump->led_by |= kind;
}

void dump_root(struct dump *dump, struct str name)
{
	push_root(dump, name);
	dump->has_other_root = true;
}

void dump_process(struct dump *dump, struct str name)
{
	push_leading(dump, name, PROCESS);
}

void dump_thread(struct dump *dump, struct str name)
{
	push_leading(dump, name, THREAD);
}

void dump_frame(struct dump *dump, struct str text)
{
	size_t from = dump->frames.count;

	if (frame_list_recall(&dump->frames, text))
		return;
	frame_list_push(&dump->frames,
		stacks_name(dump->stacks, dump->kind->name ? dump->kind->name(dump, text) : text));
	frame_list_learn(&dump->frames, text, from);
}

void dump_problem(struct dump *dump, const char *expected, struct str line)
{
	stacks_problem(dump->stacks, dump->lines, expected, line);
}

void dump_number(struct dump *dump, uint64_t number, struct str line)
{
	if (dump->frames.count > 0 && number < dump->next_number)
		dump_end(dump);
	if (number > dump->next_number)
		dump_problem(dump, "the frames before this one", line);
	dump->next_number = number + 1;
}

bool dump_cut_number(struct str *line, uint64_t *number)
{
	size_t end = str_digits(str_skip(*line, 1)) + 1;

	if (!str_starts(*line, STR("#")) || !str_to_u64(str_skip(str_head(*line, end), 1), number))
		return false;
	*line = str_trim(str_skip(*line, end));
	return true;
}
