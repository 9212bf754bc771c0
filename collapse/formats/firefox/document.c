#include "collapse/formats/firefox/document.h"

#include <stdlib.h>

#include "collapse/stacks/json-input.h"
#include "common/memory.h"

/* Of an array, each object; read() finds it entered. What is none of these is passed over. */
static void read_objects(struct firefox_document *document, size_t profile,
	void (*read)(struct firefox_document *document, size_t profile))
{
	struct json *json = &document->json;

	if (!json_array(json))
		return;
	while (json_next_element(json))
		if (json_object(json))
			read(document, profile);
}

/* ---- threads ---- */

static void read_weight_type(void *context, struct json *json, struct str key)
{
	struct firefox_samples *samples = context;
	struct str text;

	if (!str_eq(key, STR("weightType")) || !json_string(json, &text))
		json_skip(json);
	else if (str_eq(text, STR("tracing-ms")))
		samples->type = TYPE_TIME;
	else if (str_eq(text, STR("bytes")))
		samples->type = TYPE_BYTES;
}

static void read_samples(
	struct firefox_samples *samples, enum firefox_wanted wanted, struct json *json)
{
	struct json_table_column columns[] = {
		{STR("stack"), .numbers = &samples->stacks, .place = 0},
		{STR("weight"), .numbers = &samples->weights, .shift = WEIGHT_SHIFT,
			.place = PLACE_NONE},
	};

	if (wanted == WANTED_CPU) {
		columns[1].name = STR("threadCPUDelta");
		columns[1].shift = CPU_SHIFT;
	}
	json_table_read(json, columns, 2, read_weight_type, samples);
}

static void read_name(struct firefox_document *document, uint32_t *name)
{
	struct str text;

	if (json_scalar(&document->json, &text) && text.n)
		*name = stacks_name(document->stacks, text);
}

static void read_id(struct firefox_document *document, uint32_t *id)
{
	struct str text;

	if (json_scalar(&document->json, &text))
		*id = names_add(&document->texts, text);
}

/* A member that has samples which are wanted; false for another one. */
static bool read_wanted(
	struct firefox_document *document, struct firefox_thread *thread, struct str key)
{
	struct firefox_samples *samples = NULL;

	if (document->wanted != WANTED_ALLOCATIONS) {
		if (str_eq(key, STR("samples")))
			samples = &thread->samples;
	} else if (str_eq(key, STR("jsAllocations"))) {
		samples = &thread->js_allocations;
	} else if (str_eq(key, STR("nativeAllocations"))) {
		samples = &thread->native_allocations;
	}
	if (samples)
		read_samples(samples, document->wanted, &document->json);
	return samples != NULL;
}

static void read_thread(struct firefox_document *document, size_t profile)
{
	struct json *json = &document->json;
	struct firefox_thread *thread;
	struct str key;

	document->threads = memory_grow(document->threads, &document->thread_capacity,
		document->thread_count + 1, sizeof(*document->threads));
	thread = &document->threads[document->thread_count++];
	*thread = (struct firefox_thread){.profile = profile,
		.name = NAME_NONE,
		.process_name = NAME_NONE,
		.process_type = NAME_NONE,
		.pid = NAME_NONE,
		.tid = NAME_NONE};
	while (json_next_key(json, &key)) {
		if (str_eq(key, STR("name")))
			read_name(document, &thread->name);
		else if (str_eq(key, STR("processName")))
			read_name(document, &thread->process_name);
		else if (str_eq(key, STR("processType")))
			read_name(document, &thread->process_type);
		else if (str_eq(key, STR("pid")))
			read_id(document, &thread->pid);
		else if (str_eq(key, STR("tid")))
			read_id(document, &thread->tid);
		else if (!read_wanted(document, thread, key) &&
			 !firefox_tables_read(&thread->tables, &document->texts, json, key))
			json_skip(json);
	}
}

/* ---- the document ---- */

static void read_cpu_unit(struct firefox_profile *profile, struct json *json)
{
	struct str unit;

	if (!json_string(json, &unit))
		json_skip(json);
	else if (str_eq(unit, STR("ns")))
		profile->cpu_unit = CPU_NANOSECONDS;
	else if (!str_eq(unit, STR("\xc2\xb5s")) && !str_eq(unit, STR("\xce\xbcs")))
		profile->cpu_unit = CPU_CYCLES;
}

