/*
 * Palettes as tables. A palette is a list of rules, tried in order; a rule is a test on the frame's
 * name and the tint of the frames that pass it:
 *
 *     {ends, "_[k]", ORANGE}, {contains, "::", YELLOW}, {always, "", RED}
 *
 * A tint is a line between two colours, cut into shades; a hash of the name picks the shade. The
 * tints, and the rules of the palettes that FlameGraph and inferno have, follow theirs, so that
 * readers find the colours they know.
 */
#include "render/colour.h"

#include <string.h>

enum { SHADES = 16 };

/* ---- tints ---- */

enum tint {
	HOT,
	MEM,
	IO,
	RED,
	GREEN,
	BLUE,
	YELLOW,
	PURPLE,
	AQUA,
	ORANGE,
	GREY,
	CALM_BLUE,
	CALM_SAND,
	CALM_STONE,
	BY_PACKAGE,
};

/* Where a tint starts, and how far it goes from there. */
static const struct tint_range {
	uint8_t base[3], span[3];
} tints[] = {
	[HOT] = {{205, 0, 0}, {50, 230, 55}},
	[MEM] = {{0, 190, 0}, {0, 50, 210}},
	[IO] = {{80, 80, 190}, {60, 60, 55}},
	[RED] = {{200, 50, 50}, {55, 80, 80}},
	[GREEN] = {{50, 200, 50}, {60, 55, 60}},
	[BLUE] = {{80, 80, 205}, {60, 60, 50}},
	[YELLOW] = {{175, 175, 50}, {55, 55, 20}},
	[PURPLE] = {{190, 80, 190}, {65, 60, 65}},
	[AQUA] = {{50, 165, 165}, {60, 55, 55}},
	[ORANGE] = {{190, 90, 0}, {65, 65, 0}},
	[GREY] = {{150, 150, 150}, {60, 60, 60}},
	/* Blue and sand differ even without red or green cones; stone is lighter. */
	[CALM_BLUE] = {{144, 176, 208}, {40, 28, 16}},
	[CALM_SAND] = {{216, 184, 128}, {24, 28, 40}},
	[CALM_STONE] = {{208, 208, 204}, {24, 24, 24}},
};

static struct colour tint_shade(enum tint tint, int shade, int shades)
{
	const struct tint_range *t = &tints[tint];

	return (struct colour){
		(uint8_t)(t->base[0] + t->span[0] * shade / (shades - 1)),
		(uint8_t)(t->base[1] + t->span[1] * shade / (shades - 1)),
		(uint8_t)(t->base[2] + t->span[2] * shade / (shades - 1)),
	};
}

/* ---- what a name says ---- */

/* Without the annotation that collapsers put behind it: "foo_[k]" is "foo". */
static struct str bare_name(struct str name)
{
	struct str tail = str_skip(name, name.n > 4 ? name.n - 4 : name.n);

	if (str_starts(tail, STR("_[")) && byte_is_alpha(tail.p[2]) && tail.p[3] == ']') {
		return str_drop_end(name, 4);
	}
	return name;
}

static bool is_one_of(char c, const char *set)
{
	return c != '\0' && strchr(set, c) != NULL;
}

/* The start of s up to the first byte of a set. */
static struct str until(struct str s, const char *set)
{
	size_t n = 0;

	while (n < s.n && !is_one_of(s.p[n], set)) {
		n++;
	}
	return str_head(s, n);
}

static struct str skip_all(struct str s, const char *set)
{
	while (s.n > 0 && is_one_of(s.p[0], set)) {
		s = str_skip(s, 1);
	}
	return s;
}

/* The name without template arguments, parameters, and what decorates its start. */
static struct str plain_name(struct str name)
{
	return until(skip_all(bare_name(name), "<[(&*_~{"), "<([{");
}

/*
 * What a function shares with its neighbours: "std::vector" of "std::vector::push_back",
 * "net/http" of "net/http.(*conn).serve", "tcp" of "tcp_v4_rcv"; else the name itself.
 */
static struct str scope_of(struct str name)
{
	struct str plain = plain_name(name);
	size_t end = plain.n;

	while (end > 0 && !is_one_of(plain.p[end - 1], ":./")) {
		end--;
	}
	while (end > 0 && is_one_of(plain.p[end - 1], ":./")) {
		end--;
	}
	return end > 0 ? str_head(plain, end) : until(plain, "_");
}

/* The next word of a list that is separated by blanks; false at its end. */
static bool next_word(struct str *words, struct str *word)
{
	*words = skip_all(*words, " ");
	*word = until(*words, " ");
	*words = str_skip(*words, word->n);
	return word->n > 0;
}

