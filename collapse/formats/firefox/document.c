#include "collapse/formats/firefox/document.h"

#include <stdlib.h>

#include "collapse/stacks/json-input.h"
#include "common/memory.h"

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

static void read_name(struct json *json, void *at)
{
	struct firefox_document *document = json->context;
	struct str text;

	if (json_scalar(json, &text) && text.n)
		*(uint32_t *)at = stacks_name(document->stacks, text);
}

static void read_id(struct json *json, void *at)
{
	struct firefox_document *document = json->context;
	struct str text;

	if (json_scalar(json, &text))
		*(uint32_t *)at = names_add(&document->texts, text);
}

static void read_samples_of(struct json *json, struct firefox_samples *samples, bool allocations)
{
	const struct firefox_document *document = json->context;

	if (allocations == (document->wanted == WANTED_ALLOCATIONS))
		read_samples(samples, document->wanted, json);
	else
		json_skip(json);
}

static void read_thread_samples(struct json *json, void *at)
{
	read_samples_of(json, at, false);
}

static void read_allocations(struct json *json, void *at)
{
	read_samples_of(json, at, true);
}

#define AT(member) offsetof(struct firefox_thread, member)

static const struct json_field thread_fields[] = {
	{JSON_KEY("name"), .at = AT(name), .read = read_name},
	{JSON_KEY("processName"), .at = AT(process_name), .read = read_name},
	{JSON_KEY("processType"), .at = AT(process_type), .read = read_name},
	{JSON_KEY("pid"), .at = AT(pid), .read = read_id},
	{JSON_KEY("tid"), .at = AT(tid), .read = read_id},
	{JSON_KEY("samples"), .at = AT(samples), .read = read_thread_samples},
	{JSON_KEY("jsAllocations"), .at = AT(js_allocations), .read = read_allocations},
	{JSON_KEY("nativeAllocations"), .at = AT(native_allocations), .read = read_allocations},
	{0},
};

#undef AT

static void read_thread(struct json *json, size_t profile)
{
	struct firefox_document *document = json->context;
	struct firefox_thread *thread = ARRAY_PUSH(
		document->threads, document->thread_count, document->thread_capacity);
	struct str key;

	*thread = (struct firefox_thread){.profile = profile,
		.tables.texts = &document->texts,
		.name = NAME_NONE,
		.process_name = NAME_NONE,
		.process_type = NAME_NONE,
		.pid = NAME_NONE,
		.tid = NAME_NONE};
	while (json_next_key(json, &key))
		if (!json_read_member(json, key, thread_fields, thread) &&
			!json_read_member(json, key, firefox_tables_fields, &thread->tables))
			json_skip(json);
}

/* ---- the document ---- */

static void read_threads(struct json *json, void *at)
{
	struct firefox_document *document = json->context;
	const struct firefox_profile *profile = at;

	document->has_threads = true;
	if (!json_array(json))
		return;
	while (json_next_element(json))
		if (json_object(json))
			read_thread(json, (size_t)(profile - document->profiles));
}

static void read_cpu_unit(struct json *json, void *at)
{
	enum firefox_cpu_unit *cpu_unit = at;
	struct str unit;

	if (!json_string(json, &unit))
		json_skip(json);
	else if (str_eq(unit, STR("ns")))
		*cpu_unit = CPU_NANOSECONDS;
	else if (!str_eq(unit, STR("\xc2\xb5s")) && !str_eq(unit, STR("\xce\xbcs")))
		*cpu_unit = CPU_CYCLES;
}

static const struct json_field unit_fields[] = {
	{JSON_KEY("threadCPUDelta"), .read = read_cpu_unit},
	{0},
};

static const struct json_field meta_fields[] = {
	{JSON_KEY("sampleUnits"), FIELD_OBJECT, .members = unit_fields},
	{0},
};

static const struct json_field library_fields[] = {
	{JSON_KEY("start"), FIELD_U64, .at = offsetof(struct firefox_library, start)},
	{JSON_KEY("end"), FIELD_U64, .at = offsetof(struct firefox_library, end)},
	{JSON_KEY("name"), .at = offsetof(struct firefox_library, name), .read = read_id},
	{0},
};

static void read_library(struct json *json, void *at)
{
	struct firefox_library library = {.name = NAME_NONE};

	if (!json_object(json))
		return;
	json_read_members(json, library_fields, &library);
	if (library.name != NAME_NONE)
		firefox_libraries_add(at, &library);
}

/* What is in it is for read_profiles(). */
static void enter_array(struct json *json, void *at)
{
	(void)at;
	json_array(json);
}

#define AT(member) offsetof(struct firefox_profile, member)

static const struct json_field profile_fields[] = {
	{JSON_KEY("meta"), FIELD_OBJECT, .at = AT(cpu_unit), .members = meta_fields},
	{JSON_KEY("libs"), FIELD_EACH, .at = AT(libraries), .read = read_library},
	{JSON_KEY("shared"), FIELD_OBJECT, .at = AT(shared), .members = firefox_tables_fields},
	{JSON_KEY("threads"), .read = read_threads},
	{JSON_KEY("processes"), .read = enter_array},
	{0},
};

static void push(struct firefox_document *document, size_t depth, size_t profile, bool array)
{
	document->open = memory_grow(
		document->open, &document->open_capacity, depth + 1, sizeof(*document->open));
	document->open[depth] = (struct firefox_open){profile, array};
}

static size_t new_profile(struct firefox_document *document)
{
	*ARRAY_PUSH(document->profiles, document->profile_count, document->profile_capacity) =
		(struct firefox_profile){.shared.texts = &document->texts};
	return document->profile_count - 1;
}

/* Profiles within profiles: those that are open are kept here. */
static void read_profiles(struct firefox_document *document)
{
	struct json *json = &document->json;
	size_t depth = 0;

	if (!json_enter_object(json))
		return;
	push(document, depth++, new_profile(document), false);
	while (depth > 0 && !json_failed(json)) {
		struct firefox_open top = document->open[depth - 1];

		if (!top.array) {
			if (json_read_members(
				    json, profile_fields, &document->profiles[top.profile]))
				push(document, depth++, top.profile, true);
			else
				depth--;
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
	document->json.context = document;
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
		firefox_libraries_release(&document->profiles[i].libraries);
	}
	free(document->threads);
	free(document->profiles);
	free(document->open);
	names_release(&document->texts);
	json_release(&document->json);
	*document = (struct firefox_document){
		.stacks = document->stacks, .wanted = document->wanted};
}
