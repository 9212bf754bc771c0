#include "collapse/symbols/unwind/step.h"

#include "collapse/symbols/unwind/cfi-expression.h"

/* As much as a thread's stack has by default: a frame pointer that points further up is none. */
enum { STACK_MOST = 8 << 20 };

static enum step step_failed(enum found found)
{
	return found == FOUND_CUT ? STEP_CUT : STEP_NO_RULE;
}

/*
 * What lies below the copy of the stack lies below the stack pointer: it was popped, in an epilogue
 * that the table does not tell of instruction by instruction, and the register has its value again.
 * Unless it is another stack, that of a signal handler, which was copied; and there may be no
 * register that a return address could have stayed in.
 */
static enum found below_stack(const struct state *state, unsigned reg, uint64_t *value)
{
	if (state->value[state->machine->sp] < state->low)
		return FOUND_CUT;
	if (reg == state->machine->ip)
		return FOUND_NOT;
	return state_register(state, reg, value);
}

static enum found read_saved(
	const struct state *state, unsigned reg, uint64_t address, uint64_t *value)
{
	enum found found = state_word(state, address, value);

	return found == FOUND_BELOW ? below_stack(state, reg, value) : found;
}

/*
 * gcc finds rbp where rbp points, in functions that align their stack, and does not tell that
 * "leave" has popped it. Then it points into a frame further up, where this one saved nothing.
 */
static enum found read_saved_by_expression(const struct state *state, const struct cfi_row *row,
	const struct cfi_rule *rule, uint64_t cfa, uint64_t *value)
{
	uint64_t address;
	enum found found =
		cfi_expression_value(row->section, (uint32_t)rule->number, &cfa, state, &address);

	if (found != FOUND)
		return found;
	if (address >= cfa && !row->is_signal)
		return state_register(state, rule->reg, value);
	return read_saved(state, rule->reg, address, value);
}

/* The caller's value of the register that a rule is for. */
static enum found apply(const struct state *state, const struct cfi_row *row,
	const struct cfi_rule *rule, uint64_t cfa, uint64_t *value)
{
	uint64_t near = cfa + (uint64_t)(int64_t)rule->number;

	switch (rule->kind) {
	case CFI_SAME:
		return state_register(state, rule->reg, value);
	case CFI_AT:
		return read_saved(state, rule->reg, near, value);
	case CFI_IS:
		*value = near;
		return FOUND;
	case CFI_REGISTER:
		return state_register(state, rule->from, value);
	case CFI_EXPRESSION_AT:
		return read_saved_by_expression(state, row, rule, cfa, value);
	case CFI_EXPRESSION_IS:
		return cfi_expression_value(
			row->section, (uint32_t)rule->number, &cfa, state, value);
	default:
		return FOUND_NOT;
	}
}

static enum found find_cfa(const struct state *state, const struct cfi_row *row, uint64_t *cfa)
{
	const struct cfi_rule *rule = &row->cfa;
	enum found found;

	if (rule->kind == CFI_EXPRESSION_IS)
		return cfi_expression_value(row->section, (uint32_t)rule->number, NULL, state, cfa);
	found = state_register(state, rule->from, cfa);
	*cfa += (uint64_t)(int64_t)rule->number;
	return found;
}

static uint64_t without_signature(const struct machine *machine, uint64_t address)
{
	return machine->address_bits < 64 ? address & (((uint64_t)1 << machine->address_bits) - 1)
					  : address;
}

/*
 * Stacks grow down: whoever called has his frame above. One that was interrupted may have none yet;
 * a signal frame may lie on a stack of its own.
 */
static bool goes_up(
	const struct state *state, const struct cfi_row *row, uint64_t cfa, bool is_call)
{
	uint64_t sp = state->value[state->machine->sp];

	return row->is_signal || cfa > sp || (cfa == sp && !is_call);
}

static enum found find_caller(
	const struct state *state, const struct cfi_row *row, uint64_t cfa, uint64_t *caller)
{
	enum found found;

	/* Its own address is not its caller's. */
	if (row->caller.kind == CFI_SAME && row->caller.reg == state->machine->ip)
		return FOUND_NOT;
	found = apply(state, row, &row->caller, cfa, caller);
	if (found == FOUND && row->is_signed)
		*caller = without_signature(state->machine, *caller);
	return found;
}

enum step step_by_row(struct state *state, const struct cfi_row *row, bool is_call)
{
	const struct machine *machine = state->machine;
	const struct state now = *state;
	uint64_t cfa, caller, value;
	enum found found;

	if (row->caller.kind == CFI_UNDEFINED)
		return STEP_OUTERMOST;
	found = find_cfa(&now, row, &cfa);
	if (found != FOUND || !goes_up(&now, row, cfa, is_call))
		return step_failed(found);
	found = find_caller(&now, row, cfa, &caller);
	if (found != FOUND)
		return step_failed(found);
	if (caller == 0)
		return STEP_OUTERMOST;
	state->known &= machine->kept;
	state->cut &= machine->kept;
	state_set(state, machine->sp, cfa);
	for (size_t i = 0; i < row->count; i++) {
		found = apply(&now, row, &row->saved[i], cfa, &value);
		if (found == FOUND)
			state_set(state, row->saved[i].reg, value);
		else
			state_forget(state, row->saved[i].reg, found);
	}
	state_set(state, machine->ip, caller);
	return STEP_MADE;
}

enum step step_by_frame_pointer(struct state *state)
{
	const struct machine *machine = state->machine;
	uint64_t fp, next, caller;
	enum found found = state_register(state, machine->fp, &fp);

	if (found != FOUND)
		return step_failed(found);
	if (fp == 0)
		return STEP_OUTERMOST;
	if (fp < state->value[machine->sp] || fp % 8 || fp - state->low > STACK_MOST)
		return STEP_NO_RULE;
	found = state_word(state, fp, &next);
	if (found == FOUND)
		found = state_word(state, fp + 8, &caller);
	if (found != FOUND)
		return step_failed(found);
	caller = without_signature(machine, caller);
	if (caller == 0)
		return STEP_OUTERMOST;
	state->known = 0;
	state->cut = 0;
	state_set(state, machine->fp, next);
	state_set(state, machine->ip, caller);
	/* Where calls push, it lies above the pair; elsewhere the pair may be anywhere in a frame.
	 */
	state_set(state, machine->sp, fp + 16);
	if (!machine->pushes_call)
		state_forget(state, machine->sp, FOUND_NOT);
	return STEP_MADE;
}

enum step step_by_signal_frame(struct state *state)
{
	const struct machine *machine = state->machine;
	const struct state now = *state;
	uint64_t at, value;
	enum found found = state_register(&now, machine->sp, &at);

	if (found != FOUND)
		return step_failed(found);
	at += machine->signal_registers;
	for (size_t i = 0; i < machine->signal_count; i++) {
		found = state_word(&now, at + 8 * i, &value);
		if (found != FOUND) {
			*state = now;
			return step_failed(found);
		}
		state_set(state, machine->signal_order[i], value);
	}
	return state->value[machine->ip] ? STEP_MADE : STEP_OUTERMOST;
}
