#include "common/expression.h"

#include <stdio.h>
#include <stdlib.h>

#include "common/annotation.h"
#include "common/memory.h"
#include "common/messages.h"

size_t expression_bracket_end(struct str text, size_t at)
{
	at++;
	at += at < text.n && text.p[at] == '^';
	at += at < text.n && text.p[at] == ']';
	while (at < text.n && text.p[at] != ']') {
		bool named = at + 1 < text.n && text.p[at] == '[' &&
			     str_find(STR(":.="), text.p[at + 1]) < 3;

		if (named) {
			char end[2] = {text.p[at + 1], ']'};
			struct str rest = str_skip(text, at + 2);

			at += 3 + str_find_str(rest, (struct str){end, 2});
		}
		at++;
	}
	return at < text.n ? at : text.n;
}

/* ---- how large an expression is ---- */

enum { MOST_NESTING = 100 };

/* Steps through an expression, adding up what its repeats write out: "(ab){3}" is six. */
struct measure {
	struct str text;
	size_t at;
	size_t sizes[MOST_NESTING + 1]; /* of the open groups, outermost first */
	size_t depth;
	size_t last; /* what a repeat repeats */
};

static const char *add_size(struct measure *m, size_t size, size_t times)
{
	size_t *sum = &m->sizes[m->depth];

	if (times && size > EXPRESSION_SIZE / times)
		size = EXPRESSION_SIZE + 1;
	else
		size *= times;
	*sum += size;
	if (*sum > EXPRESSION_SIZE)
		return "the expression is too large, with its repeats written out";
	return NULL;
}

static void skip_brackets(struct measure *m)
{
	size_t end = expression_bracket_end(m->text, m->at);

	m->at = end < m->text.n ? end : m->text.n - 1;
}

static size_t take_number(struct measure *m)
{
	size_t number = 0;

	for (; m->at + 1 < m->text.n && byte_is_digit(m->text.p[m->at + 1]); m->at++)
		if (number <= EXPRESSION_SIZE)
			number = number * 10 + (size_t)(m->text.p[m->at + 1] - '0');
	return number;
}

/* "{3}", "{2,}", "{2,5}" behind what is in m->last; others are for the library to judge. */
static const char *take_repeat(struct measure *m)
{
	size_t from = take_number(m), to = from;
	const char *wrong;

	if (m->at + 1 < m->text.n && m->text.p[m->at + 1] == ',') {
		m->at++;
		to = take_number(m);
		to = to > from ? to : from + 1;
	}
	if (to < 2)
		return NULL;
	wrong = add_size(m, m->last, to - 1);
	m->last *= to;
	return wrong;
}

static const char *close_group(struct measure *m)
{
	if (m->depth == 0)
		return "Unmatched ) or \\)";
	m->last = m->sizes[m->depth--] + 1;
	return add_size(m, m->last, 1);
}

static const char *open_group(struct measure *m)
{
	if (m->depth == MOST_NESTING)
		return "groups are nested too deep";
	m->sizes[++m->depth] = 0;
	return NULL;
}

static const char *take_escape(struct measure *m)
{
	if (m->at + 1 < m->text.n)
		m->at++;
	if (m->text.p[m->at] >= '1' && m->text.p[m->at] <= '9')
		return "back-references are not possible";
	return add_size(m, m->last = 1, 1);
}

static const char *take_character(struct measure *m)
{
	switch (m->text.p[m->at]) {
	case '(':
		return open_group(m);
	case ')':
		return close_group(m);
	case '{':
		return take_repeat(m);
	case '+': {
		/* Some libraries make "aa*" of it, so nested ones double each time. */
		const char *wrong = add_size(m, m->last, 1);

		m->last *= 2;
		return wrong;
	}
	case '*':
	case '?':
		return NULL;
	case '\\':
		return take_escape(m);
	case '[':
		skip_brackets(m);
		break;
	}
	return add_size(m, m->last = 1, 1);
}

/* NULL when it may be given to the library; else why not, and where. */
static const char *refuse(struct str text, size_t *at)
{
	struct measure m = {.text = text};
	const char *wrong = NULL;

	for (; m.at < text.n && !wrong; m.at++) {
		*at = m.at;
		wrong = take_character(&m);
	}
	return wrong;
}

/* ---- one expression ---- */

static int compile(regex_t *regex, struct buf *source, struct str text, int flags)
{
	buf_reset(source);
	buf_add(source, text);
	buf_add_char(source, '\0');
	return regcomp(regex, source->p, flags);
}

static bool compiles(struct buf *source, struct str text, int flags)
{
	regex_t regex;

	if (compile(&regex, source, text, flags) != 0)
		return false;
	regfree(&regex);
	return true;
}

/* Where an expression may be cut: what is before has no open group and no open brackets. */
static size_t *find_cuts(struct str text, size_t *count)
{
	struct measure m = {.text = text};
	size_t *cuts = NULL, capacity = 0;

	for (*count = 0; m.at < text.n; m.at++) {
		if (m.depth == 0 && text.p[m.at] != '}')
			*ARRAY_PUSH(cuts, *count, capacity) = m.at;
		take_character(&m);
	}
	return cuts;
}

/*
 * The longest beginning that compiles ends where the fault is. All shorter ones compile, too, and
 * no longer one does, so it is found by halving: there may be very many.
 */
static size_t fault_place(struct str text, int flags)
{
	struct buf source = {0};
	size_t count, good = 0, place;
	size_t *cuts = find_cuts(text, &count);

	for (size_t bad = count; bad > good + 1;) {
		size_t middle = good + (bad - good) / 2;

		if (compiles(&source, str_head(text, cuts[middle]), flags))
			good = middle;
		else
			bad = middle;
	}
	place = count ? cuts[good] : 0;
	free(cuts);
	buf_release(&source);
	return place;
}

