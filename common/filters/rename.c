#include "common/filters/rename.h"

#include <stdlib.h>

#include "common/expression.h"
#include "common/memory.h"
#include "common/messages.h"

enum { GROUPS = 10, MOST_LENGTH = 1 << 20 };

/* The text that takes a match's place is in parts: bytes, then a group. */
struct part {
	struct str text;
	int group; /* -1: none */
};

struct rename {
	struct expression expression, any; /* any: only whether there is a match, which is fast */
	bool global;
	struct part *parts;
	size_t count, capacity;
};

/* ---- reading s/RE/TEXT/FLAGS ---- */

struct command {
	struct str value; /* all of it */
	char delimiter;
	struct str pattern, text, flags;
};

static size_t place_of(const struct command *command, const char *p)
{
	return (size_t)(p - command->value.p);
}

static _Noreturn void die_command(const struct command *command, const char *p, const char *wrong)
{
	die_usage_at(command->value, place_of(command, p), "--rename: %s", wrong);
}

/* How long a piece of an expression is in which a delimiter does not end it: "\/", "[/]". */
static size_t piece_length(struct str s, size_t i)
{
	size_t end = i;

	if (s.p[i] == '\\')
		end++;
	else if (s.p[i] == '[')
		end = expression_bracket_end(s, i);
	return (end < s.n ? end + 1 : s.n) - i;
}

/* In the text, where "[" is nothing special. */
static size_t text_piece_length(struct str s, size_t i)
{
	return s.p[i] == '\\' ? 2 : 1;
}

/* Up to the next delimiter that is not within a piece. */
static struct str take_part(
	struct command *command, struct str *rest, size_t (*length)(struct str, size_t))
{
	size_t n = 0;

	while (n < rest->n && rest->p[n] != command->delimiter)
		n += length(*rest, n);
	if (n >= rest->n)
		die_command(command, rest->p + rest->n, "expected s/RE/TEXT/, its end is missing");

	struct str part = str_head(*rest, n);

	*rest = str_skip(*rest, n + 1);
	return part;
}

static void split(struct command *command)
{
	struct str rest = str_skip(command->value, 2);

	if (!str_starts(command->value, STR("s")))
		die_command(command, command->value.p, "expected s/RE/TEXT/");
	if (command->value.n < 2 || command->value.p[1] == '\\' ||
		utf8_length(str_skip(command->value, 1)) != 1)
		die_command(command, command->value.p + 1, "expected a delimiter of one byte");
	command->delimiter = command->value.p[1];
	command->pattern = take_part(command, &rest, piece_length);
	command->text = take_part(command, &rest, text_piece_length);
	command->flags = rest;
}

/* A delimiter that means something in an expression keeps its backslash, and so means itself. */
static bool is_escaped_delimiter(const struct command *command, struct str s, size_t i)
{
	return s.p[i] == '\\' && i + 1 < s.n && s.p[i + 1] == command->delimiter &&
	       str_find(STR(".[]()*+?{}|^$"), command->delimiter) == STR(".[]()*+?{}|^$").n;
}

/* Where byte `at` of the expression stands in the command. */
static const char *written_at(const struct command *command, size_t at)
{
	struct str s = command->pattern;
	size_t i = 0, length;

	for (size_t n = 0; i < s.n; i += length) {
		size_t dropped = is_escaped_delimiter(command, s, i);

		length = piece_length(s, i);
		if (at < n + length - dropped)
			return s.p + i + (at - n);
		n += length - dropped;
	}
	return s.p + i;
}

static void compile(
	struct expression *expression, const struct command *command, struct str pattern, int flags)
{
	struct expression_fault fault;

	if (!expression_init(expression, pattern, flags, &fault))
		die_command(command, written_at(command, fault.at), fault.reason);
}

static void read_pattern(struct rename *rename, const struct command *command, int flags)
{
	struct str s = command->pattern;
	struct buf pattern = {0};
	size_t length;

	for (size_t i = 0; i < s.n; i += length) {
		length = piece_length(s, i);
		buf_add(&pattern, str_skip(str_head(s, i + length),
					  i + is_escaped_delimiter(command, s, i)));
	}
	compile(&rename->expression, command, buf_str(&pattern), flags);
	compile(&rename->any, command, buf_str(&pattern), flags | REG_NOSUB);
	buf_release(&pattern);
}

static void add_part(struct rename *rename, struct str text, int group)
{
	*ARRAY_PUSH(rename->parts, rename->count, rename->capacity) = (struct part){text, group};
}

