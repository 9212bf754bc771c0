/*
 * What DWARF says of addresses, as "addr2line -a -i -f" prints it: inlines [OPTION]... FILE <ADDRESSES
 *
 *     --alternate FILE   what dwz has put there for several
 *     --package FILE     the units that were split off
 *     --repeat N         does it so often, for the clock; says how long the last time took
 *     --plain            only what was inlined and the function, a line an address: f < g < main
 *
 * Addresses are hex numbers, a line each, in any order.
 */
#include "collapse/symbols/dwarf/inlines.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "collapse/symbols/elf.h"
#include "common/lines.h"
#include "common/memory.h"
#include "common/messages.h"

static struct elf *open_elf(const char *path)
{
	struct buf why = {0};
	struct elf *elf = elf_open(path, &why);

	buf_release(&why);
	return elf;
}

static struct elf *open_split(void *context, const char *path)
{
	(void)context;
	return open_elf(path);
}

static struct elf *need_elf(const char *path)
{
	struct elf *elf = open_elf(path);

	if (!elf)
		die("%s: cannot be read", path);
	return elf;
}

static int compare_addresses(const void *left, const void *right)
{
	const uint64_t *a = left, *b = right;

	return (*a > *b) - (*a < *b);
}

static uint64_t *read_addresses(size_t *count)
{
	uint64_t *addresses = memory_new(1, sizeof(*addresses));
	size_t capacity = 1;
	char line[64];

	*count = 0;
	while (fgets(line, sizeof(line), stdin))
		*ARRAY_PUSH(addresses, *count, capacity) = strtoull(line, NULL, 16);
	qsort(addresses, *count, sizeof(*addresses), compare_addresses);
	return addresses;
}

static const char *text_or(struct str s, const char *otherwise)
{
	return s.n ? s.p : otherwise; /* these texts end in NUL */
}

static void print_answer(uint64_t address, const struct inlines_answer *answer)
{
	struct str file = answer->file;
	uint32_t line = answer->line;

	printf("0x%016" PRIx64 "\n", address);
	for (size_t i = 0; i <= answer->count; i++) {
		bool is_inlined = i < answer->count;
		struct str name = is_inlined ? answer->chain[i].name : answer->function;

		printf("%s\n%s:", text_or(name, "??"), text_or(file, "??"));
		if (line || !file.n)
			printf("%" PRIu32 "\n", line);
		else
			printf("?\n");
		if (is_inlined) {
			file = answer->chain[i].call_file;
			line = answer->chain[i].call_line;
		}
	}
}

static void print_plain(uint64_t address, const struct inlines_answer *answer)
{
	printf("0x%" PRIx64 " ", address);
	for (size_t i = 0; i < answer->count; i++)
		printf("%s < ", answer->chain[i].name.p);
	printf("%s\n", text_or(answer->function, "??"));
}

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

int main(int argc, char **argv)
{
	struct inlines_files files = {.open = open_split};
	struct inlines_answer *answers;
	struct inlines_trouble trouble;
	struct inlines *inlines;
	uint64_t *addresses;
	bool is_plain = false;
	int i, repeat = 0;
	size_t count;

	for (i = 1; i < argc - 1; i++) {
		struct str option = str_of(argv[i]);

		if (str_eq(option, STR("--plain")))
			is_plain = true;
		else if (str_eq(option, STR("--repeat")))
			repeat = (int)strtol(argv[++i], NULL, 10);
		else if (str_eq(option, STR("--alternate")))
			files.alternate = need_elf(argv[++i]);
		else if (str_eq(option, STR("--package")))
			files.package = need_elf(argv[++i]);
	}
	files.debug = need_elf(argv[argc - 1]);
	addresses = read_addresses(&count);
	answers = memory_new(count, sizeof(*answers));
	inlines = inlines_open(&files);
	if (!inlines)
		die("%s: no debug information", argv[argc - 1]);
	inlines_find(inlines, addresses, count, !is_plain, answers);
	for (i = 0; i < repeat; i++) {
		double start = now();

		inlines_close(inlines);
		inlines = inlines_open(&files);
		inlines_find(inlines, addresses, 0, false, answers);
		fprintf(stderr, "open %.2f ms", (now() - start) * 1e3);
		start = now();
		inlines_find(inlines, addresses, count, !is_plain, answers);
		fprintf(stderr, ", find %.2f ms\n", (now() - start) * 1e3);
	}
	for (size_t at = 0; at < count; at++)
		(is_plain ? print_plain : print_answer)(addresses[at], &answers[at]);
	trouble = inlines_trouble(inlines);
	if (trouble.damaged_units || trouble.missing_units)
		fprintf(stderr, "damaged %zu, missing %zu %s\n", trouble.damaged_units,
			trouble.missing_units, text_or(trouble.first_missing, ""));
	inlines_close(inlines);
	elf_close(files.debug);
	elf_close(files.alternate);
	elf_close(files.package);
	free(addresses);
	free(answers);
	return 0;
}
