/*
 * Any bytes as a profile.proto: fields are parts of the message, in their order, and what becomes of
 * one can be written.
 */
#include "collapse/format.h"
#include "collapse/protobuf.h"
#include "common/memory.h"
#include "tests/fuzz/lib/fuzz.h"

extern const struct format format_pprof;

static void walk(struct str message)
{
	struct protobuf reader;
	size_t at = 0;

	protobuf_init(&reader, message);
	while (protobuf_next(&reader)) {
		fuzz_expect(reader.at > at && reader.at <= message.n && reader.field > 0);
		fuzz_expect(reader.bytes.n == 0 || (reader.bytes.p > message.p + at &&
			reader.bytes.p + reader.bytes.n <= message.p + reader.at));
		at = reader.at;
	}
	fuzz_expect(reader.expected || reader.at == message.n);
}

void fuzz(struct str input)
{
	static struct stacks stacks;
	static struct lines lines;
	static void *options;

	if (!options) {
		options = memory_new(1, format_pprof.options_size);
		report_quiet(true);
	} else {
		stacks_release(&stacks);
		lines_close(&lines);
	}
	walk(input);
	stacks_init(&stacks);
	lines_from_memory(&lines, "input", input);
	format_pprof.sniff(lines_head(&lines));

	void *state = format_pprof.begin(options, &stacks);

	format_pprof.read(state, &lines);
	format_pprof.end(state);
	for (uint32_t id = 0; id < stacks.tree.names.count; id++) {
		struct str name = names_get(&stacks.tree.names, id);

		fuzz_expect(str_find(name, ';') == name.n && str_find(name, '\n') == name.n);
	}
}
