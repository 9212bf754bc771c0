#include "common/filters/name-groups.h"

#include "common/annotation.h"

/* ---- modules ---- */

static bool in_brackets(struct str name)
{
	return name.n > 2 && str_starts(name, STR("[")) && str_ends(name, STR("]"));
}

/* "[kernel.kallsyms]", "[guest.kernel.kallsyms]", "vmlinux-6.1.0" */
static bool is_kernel(struct str module)
{
	return (str_starts(module, STR("[")) && str_contains(module, STR("kernel.kallsyms]"))) ||
	       str_starts(module, STR("vmlinux")) || str_starts(module, STR("[vmlinux"));
}

/* "[libc.so.6 <7f722d142778>]": the address differs from place to place. */
static struct str without_address(struct str name, struct buf *scratch)
{
	size_t at = str_find_str(name, STR(" <"));

	if (at == name.n || !str_ends(name, STR(">]")))
		return name;
	buf_reset(scratch);
	buf_add(scratch, str_head(name, at));
	buf_add_char(scratch, ']');
	return buf_str(scratch);
}

/* The name is split at the '`' of "libc.so.6`malloc", but not at that of "`anonymous'::f". */
static bool cut_module(struct str *name, struct str *module)
{
	struct str before, after;

	if (!str_cut(*name, '`', &before, &after) || before.n == 0 || after.n == 0 ||
		str_ends(before, STR(":")))
		return false;
	*module = before;
	*name = after;
	return true;
}

bool name_module(struct str name, struct buf *scratch, struct str *module)
{
	struct str bare = name_bare(name);
	bool known = cut_module(&bare, module);

	if (!known && in_brackets(bare)) {
		*module = without_address(bare, scratch);
		known = true;
	}
	if (known ? is_kernel(*module) : name_annotation(name) == 'k')
		*module = STR("[kernel]");
	else if (!known)
		return false;
	return true;
}

/* ---- the part of a symbol that names the function ---- */

/* Depth in "<…>" and in "(…)", "[…]", "{…}", within which '<' and '>' are other signs, too. */
struct nesting {
	size_t angles, rounds;
};

static bool is_outside(const struct nesting *nesting)
{
	return nesting->angles == 0 && nesting->rounds == 0;
}

static void nest(struct nesting *nesting, char c, char before)
{
	if (c == '(' || c == '[' || c == '{')
		nesting->rounds++;
	else if (c == ')' || c == ']' || c == '}')
		nesting->rounds -= nesting->rounds > 0;
	else if (nesting->rounds == 0 && c == '<')
		nesting->angles++;
	else if (nesting->rounds == 0 && c == '>' && before != '-')
		nesting->angles -= nesting->angles > 0;
}

/* Does the name of an operator start here, "operator<", "operator new"? */
static bool is_operator(struct str rest, bool starts_word)
{
	const struct str word = STR("operator");

	return starts_word && str_starts(rest, word) &&
	       (rest.n == word.n || !byte_is_word(rest.p[word.n]));
}

/*
 * "ns::f<int>" of "std::vector<int> const& ns::f<int>(int) const": the last word before the
 * parameters; up to an operator's name, which has signs of its own.
 */
static struct str function_of(struct str name)
{
	struct nesting nesting = {0};
	size_t start = 0, i = 0;

	for (; i < name.n; i++) {
		char c = name.p[i], before = i ? name.p[i - 1] : ' ';
		bool outside = is_outside(&nesting);

		if (outside && is_operator(str_skip(name, i), !byte_is_word(before)))
			break;
		if (outside && c == '(' && i > start && before != ':' && before != '.')
			break;
		if (outside && c == ' ' && (str_starts(str_skip(name, i), STR(" [")) ||
			str_starts(str_skip(name, i), STR(" ("))) && i > start &&
			!str_starts(str_skip(name, i), STR(" (anonymous")))
			break;
		nest(&nesting, c, before);
		if (outside && c == ' ')
			start = i + 1;
	}
	return str_skip(str_head(name, i), start);
}

/* Where the first "::" outside of brackets stands; s.n without one. */
static size_t find_scope(struct str s)
{
	struct nesting nesting = {0};

	for (size_t i = 0; i + 1 < s.n; i++) {
		if (is_outside(&nesting) && s.p[i] == ':' && s.p[i + 1] == ':')
			return i;
		nest(&nesting, s.p[i], i ? s.p[i - 1] : ' ');
	}
	return s.n;
}

/* ---- Rust and C++ ---- */

/* "alloc[9e1b]" of Rust's newer mangling is alloc; "vector<int>" is vector. */
static struct str without_arguments(struct str scope)
{
	size_t n = 0;

	while (n < scope.n && scope.p[n] != '<' && scope.p[n] != '[')
		n++;
	return str_head(scope, n);
}

static struct str skip_words(struct str type)
{
	static const char *const words[] = {
		"&", "*", "mut ", "const ", "dyn ", "impl ", "for ", NULL};

	for (size_t i = 0; words[i]; i++) {
		if (str_starts(type, str_of(words[i]))) {
			type = str_skip(type, str_of(words[i]).n);
			i = (size_t)-1;
		}
	}
	return type;
}

static bool scope_of(struct str path, struct str *scope)
{
	size_t n;

	while (str_starts(path, STR("::")))
		path = str_skip(path, 2);
	n = find_scope(path);
	if (n == path.n)
		return false;
	*scope = path.p[0] == '<' ? (struct str){0} : without_arguments(str_head(path, n));
	return scope->n > 0;
}

