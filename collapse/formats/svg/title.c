#include "collapse/formats/svg/title.h"

#include "common/weight.h"

enum { LONGEST_NUMBER = 40 };

/* How many bytes are a number as in "1,234.5". */
static size_t number_length(struct str text)
{
	size_t n = 0;

	while (n < text.n && (byte_is_digit(text.p[n]) || (n && (text.p[n] == ',' || text.p[n] == '.'))))
		n++;
	while (n && !byte_is_digit(text.p[n - 1]))
		n--;
	return n;
}

/* Takes "1,234.5" off the front. */
static bool take_number(struct str *text, struct weight *weight)
{
	char digits[LONGEST_NUMBER];
	struct str number = str_head(*text, number_length(*text)), plain = {digits, 0};

	if (number.n > LONGEST_NUMBER)
		return false;
	for (size_t i = 0; i < number.n; i++)
		if (number.p[i] != ',')
			digits[plain.n++] = number.p[i];
	*text = str_skip(*text, number.n);
	return weight_parse(plain, weight);
}

/* Takes "12.34%" off the front. */
static bool take_percent(struct str *text, struct str *percent)
{
	*percent = str_head(*text, number_length(*text));
	*text = str_skip(*text, percent->n);
	if (percent->n == 0 || !str_starts(*text, STR("%")))
		return false;
	*text = str_skip(*text, 1);
	return true;
}

/* " of all after, before 1,200, 10.00% of all before; change …" behind the share; or "1.20 s". */
static bool take_before(struct str rest, struct svg_title *title)
{
	const struct str mark = STR(" of all after, before ");
	struct str percent;

	if (!str_starts(rest, mark))
		return false;
	rest = str_skip(rest, mark.n);
	title->weight[1] = title->weight[0];
	if (!take_number(&rest, &title->weight[0]))
		return false;
	rest = str_skip(rest, str_find_str(rest, STR(", ")));
	rest = str_skip(rest, 2);
	title->before = title->change = true;
	return take_percent(&rest, &percent) && str_starts(rest, STR(" of all before; "));
}

/* "12.34%" and what may follow, up to the title's end. */
static bool parse_share(struct str rest, struct svg_title *title)
{
	if (!take_percent(&rest, &title->percent))
		return false;
	title->change = str_starts(rest, STR("; "));
	return rest.n == 0 || title->change || take_before(rest, title);
}

/* "1,234 samples, 12.34%": what counts are called may itself hold commas. */
static bool parse_count(struct str text, struct svg_title *title)
{
	const struct svg_title before = *title;

	if (!take_number(&text, &title->weight[0]) ||
		!(str_starts(text, STR(" ")) || str_starts(text, STR(", "))))
		return false;
	for (size_t at; (at = str_find_str(text, STR(", "))) < text.n;) {
		const struct svg_title counted = *title;

		text = str_skip(text, at + 2);
		if (parse_share(text, title))
			return true;
		*title = counted;
	}
	*title = before;
	return false;
}

/* Names have many brackets, counts hardly any: behind so many that do not begin one, none comes. */
enum { MOST_BRACKETS = 32 };

/* What stands in the brackets behind a mark, "(7 samples, 9.86%)"; *text goes on behind it. */
static bool take_side(struct str *text, struct str mark, struct svg_title *side)
{
	struct str count;

	*text = str_skip(*text, str_find_str(*text, mark));
	*text = str_skip(*text, mark.n);
	*side = (struct svg_title){0};
	count = str_head(*text, str_find(*text, '\n'));
	return str_ends(count, STR(")")) && parse_count(str_drop_end(count, 1), side);
}

/* The form in lines. */
static bool parse_sides(struct str text, struct svg_title *title)
{
	struct str name = str_head(text, str_find_str(text, STR("\nSelf:\n")));
	struct svg_title before, after;

	text = str_skip(text, name.n);
	if (!take_side(&text, STR("\nTotal:\n\tBefore:\t("), &before) ||
		!take_side(&text, STR("\n\tAfter:\t("), &after))
		return false;
	*title = (struct svg_title){.name = name,
		.percent = after.percent,
		.weight = {before.weight[0], after.weight[0]},
		.before = true,
		.change = true};
	return true;
}

bool svg_title_parse(struct str text, struct svg_title *title)
{
	struct str before, count, rest;

	while (str_ends(text, STR("\n")) || (text.n && byte_is_blank(text.p[text.n - 1])))
		text.n--;
	if (parse_sides(text, title))
		return true;
	*title = (struct svg_title){0};
	before = text;
	if (!str_ends(before, STR(")")))
		return false;
	before = rest = str_drop_end(before, 1);
	for (int i = 0; i < MOST_BRACKETS && str_rcut(before, '(', &before, &count); i++) {
		/* To the end of all, not to the bracket tried before. */
		count.n = rest.n - (size_t)(count.p - rest.p);
		if (str_ends(before, STR(" ")) && parse_count(count, title)) {
			title->name = str_drop_end(before, 1);
			return true;
		}
	}
	return false;
}
