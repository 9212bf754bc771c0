/*
 * names FILE [PID]: reads addresses in hex, ascending, a line each, and prints which symbol of the
 * ELF file each is in, "ADDRESS START NAME", or "ADDRESS - -". With PID the file is what that process
 * knows by this path.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/utsname.h>

#include "collapse/symbols/elf-symbols.h"
#include "collapse/symbols/files.h"
#include "common/lines.h"
#include "common/memory.h"
#include "common/messages.h"

/* As if it had been recorded here. */
static void find(struct files *files, const char *path, uint64_t pid)
{
	struct image image = {.path = str_of(path), .build_id = STR(""), .pid = (int64_t)pid};
	struct symbols_options options = {.cache = "/nowhere"};
	struct utsname here;
	struct places places;

	if (uname(&here) < 0)
		die_errno("cannot tell this machine's name");
	options.host = str_of(here.nodename);
	options.release = str_of(here.release);
	places_init(&places, &options);
	files_find(&places, &image, files);
	places_release(&places);
}

int main(int argc, char **argv)
{
	struct files files = {0};
	struct names pool = {0};
	struct symbol_name *found;
	uint64_t *at = NULL;
	size_t count = 0, capacity = 0;
	uint64_t pid = 0;
	struct lines lines;
	struct str line;

	messages_start("names");
	if (argc < 2 || argc > 3 || (argc == 3 && !str_to_u64(str_of(argv[2]), &pid)))
		die_usage("expected a file, and perhaps the number of a process");
	if (argc == 3)
		find(&files, argv[1], pid);
	else
		files.image = files.symbols = files_open(&files, argv[1], STR(""));
	if (!files.image)
		die("%s: %.*s", argv[1], STR_ARG(files.problem));
	lines_open(&lines, "-");
	while (lines_next(&lines, &line))
		if (!str_hex_to_u64(line, ARRAY_PUSH(at, count, capacity)))
			die("expected an address, got \"%.*s\"", STR_ARG(line));
	found = memory_new(count, sizeof(*found));
	elf_symbols_find(files.symbols, files.image, at, count, &pool, found);
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
	files_close(&files);
	return 0;
}
