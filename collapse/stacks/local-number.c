#include "collapse/stacks/local-number.h"

void local_numbers_begin(struct local_numbers *numbers, char point, bool whole)
{
	numbers->point = point;
	numbers->whole = whole;
	numbers->unsure[0] = numbers->unsure[1] = 0;
}

void local_numbers_report(const struct local_numbers *numbers, struct stacks *stacks)
{
	stacks_note_count(stacks, NULL, numbers->misread,
		"the decimal mark was told late: # number{|s} before that may be wrong by 1000 "
		"times");
}

void local_numbers_release(struct local_numbers *numbers)
{
	buf_release(&numbers->digits);
}

/* A point, a comma, a blank, an apostrophe, or one of their kin in UTF-8, if digits stand behind. */
static struct str mark_of(struct str text)
{
	static const struct str marks[] = {STR_INIT("."), STR_INIT(","), STR_INIT(" "),
		STR_INIT("'"), STR_INIT("\xc2\xa0"), STR_INIT("\xe2\x80\xaf"),
		STR_INIT("\xe2\x80\x99")};

	for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++)
		if (str_starts(text, marks[i]))
			return str_digits(str_skip(text, marks[i].n)) ? marks[i] : STR("");
	return STR("");
}

static bool may_be_point(struct str mark)
{
	return str_eq(mark, STR(".")) || str_eq(mark, STR(","));
}

static struct str take_digits(struct str *text)
{
	struct str digits = str_head(*text, str_digits(*text));

	*text = str_skip(*text, digits.n);
	return digits;
}

/* ",234": three digits behind the same mark as before, if there was one. */
static bool take_thousand(struct str *text, struct str *mark, struct str *digits)
{
	struct str found = mark_of(*text), rest = str_skip(*text, found.n);
	struct str three = take_digits(&rest);

	if (found.n == 0 || three.n != 3 || (mark->n && !str_eq(found, *mark)))
		return false;
	*mark = found;
	*digits = three;
	*text = rest;
	return true;
}

/* This number told the decimal mark, maybe too late for others. */
static void learn(struct local_numbers *numbers, char point)
{
	if (numbers->point == 0)
		numbers->misread += numbers->unsure[point == ','];
	else if (numbers->point != point)
		numbers->misread += numbers->unsure[0] + numbers->unsure[1];
	numbers->unsure[0] = numbers->unsure[1] = 0;
	numbers->point = point;
}

/* Of "1,234", which may be either. */
static bool is_likely_point(struct local_numbers *numbers, char mark)
{
	if (numbers->whole)
		return false;
	numbers->unsure[mark == ',']++;
	return mark == numbers->point;
}

struct str local_number_take(struct local_numbers *numbers, struct str *text)
{
	struct buf *digits = &numbers->digits;
	struct str group = take_digits(text), thousands = {0}, mark;
	unsigned marks = 0;

	buf_set(digits, group);
	if (group.n == 0)
		return group;
	if (group.n <= 3 && group.p[0] != '0')
		for (; take_thousand(text, &thousands, &group); marks++)
			buf_add(digits, group);
	mark = mark_of(*text);
	if (may_be_point(mark) && !str_eq(mark, thousands)) {
		*text = str_skip(*text, mark.n);
		learn(numbers, mark.p[0]);
		buf_add_char(digits, '.');
		buf_add(digits, take_digits(text));
	} else if (marks == 1 && mark.n == 0 && may_be_point(thousands) &&
		is_likely_point(numbers, thousands.p[0])) {
		digits->n -= group.n;
		buf_add_char(digits, '.');
		buf_add(digits, group);
	}
	return buf_str(digits);
}
