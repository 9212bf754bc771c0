#include "collapse/formats/go/pprof-labels.h"

#include <stdlib.h>

#include "common/memory.h"

enum { LABEL_KEY = 1, LABEL_TEXT = 2, LABEL_NUMBER = 3, LABEL_UNIT = 4 };

void pprof_labels_release(struct pprof_labels *labels)
{
	free(labels->items);
	buf_release(&labels->text);
}

void pprof_labels_add(
	struct pprof_labels *labels, const struct pprof_profile *profile, struct str message)
{
	struct str key = pprof_string(profile, pprof_number(message, LABEL_KEY));

	if (!labels->all && !text_list_has(labels->wanted, key))
		return;
	*ARRAY_PUSH(labels->items, labels->count, labels->capacity) = (struct pprof_label){
		.key = key,
		.value = pprof_string(profile, pprof_number(message, LABEL_TEXT)),
		.unit = pprof_string(profile, pprof_number(message, LABEL_UNIT)),
		.number = (int64_t)pprof_number(message, LABEL_NUMBER),
	};
}

static int by_key(const void *left, const void *right)
{
	const struct pprof_label *a = left, *b = right;
	int order = str_compare(a->key, b->key);

	if (order == 0)
		order = str_compare(a->value, b->value);
	if (order == 0 && a->number != b->number)
		order = a->number < b->number ? -1 : 1;
	return order ? order : str_compare(a->unit, b->unit);
}

static uint32_t child(struct pprof_labels *labels, uint32_t node, const struct pprof_label *label)
{
	struct buf *text = &labels->text;

	buf_set(text, label->key);
	buf_add_char(text, '=');
	if (label->value.n) {
		buf_add(text, label->value);
	} else {
		buf_addf(text, "%lld", (long long)label->number);
		buf_add(text, label->unit);
	}
	return stacks_child(labels->stacks, node, stacks_name(labels->stacks, buf_str(text)));
}

uint32_t pprof_labels_node(struct pprof_labels *labels)
{
	uint32_t node = NODE_ROOT;

	if (labels->count == 0)
		return node;
	qsort(labels->items, labels->count, sizeof(*labels->items), by_key);
	for (size_t i = 0; i < labels->wanted->count; i++)
		for (size_t k = 0; k < labels->count; k++)
			if (str_eq(labels->items[k].key, str_of(labels->wanted->items[i])))
				node = child(labels, node, &labels->items[k]);
	for (size_t k = 0; k < labels->count; k++)
		if (!text_list_has(labels->wanted, labels->items[k].key))
			node = child(labels, node, &labels->items[k]);
	labels->count = 0;
	return node;
}