/*
 * The library tries a match at each byte of a name in turn, which for "a.*b" takes the square of
 * its length. Where only the answer matters "^.*(a.*b)" is the same and takes one pass.
 */
static void make_one_pass(struct expression *expression, struct str text)
{
	struct buf source = {0};
	regex_t regex;

	buf_add(&source, STR("^.*("));
	buf_add(&source, text);
	buf_add(&source, STR(")"));
	buf_add_char(&source, '\0');
	if (regcomp(&regex, source.p, expression->flags) != 0) {
		buf_release(&source);
		return;
	}
	regfree(&expression->regex);
	buf_release(&expression->source);
	expression->regex = regex;
	expression->source = source;
}

bool expression_init(struct expression *expression, struct str text, int flags,
	struct expression_fault *fault)
{
	const char *wrong = refuse(text, &fault->at);
	int error;

	*expression = (struct expression){.flags = flags | REG_EXTENDED};
	if (wrong) {
		snprintf(fault->reason, sizeof(fault->reason), "%s", wrong);
		return false;
	}
	error = compile(&expression->regex, &expression->source, text, expression->flags);
	if (error) {
		regerror(error, &expression->regex, fault->reason, sizeof(fault->reason));
		fault->at = fault_place(text, expression->flags);
		buf_release(&expression->source);
		return false;
	}
	if (flags & REG_NOSUB)
		make_one_pass(expression, text);
	return true;
}

void expression_release(struct expression *expression)
{
	regfree(&expression->regex);
	buf_release(&expression->source);
}

void expression_prepare(struct buf *prepared, struct str name)
{
	name = str_head(name, EXPRESSION_SIGHT);
	buf_reset(prepared);
	buf_add(prepared, name);
	for (size_t i = 0; i < name.n; i++)
		if (prepared->p[i] == '\0')
			prepared->p[i] = 1;
	buf_add_char(prepared, '\0');
}

/* Some libraries remember every state they ever were in, so it is made anew now and then. */
static void forget(struct expression *expression)
{
	regfree(&expression->regex);
	if (regcomp(&expression->regex, expression->source.p, expression->flags) != 0)
		die("out of memory");
	expression->seen = 0;
}

bool expression_find(struct expression *expression, const struct buf *prepared, size_t from,
	regmatch_t *groups, size_t count)
{
	int flags = from ? REG_NOTBOL : 0;
	size_t shift = from;

	if (expression->seen > EXPRESSION_SIGHT)
		forget(expression);
	expression->seen += prepared->n - from;
#ifdef REG_STARTEND
	/* Not POSIX's, but most libraries': so "\<" and "\b" see what is before. */
	if (from) {
		groups[0] = (regmatch_t){(regoff_t)from, (regoff_t)prepared->n - 1};
		flags |= REG_STARTEND;
		shift = 0;
	}
#endif
	if (regexec(&expression->regex, prepared->p + shift, count, groups, flags) != 0)
		return false;
	for (size_t i = 0; i < count; i++)
		if (groups[i].rm_so >= 0) {
			groups[i].rm_so += (regoff_t)shift;
			groups[i].rm_eo += (regoff_t)shift;
		}
	return true;
}

/* ---- lists ---- */

void expressions_init(
	struct expressions *expressions, const char *option, const struct text_list *values)
{
	struct expression_fault fault;

	*expressions = (struct expressions){
		.items = memory_new(values->count, sizeof(*expressions->items))};
	for (size_t i = 0; i < values->count; i++) {
		struct str text = str_of(values->items[i]);

		if (!expression_init(&expressions->items[i], text, REG_NOSUB, &fault))
			die_usage_at(text, fault.at, "--%s: %s", option, fault.reason);
		expressions->count++;
	}
}

static bool match_text(struct expressions *expressions, struct str text)
{
	expression_prepare(&expressions->prepared, text);
	for (size_t i = 0; i < expressions->count; i++)
		if (expression_find(&expressions->items[i], &expressions->prepared, 0, NULL, 0))
			return true;
	return false;
}

static bool match_either(struct expressions *expressions, struct str name)
{
	struct str bare = name_bare(name);

	return match_text(expressions, name) ||
	       (bare.n < name.n && match_text(expressions, bare));
}

static bool match(struct expressions *expressions, struct str name)
{
	struct str module, function;

	return match_either(expressions, name) ||
	       (str_cut(name, '`', &module, &function) && match_either(expressions, function));
}

enum { NOT_ASKED, NO_MATCH, MATCH };

bool expressions_match(struct expressions *expressions, uint32_t id, struct str name)
{
	unsigned char *answer;

	if (id >= expressions->answered) {
		expressions->answers = memory_grow(
			expressions->answers, &expressions->capacity, (size_t)id + 1, 1);
		memset(expressions->answers + expressions->answered, NOT_ASKED,
			expressions->capacity - expressions->answered);
		expressions->answered = expressions->capacity;
	}
	answer = &expressions->answers[id];
	if (*answer == NOT_ASKED)
		*answer = match(expressions, name) ? MATCH : NO_MATCH;
	return *answer == MATCH;
}

void expressions_release(struct expressions *expressions)
{
	for (size_t i = 0; i < expressions->count; i++)
		expression_release(&expressions->items[i]);
	free(expressions->items);
	free(expressions->answers);
	buf_release(&expressions->prepared);
}
