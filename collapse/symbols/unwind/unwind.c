#include "collapse/symbols/unwind/unwind.h"

#include <stdlib.h>

#include "collapse/symbols/unwind/call-site.h"
#include "collapse/symbols/unwind/stubs.h"
#include "collapse/symbols/unwind/step.h"
#include "common/hash.h"
#include "common/memory.h"

/* How many addresses are remembered: a power of two. Frames repeat from sample to sample. */
enum { SPOTS = 1 << 14 };

enum spot_kind {
	SPOT_EMPTY,
	SPOT_UNMAPPED,
	SPOT_ROW,
	SPOT_SIGNAL, /* what a signal handler returns to */
	SPOT_NO_ROW, /* code that no table tells of */
};

enum call { CALL_NOT_KNOWN, CALL_YES, CALL_NO };

/* What is known of an address. */
struct spot {
	uint64_t space, ip;
	const struct cfi_row *row;
	uint8_t machine; /* enum unwind_machine */
	uint8_t kind; /* enum spot_kind */
	uint8_t call; /* enum call: whether it can be returned to */
	bool is_call;
};

struct file {
	const struct elf *elf;
	struct cfi_file *cfi;
	struct stubs stubs;
};

struct unwinder {
	unwind_image_at *image_at;
	void *context;
	struct file *files; /* sorted by elf */
	size_t file_count, file_capacity;
	struct spot spots[SPOTS];
};

struct unwinder *unwinder_new(unwind_image_at *image_at, void *context)
{
	struct unwinder *unwinder = memory_new(1, sizeof(*unwinder));

	unwinder->image_at = image_at;
	unwinder->context = context;
	return unwinder;
}

void unwinder_free(struct unwinder *unwinder)
{
	for (size_t i = 0; i < unwinder->file_count; i++)
		cfi_file_free(unwinder->files[i].cfi);
	free(unwinder->files);
	free(unwinder);
}

/* ---- What is known of an address ---- */

static struct file *file_of(
	struct unwinder *unwinder, const struct elf *elf, const struct machine *machine)
{
	size_t low = 0, high = unwinder->file_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if ((uintptr_t)unwinder->files[middle].elf < (uintptr_t)elf)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == unwinder->file_count || unwinder->files[low].elf != elf) {
		unwinder->files = memory_grow(unwinder->files, &unwinder->file_capacity,
			unwinder->file_count + 1, sizeof(*unwinder->files));
		memmove(&unwinder->files[low + 1], &unwinder->files[low],
			(unwinder->file_count++ - low) * sizeof(*unwinder->files));
		unwinder->files[low] = (struct file){.elf = elf, .cfi = cfi_file_new(elf, machine)};
		stubs_find(&unwinder->files[low].stubs, elf, machine);
	}
	return &unwinder->files[low];
}

/* n bytes of the code at an address; fewer when the file has no more there. */
static struct str code_at(const struct unwind_image *image, uint64_t ip, size_t n)
{
	uint64_t offset;
	struct str bytes = {0};

	if (!image->elf || !elf_to_offset(image->elf, ip - image->bias, &offset) ||
		!elf_bytes(image->elf, offset, n, &bytes))
		bytes.n = 0;
	return bytes;
}

/*
 * Where a signal handler returns to; one that is interrupted may be anywhere in it, and is behind
 * it while the kernel does what it asks for.
 */
static bool is_signal_return(
	const struct machine *machine, const struct unwind_image *image, const struct spot *spot)
{
	struct str code = machine->signal_return;

	for (size_t into = 0; into <= (spot->is_call ? 0 : code.n); into++)
		if (str_eq(code_at(image, spot->ip - into, code.n), code))
			return true;
	return false;
}

static void look_at(struct unwinder *unwinder, struct spot *spot)
{
	const struct machine *machine = machine_of((enum unwind_machine)spot->machine);
	/* The call is before the address that it returns to, perhaps in another function. */
	uint64_t at = spot->ip - spot->is_call;
	struct unwind_image image = {0};
	struct file *file;
	uint64_t end = 0;

	spot->row = NULL;
	spot->call = CALL_NOT_KNOWN;
	spot->kind = SPOT_UNMAPPED;
	if (!unwinder->image_at(unwinder->context, spot->space, at, &image))
		return;
	if (image.elf) {
		file = file_of(unwinder, image.elf, machine);
		spot->row = cfi_file_row(file->cfi, at - image.bias, &end);
		if (!spot->row && !spot->is_call)
			spot->row = stubs_row(&file->stubs, machine, at - image.bias);
	}
	spot->kind = spot->row ? SPOT_ROW : SPOT_NO_ROW;
	/* What a handler returns to is called by nobody: a function may end in front of it. */
	if ((!spot->row || spot->row->is_signal || end == spot->ip - image.bias) &&
		is_signal_return(machine, &image, spot))
		spot->kind = SPOT_SIGNAL;
}

