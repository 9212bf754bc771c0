#include "collapse/formats/perf/recording/unnamed.h"

#include <stdlib.h>

#include "common/memory.h"

struct costly {
	uint64_t weight;
	size_t image;
};

static int compare_costly(const void *a, const void *b)
{
	const struct costly *x = a, *y = b;

	if (x->weight != y->weight)
		return x->weight < y->weight ? 1 : -1;
	return (x->image > y->image) - (x->image < y->image);
}

static double percent(uint64_t weight, uint64_t all)
{
	return all ? 100.0 * (double)weight / (double)all : 0;
}

/* A module's names are in the kernel's list. */
static bool is_kernel(const struct recording *recording, size_t image)
{
	enum code_kind kind = recording->images.items[image].kind;

	return kind == CODE_KERNEL || kind == CODE_MODULE;
}

/* "/usr/lib/libfoo.so: it is stripped, and its debug file is not here" */
static void add_reason(struct buf *text, const struct recording *recording,
	const struct image_names *names, size_t image)
{
	char shown[STR_SHOW];

	buf_addf(text, "%s", str_show(recording->images.items[image].path, shown));
	if (names->was_asked && names->result.problem.n)
		buf_addf(text, ": %s", str_show(names->result.problem, shown));
	else
		buf_addf(text, ": it has no names for some of its addresses");
}

static void add_build_id(struct buf *text, struct str build_id)
{
	if (build_id.n == 0)
		return;
	buf_addf(text, ", build-id ");
	for (size_t i = 0; i < build_id.n; i++)
		buf_addf(text, "%02x", (unsigned char)build_id.p[i]);
}

/* Another machine's, or another version: that is to be looked for, not debug symbols. */
static bool is_file_wrong(const struct image_names *names)
{
	enum image_state state = names->result.state;

	return names->was_asked && (state == IMAGE_MISSING || state == IMAGE_DIFFERS ||
		state == IMAGE_UNREADABLE);
}

/* One line each, for -v. */
static void say_details(struct stacks *stacks, const struct recording *recording,
	const struct image_names *images, const struct costly *list, size_t count, uint64_t all)
{
	struct buf text = {0};

	for (size_t i = 0; i < count; i++) {
		const struct image_names *names = &images[list[i].image];

		buf_reset(&text);
		add_reason(&text, recording, names, list[i].image);
		add_build_id(&text, names->was_asked ? names->result.build_id : (struct str){0});
		buf_add_char(&text, '\0');
		stacks_note(stacks, "%s: %.2f%% lack names of %s", recording->name,
			percent(list[i].weight, all), text.p);
	}
	buf_release(&text);
}

static void say_files(struct stacks *stacks, const struct recording *recording,
	const struct image_names *images, const struct costly *list, size_t count, uint64_t all)
{
	struct buf text = {0};
	uint64_t weight = 0;

	for (size_t i = 0; i < count; i++)
		weight += list[i].weight;
	/*
	 * Of what is hardly seen only who asks is told; and that a file has no symbols is seen in
	 * the stacks, too (doctor.h).
	 */
	if (count == 0 || weight < all / 100 || !is_file_wrong(&images[list[0].image]))
		return;
	add_reason(&text, recording, &images[list[0].image], list[0].image);
	buf_add_char(&text, '\0');
	if (count == 1)
		stacks_note(stacks, "%s: %.1f%% of the profile lacks names of %s", recording->name,
			percent(weight, all), text.p);
	else
		stacks_note(stacks,
			"%s: %.1f%% of the profile lacks names of %lu files (-v lists them); most of %s",
			recording->name, percent(weight, all), (unsigned long)count, text.p);
	buf_release(&text);
}

/* The kernel's names are another matter than a file's: who may see them. */
static void say_kernel(struct stacks *stacks, const struct recording *recording,
	const struct image_names *images, uint64_t all)
{
	const struct image_names *kernel = &images[KERNEL_IMAGE];
	char shown[STR_SHOW];

	if (kernel->was_asked && kernel->result.state != IMAGE_NAMED && kernel->unnamed_weight > 0)
		stacks_note(stacks, "%s: %.1f%% of the profile lacks names of the kernel: %s",
			recording->name, percent(kernel->unnamed_weight, all),
			str_show(kernel->result.problem, shown));
}

void say_unnamed(struct stacks *stacks, const struct recording *recording,
	const struct image_names *images, uint64_t all)
{
	struct costly *list = NULL;
	size_t count = 0, capacity = 0;

	for (size_t i = 0; i < recording->images.count; i++)
		if (i != NO_IMAGE && !is_kernel(recording, i) && images[i].unnamed_weight > 0)
			*ARRAY_PUSH(list, count, capacity) =
				(struct costly){images[i].unnamed_weight, i};
	if (count)
		qsort(list, count, sizeof(*list), compare_costly);
	say_kernel(stacks, recording, images, all);
	if (stacks->remarks.wants_details)
		say_details(stacks, recording, images, list, count, all);
	else
		say_files(stacks, recording, images, list, count, all);
	free(list);
}
