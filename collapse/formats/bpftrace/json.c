#include "collapse/formats/bpftrace/json.h"

#include "collapse/readers/json.h"

struct reader {
	struct bpftrace_maps *maps;
	const struct lines *lines; /* of the input, for messages */
	struct json json;
};

static void reject(struct reader *reader, const char *expected, struct str got)
{
	stacks_problem(reader->maps->stacks, reader->lines, expected, got);
}

/*
 * "\n    clear_page_erms+7\n,my worker 2": a stack ends with its line, other keys at a comma. Since
 * 0.24 there are no blanks in it.
 */
static void take_key(struct bpftrace_maps *maps, struct str key)
{
	const struct str comma = STR(",");
	bool more, first = true;
	struct str line;

	do {
		more = str_cut(key, '\n', &line, &key);
		if (more && !first && !str_starts(line, comma))
			bpftrace_entry_frame(maps, line);
		else
			bpftrace_entry_keys(maps, more ? line : key, comma);
		first = false;
	} while (more);
}

/* A number, or, since 0.24, a string where a double cannot hold it. */
static bool read_number(struct json *json, uint64_t *number)
{
	struct str text;

	return json_string(json, &text) ? str_to_u64(text, number) : json_u64(json, number);
}

/* Of an object: {"min": 512, "max": 1023, "count": 1}, {"count": 3, "average": 4, "total": 12}. */
static bool read_member(struct json *json, uint64_t *value)
{
	bool has_count = false, has_total = false;
	uint64_t count, total;
	struct str key;

	while (json_next_key(json, &key)) {
		if (str_eq(key, STR("count")))
			has_count = read_number(json, &count);
		else if (str_eq(key, STR("total")))
			has_total = read_number(json, &total);
		else
			json_skip(json);
	}
	if (has_count || has_total)
		*value += has_total ? total : count;
	return has_count || has_total;
}

static bool read_value(struct json *json, uint64_t *value, bool *histogram)
{
	bool good = true;

	*value = 0;
	*histogram = false;
	if (json_enter_object(json))
		return read_member(json, value);
	if (!json_enter_array(json))
		return read_number(json, value);
	*histogram = true;
	while (json_next_element(json))
		if (json_enter_object(json))
			good = read_member(json, value) && good;
		else
			json_skip(json);
	return good;
}

static void read_entries(struct reader *reader, struct str map)
{
	struct bpftrace_maps *maps = reader->maps;
	struct str key;
	uint64_t value;
	bool histogram;

	while (json_next_key(&reader->json, &key)) {
		stacks_count_things(maps->stacks, 1);
		bpftrace_entry_begin(maps, map);
		take_key(maps, key);
		if (!bpftrace_entry_is_wanted(maps))
			json_skip(&reader->json);
		else if (!read_value(&reader->json, &value, &histogram))
			reject(reader, "a whole number for each stack", map);
		else if (histogram)
			bpftrace_entry_end_histogram(maps, value);
		else
			bpftrace_entry_end(maps, value);
	}
}

static void read_maps(struct reader *reader)
{
	struct str key;

	while (json_next_key(&reader->json, &key)) {
		bool is_map = str_starts(key, STR("@"));
		struct buf map = {0};

		buf_add(&map, key);
		if (is_map && json_enter_object(&reader->json)) {
			read_entries(reader, buf_str(&map));
		} else {
			reader->maps->single += is_map;
			json_skip(&reader->json);
		}
		buf_release(&map);
	}
}

void bpftrace_json_read(struct bpftrace_maps *maps, const struct lines *lines, struct str line)
{
	struct reader reader = {.maps = maps, .lines = lines};
	struct lines document;
	struct str key;

	lines_from_memory(&document, lines->name, line);
	json_init(&reader.json, &document);
	json_enter_object(&reader.json);
	while (json_next_key(&reader.json, &key)) {
		if (str_eq(key, STR("data")) && json_enter_object(&reader.json))
			read_maps(&reader);
		else
			json_skip(&reader.json);
	}
	if (!json_at_end(&reader.json))
		reject(&reader, reader.json.expected, reader.json.got);
	json_release(&reader.json);
	lines_close(&document);
}
