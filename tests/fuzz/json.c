/*
 * Any bytes as JSON: containers that were entered are left, whichever values are taken and which are
 * skipped, and skipping finds an error where reading does. Then the same as a profile of each format.
 */
#include "collapse/format.h"
#include "collapse/json.h"
#include "tests/fuzz/lib/fuzz.h"

extern const struct format format_chrome, format_dhat, format_firefox, format_jfr,
	format_speedscope, format_v8;

static void take(struct json *json)
{
	size_t depth = json->depth;
	struct str text;

	switch (json_peek(json)) {
	case JSON_OBJECT:
		fuzz_expect(json_enter_object(json) && json->depth == depth + 1);
		break;
	case JSON_ARRAY:
		fuzz_expect(json_enter_array(json) && json->depth == depth + 1);
		break;
	case JSON_STRING:
		fuzz_expect(json_string(json, &text) || json_failed(json));
		break;
	case JSON_NUMBER:
		fuzz_expect(json_number(json, &text) || json_failed(json));
		break;
	case JSON_TRUE:
	case JSON_FALSE:
	case JSON_NULL:
	case JSON_NONE:
		json_skip(json);
		fuzz_expect(json->depth == depth);
		break;
	}
}

/* Every value is taken, but of those at one depth every third is skipped; a bit tells what is open. */
static bool walk(struct str input)
{
	static char open[1 << 16];
	struct lines lines;
	struct json json;
	struct str key;
	bool good;

	lines_from_memory(&lines, "input", input);
	json_init(&json, &lines);
	for (uint64_t step = 0; step == 0 || (json.depth > 0 && !json_failed(&json)); step++) {
		size_t depth = json.depth;

		if (depth > 0 && !(open[depth - 1] == '{' ? json_next_key(&json, &key)
							  : json_next_element(&json))) {
			fuzz_expect(json_failed(&json) || json.depth == depth - 1);
			continue;
		}
		if (depth + 1 < sizeof(open))
			open[depth] = json_peek(&json) == JSON_OBJECT ? '{' : '[';
		if (step % 3 == 2 || depth + 1 >= sizeof(open))
			json_skip(&json);
		else
			take(&json);
	}
	good = json_at_end(&json);
	json_release(&json);
	lines_close(&lines);
	return good;
}

static bool skip(struct str input)
{
	struct lines lines;
	struct json json;
	bool good;

	lines_from_memory(&lines, "input", input);
	json_init(&json, &lines);
	json_skip(&json);
	good = json_at_end(&json);
	json_release(&json);
	lines_close(&lines);
	return good;
}

static void read_as(const struct format *format, struct str input)
{
	static const uint64_t options[32];
	static struct stacks stacks;
	static struct lines lines;
	void *state;

	stacks_release(&stacks);
	stacks_init(&stacks);
	lines_close(&lines);
	lines_from_memory(&lines, "input", input);
	format->sniff(lines_head(&lines));
	state = format->begin(options, &stacks);
	format->read(state, &lines);
	format->end(state);
	for (uint32_t id = 0; id < stacks.tree.names.count; id++) {
		struct str name = names_get(&stacks.tree.names, id);

		fuzz_expect(str_find(name, ';') == name.n && str_find(name, '\n') == name.n);
	}
}

void fuzz(struct str input)
{
	static const struct format *const formats[] = {&format_chrome, &format_dhat,
		&format_firefox, &format_jfr, &format_speedscope, &format_v8};

	report_quiet(true);
	fuzz_expect(walk(input) == skip(input));
	for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
		read_as(formats[i], input);
}