static void read_meta(struct firefox_profile *profile, struct json *json)
{
	struct str key;

	if (!json_object(json))
		return;
	while (json_next_key(json, &key)) {
		if (!str_eq(key, STR("sampleUnits")) || !json_enter_object(json)) {
			json_skip(json);
			continue;
		}
		while (json_next_key(json, &key))
			if (str_eq(key, STR("threadCPUDelta")))
				read_cpu_unit(profile, json);
			else
				json_skip(json);
	}
}

static void read_library(struct firefox_document *document, size_t profile)
{
	struct firefox_libraries *libraries = &document->profiles[profile].libraries;
	struct firefox_library library = {.name = NAME_NONE};
	struct json *json = &document->json;
	struct str key;

	while (json_next_key(json, &key)) {
		if (str_eq(key, STR("start")))
			json_u64(json, &library.start);
		else if (str_eq(key, STR("end")))
			json_u64(json, &library.end);
		else if (str_eq(key, STR("name")))
			read_id(document, &library.name);
		else
			json_skip(json);
	}
	if (library.name == NAME_NONE || library.end <= library.start)
		return;
	libraries->items = memory_grow(libraries->items, &libraries->capacity, libraries->count + 1,
		sizeof(*libraries->items));
	libraries->items[libraries->count++] = library;
}

static void read_shared(struct firefox_document *document, struct firefox_tables *shared)
{
	struct json *json = &document->json;
	struct str key;

	if (!json_object(json))
		return;
	while (json_next_key(json, &key))
		if (!firefox_tables_read(shared, &document->texts, json, key))
			json_skip(json);
}

/* A member of a profile. True when its further profiles come next, in an array that was entered. */
static bool read_profile_key(struct firefox_document *document, size_t index, struct str key)
{
	struct firefox_profile *profile = &document->profiles[index];
	struct json *json = &document->json;

	if (str_eq(key, STR("processes")) && json_enter_array(json))
		return true;
	if (str_eq(key, STR("threads"))) {
		document->has_threads = true;
		read_objects(document, index, read_thread);
	} else if (str_eq(key, STR("shared"))) {
		read_shared(document, &profile->shared);
	} else if (str_eq(key, STR("libs"))) {
		read_objects(document, index, read_library);
	} else if (str_eq(key, STR("meta"))) {
		read_meta(profile, json);
	} else {
		json_skip(json);
	}
	return false;
}

static void push(struct firefox_document *document, size_t depth, size_t profile, bool array)
{
	document->open = memory_grow(
		document->open, &document->open_capacity, depth + 1, sizeof(*document->open));
	document->open[depth] = (struct firefox_open){profile, array};
}

static size_t new_profile(struct firefox_document *document)
{
	document->profiles = memory_grow(document->profiles, &document->profile_capacity,
		document->profile_count + 1, sizeof(*document->profiles));
	document->profiles[document->profile_count] = (struct firefox_profile){0};
	return document->profile_count++;
}

/* Profiles within profiles: those that are open are kept here. */
static void read_profiles(struct firefox_document *document)
{
	struct json *json = &document->json;
	size_t depth = 0;
	struct str key;

	if (!json_enter_object(json))
		return;
	push(document, depth++, new_profile(document), false);
	while (depth > 0 && !json_failed(json)) {
		struct firefox_open top = document->open[depth - 1];

		if (!top.array) {
			if (!json_next_key(json, &key))
				depth--;
			else if (read_profile_key(document, top.profile, key))
				push(document, depth++, top.profile, true);
		} else if (!json_next_element(json)) {
			depth--;
		} else if (json_enter_object(json)) {
			push(document, depth++, new_profile(document), false);
		} else {
			json_skip(json);
		}
	}
}

void firefox_document_read(struct firefox_document *document, struct lines *lines)
{
	json_init(&document->json, lines);
	read_profiles(document);
	json_input_finish(&document->json, lines, document->stacks);
}

static void release_samples(struct firefox_samples *samples)
{
	column_release(&samples->stacks);
	column_release(&samples->weights);
}

void firefox_document_release(struct firefox_document *document)
{
	for (size_t i = 0; i < document->thread_count; i++) {
		struct firefox_thread *thread = &document->threads[i];

		firefox_tables_release(&thread->tables);
		release_samples(&thread->samples);
		release_samples(&thread->js_allocations);
		release_samples(&thread->native_allocations);
	}
	for (size_t i = 0; i < document->profile_count; i++) {
		firefox_tables_release(&document->profiles[i].shared);
		free(document->profiles[i].libraries.items);
	}
	free(document->threads);
	free(document->profiles);
	free(document->open);
	names_release(&document->texts);
	json_release(&document->json);
	*document = (struct firefox_document){
		.stacks = document->stacks, .wanted = document->wanted};
}