static bool is_word_of(struct str s, struct str words)
{
	struct str word;

	while (next_word(&words, &word)) {
		if (str_eq(s, word)) {
			return true;
		}
	}
	return false;
}

/*
 * Whose code it is: "org.apache" of "org.apache.hadoop.Client.call", "serde_json" of
 * "serde_json::de::from_str", "libc" of "[/usr/lib/libc.so.6]". First words that thousands of
 * packages share do not end it.
 */
static struct str package_of(struct str name)
{
	static const char shared[] =
		"org com net io dev edu java javax jdk sun github gitlab golang x";
	struct str plain = plain_name(name);
	struct str rest = plain, word;
	size_t slash = str_rfind(plain, '/');

	if (name.n > 0 && name.p[0] == '[') {
		return until(str_skip(plain, slash < plain.n ? slash + 1 : 0), ".]");
	}
	rest = skip_all(rest, "/");
	do {
		word = until(rest, "./:");
		rest = skip_all(str_skip(rest, word.n), "./:");
	} while (rest.n > 0 && is_word_of(word, str_of(shared)));
	if (rest.n == 0 && word.p == skip_all(plain, "/").p) {
		word = until(word, "_");
	}
	return (struct str){plain.p, (size_t)(word.p + word.n - plain.p)};
}

/* ---- tests ---- */

/* Whether a name passes; words is a list, separated by blanks, any of which will do. */
typedef bool test_fn(struct str name, struct str words);

static bool any_word(struct str name, struct str words, bool (*holds)(struct str, struct str))
{
	struct str word;

	while (next_word(&words, &word)) {
		if (holds(name, word)) {
			return true;
		}
	}
	return false;
}

static bool always(struct str name, struct str words)
{
	(void)name;
	(void)words;
	return true;
}

static bool starts(struct str name, struct str words)
{
	return any_word(name, words, str_starts);
}

static bool ends(struct str name, struct str words)
{
	return any_word(name, words, str_ends);
}

static bool contains(struct str name, struct str words)
{
	return any_word(name, words, str_contains);
}

static bool is_named(struct str name, struct str words)
{
	return is_word_of(bare_name(name), words);
}

/* A jitted function whose name has one of the words in it. */
static bool jitted_with(struct str name, struct str words)
{
	return str_ends(name, STR("_[j]")) && contains(name, words);
}

/* One of the words stands behind the first slash. */
static bool path_contains(struct str name, struct str words)
{
	return contains(str_skip(name, str_find(name, '/')), words);
}

/* "/usr/lib/python3.11/json/decoder.py": a word with a version is a part of the path. */
static bool path_has_versioned(struct str name, struct str words)
{
	struct str part, rest = name;

	while (rest.n > 0) {
		part = until(rest, "/");
		rest = str_skip(rest, part.n + 1);
		while (part.n > 0 &&
			(byte_is_digit(part.p[part.n - 1]) || part.p[part.n - 1] == '.')) {
			part = str_drop_end(part, 1);
		}
		if (is_word_of(part, words)) {
			return true;
		}
	}
	return false;
}

static bool is_blank_name(struct str name, struct str words)
{
	(void)words;
	return name.n > 0 && str_trim(name).n == 0;
}

/* "org/x/Foo", "scala.Function.apply", "Interpreter", as perf-map agents and profilers print it. */
static bool is_java(struct str name, struct str words)
{
	struct str s = str_skip(name, str_starts(name, STR("L")) ? 1 : 0);

	(void)words;
	if (s.n == 0 || s.p[0] == '[') {
		return false;
	}
	return str_contains(s, STR("/")) || str_contains(s, STR(".")) ||
	       (s.p[0] >= 'A' && s.p[0] <= 'Z');
}

/* "net/http.(*conn).serve", "fmt.Println": in other import paths the first part is a host's name.
 */
static bool is_go_standard(struct str name, struct str words)
{
	struct str first = until(name, "/");

	(void)words;
	return first.n < name.n ? !str_contains(first, STR(".")) : str_contains(name, STR("."));
}

/* ---- palettes ---- */

struct rule {
	test_fn *test;
	const char *words;
	enum tint tint;
};

#define KERNEL "_[k]"
#define CLONES ".constprop. .part. .isra. .cold .llvm."
#define KERNEL_STARTS \
	"entry_SYSCALL do_syscall_ __x64_sys_ __arm64_sys_ __ia32_sys_ __se_sys_ __do_sys_ el0_ " \
	"el0t_ " \
	"asm_exc_ asm_sysvec_ secondary_startup ret_from_fork __softirq __do_softirq " \
	"handle_softirqs " \
	"[kernel [vmlinux [guest.kernel"
