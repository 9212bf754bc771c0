#include "collapse/formats/strace/call.h"

/* ---- a line's prefix ---- */

/* Where the '>' is that ends "<my prog> " or "<my prog>] ". */
static size_t comm_end(struct str text)
{
	size_t blank = str_find_str(text, STR("> ")), bracket = str_find_str(text, STR(">] "));

	return blank < bracket ? blank : bracket;
}

/* "30755<my prog> " or "30755 "; what has another byte behind its digits is a time. */
static bool cut_pid(struct str *line, struct strace_call *call)
{
	size_t n = str_digits(*line), end;
	struct str rest = str_skip(*line, n);

	if (n == 0 || rest.n == 0)
		return false;
	if (rest.p[0] == '<') {
		end = comm_end(rest);
		call->comm = str_skip(str_head(rest, end), 1);
		rest = str_skip(rest, end + 1);
	}
	if (rest.n == 0 || (rest.p[0] != ' ' && rest.p[0] != ']'))
		return false;
	call->pid = str_head(*line, n);
	*line = str_trim_start(str_skip(rest, 1));
	return true;
}

/* "15:23:40.124982 ", "(+     0.000012) ", "[  59] ", "[00007f3b2cd71ad7] " */
static bool cut_detail(struct str *line)
{
	char first = line->n ? line->p[0] : 0;
	char closer = first == '[' ? ']' : first == '(' ? ')' : ' ';
	size_t end = str_find(*line, closer);

	if (end == line->n || (closer == ' ' && !byte_is_digit(first)))
		return false;
	*line = str_trim_start(str_skip(*line, end + 1));
	return true;
}

static struct str cut_prefix(struct str line, struct strace_call *call)
{
	line = str_trim(line);
	if (str_starts(line, STR("[pid "))) {
		struct str rest = str_trim_start(str_skip(line, 5));

		if (cut_pid(&rest, call))
			line = rest;
	} else {
		cut_pid(&line, call);
	}
	while (cut_detail(&line))
		;
	return line;
}

/* ---- calls ---- */

static bool byte_is_name(char c)
{
	return byte_is_alpha(c) || byte_is_digit(c) || c == '_' || c == '?';
}

static struct str cut_name(struct str *line)
{
	struct str name = *line;
	size_t n = 0;

	while (n < line->n && byte_is_name(line->p[n]))
		n++;
	*line = str_skip(*line, n);
	return str_head(name, n);
}

static bool is_cut_off(struct str line)
{
	return str_ends(line, STR("<unfinished ...>")) || str_ends(line, STR("<detached ...>"));
}

bool strace_call_parse(struct str line, struct strace_call *call)
{
	*call = (struct strace_call){0};
	line = cut_prefix(line, call);
	if (str_starts(line, STR("<... "))) {
		line = str_skip(line, 5);
		call->name = cut_name(&line);
		call->rest = line;
		call->ends = true;
		return call->name.n && str_starts(line, STR(" resumed>"));
	}
	call->name = cut_name(&line);
	call->rest = line;
	call->begins = true;
	call->ends = !is_cut_off(line);
	return call->name.n && str_starts(line, STR("("));
}

bool strace_call_is_broken(const struct strace_call *call)
{
	return call->begins && call->ends && !str_contains(call->rest, STR(" = "));
}

/* ") = 0 <0.000229>": without the time. The result is behind the last " = ". */
struct str strace_call_result(const struct strace_call *call)
{
	struct str rest = call->rest, result = {0};

	for (size_t at = rest.n; at >= 3 && !result.n; at--)
		if (str_ends(str_head(rest, at), STR(" = ")))
			result = str_skip(rest, at);
	return str_head(result, str_find(result, ' '));
}

/* "<0.000229>" or, with other units chosen, "<0.000229123>": in nanoseconds. */
bool strace_call_time(const struct strace_call *call, uint64_t *time)
{
	struct str rest = call->rest;
	size_t at = str_rfind(rest, '<');
	struct str seconds, fraction;
	uint64_t whole, part, unit = 1000000000;

	if (!str_ends(rest, STR(">")) || at == rest.n)
		return false;
	seconds = str_drop_end(str_skip(rest, at + 1), 1);
	if (!str_cut(seconds, '.', &seconds, &fraction) || !str_to_u64(seconds, &whole) ||
		fraction.n > 9 || !str_to_u64(fraction, &part) || whole > UINT32_MAX)
		return false;
	for (size_t i = 0; i < fraction.n; i++)
		unit /= 10;
	*time = whole * 1000000000 + part * unit;
	return true;
}

/* The table of strace -C: "% time     seconds …", "  0.00    0.000000          0    112    read" */
static bool is_summary(struct str line)
{
	struct str text = str_trim_start(line);

	return str_starts(text, STR("% time")) || str_starts(text, STR("------ ")) ||
	       (str_digits(text) && str_contains(text, STR("      ")) && !str_contains(text, STR("(")));
}

bool strace_is_remark(struct str line)
{
	struct strace_call prefix = {0};
	struct str text = cut_prefix(line, &prefix);

	return text.n == 0 || str_starts(text, STR("--- ")) || str_starts(text, STR("+++ ")) ||
	       str_starts(text, STR("strace: ")) || is_summary(line);
}
