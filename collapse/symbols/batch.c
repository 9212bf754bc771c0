#include "collapse/symbols/batch.h"

#include <stdlib.h>

#include "common/memory.h"

struct place {
	uint64_t at, time;
	uint64_t start_bias; /* what makes an ask of an address */
	size_t ask;
};

struct batch *batch_new(const struct symbol_ask *asks, size_t count, struct symbol_answer *answers)
{
	struct batch *batch = memory_new(1, sizeof(*batch));

	batch->asks = asks;
	batch->ask_count = count;
	batch->answers = answers;
	for (size_t i = 0; i < count; i++)
		answers[i] = (struct symbol_answer){.name = STR(""), .source.file = STR("")};
	return batch;
}

static void free_order(struct batch *batch)
{
	free(batch->at);
	free(batch->times);
	free(batch->names);
	free(batch->places);
	batch->at = batch->times = NULL;
	batch->names = NULL;
	batch->places = NULL;
	batch->count = 0;
}

void batch_finish(struct batch *batch)
{
	free_order(batch);
	batch->asks = NULL;
	batch->answers = NULL;
}

void batch_free(struct batch *batch)
{
	names_release(&batch->pool);
	free(batch->frames);
	free(batch);
}

struct str batch_keep(struct batch *batch, struct str text)
{
	return symbol_name_keep(&batch->pool, text);
}

/* ---- order ---- */

static int by_place(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x->ask < y->ask ? -1 : x->ask > y->ask;
}

static void start_order(struct batch *batch)
{
	free_order(batch);
	batch->places = memory_new(batch->ask_count, sizeof(*batch->places));
}

static void add_place(struct batch *batch, size_t ask, uint64_t at)
{
	batch->places[batch->count++] = (struct place){at, batch->asks[ask].time,
		batch->asks[ask].at - at, ask};
}

static void end_order(struct batch *batch)
{
	if (batch->count)
		qsort(batch->places, batch->count, sizeof(*batch->places), by_place);
	batch->at = memory_new(batch->count, sizeof(*batch->at));
	batch->times = memory_new(batch->count, sizeof(*batch->times));
	batch->names = memory_new(batch->count, sizeof(*batch->names));
	for (size_t i = 0; i < batch->count; i++) {
		batch->at[i] = batch->places[i].at;
		batch->times[i] = batch->places[i].time;
		batch->names[i].name = STR("");
	}
}

void batch_sort(struct batch *batch, uint64_t bias)
{
	start_order(batch);
	for (size_t i = 0; i < batch->ask_count; i++)
		if (!batch->answers[i].name.n)
			add_place(batch, i, batch->asks[i].at - bias);
	end_order(batch);
}

/* What is not linked yet has no addresses but those in its code. */
static bool address_of(const struct elf *elf, uint64_t offset, uint64_t *address)
{
	if (elf->type != ELF_RELOCATABLE)
		return elf_to_address(elf, offset, address);
	*address = offset;
	return true;
}

void batch_to_addresses(struct batch *batch, const struct elf *elf)
{
	uint64_t address;

	start_order(batch);
	for (size_t i = 0; i < batch->ask_count; i++)
		if (!batch->answers[i].name.n && address_of(elf, batch->asks[i].at, &address))
			add_place(batch, i, address);
	end_order(batch);
}

void batch_answer(struct batch *batch)
{
	for (size_t i = 0; i < batch->count; i++) {
		struct symbol_answer *answer = &batch->answers[batch->places[i].ask];

		if (!batch->names[i].name.n)
			continue;
		answer->name = batch->names[i].name;
		answer->start = batch->names[i].start + batch->places[i].start_bias;
	}
}

/* ---- inlined functions, lines ---- */

static struct source_line keep_line(struct batch *batch, struct str file, uint32_t line)
{
	return (struct source_line){batch_keep(batch, file), line};
}

/*
 * A chain tells of each function where it was called; a frame has the line that runs in it: that of
 * the innermost is the address's own, that of each other is where the one before it was called.
 */
static void answer_inlined(struct batch *batch, const struct inlines_answer *found,
	struct symbol_answer *answer, struct inlined_frame *frames)
{
	struct source_line source = keep_line(batch, found->file, found->line);

	for (size_t i = 0; i < found->count; i++) {
		const struct inlined *inlined = &found->chain[i];

		frames[i] = (struct inlined_frame){
			batch_keep(batch, inlined->name), !inlined->is_linkage_name, source};
		source = keep_line(batch, inlined->call_file, inlined->call_line);
	}
	answer->source = source;
	answer->inlined = frames;
	answer->inlined_count = found->count;
}

/* A program can have debug information and no symbols. */
static void answer_function(struct batch *batch, const struct inlines_answer *found, size_t ask)
{
	struct symbol_answer *answer = &batch->answers[ask];

	if (answer->name.n || !found->function.n)
		return;
	answer->name = batch_keep(batch, found->function);
	answer->start = batch->asks[ask].at;
}

static void answer_all(
	struct batch *batch, const struct inlines_answer *found, bool inlines, bool lines)
{
	size_t frame_count = 0, used = 0;

	for (size_t i = 0; i < batch->count; i++)
		frame_count += found[i].count;
	batch->frames = memory_new(frame_count, sizeof(*batch->frames));
	for (size_t i = 0; i < batch->count; i++) {
		struct symbol_answer *answer = &batch->answers[batch->places[i].ask];

		answer_function(batch, &found[i], batch->places[i].ask);
		if (inlines)
			answer_inlined(batch, &found[i], answer, batch->frames + used);
		else if (lines)
			answer->source = keep_line(batch, found[i].file, found[i].line);
		used += inlines ? found[i].count : 0;
	}
}

static struct str trouble_of(struct batch *batch, const struct inlines *inlines)
{
	struct inlines_trouble trouble = inlines_trouble(inlines);
	struct buf text = {0};
	struct str kept;

	if (trouble.missing_units) {
		buf_addf(&text, "%zu parts of its debug information are elsewhere, and not there: ",
			trouble.missing_units);
		buf_add(&text, trouble.first_missing);
	} else if (trouble.damaged_units) {
		buf_addf(&text, "%zu parts of its debug information are damaged",
			trouble.damaged_units);
	}
	kept = batch_keep(batch, buf_str(&text));
	buf_release(&text);
	return kept;
}

struct str batch_inlines(struct batch *batch, const struct elf *image,
	const struct inlines_files *files, bool inlines, bool lines)
{
	struct inlines *reader = inlines_open(files);
	struct inlines_answer *found;
	struct str trouble;
	uint64_t address;

	if (!reader)
		return STR("its debug information is damaged, or not compressed by zlib");
	start_order(batch);
	for (size_t i = 0; i < batch->ask_count; i++)
		if (address_of(image, batch->asks[i].at, &address))
			add_place(batch, i, address - batch->asks[i].is_call);
	end_order(batch);
	found = memory_new(batch->count, sizeof(*found));
	inlines_find(reader, batch->at, batch->count, lines, found);
	answer_all(batch, found, inlines, lines);
	trouble = trouble_of(batch, reader);
	free(found);
	inlines_close(reader);
	return trouble;
}
