/*
 * Symbols of any bytes: a readable name is not empty nor longer than the limit, and what cannot be
 * read leaves no trace.
 */
#include "collapse/demangle/demangle.h"

#include "collapse/stacks/stacks.h"
#include "tests/fuzz/lib/fuzz.h"

static void check(struct str symbol)
{
	struct buf out = {0};
	bool done;

	buf_add_char(&out, '>');
	done = demangle(&out, symbol);
	fuzz_expect(out.p[0] == '>' && (out.n > 1) == done);
	fuzz_expect(out.n <= 1 + sizeof("invocation function for block in ") +
		demangle_limit(symbol) + symbol.n);
	out.n = 1;
	done = demangle_frame(&out, symbol);
	fuzz_expect(!done || demangle_could(symbol));
	buf_release(&out);
}

static void check_as(const char *prefix, struct str rest)
{
	struct buf symbol = {0};

	buf_add(&symbol, str_of(prefix));
	buf_add(&symbol, rest);
	check(buf_str(&symbol));
	buf_release(&symbol);
}

void fuzz(struct str input)
{
	struct stacks stacks;

	check(input);
	check_as("_Z", input);
	check_as("_R", input);
	stacks_init(&stacks);
	stacks.demangles = true;
	fuzz_expect(stacks_name(&stacks, input) == stacks_name(&stacks, input));
	stacks_release(&stacks);
}