#define KERNEL_NAMES \
	"swapper start_kernel cpu_startup_entry do_idle default_idle cpuidle_enter kthread " \
	"worker_thread process_one_work schedule __schedule handle_mm_fault do_user_addr_fault " \
	"vfs_read vfs_write io_schedule"
#define LIBC_NAMES \
	"malloc free calloc realloc _int_malloc _int_free _int_realloc malloc_consolidate memcpy " \
	"memmove memset memcmp memchr strlen strcmp strncmp strchr strcpy printf fprintf " \
	"snprintf " \
	"vfprintf fread fwrite fgets getline read write open close ioctl mmap munmap poll select " \
	"epoll_wait nanosleep clone clone3 start_thread _start qsort bsearch abort exit"
#define LIBC_STARTS \
	"__libc_ __GI_ _IO_ pthread_ __pthread_ __memcpy_ __memmove_ __memset_ __memcmp_ " \
	"__strlen_ " \
	"__strcmp_ __strchr_ __malloc __printf __vfprintf [libc [libpthread [ld- [libm. [libm- " \
	"[musl"

static const struct rule hot_rules[] = {{always, "", HOT}};
static const struct rule mem_rules[] = {{always, "", MEM}};
static const struct rule io_rules[] = {{always, "", IO}};
static const struct rule red_rules[] = {{always, "", RED}};
static const struct rule green_rules[] = {{always, "", GREEN}};
static const struct rule blue_rules[] = {{always, "", BLUE}};
static const struct rule aqua_rules[] = {{always, "", AQUA}};
static const struct rule yellow_rules[] = {{always, "", YELLOW}};
static const struct rule purple_rules[] = {{always, "", PURPLE}};
static const struct rule orange_rules[] = {{always, "", ORANGE}};
static const struct rule package_rules[] = {{always, "", BY_PACKAGE}};

static const struct rule chain_rules[] = {
	{contains, "_[w]", AQUA},
	{always, "", BLUE},
};

static const struct rule hotcold_rules[] = {
	{ends, "_[o]", BLUE},
	{always, "", HOT},
};

static const struct rule calm_rules[] = {
	{ends, KERNEL, CALM_SAND},
	{starts, "[", CALM_STONE},
	{always, "", CALM_BLUE},
};

static const struct rule java_rules[] = {
	{ends, KERNEL, ORANGE},
	{ends, "_[i]", AQUA},
	{ends, "_[j]", GREEN},
	{starts, "java/ javax/ jdk/ net/ org/ com/ io/ sun/", GREEN},
	{starts, "Ljava/ Ljavax/ Ljdk/ Lnet/ Lorg/ Lcom/ Lio/ Lsun/", GREEN},
	{contains, ":::", GREEN},
	{contains, "::", YELLOW},
	{starts, "-[ +[", YELLOW},
	{contains, CLONES, RED},
	{is_java, "", GREEN},
	{always, "", RED},
};

static const struct rule js_rules[] = {
	{is_blank_name, "", GREEN},
	{ends, KERNEL, ORANGE},
	{jitted_with, "/", GREEN},
	{ends, "_[j]", AQUA},
	{contains, "::", YELLOW},
	{path_contains, "node_modules/", PURPLE},
	{path_contains, ".js", GREEN},
	{contains, ":", AQUA},
	{always, "", RED},
};

static const struct rule perl_rules[] = {
	{ends, KERNEL, ORANGE},
	{contains, "Perl .pl", GREEN},
	{contains, "::", YELLOW},
	{always, "", RED},
};

static const struct rule python_rules[] = {
	{ends, KERNEL, ORANGE},
	{path_has_versioned, "site-packages", AQUA},
	{path_has_versioned, "python Python", YELLOW},
	{starts, "<built-in <method <frozen", YELLOW},
	{always, "", RED},
};

static const struct rule rust_rules[] = {
	{ends, KERNEL, RED},
	{starts, "core:: std:: alloc:: <core:: <std:: <alloc::", ORANGE},
	{contains, "::", AQUA},
	{always, "", YELLOW},
};

static const struct rule c_rules[] = {
	{ends, KERNEL, ORANGE},
	{starts, KERNEL_STARTS, ORANGE},
	{is_named, LIBC_NAMES, AQUA},
	{starts, LIBC_STARTS, AQUA},
	{contains, "::", YELLOW},
	{starts, "operator _Z", YELLOW},
	{starts, "[", GREY},
	{contains, "<", YELLOW},
	{always, "", RED},
};

