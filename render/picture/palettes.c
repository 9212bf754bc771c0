/*
 * Palettes as tables. A palette is a list of rules, tried in order; a rule is a test on the frame's
 * name and the tint of the frames that pass it:
 *
 *     {test_ends, "_[k]", ORANGE}, {test_contains, "::", YELLOW}, {test_always, "", RED}
 *
 * A tint is a line between two colours, cut into shades; a hash of the name picks the shade,
 * whatever the tint. The tints, and the rules of the palettes that FlameGraph and inferno have,
 * follow theirs, so that readers find the colours they know.
 */
#include "render/picture/colour.h"

#include "common/name-parts.h"
#include "render/picture/name-tests.h"

/* ---- tints ---- */

enum {
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
	NO_NAME,
	DASH,
	DOUBLE_DASH,
	PACKAGES, /* the first of them */
	BY_PACKAGE = -1, /* in rules: one of them, by name */
};

static const uint8_t packages[] = {RED, GREEN, BLUE, YELLOW, PURPLE, AQUA, ORANGE, CALM_SAND};

static const struct tint_line {
	uint8_t base[3], span[3];
} lines[PACKAGES] = {
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
	[NO_NAME] = {{228, 226, 214}, {0, 0, 0}},
	[DASH] = {{200, 200, 200}, {0, 0, 0}},
	[DOUBLE_DASH] = {{160, 160, 160}, {0, 0, 0}},
};

/* A package has a tint of its own; fewer steps keep the number of fills down. */
bool tint_get(int index, struct tint *tint)
{
	bool package = index >= PACKAGES;
	const struct tint_line *line;

	if (index >= PACKAGES + (int)sizeof(packages))
		return false;
	line = &lines[package ? packages[index - PACKAGES] : index];
	*tint = (struct tint){
		.base = {line->base[0], line->base[1], line->base[2]},
		.span = {line->span[0], line->span[1], line->span[2]},
		.steps = package ? SHADES / 2 : SHADES,
	};
	return true;
}

struct colour tint_shade(int index, int shade)
{
	struct tint tint = {0};
	int step;

	tint_get(index, &tint);
	step = shade * tint.steps / SHADES;
	return (struct colour){
		(uint8_t)(tint.base[0] + tint.span[0] * step / (tint.steps - 1)),
		(uint8_t)(tint.base[1] + tint.span[1] * step / (tint.steps - 1)),
		(uint8_t)(tint.base[2] + tint.span[2] * step / (tint.steps - 1)),
	};
}

/* ---- palettes ---- */

struct rule {
	test_fn *test;
	const char *words;
	int tint;
};

#define KERNEL "_[k]"
#define CLONES ".constprop. .part. .isra. .cold .llvm."
#define KERNEL_STARTS \
	"entry_SYSCALL do_syscall_ __x64_sys_ __arm64_sys_ __ia32_sys_ __se_sys_ " \
	"__do_sys_ el0_ el0t_ asm_exc_ asm_sysvec_ secondary_startup ret_from_fork " \
	"__softirq __do_softirq handle_softirqs [kernel [vmlinux [guest.kernel"
#define KERNEL_NAMES \
	"swapper start_kernel cpu_startup_entry do_idle default_idle cpuidle_enter " \
	"kthread worker_thread process_one_work schedule __schedule handle_mm_fault " \
	"do_user_addr_fault vfs_read vfs_write io_schedule"
#define LIBC_NAMES \
	"malloc free calloc realloc _int_malloc _int_free _int_realloc malloc_consolidate " \
	"memcpy memmove memset memcmp memchr strlen strcmp strncmp strchr strcpy printf " \
	"fprintf snprintf vfprintf fread fwrite fgets getline read write open close ioctl " \
	"mmap munmap poll select epoll_wait nanosleep clone clone3 start_thread _start " \
	"qsort bsearch abort exit"
#define LIBC_STARTS \
	"__libc_ __GI_ _IO_ pthread_ __pthread_ __memcpy_ __memmove_ __memset_ __memcmp_ " \
	"__strlen_ __strcmp_ __strchr_ __malloc __printf __vfprintf [libc [libpthread " \
	"[ld- [libm. [libm- [musl"