static struct spot *spot_at(
	struct unwinder *unwinder, const struct unwind_sample *sample, uint64_t ip, bool is_call)
{
	uint64_t hash = hash_mix(ip, sample->space);
	struct spot *spot = &unwinder->spots[hash & (SPOTS - 1)];

	if (spot->kind != SPOT_EMPTY && spot->ip == ip && spot->space == sample->space &&
		spot->is_call == is_call && spot->machine == sample->machine)
		return spot;
	spot->ip = ip;
	spot->space = sample->space;
	spot->is_call = is_call;
	spot->machine = (uint8_t)sample->machine;
	look_at(unwinder, spot);
	return spot;
}

/* Of code that is in no file it cannot be said; it is believed. */
static bool can_be_returned_to(struct unwinder *unwinder, struct spot *spot)
{
	struct unwind_image image = {0};
	struct str before;

	if (spot->call == CALL_NOT_KNOWN) {
		spot->call = CALL_YES;
		if (unwinder->image_at(unwinder->context, spot->space, spot->ip - 1, &image) &&
			image.elf) {
			before = code_at(&image, spot->ip - CALL_LONGEST, CALL_LONGEST);
			if (!is_call_site((enum unwind_machine)spot->machine, before))
				spot->call = CALL_NO;
		}
	}
	return spot->call == CALL_YES;
}

/* ---- A stack ---- */

/* False when it lacks what no stack can be followed without. */
static bool start(struct state *state, const struct unwind_sample *sample)
{
	const struct machine *machine = machine_of(sample->machine);
	const char *p = sample->registers;
	uint64_t needed = (uint64_t)1 << machine->ip | (uint64_t)1 << machine->sp;

	*state = (struct state){.machine = machine, .stack = sample->stack};
	for (unsigned bit = 0; bit < 64; bit++) {
		uint64_t value;

		if (!(sample->mask >> bit & 1))
			continue;
		memcpy(&value, p, sizeof(value));
		p += sizeof(value);
		if (bit < PERF_REGISTERS && machine->of_perf[bit] != NO_REGISTER)
			state_set(state, machine->of_perf[bit], value);
	}
	state->low = state->value[machine->sp];
	return (state->known & needed) == needed;
}

enum way { WAY_TABLES, WAY_POINTERS };

/* Which way leads to the caller. After a step by frame pointers not all is known that a row needs.
 */
static enum step take_step(
	struct state *state, const struct spot *spot, bool is_call, enum way *way)
{
	enum step step;

	if (spot->kind == SPOT_SIGNAL) {
		*way = WAY_TABLES;
		return step_by_signal_frame(state);
	}
	if (spot->kind == SPOT_ROW) {
		step = step_by_row(state, spot->row, is_call);
		if (step != STEP_NO_RULE || *way == WAY_TABLES) {
			*way = WAY_TABLES;
			return step;
		}
	}
	*way = WAY_POINTERS;
	return step_by_frame_pointer(state);
}

static enum unwind_end end_of(enum step step)
{
	if (step == STEP_OUTERMOST)
		return UNWIND_OUTERMOST;
	return step == STEP_CUT ? UNWIND_CUT : UNWIND_NO_RULE;
}

size_t unwind(struct unwinder *unwinder, const struct unwind_sample *sample,
	struct unwind_frame *frames, size_t most, enum unwind_end *end)
{
	struct state state;
	size_t count = 0;
	bool is_call = false;
	enum way way = WAY_TABLES;
	enum step step;

	*end = UNWIND_NO_RULE;
	if (!start(&state, sample))
		return 0;
	*end = UNWIND_LIMIT;
	while (count < most) {
		uint64_t ip = state.value[state.machine->ip];
		struct spot *spot = spot_at(unwinder, sample, ip, is_call);
		bool is_signal = spot->kind == SPOT_SIGNAL || (spot->row && spot->row->is_signal);

		if (spot->kind == SPOT_UNMAPPED && count > 0) {
			*end = UNWIND_NO_MAP;
			return count;
		}
		if (way == WAY_POINTERS && !can_be_returned_to(unwinder, spot)) {
			*end = UNWIND_NO_RULE;
			return count;
		}
		frames[count++] = (struct unwind_frame){ip, is_call && !is_signal};
		if (spot->kind == SPOT_UNMAPPED) {
			*end = UNWIND_NO_MAP;
			return count;
		}
		step = take_step(&state, spot, is_call && !is_signal, &way);
		if (step != STEP_MADE) {
			*end = end_of(step);
			return count;
		}
		is_call = !is_signal;
	}
	return count;
}
