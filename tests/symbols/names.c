/*
 * names FILE: reads addresses in hex, ascending, a line each, and prints which symbol of the ELF
 * file each is in, "ADDRESS START NAME", or "ADDRESS - -".
 */
#include <stdio.h>
#include <stdlib.h>

#include "collapse/symbols/elf-symbols.h"
#include "common/lines.h"
#include "common/memory.h"
#include "common/messages.h"

int main(int argc, char **argv)
{
	struct buf why = {0};
	struct names pool = {0};
	struct symbol_name *found;
	uint64_t *at = NULL;
	size_t count = 0, capacity = 0;
	struct lines lines;
	struct elf *elf;
	struct str line;

	messages_start("names");
	if (argc != 2)
		die_usage("expected one file");
	elf = elf_open(argv[1], &why);
	if (!elf)
		die("%s: %.*s", argv[1], STR_ARG(why));
	lines_open(&lines, "-");
	while (lines_next(&lines, &line))
		if (!str_hex_to_u64(line, ARRAY_PUSH(at, count, capacity)))
			die("expected an address, got \"%.*s\"", STR_ARG(line));
	found = memory_new(count, sizeof(*found));
	elf_symbols_find(elf, elf, at, count, &pool, found);
	for (size_t i = 0; i < count; i++)
		if (found[i].name.n)
			printf("%llx %llx %.*s\n", (unsigned long long)at[i],
				(unsigned long long)found[i].start, STR_ARG(found[i].name));
		else
			printf("%llx - -\n", (unsigned long long)at[i]);
	free(found);
	free(at);
	names_release(&pool);
	lines_close(&lines);
	elf_close(elf);
	buf_release(&why);
	return 0;
}