static const struct rule hot_rules[] = {{test_always, "", HOT}};
static const struct rule mem_rules[] = {{test_always, "", MEM}};
static const struct rule io_rules[] = {{test_always, "", IO}};
static const struct rule red_rules[] = {{test_always, "", RED}};
static const struct rule green_rules[] = {{test_always, "", GREEN}};
static const struct rule blue_rules[] = {{test_always, "", BLUE}};
static const struct rule aqua_rules[] = {{test_always, "", AQUA}};
static const struct rule yellow_rules[] = {{test_always, "", YELLOW}};
static const struct rule purple_rules[] = {{test_always, "", PURPLE}};
static const struct rule orange_rules[] = {{test_always, "", ORANGE}};

static const struct rule package_rules[] = {
	{test_is, "[unknown]", GREY},
	{test_always, "", BY_PACKAGE},
};

static const struct rule chain_rules[] = {
	{test_contains, "_[w]", AQUA},
	{test_always, "", BLUE},
};

static const struct rule hotcold_rules[] = {
	{test_ends, "_[o]", BLUE},
	{test_always, "", HOT},
};

static const struct rule calm_rules[] = {
	{test_ends, KERNEL, CALM_SAND},
	{test_starts, "[", CALM_STONE},
	{test_always, "", CALM_BLUE},
};

static const struct rule java_rules[] = {
	{test_ends, KERNEL, ORANGE},
	{test_ends, "_[i]", AQUA},
	{test_ends, "_[j]", GREEN},
	{test_starts, "java/ javax/ jdk/ net/ org/ com/ io/ sun/", GREEN},
	{test_starts, "Ljava/ Ljavax/ Ljdk/ Lnet/ Lorg/ Lcom/ Lio/ Lsun/", GREEN},
	{test_contains, ":::", GREEN},
	{test_contains, "::", YELLOW},
	{test_starts, "-[ +[", YELLOW},
	{test_contains, CLONES, RED},
	{test_java, "", GREEN},
	{test_always, "", RED},
};

static const struct rule js_rules[] = {
	{test_blank, "", GREEN},
	{test_ends, KERNEL, ORANGE},
	{test_jitted, "/", GREEN},
	{test_ends, "_[j]", AQUA},
	{test_contains, "::", YELLOW},
	{test_path_contains, "node_modules/", PURPLE},
	{test_path_contains, ".js", GREEN},
	{test_contains, ":", AQUA},
	{test_always, "", RED},
};

static const struct rule perl_rules[] = {
	{test_ends, KERNEL, ORANGE},
	{test_contains, "Perl .pl", GREEN},
	{test_contains, "::", YELLOW},
	{test_always, "", RED},
};

static const struct rule python_rules[] = {
	{test_ends, KERNEL, ORANGE},
	{test_path_has, "site-packages", AQUA},
	{test_path_has, "python Python", YELLOW},
	{test_starts, "<built-in <method <frozen", YELLOW},
	{test_always, "", RED},
};

static const struct rule rust_rules[] = {
	{test_ends, KERNEL, RED},
	{test_starts, "core:: std:: alloc:: <core:: <std:: <alloc::", ORANGE},
	{test_contains, "::", AQUA},
	{test_always, "", YELLOW},
};

static const struct rule c_rules[] = {
	{test_ends, KERNEL, ORANGE},
	{test_starts, KERNEL_STARTS, ORANGE},
	{test_is, LIBC_NAMES, AQUA},
	{test_starts, LIBC_STARTS, AQUA},
	{test_contains, "::", YELLOW},
	{test_starts, "operator _Z", YELLOW},
	{test_starts, "[", GREY},
	{test_contains, "<", YELLOW},
	{test_always, "", RED},
};

static const struct rule go_rules[] = {
	{test_ends, KERNEL, ORANGE},
	{test_starts, "runtime. runtime/ internal/runtime gosave gogo", YELLOW},
	{test_starts, "main.", GREEN},
	{test_starts, "[", GREY},
	{test_go_standard, "", AQUA},
	{test_contains, "/", BLUE},
	{test_always, "", RED},
};

