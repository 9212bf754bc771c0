/*
 * An event of a flight recording, as both the text and the JSON of `jfr print` tell it.
 */
#ifndef COLLAPSE_FORMATS_JFR_EVENT_H
#define COLLAPSE_FORMATS_JFR_EVENT_H

#include "collapse/stacks/stacks.h"

struct jfr_event {
	struct buf type;   /* "jdk.ExecutionSample" */
	struct buf thread; /* "main", empty when not told */
	uint32_t *frames;  /* names, leaf first */
	size_t depth, capacity;
	bool has_stack;
	bool cut; /* the stack goes on below the frames */
	bool has_bytes, has_duration;
	uint64_t bytes;
	uint64_t duration; /* nanoseconds */
};

struct jfr_reader {
	struct stacks *stacks;
	bool srcline;
	/* For each event that is complete, and for its type alone before the rest is read. */
	void (*event)(void *context, const struct jfr_event *event);
	bool (*wants)(void *context, struct str type);
	void *context;

	struct jfr_event present;
	struct buf scratch;
};

void jfr_event_reset(struct jfr_event *event);
/* What the thread is called; one without a name is a virtual one, as a rule. */
void jfr_event_name_thread(struct jfr_event *event, struct str name, bool is_virtual);
void jfr_event_add_frame(struct jfr_event *event, uint32_t name);
/* "Work.fib", with its line "Work.fib:6" if that is wanted and known (not 0). */
uint32_t jfr_frame_name(struct jfr_reader *reader, struct str method, uint64_t line);

void jfr_read_text(struct jfr_reader *reader, struct lines *lines);
void jfr_read_json(struct jfr_reader *reader, struct lines *lines);
void jfr_reader_release(struct jfr_reader *reader);

#endif
