/*
 * Any bytes as a list of names: the kernel's, a perf map, a jitdump, by the first byte.
 */
#include "collapse/symbols/jitdump.h"
#include "collapse/symbols/kallsyms.h"
#include "collapse/symbols/perf-map.h"
#include "tests/fuzz/lib/fuzz.h"

void fuzz(struct str input)
{
	static const uint64_t at[] = {
		0, 0x1000, 0x1000, 0x1008, 0x2000, 0xffffffff81000000, UINT64_MAX};
	static const uint64_t times[] = {0, 1, 200, 0, UINT64_MAX, 0, 0};
	enum { COUNT = sizeof(at) / sizeof(*at) };
	struct symbol_name found[COUNT];
	struct names pool = {0};
	struct str rest = str_skip(input, 1);

	switch (input.n ? input.p[0] : 0) {
	case 'k':
		kallsyms_find(rest, 0, at, COUNT, &pool, found);
		break;
	case 's':
		kallsyms_find(rest, 0x1000, at, COUNT, &pool, found);
		break;
	case 'm':
		perf_map_find(rest, at, COUNT, &pool, found);
		break;
	default:
		jitdump_find(input, at, times, COUNT, &pool, found);
		break;
	}
	for (size_t i = 0; i < COUNT; i++)
		fuzz_expect(found[i].name.n == 0 || found[i].start <= at[i]);
	names_release(&pool);
}
