#include "collapse/formats/go/pprof-frames.h"

#include <stdlib.h>

#include "collapse/names/native-name.h"
#include "common/memory.h"

enum { LOCATION_MAPPING = 2, LOCATION_LINE = 4 };
enum { LINE_FUNCTION = 1, LINE_LINE = 2 };
enum { FUNCTION_NAME = 2, FUNCTION_SYSTEM_NAME = 3, FUNCTION_FILE = 4 };
enum { MAPPING_FILE = 5 };

static struct str string_of(
	const struct pprof_frames *frames, const struct pprof_entry *entry, uint32_t field)
{
	return entry ? pprof_string(frames->profile, pprof_number(entry->message, field))
		     : (struct str){0};
}

static struct str function_name(
	const struct pprof_frames *frames, const struct pprof_entry *function)
{
	struct str name = string_of(frames, function, FUNCTION_NAME);

	return name.n ? name : string_of(frames, function, FUNCTION_SYSTEM_NAME);
}

/* "main.work", "busy`main.work", "main.work:main.go:48"; "[libc.so.6]" without a function. */
static uint32_t frame_name(struct pprof_frames *frames, const struct pprof_entry *function,
	uint64_t line, struct str dso)
{
	struct str name = function_name(frames, function);
	struct str file = str_base_name(string_of(frames, function, FUNCTION_FILE));
	struct buf *text = &frames->text;

	buf_reset(text);
	if (name.n == 0) {
		native_name_add_unknown(text, dso);
		return stacks_name(frames->stacks, buf_str(text));
	}
	if (dso.n && (frames->dso || frames->stacks->wants_modules)) {
		buf_add(text, dso);
		buf_add_char(text, '`');
	}
	buf_add(text, name);
	if (frames->srcline && file.n) {
		buf_add_char(text, ':');
		buf_add(text, file);
		buf_addf(text, ":%lld", (long long)line);
	}
	return stacks_name(frames->stacks, buf_str(text));
}

/* As many frames as drop_frames hides, from the leaf; all only in a stack that has others. */
static void hide_frames(struct pprof_entry *location, size_t hidden)
{
	location->drops_callees = hidden > 0;
	location->drops = hidden > 0 && hidden == location->count;
	if (location->drops)
		return;
	location->first += hidden;
	location->count -= hidden;
}

static void add_frame(struct pprof_frames *frames, struct pprof_entry *location, uint32_t name)
{
	*ARRAY_PUSH(frames->names, frames->count, frames->capacity) = name;
	location->count++;
}

static void read_location(struct pprof_frames *frames, struct pprof_entry *location)
{
	uint64_t mapping_id = pprof_number(location->message, LOCATION_MAPPING);
	struct pprof_entry *mapping = pprof_find(&frames->profile->mappings, mapping_id);
	struct str dso = str_base_name(string_of(frames, mapping, MAPPING_FILE));
	struct protobuf reader;
	size_t hidden = 0;

	location->done = true;
	location->first = frames->count;
	protobuf_init(&reader, location->message);
	while (protobuf_next(&reader)) {
		struct str line = reader.bytes;
		const struct pprof_entry *function;

		if (reader.field != LOCATION_LINE)
			continue;
		function =
			pprof_find(&frames->profile->functions, pprof_number(line, LINE_FUNCTION));
		add_frame(frames, location,
			frame_name(frames, function, pprof_number(line, LINE_LINE), dso));
		if (pprof_prune_matches(&frames->prune, function_name(frames, function)))
			hidden = location->count;
	}
	if (location->count == 0)
		add_frame(frames, location, frame_name(frames, NULL, 0, dso));
	hide_frames(location, hidden);
}

bool pprof_frames_start(struct pprof_frames *frames, struct pprof_profile *profile, struct str drop)
{
	frames->profile = profile;
	frames->count = 0;
	return pprof_prune_init(&frames->prune, drop, profile->keep_frames);
}

void pprof_frames_end(struct pprof_frames *frames)
{
	pprof_prune_release(&frames->prune);
}

void pprof_frames_release(struct pprof_frames *frames)
{
	free(frames->names);
	buf_release(&frames->text);
}

struct pprof_entry *pprof_frames_find(struct pprof_frames *frames, uint64_t id)
{
	struct pprof_entry *location = pprof_find(&frames->profile->locations, id);

	if (location && !location->done)
		read_location(frames, location);
	return location;
}

size_t pprof_frames_hidden(struct pprof_entry *const *locations, size_t count)
{
	bool found_other = false;

	for (size_t i = count; i-- > 0;) {
		if (!locations[i]->drops_callees)
			found_other = true;
		else if (found_other)
			return locations[i]->drops ? i + 1 : i;
	}
	return 0;
}