static const struct rule kernel_rules[] = {
	{test_ends, KERNEL, ORANGE},
	{test_starts, KERNEL_STARTS, ORANGE},
	{test_is, KERNEL_NAMES, ORANGE},
	{test_starts, "[", GREY},
	{test_always, "", BLUE},
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

int palette_plain(int palette)
{
	int last = palette;

	for (int i = palette; palette_names[i]; i++)
		if (palette_rules[i] == palette_rules[palette])
			last = i;
	return last;
}

/* ---- what tints mean ---- */

static const struct meaning meanings[] = {
	{"chain", BLUE, "off-CPU"},
	{"chain", AQUA, "waker"},
	{"java", GREEN, "Java"},
	{"java", AQUA, "inlined"},
	{"java", YELLOW, "C++"},
	{"java", RED, "native"},
	{"java", ORANGE, "kernel"},
	{"js", GREEN, "JavaScript"},
	{"js", PURPLE, "node_modules"},
	{"js", AQUA, "built-in"},
	{"js", YELLOW, "C++"},
	{"js", RED, "native"},
	{"js", ORANGE, "kernel"},
	{"perl", GREEN, "Perl"},
	{"perl", YELLOW, "C++"},
	{"perl", RED, "native"},
	{"perl", ORANGE, "kernel"},
	{"python", YELLOW, "standard library"},
	{"python", AQUA, "site-packages"},
	{"python", RED, "other"},
	{"python", ORANGE, "kernel"},
	{"rust", ORANGE, "core, alloc, std"},
	{"rust", AQUA, "crates"},
	{"rust", YELLOW, "other"},
	{"rust", RED, "kernel"},
	{"c", RED, "C"},
	{"c", YELLOW, "C++"},
	{"c", AQUA, "libc"},
	{"c", GREY, "no symbol"},
	{"c", ORANGE, "kernel"},
	{"go", GREEN, "main"},
	{"go", BLUE, "modules"},
	{"go", AQUA, "standard library"},
	{"go", YELLOW, "runtime"},
	{"go", RED, "other"},
	{"go", ORANGE, "kernel"},
	{"kernel", BLUE, "user"},
	{"kernel", ORANGE, "kernel"},
	{"kernel", GREY, "no symbol"},
	{"hotcold", HOT, "on-CPU"},
	{"hotcold", BLUE, "off-CPU"},
	{"calm", CALM_BLUE, "user"},
	{"calm", CALM_SAND, "kernel"},
	{"calm", CALM_STONE, "no symbol"},
};

const struct meaning *palette_meaning(int palette, size_t place)
{
	struct str name = str_of(palette_names[palette]);

	for (size_t i = 0; i < sizeof(meanings) / sizeof(meanings[0]); i++)
		if (str_eq(str_of(meanings[i].palette), name) && place-- == 0)
			return &meanings[i];
	return NULL;
}

/* ---- names ---- */

/*
 * A number from 0 to steps - 1 that depends on the bytes of s alone: FNV-1a (Fowler, Noll, Vo) with
 * 64 bits, then finishing steps as in MurmurHash3, so that short names use all bits. Users see it:
 * another hash would change the colours of every picture.
 */
static int spread(struct str s, int steps)
{
	uint64_t hash = 0xcbf29ce484222325u;

	for (size_t i = 0; i < s.n; i++)
		hash = (hash ^ (unsigned char)s.p[i]) * 0x100000001b3u;
	hash = (hash ^ hash >> 33) * 0xff51afd7ed558ccdu;
	hash = (hash ^ hash >> 33) * 0xc4ceb9fe1a85ec53u;
	return (int)((hash >> 32) * (uint64_t)steps >> 32);
}

int name_shade(bool hash, struct str name)
{
	int own = spread(name_bare(name), SHADES);

	if (!hash)
		return own;
	/* The scope picks a pair of neighbouring shades, the name one of the two. */
	return 2 * spread(name_scope(name), SHADES / 2) + own % 2;
}

static int fixed_tint(struct str name)
{
	if (name.n == 0)
		return NO_NAME;
	if (str_eq(name, STR("-")))
		return DASH;
	return str_eq(name, STR("--")) ? DOUBLE_DASH : -1;
}

int palette_tint(int palette, struct str name)
{
	const struct rule *rule = palette_rules[palette];
	int fixed = fixed_tint(name);

	if (fixed >= 0)
		return fixed;
	while (!rule->test(name, str_of(rule->words)))
		rule++;
	if (rule->tint == BY_PACKAGE)
		return PACKAGES + spread(name_package(name), (int)sizeof(packages));
	return rule->tint;
}

struct colour colour_of_name(int palette, bool hash, struct str name)
{
	return tint_shade(palette_tint(palette, name), name_shade(hash, name));
}
