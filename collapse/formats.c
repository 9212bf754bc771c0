#include "collapse/formats.h"

#include <stdio.h>

#include "collapse/stacks/kind.h"

/* One line a format: FORMAT(perf) */
#define FORMAT(name) extern const struct format format_##name;
#include "formats-table.h"
#undef FORMAT

static const struct format *const formats[] = {
#define FORMAT(name) &format_##name,
#include "formats-table.h"
#undef FORMAT
};

enum { FORMATS = sizeof(formats) / sizeof(*formats) };

const struct format *format_at(size_t place)
{
	return place < FORMATS ? formats[place] : NULL;
}

static const struct format *sniffed(struct str head, const struct format **another)
{
	const struct format *found = NULL;

	for (size_t i = 0; i < FORMATS; i++) {
		if (!formats[i]->sniff || !formats[i]->sniff(head))
			continue;
		if (!found)
			found = formats[i];
		else if (another)
			*another = formats[i];
	}
	return found;
}

const struct format *format_of(struct str head, const struct format **another)
{
	const struct format *found;

	if (another)
		*another = NULL;
	found = sniffed(head, another);
	if (!found && skip_blank_lines(head).n < head.n)
		found = sniffed(skip_blank_lines(head), another);
	if (!found && looks_folded(head))
		found = &format_folded;
	return found;
}

const struct file_kind *format_kind_of(struct str head)
{
	static char advice[64];
	static struct file_kind kind;
	const struct format *format = format_of(head, NULL);

	if (!format || format == &format_folded)
		return file_kind_of(head);
	snprintf(advice, sizeof(advice), "pipe it through collapse-%s", format->name);
	kind = (struct file_kind){format->input, advice};
	return &kind;
}
