#include "collapse/formats/v8/nodeprof-name.h"

#include "collapse/names/script-name.h"

enum { REPLACEMENT = 0xfffd };

/* "\x2C" or "\u20AC" at the start, with that letter; false if it is not that. */
static bool cut_unit(struct str *text, char letter, size_t digits, uint64_t *unit)
{
	if (text->n < 2 + digits || text->p[0] != '\\' || text->p[1] != letter ||
		!str_hex_to_u64(str_head(str_skip(*text, 2), digits), unit))
		return false;
	*text = str_skip(*text, 2 + digits);
	return true;
}

/* Behind the first half of a pair, the second; what is alone stands for nothing. */
static uint32_t join_surrogates(uint32_t unit, struct str *text)
{
	struct str rest = *text;
	uint64_t low;

	if (unit < 0xd800 || unit >= 0xe000)
		return unit;
	if (unit >= 0xdc00 || !cut_unit(&rest, 'u', 4, &low) || low < 0xdc00 || low >= 0xe000)
		return REPLACEMENT;
	*text = rest;
	return 0x10000 + ((unit & 0x3ff) << 10) + ((uint32_t)low & 0x3ff);
}

/* The escape that text starts with; what is none stays. */
static void add_escape(struct buf *out, struct str *text)
{
	uint64_t unit;

	if (cut_unit(text, 'x', 2, &unit)) {
		buf_add_utf8(out, (uint32_t)unit);
	} else if (cut_unit(text, 'u', 4, &unit)) {
		buf_add_utf8(out, join_surrogates((uint32_t)unit, text));
	} else if (str_starts(*text, STR("\\n"))) {
		buf_add_char(out, '\n');
		*text = str_skip(*text, 2);
	} else {
		buf_add_char(out, '\\');
		*text = str_skip(*text, str_starts(*text, STR("\\\\")) ? 2 : 1);
	}
}

static struct str unescape(struct buf *out, struct str text)
{
	size_t at = str_find(text, '\\');

	if (at == text.n)
		return text;
	buf_reset(out);
	while (at < text.n) {
		buf_add(out, str_head(text, at));
		text = str_skip(text, at);
		add_escape(out, &text);
		at = str_find(text, '\\');
	}
	buf_add(out, text);
	return buf_str(out);
}

bool nodeprof_is_script(struct str kind)
{
	if (str_starts(kind, STR("Native")))
		kind = str_skip(kind, 6);
	return str_eq(kind, STR("JS")) || str_eq(kind, STR("LazyCompile")) ||
	       str_eq(kind, STR("Function")) || str_eq(kind, STR("Script")) ||
	       str_eq(kind, STR("Eval"));
}

/* Where the name ends and its blank and the file begin: names of accessors and keys hold blanks. */
static size_t name_end(struct str text)
{
	size_t at = str_starts(text, STR("get ")) || str_starts(text, STR("set ")) ? 4 : 0;
	struct str rest = str_skip(text, at);
	size_t key = rest.n && rest.p[0] == '[' ? str_find_str(rest, STR("] ")) : rest.n;

	return at + (key < rest.n ? key + 1 : str_find(rest, ' '));
}

/* "name file:line:column", of old "name file:line"; without a place it is a name only. */
static struct script_function split(struct str text)
{
	struct script_function function = {.name = text};
	struct str before = text, number, place;
	uint64_t column;
	size_t end;

	if (!str_rcut(text, ':', &before, &number) || !str_to_u64(number, &function.line))
		return function;
	if (str_rcut(before, ':', &place, &number) && str_to_u64(number, &column)) {
		function.line = column;
		before = place;
	}
	end = name_end(before);
	if (end == before.n)
		end = 0; /* no blank: it has no name */
	function.name = str_head(before, end);
	function.file = str_skip(before, end + (end < before.n && before.p[end] == ' '));
	return function;
}

static uint32_t join(
	struct nodeprof_names *names, struct str first, struct str middle, struct str last)
{
	buf_set(&names->scratch, first);
	buf_add(&names->scratch, middle);
	buf_add(&names->scratch, last);
	return stacks_name(names->stacks, buf_str(&names->scratch));
}

uint32_t nodeprof_code_name(struct nodeprof_names *names, const struct nodeprof_code *code)
{
	struct str text = unescape(&names->text, code->name);
	struct script_function function;
	uint32_t id;

	if (!nodeprof_is_script(code->kind))
		return join(names, code->kind, STR(":"), text);
	function = split(text);
	id = script_name(names->stacks, &names->scratch, &function, names->srcline);
	if (!names->tiers || code->tier.n == 0)
		return id;
	buf_set(&names->text, names_get(&names->stacks->tree.names, id));
	return join(names, code->tier, buf_str(&names->text), STR(""));
}

uint32_t nodeprof_library_name(struct nodeprof_names *names, struct str path)
{
	struct str name = unescape(&names->text, path), folder;

	if (str_rcut(name, '\\', &folder, &name) && name.n == 0)
		name = folder;
	if (str_rcut(name, '/', &folder, &name) && name.n == 0)
		name = folder;
	if (str_starts(name, STR("[")))
		return stacks_name(names->stacks, name); /* [vdso] */
	return join(names, STR("["), name, STR("]"));
}

void nodeprof_names_release(struct nodeprof_names *names)
{
	buf_release(&names->text);
	buf_release(&names->scratch);
}