static const struct rule go_rules[] = {
	{ends, KERNEL, ORANGE},
	{starts, "runtime. runtime/ internal/runtime gosave gogo", YELLOW},
	{starts, "main.", GREEN},
	{starts, "[", GREY},
	{is_go_standard, "", AQUA},
	{contains, "/", BLUE},
	{always, "", RED},
};

static const struct rule kernel_rules[] = {
	{ends, KERNEL, ORANGE},
	{starts, KERNEL_STARTS, ORANGE},
	{is_named, KERNEL_NAMES, ORANGE},
	{starts, "[", GREY},
	{always, "", BLUE},
};

/* The one list of palettes: name, rules, background. The first is the default. */
/* clang-format off */
#define PALETTES(X) \
	X(hot, YELLOW) \
	X(mem, GREEN) \
	X(io, BLUE) \
	X(wakeup, BLUE) \
	X(chain, BLUE) \
	X(java, YELLOW) \
	X(js, YELLOW) \
	X(perl, YELLOW) \
	X(python, YELLOW) \
	X(rust, YELLOW) \
	X(c, YELLOW) \
	X(go, YELLOW) \
	X(kernel, YELLOW) \
	X(package, YELLOW) \
	X(hotcold, YELLOW) \
	X(calm, GREY) \
	X(red, GREY) \
	X(green, GREY) \
	X(blue, GREY) \
	X(aqua, GREY) \
	X(yellow, GREY) \
	X(purple, GREY) \
	X(orange, GREY)
/* clang-format on */

#define wakeup_rules aqua_rules
#define AS_NAME(name, background) #name,
#define AS_RULES(name, background) name##_rules,
#define AS_BACKGROUND(name, background) BACKGROUND_##background,

const char *const palette_names[] = {PALETTES(AS_NAME) NULL};
static const struct rule *const palette_rules[] = {PALETTES(AS_RULES)};
static const uint8_t palette_backgrounds[] = {PALETTES(AS_BACKGROUND)};

int palette_background(int palette)
{
	return palette_backgrounds[palette];
}

static enum tint tint_of(const struct rule *rule, struct str name)
{
	while (!rule->test(name, str_of(rule->words))) {
		rule++;
	}
	return rule->tint;
}

/* ---- shades ---- */

/*
 * FNV-1a (Fowler, Noll, Vo), 64 bits, then the finishing steps of MurmurHash3 so that short names
 * use all bits. Part of what users see: another hash would change the colours of every picture.
 */
static uint64_t stable_hash(struct str s)
{
	uint64_t hash = 0xcbf29ce484222325u;

	for (size_t i = 0; i < s.n; i++) {
		hash = (hash ^ (unsigned char)s.p[i]) * 0x100000001b3u;
	}
	hash = (hash ^ hash >> 33) * 0xff51afd7ed558ccdu;
	hash = (hash ^ hash >> 33) * 0xc4ceb9fe1a85ec53u;
	return hash ^ hash >> 33;
}

/* With `scoped`, the scope picks one of a few places along the tint, the name a shade around it. */
static int shade_of(struct str name, int shades, bool scoped)
{
	int own = (int)(stable_hash(bare_name(name)) % (unsigned)shades);

	if (!scoped) {
		return own;
	}
	int place = (int)(stable_hash(scope_of(name)) % (unsigned)(shades / 2));

	return 2 * place + own % 2;
}

/* A package has a tint of its own; fewer shades keep the number of fills down. */
static struct colour colour_of_package(struct str name, bool hash)
{
	static const uint8_t choice[] = {RED, GREEN, BLUE, YELLOW, PURPLE, AQUA, ORANGE, GREY};
	uint64_t package = stable_hash(package_of(name));

	return tint_shade(
		choice[package % sizeof(choice)], shade_of(name, SHADES / 2, hash), SHADES / 2);
}

struct colour colour_of_name(int palette, bool hash, struct str name)
{
	static const struct {
		struct str name;
		struct colour colour;
	} fixed[] = {
		{{"", 0}, {228, 226, 214}},
		{{"-", 1}, {200, 200, 200}},
		{{"--", 2}, {160, 160, 160}},
	};

	for (size_t i = 0; i < sizeof(fixed) / sizeof(fixed[0]); i++) {
		if (str_eq(name, fixed[i].name)) {
			return fixed[i].colour;
		}
	}
	enum tint tint = tint_of(palette_rules[palette], name);

	if (tint == BY_PACKAGE) {
		return colour_of_package(name, hash);
	}
	return tint_shade(tint, shade_of(name, SHADES, hash), SHADES);
}
