#include "collapse/stacks/remarks.h"

#include <stdarg.h>

void remarks_release(struct remarks *remarks)
{
	buf_release(&remarks->notes);
	buf_release(&remarks->reason);
	buf_release(&remarks->failure);
}

void remarks_note(struct remarks *remarks, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	buf_addv(&remarks->notes, format, arguments);
	va_end(arguments);
	buf_add_char(&remarks->notes, '\0');
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

void remarks_add_count(struct buf *out, uint64_t count, const char *text)
{
	struct str rest = str_of(text);

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
}

void remarks_note_count(
	struct remarks *remarks, const char *file, uint64_t count, const char *text)
{
	struct buf *out = &remarks->notes;

	if (count == 0)
		return;
	if (file)
		buf_addf(out, "%s: ", file);
	remarks_add_count(out, count, text);
	buf_add_char(out, '\0');
}

void remarks_explain(struct remarks *remarks, const char *format, ...)
{
	va_list arguments;

	buf_reset(&remarks->reason);
	va_start(arguments, format);
	buf_addv(&remarks->reason, format, arguments);
	va_end(arguments);
	buf_add_char(&remarks->reason, '\0');
}

void remarks_fail(struct remarks *remarks, const char *format, ...)
{
	va_list arguments;

	if (remarks->failure.n)
		return;
	va_start(arguments, format);
	buf_addv(&remarks->failure, format, arguments);
	va_end(arguments);
	buf_add_char(&remarks->failure, '\0');
}
