#include "render/picture/name-tests.h"

#include "common/name-parts.h"

static bool any_word(struct str name, struct str words, bool (*holds)(struct str, struct str))
{
	struct str word;

	while (words_next(&words, &word))
		if (holds(name, word))
			return true;
	return false;
}

bool test_always(struct str name, struct str words)
{
	(void)name;
	(void)words;
	return true;
}

/*
 * Any word that begins as the name does. Lists are long and names many, so only the places where
 * that byte stands are looked at.
 */
static bool any_word_like(struct str name, struct str words, bool (*holds)(struct str, struct str))
{
	size_t skip = name.n ? str_find(words, name.p[0]) : words.n;

	while (skip < words.n) {
		struct str rest = str_skip(words, skip);

		if ((skip == 0 || rest.p[-1] == ' ') && holds(name, str_head(rest, str_find(rest, ' '))))
			return true;
		skip += 1 + str_find(str_skip(rest, 1), name.p[0]);
	}
	return false;
}

bool test_starts(struct str name, struct str words)
{
	return any_word_like(name, words, str_starts);
}

bool test_ends(struct str name, struct str words)
{
	return any_word(name, words, str_ends);
}

bool test_contains(struct str name, struct str words)
{
	return any_word(name, words, str_contains);
}

bool test_is(struct str name, struct str words)
{
	return any_word_like(name_bare(name), words, str_eq);
}

bool test_jitted(struct str name, struct str words)
{
	return str_ends(name, STR("_[j]")) && test_contains(name, words);
}

bool test_path_contains(struct str name, struct str words)
{
	return test_contains(str_skip(name, str_find(name, '/')), words);
}

/* "python" of "python3.11" */
static struct str without_version(struct str part)
{
	while (part.n > 0 && (byte_is_digit(part.p[part.n - 1]) || part.p[part.n - 1] == '.'))
		part.n--;
	return part;
}

bool test_path_has(struct str name, struct str words)
{
	struct str part, rest = name;

	while (rest.n > 0) {
		part = str_until(rest, "/");
		rest = str_skip(rest, part.n + 1);
		if (words_have(words, without_version(part)))
			return true;
	}
	return false;
}

bool test_blank(struct str name, struct str words)
{
	(void)words;
	return name.n > 0 && str_trim(name).n == 0;
}

bool test_java(struct str name, struct str words)
{
	struct str s = str_skip(name, str_starts(name, STR("L")) ? 1 : 0);

	(void)words;
	if (s.n == 0 || s.p[0] == '[')
		return false;
	return str_contains(s, STR("/")) || str_contains(s, STR(".")) ||
	       (s.p[0] >= 'A' && s.p[0] <= 'Z');
}

bool test_go_standard(struct str name, struct str words)
{
	struct str first = str_until(name, "/");

	(void)words;
	return first.n < name.n ? !str_contains(first, STR(".")) : str_contains(name, STR("."));
}
