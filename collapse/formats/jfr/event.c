#include "collapse/formats/jfr/event.h"

#include <stdlib.h>

#include "common/memory.h"

void jfr_event_reset(struct jfr_event *event)
{
	buf_reset(&event->type);
	buf_reset(&event->thread);
	event->depth = 0;
	event->has_stack = event->cut = event->has_bytes = event->has_duration = false;
	event->bytes = event->duration = 0;
}

void jfr_event_name_thread(struct jfr_event *event, struct str name, bool is_virtual)
{
	buf_reset(&event->thread);
	if (name.n)
		buf_add(&event->thread, name);
	else
		buf_add(&event->thread, is_virtual ? STR("[virtual]") : STR("[no name]"));
}

void jfr_event_add_frame(struct jfr_event *event, uint32_t name)
{
	*ARRAY_PUSH(event->frames, event->depth, event->capacity) = name;
}

uint32_t jfr_frame_name(struct jfr_reader *reader, struct str method, uint64_t line)
{
	if (!reader->srcline || line == 0)
		return stacks_name(reader->stacks, method);
	if (method.p != reader->scratch.p)
		buf_set(&reader->scratch, method);
	buf_add_char(&reader->scratch, ':');
	buf_add_u64(&reader->scratch, line);
	return stacks_name(reader->stacks, buf_str(&reader->scratch));
}

void jfr_reader_release(struct jfr_reader *reader)
{
	buf_release(&reader->present.type);
	buf_release(&reader->present.thread);
	free(reader->present.frames);
	buf_release(&reader->scratch);
}
