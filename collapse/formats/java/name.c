#include "collapse/formats/java/name.h"

/*
 * "java.base/" and "app//", which stand before a name with dots; not the packages of
 * "java/lang/Thread.sleep".
 */
static struct str drop_module(struct str method)
{
	size_t slash = str_rfind(method, '/');
	struct str module = str_head(method, slash), behind = str_skip(method, slash + 1);
	bool has_packages = str_find(behind, '.') < str_rfind(behind, '.');

	if (has_packages || str_ends(module, STR("/")) || str_contains(module, STR(".")))
		return slash < method.n ? behind : method;
	return method;
}

/*
 * "/0x00007fc338000c08" is in the name of a class that the loader does not know, and no two runs
 * have the same.
 */
static void add_without_address(struct buf *out, struct str method)
{
	size_t at = str_find_str(method, STR("/0x"));
	struct str digits = str_skip(method, at + 3);

	buf_set(out, drop_module(str_head(method, at)));
	buf_add(out, str_skip(digits, str_hex_digits(digits)));
}

static bool byte_ends_package(char c)
{
	return c == '.' || c == '/';
}

/* Where the class of "java.util.TimSort.sort" begins. */
static size_t class_start(struct str method)
{
	size_t at = str_rfind(method, '.');

	if (at == method.n)
		return 0;
	while (at > 0 && !byte_ends_package(method.p[at - 1]))
		at--;
	return at;
}

static size_t shorten(char *packages, size_t n)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++)
		if (i == 0 || byte_ends_package(packages[i]) || byte_ends_package(packages[i - 1]))
			packages[kept++] = packages[i];
	return kept;
}

static void cut_packages(struct buf *out, const struct java_name_options *options)
{
	size_t packages = class_start(buf_str(out));
	size_t kept = options->no_packages ? 0 : shorten(out->p, packages);

	if (packages == 0)
		return;
	memmove(out->p + kept, out->p + packages, out->n - packages);
	out->n -= packages - kept;
}

/* "(App.kt:245)", "(Foo.java:12(Compiled Code))", "(int) @bci=59, line=245 (Compiled frame)" */
static void add_line(struct buf *out, struct str place)
{
	size_t colon = str_find(place, ':'), forced = str_find_str(place, STR(", line="));
	struct str number = str_skip(place, colon < place.n ? colon + 1 : forced + 7);
	size_t n = str_digits(number);

	if (n == 0)
		return;
	buf_add_char(out, ':');
	buf_add(out, str_head(number, n));
}

struct str java_name(struct buf *out, struct str frame, const struct java_name_options *options)
{
	size_t open = str_find(frame, '(');

	add_without_address(out, str_trim_end(str_head(frame, open)));
	if (options->no_packages || options->shorten_packages)
		cut_packages(out, options);
	if (options->lines)
		add_line(out, str_skip(frame, open));
	return buf_str(out);
}
