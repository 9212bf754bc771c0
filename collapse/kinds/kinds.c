#include "collapse/kinds/kinds.h"

#include <stdio.h>

#include "collapse/readers/head.h"
#include "common/folded.h"

/* One line a format: FORMAT(perf) */
#define FORMAT(name) extern const struct kind kind_##name;
#include "formats-table.h"
#undef FORMAT

static const struct kind *const kinds[] = {
#define FORMAT(name) &kind_##name,
#include "formats-table.h"
#undef FORMAT
};

enum { KINDS = sizeof(kinds) / sizeof(*kinds) };

const struct kind *kind_at(size_t place)
{
	return place < KINDS ? kinds[place] : NULL;
}

static const struct kind *sniffed(struct str head, const struct kind **another)
{
	const struct kind *found = NULL;

	for (size_t i = 0; i < KINDS; i++) {
		if (!kinds[i]->sniff || !kinds[i]->sniff(head))
			continue;
		if (!found)
			found = kinds[i];
		else if (another)
			*another = kinds[i];
	}
	return found;
}

const struct kind *kind_of(struct str head, const struct kind **another)
{
	const struct kind *found;

	if (another)
		*another = NULL;
	found = sniffed(head, another);
	if (!found && skip_blank_lines(head).n < head.n)
		found = sniffed(skip_blank_lines(head), another);
	if (!found && folded_looks_so(head))
		found = &kind_folded;
	return found;
}

const struct file_kind *kind_describe(struct str head)
{
	static char advice[64];
	static struct file_kind description;
	const struct kind *kind = kind_of(head, NULL);

	if (!kind || kind == &kind_folded)
		return file_kind_of(head);
	snprintf(advice, sizeof(advice), "pipe it through collapse-%s", kind->name);
	description = (struct file_kind){kind->input, advice};
	return &description;
}
