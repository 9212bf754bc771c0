#include "common/name-parts.h"

#include <string.h>

/* ---- words ---- */

static bool is_one_of(char c, const char *set)
{
	return c != '\0' && strchr(set, c) != NULL;
}

struct str str_until(struct str s, const char *set)
{
	size_t n = 0;

	while (n < s.n && !is_one_of(s.p[n], set))
		n++;
	return str_head(s, n);
}

/* Without bytes of the set at the start. */
static struct str skip_all(struct str s, const char *set)
{
	while (s.n > 0 && is_one_of(s.p[0], set))
		s = str_skip(s, 1);
	return s;
}

bool words_next(struct str *words, struct str *word)
{
	*word = str_head(*words, str_find(*words, ' '));
	*words = str_skip(*words, word->n + 1);
	return word->n > 0;
}

bool words_have(struct str words, struct str word)
{
	struct str next;

	while (words_next(&words, &next))
		if (str_eq(next, word))
			return true;
	return false;
}

/* ---- names ---- */

#define SEPARATORS "./:"

/* The name without template arguments, parameters, and what decorates its start. */
static struct str plain_name(struct str name)
{
	return str_until(skip_all(name_bare(name), "<[(&*_~{/"), "<([{]");
}

struct str name_scope(struct str name)
{
	struct str plain = plain_name(name), scope = plain;

	while (scope.n > 0 && !is_one_of(scope.p[scope.n - 1], SEPARATORS))
		scope.n--;
	while (scope.n > 0 && is_one_of(scope.p[scope.n - 1], SEPARATORS))
		scope.n--;
	return scope.n > 0 ? scope : str_until(plain, "_");
}

/* "libc" of "usr/lib/libc.so.6" */
static struct str library(struct str path)
{
	return str_until(str_base_name(path), ".");
}

struct str name_package(struct str name)
{
	static const char shared[] =
		"org com net io dev edu java javax jdk sun github gitlab golang x";
	struct str plain = plain_name(name), rest = plain, word;

	if (str_starts(name, STR("[")))
		return library(plain);
	do {
		word = str_until(rest, SEPARATORS);
		rest = skip_all(str_skip(rest, word.n), SEPARATORS);
	} while (rest.n > 0 && words_have(str_of(shared), word));
	if (word.n == plain.n)
		return str_until(plain, "_");
	return str_head(plain, (size_t)(word.p - plain.p) + word.n);
}
