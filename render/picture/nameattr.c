#include "render/picture/nameattr.h"

#include <stdlib.h>

#include "common/lines.h"
#include "common/memory.h"
#include "common/messages.h"

static const struct str attribute_names[] = {
	[ATTRIBUTE_ID] = STR_INIT("id"),
	[ATTRIBUTE_CLASS] = STR_INIT("class"),
	[ATTRIBUTE_TITLE] = STR_INIT("title"),
	[ATTRIBUTE_HREF] = STR_INIT("href"),
	[ATTRIBUTE_TARGET] = STR_INIT("target"),
};

/* ---- one attribute ---- */

static enum attribute attribute_of(struct str name)
{
	enum attribute i = 0;

	while (i < ATTRIBUTES && !str_eq(name, attribute_names[i]))
		i++;
	return i;
}

static struct str without_quotes(struct str value)
{
	if (value.n >= 2 && (value.p[0] == '"' || value.p[0] == '\'') &&
		value.p[value.n - 1] == value.p[0])
		return str_skip(str_drop_end(value, 1), 1);
	return value;
}

static bool is_safe_scheme(struct str scheme)
{
	static const struct str safe[] = {
		STR_INIT("http"), STR_INIT("https"), STR_INIT("ftp"), STR_INIT("mailto")};

	for (size_t i = 0; i < sizeof(safe) / sizeof(*safe); i++)
		if (str_eq(scheme, safe[i]))
			return true;
	return false;
}

/*
 * A list of what is known to be harmless: "javascript:" has many spellings, since browsers drop
 * tabs, newlines and leading control characters from a URL before they read its scheme.
 */
static bool is_safe_link(struct str url)
{
	size_t colon = str_find(url, ':');

	for (size_t i = 0; i < url.n; i++)
		if ((unsigned char)url.p[i] <= ' ' || url.p[i] == 0x7f)
			return false;
	if (colon == url.n || str_find(url, '/') < colon || str_find(url, '?') < colon ||
		str_find(url, '#') < colon)
		return true; /* no scheme */
	return is_safe_scheme(str_head(url, colon));
}

/* ---- lines ---- */

struct loader {
	struct nameattr *nameattr;
	struct lines lines;
	struct problems problems;
};

static void refuse(struct loader *loader, const char *expected, struct str got)
{
	problem_at(&loader->problems, loader->lines.name, loader->lines.number, expected, got);
}

static struct attributes *attributes_of(struct nameattr *nameattr, struct str name)
{
	uint32_t known = nameattr->names.count;
	uint32_t id = names_add(&nameattr->names, name);

	if (id == known) {
		nameattr->items = memory_grow(nameattr->items, &nameattr->capacity, (size_t)id + 1,
			sizeof(*nameattr->items));
		nameattr->items[id] = (struct attributes){0};
	}
	return &nameattr->items[id];
}

/* "href=https://example.org/" */
static void take_attribute(struct loader *loader, struct str frame, struct str text)
{
	struct str name = {0}, value = {0};
	bool is_pair = str_cut(text, '=', &name, &value);
	enum attribute attribute = attribute_of(str_trim(name));

	value = without_quotes(str_trim(value));
	if (!is_pair || attribute == ATTRIBUTES) {
		refuse(loader, "id=, class=, title=, href= or target=", text);
		return;
	}
	if (attribute == ATTRIBUTE_HREF && !is_safe_link(value)) {
		refuse(loader, "a link that is relative, http, https, ftp or mailto", text);
		return;
	}
	attributes_of(loader->nameattr, frame)->value[attribute] =
		arena_copy(&loader->nameattr->values, value);
}

static void take_line(struct loader *loader, struct str line)
{
	struct str frame, rest, part;

	if (!str_cut(line, '\t', &frame, &rest)) {
		refuse(loader, "FUNCTION, then a tab before each attribute", line);
		return;
	}
	while (rest.n > 0) {
		part = str_head(rest, str_find(rest, '\t'));
		rest = str_skip(rest, part.n + 1);
		if (str_trim(part).n > 0)
			take_attribute(loader, frame, part);
	}
}

static bool is_comment(struct str line)
{
	struct str text = str_trim(line);

	return text.n == 0 || str_eq(text, STR("#")) || str_starts(line, STR("# "));
}

static void report_refused(const struct problems *problems, const char *path)
{
	if (problems->count > 1)
		warn("%s: refused %llu attributes or lines (first: %s)", path,
			(unsigned long long)problems->count, problems->first);
}

void nameattr_load(struct nameattr *nameattr, const char *path)
{
	struct loader loader = {.nameattr = nameattr};
	struct str line;

	lines_open(&loader.lines, path);
	while (lines_next(&loader.lines, &line))
		if (!is_comment(line))
			take_line(&loader, line);
	lines_close(&loader.lines);
	report_refused(&loader.problems, path);
	nameattr->sorted = names_sorted(&nameattr->names);
}

const struct attributes *nameattr_find(const struct nameattr *nameattr, struct str name)
{
	uint32_t low = 0, high = nameattr->names.count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		uint32_t id = nameattr->sorted[middle];
		int order = str_compare(name, names_get(&nameattr->names, id));

		if (order == 0)
			return &nameattr->items[id];
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return NULL;
}

void nameattr_release(struct nameattr *nameattr)
{
	names_release(&nameattr->names);
	arena_release(&nameattr->values);
	free(nameattr->items);
	free(nameattr->sorted);
	*nameattr = (struct nameattr){0};
}
