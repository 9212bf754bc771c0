/*
 * Any bytes as the data block of a picture, which is more than a fuzzer finds inside of a picture.
 */
#include "collapse/formats/svg/block.h"
#include "common/messages.h"
#include "tests/fuzz/lib/fuzz.h"
#include "tests/fuzz/lib/read.h"

void fuzz(struct str input)
{
	static struct stacks stacks;

	stacks_release(&stacks);
	stacks_init(&stacks);
	messages_quiet(true);
	if (svg_block_read(str_skip(input, str_find(input, '\n')), &stacks))
		fuzz_expect(stacks.count == 0);
	fuzz_expect_names(&stacks);
}