/* "\1", "\n", "\/": the character at i is behind a backslash. */
static void read_escape(struct rename *rename, const struct command *command, size_t i)
{
	struct str s = command->text;
	char c = s.p[i];

	if (byte_is_digit(c)) {
		if ((size_t)(c - '0') > rename->expression.regex.re_nsub)
			die_command(command, s.p + i - 1, "the expression has no such group");
		add_part(rename, (struct str){0}, c - '0');
	} else if (c == 'n') {
		add_part(rename, STR("\n"), -1);
	} else if (byte_is_alpha(c) && c != command->delimiter) {
		die_command(command, s.p + i - 1, "expected \\0 to \\9, \\n, or \\ and a mark");
	} else {
		add_part(rename, (struct str){s.p + i, 1}, -1);
	}
}

static void read_text(struct rename *rename, const struct command *command)
{
	struct str s = command->text;

	for (size_t i = 0; i < s.n; i++) {
		size_t n = i;

		while (n < s.n && s.p[n] != '&' && s.p[n] != '\\')
			n++;
		if (n > i)
			add_part(rename, (struct str){s.p + i, n - i}, -1);
		i = n;
		if (i < s.n && s.p[i] == '&')
			add_part(rename, (struct str){0}, 0);
		else if (i < s.n)
			read_escape(rename, command, ++i);
	}
}

static int read_flags(struct rename *rename, const struct command *command)
{
	int flags = 0;

	for (size_t i = 0; i < command->flags.n; i++) {
		char c = command->flags.p[i];

		if (c == 'g')
			rename->global = true;
		else if (c == 'i' || c == 'I')
			flags = REG_ICASE;
		else
			die_command(command, command->flags.p + i, "the flags are g and i");
	}
	return flags;
}

static void rename_init(struct rename *rename, const char *value)
{
	struct command command = {.value = str_of(value)};

	split(&command);
	read_pattern(rename, &command, read_flags(rename, &command));
	read_text(rename, &command);
}

void renames_init(struct renames *renames, const struct text_list *values)
{
	*renames = (struct renames){.items = memory_new(values->count, sizeof(*renames->items))};
	for (; renames->count < values->count; renames->count++)
		rename_init(&renames->items[renames->count], values->items[renames->count]);
}

/* ---- renaming ---- */

static void add_text(
	const struct rename *rename, struct buf *out, struct str name, const regmatch_t *groups)
{
	for (size_t i = 0; i < rename->count; i++) {
		const struct part *part = &rename->parts[i];
		const regmatch_t *group = &groups[part->group < 0 ? 0 : part->group];

		buf_add(out, part->text);
		if (part->group >= 0 && group->rm_so >= 0)
			buf_add(out, (struct str){name.p + group->rm_so,
				(size_t)(group->rm_eo - group->rm_so)});
		if (out->n > MOST_LENGTH)
			die("--rename makes a name longer than %d bytes", MOST_LENGTH);
	}
}

/*
 * Into out, and true; false when nothing matches. As in sed, an empty match does not count where
 * another match ends: s,b*,-,g makes -a-c- of abc.
 */
static bool rename_apply(
	struct rename *rename, struct buf *prepared, struct str name, struct buf *out)
{
	regmatch_t groups[GROUPS];
	size_t done = 0, from = 0;
	bool any = false;

	expression_prepare(prepared, name);
	if (!expression_find(&rename->any, prepared, 0, NULL, 0))
		return false;
	buf_reset(out);
	while (from < prepared->n &&
		expression_find(&rename->expression, prepared, from, groups, GROUPS)) {
		size_t start = (size_t)groups[0].rm_so, end = (size_t)groups[0].rm_eo;
		bool counts = end > start || !any || start > done;

		if (counts) {
			buf_add(out, (struct str){name.p + done, start - done});
			add_text(rename, out, name, groups);
			done = end;
			any = true;
		}
		from = end > start ? end : end + 1;
		if (!rename->global)
			break;
	}
	buf_add(out, str_skip(name, done));
	return any;
}

struct str renames_apply(struct renames *renames, struct str name)
{
	struct str given = name;
	unsigned which = 0;

	for (size_t i = 0; i < renames->count; i++) {
		struct buf *out = &renames->names[which];

		if (rename_apply(&renames->items[i], &renames->prepared, name, out)) {
			name = buf_str(out);
			which = !which;
		}
	}
	return str_eq(name, given) ? given : str_trim(name);
}

void renames_release(struct renames *renames)
{
	for (size_t i = 0; i < renames->count; i++) {
		expression_release(&renames->items[i].expression);
		expression_release(&renames->items[i].any);
		free(renames->items[i].parts);
	}
	free(renames->items);
	buf_release(&renames->prepared);
	buf_release(&renames->names[0]);
	buf_release(&renames->names[1]);
}
