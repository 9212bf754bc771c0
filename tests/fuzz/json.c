/*
 * Any bytes as JSON: containers that were entered are left, whichever values are taken and which are
 * skipped, and skipping finds an error where reading does.
 */
#include "collapse/readers/json.h"
#include "tests/fuzz/lib/fuzz.h"

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

void fuzz(struct str input)
{
	fuzz_expect(walk(input) == skip(input));
}
