#include "collapse/stacks/messages.h"

#include <stdarg.h>

void messages_release(struct messages *messages)
{
	buf_release(&messages->notes);
	buf_release(&messages->reason);
	buf_release(&messages->failure);
}

void messages_note(struct messages *messages, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	buf_addv(&messages->notes, format, arguments);
	va_end(arguments);
	buf_add_char(&messages->notes, '\0');
}

/* Of "{one|more}", which `text` stands at the start of, what fits the count; its length is
 * returned. */
static size_t add_alternative(struct buf *out, struct str text, uint64_t count)
{
	size_t length = str_find(text, '}');
	struct str one = {0}, more = {0};

	str_cut(str_skip(str_head(text, length), 1), '|', &one, &more);
	buf_add(out, count == 1 ? one : more);
	return length + 1;
}

void messages_note_count(
	struct messages *messages, const char *file, uint64_t count, const char *text)
{
	struct buf *out = &messages->notes;
	struct str rest = str_of(text);

	if (count == 0)
		return;
	if (file)
		buf_addf(out, "%s: ", file);
	while (rest.n) {
		size_t length = 1;

		if (rest.p[0] == '{')
			length = add_alternative(out, rest, count);
		else if (rest.p[0] == '#')
			buf_add_u64(out, count);
		else
			buf_add_char(out, rest.p[0]);
		rest = str_skip(rest, length);
	}
	buf_add_char(out, '\0');
}

void messages_explain(struct messages *messages, const char *format, ...)
{
	va_list arguments;

	buf_reset(&messages->reason);
	va_start(arguments, format);
	buf_addv(&messages->reason, format, arguments);
	va_end(arguments);
	buf_add_char(&messages->reason, '\0');
}

void messages_fail(struct messages *messages, const char *format, ...)
{
	va_list arguments;

	if (messages->failure.n)
		return;
	va_start(arguments, format);
	buf_addv(&messages->failure, format, arguments);
	va_end(arguments);
	buf_add_char(&messages->failure, '\0');
}