/* Where " as " stands outside of brackets. */
static size_t find_as(struct str s)
{
	struct nesting nesting = {0};

	for (size_t i = 0; i < s.n; i++) {
		if (is_outside(&nesting) && str_starts(str_skip(s, i), STR(" as ")))
			return i;
		nest(&nesting, s.p[i], i ? s.p[i - 1] : ' ');
	}
	return s.n;
}

/* What "<alloc::vec::Vec<T> as core::iter::Extend>" has between its brackets. */
static struct str between_angles(struct str s)
{
	struct nesting nesting = {0};

	for (size_t i = 0; i < s.n; i++) {
		nest(&nesting, s.p[i], i ? s.p[i - 1] : ' ');
		if (is_outside(&nesting))
			return str_skip(str_head(s, i), 1);
	}
	return str_skip(s, 1);
}

/* The type's crate; of a type without one, such as &T, the trait's. */
static bool crate_of(struct str function, struct str *package)
{
	struct str inside = between_angles(function);
	size_t as = find_as(inside);

	return scope_of(skip_words(str_head(inside, as)), package) ||
	       scope_of(skip_words(str_skip(inside, as + STR(" as ").n)), package);
}

static bool scoped_package(struct str function, struct str *package)
{
	if (str_starts(function, STR("_<")))
		function = str_skip(function, 1);
	if (str_starts(function, STR("<")))
		return crate_of(function, package);
	return scope_of(function, package);
}

/* ---- Java and Go ---- */

static bool is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

/* Compilers' names for parts of a function, "parse.cold", "parse.isra.0": C and C++. */
static bool is_part_of_function(struct str behind)
{
	static const char *const parts[] = {"cold", "constprop", "isra", "part", "llvm", "lto_priv",
		"clone", "localalias", "resolver", "plt", NULL};
	struct str word = str_head(behind, str_find(behind, '.'));

	for (size_t i = 0; parts[i]; i++)
		if (str_eq(word, str_of(parts[i])))
			return true;
	return word.n == 0 || byte_is_digit(word.p[0]);
}

/* "java/util" as "java.util" */
static struct str with_points(struct str path, struct buf *scratch)
{
	buf_reset(scratch);
	for (size_t i = 0; i < path.n; i++)
		buf_add_char(scratch, path.p[i] == '/' ? '.' : path.p[i]);
	return buf_str(scratch);
}

static bool is_path(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!byte_is_word(s.p[i]) && str_find(STR("/.-~%+"), s.p[i]) == 6)
			return false;
	return s.n > 0 && s.p[0] != '/' && s.p[0] != '.';
}

/*
 * "java/util/HashMap.get": the class has a capital, and no part of the path a point. Else the last
 * part of the path is the package's own name: "github.com/user/repo.Run".
 */
static bool path_package(struct str name, size_t slash, struct buf *scratch, struct str *package)
{
	struct str path = str_head(name, slash), last = str_skip(name, slash + 1);

	if (!is_path(path) || last.n == 0)
		return false;
	if (is_upper(last.p[0]) && str_find(path, '.') == path.n) {
		*package = with_points(path, scratch);
		return true;
	}
	if (str_find(last, '.') == last.n)
		return false;
	*package = str_head(name, slash + 1 + str_find(last, '.'));
	return is_path(*package);
}

/* "java.util.HashMap.get": up to the class; "fmt.Println", "main.main.func1": the first word. */
static bool pointed_package(struct str name, struct str *package)
{
	size_t first = str_find(name, '.'), at = first;

	if (first == 0 || first + 1 >= name.n || is_upper(name.p[0]) ||
		!is_path(str_head(name, first)) || is_part_of_function(str_skip(name, first + 1)))
		return false;
	*package = str_head(name, first);
	while (at + 1 < name.n) {
		struct str rest = str_skip(name, at + 1);
		size_t n = str_find(rest, '.');

		if (is_upper(rest.p[0]) && n < rest.n)
			*package = str_head(name, at);
		if (is_upper(rest.p[0]) || !is_path(str_head(rest, n)))
			break;
		at += 1 + n;
	}
	return true;
}

/* perf-map-agent's "Ljava/util/HashMap;::get", whose ';' has become ':' */
static struct str without_descriptor(struct str name)
{
	size_t end = str_find_str(name, STR(":::"));

	if (end == name.n)
		end = str_find_str(name, STR(";::"));
	return end < name.n && str_starts(name, STR("L")) ? str_skip(str_head(name, end), 1) : name;
}

bool name_group_package(struct str name, struct buf *scratch, struct str *package)
{
	struct str bare = name_bare(name), module, function, java, path;
	size_t slash;

	cut_module(&bare, &module);
	if (in_brackets(bare)) {
		*package = without_address(bare, scratch);
		return true;
	}
	java = without_descriptor(bare);
	function = java.n < bare.n ? java : function_of(bare);
	if (scoped_package(function, package))
		return true;
	/* Generic types stand in brackets, and parameters behind: they may hold paths, too. */
	function = str_head(function, str_find(function, '['));
	path = str_head(function, str_find(function, '('));
	slash = str_rfind(path, '/');
	if (slash < path.n)
		return path_package(function, slash, scratch, package);
	return pointed_package(function, package);
}
