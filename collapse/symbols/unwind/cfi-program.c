#include "collapse/symbols/unwind/cfi-program.h"

/* How many states a program may remember at a time: compilers nest them once or twice. */
enum { REMEMBERED_MOST = 16 };

/* DW_CFA_…: in the first three the low six bits are an operand. */
enum {
	ADVANCE = 0x40,
	OFFSET = 0x80,
	RESTORE = 0xc0,
	NOP = 0x00,
	SET_LOC,
	ADVANCE1,
	ADVANCE2,
	ADVANCE4,
	OFFSET_EXTENDED,
	RESTORE_EXTENDED,
	UNDEFINED,
	SAME_VALUE,
	REGISTER,
	REMEMBER_STATE,
	RESTORE_STATE,
	DEF_CFA,
	DEF_CFA_REGISTER,
	DEF_CFA_OFFSET,
	DEF_CFA_EXPRESSION,
	EXPRESSION,
	OFFSET_EXTENDED_SF,
	DEF_CFA_SF,
	DEF_CFA_OFFSET_SF,
	VAL_OFFSET,
	VAL_OFFSET_SF,
	VAL_EXPRESSION,
	ADVANCE8 = 0x1d, /* MIPS */
	SET_RA_STATE = 0x2b, /* AArch64, as the next two, of which one says where it was signed */
	NEGATE_RA_STATE_PC = 0x2c,
	NEGATE_RA_STATE = 0x2d,
	GNU_ARGS_SIZE = 0x2e,
	GNU_NEGATIVE_OFFSET = 0x2f,
};

struct run {
	const struct cfi_section *section;
	const struct cfi_entry *entry;
	const struct machine *machine;
	cfi_emit *emit;
	void *context;

	struct binary code;
	uint64_t at; /* what the state is for, from here on */
	struct cfi_state state;
	struct cfi_state initial; /* after the CIE's program, which restoring goes back to */
	struct cfi_state remembered[REMEMBERED_MOST];
	unsigned depth;
};

/* A product that does not fit into a rule is no real one. */
static bool scale(int64_t factor, int64_t unit, int32_t *product)
{
	if (factor < INT32_MIN || factor > INT32_MAX || unit < INT16_MIN || unit > INT16_MAX ||
		factor * unit < INT32_MIN || factor * unit > INT32_MAX)
		return false;
	*product = (int32_t)(factor * unit);
	return true;
}

static struct cfi_rule rule_of(enum cfi_kind kind, uint64_t from, int64_t factor, int64_t unit)
{
	struct cfi_rule rule = {.kind = (uint8_t)kind};

	if (from >= MACHINE_REGISTERS || !scale(factor, unit, &rule.number))
		rule.kind = CFI_NO_RULE;
	else
		rule.from = (uint8_t)from;
	return rule;
}

static void set_rule(struct run *run, uint64_t reg, struct cfi_rule rule)
{
	if (reg >= run->machine->count)
		return;
	rule.reg = (uint16_t)reg;
	run->state.rules[reg] = rule;
}

/* An operand that is a number with a sign in some operations, and without in others. */
static int64_t take_factor(struct run *run, bool has_sign)
{
	uint64_t value;

	if (has_sign)
		return binary_sleb(&run->code);
	value = binary_uleb(&run->code);
	return value > INT64_MAX ? INT64_MAX : (int64_t)value;
}

static void set_offset(struct run *run, enum cfi_kind kind, uint64_t reg, int64_t factor)
{
	set_rule(run, reg, rule_of(kind, 0, factor, run->entry->data_unit));
}

static void restore(struct run *run, uint64_t reg)
{
	if (reg < run->machine->count)
		run->state.rules[reg] = run->initial.rules[reg];
}

static void set_cfa(struct run *run, uint64_t reg, int64_t factor, int64_t unit)
{
	run->state.cfa = rule_of(CFI_IS, reg, factor, unit);
	if (reg >= run->machine->count)
		run->state.cfa.kind = CFI_NO_RULE;
}

/* The register or the offset alone: only of a CFA that has both. */
static void change_cfa(struct run *run, uint64_t reg, int64_t factor, int64_t unit)
{
	if (run->state.cfa.kind == CFI_IS)
		set_cfa(run, reg, factor, unit);
	else
		run->state.cfa.kind = CFI_NO_RULE;
}

/* The rule has the place of the expression's length, in front of it. */
static struct cfi_rule take_expression(struct run *run, enum cfi_kind kind)
{
	uint64_t at = binary_offset(&run->code);

	binary_skip(&run->code, binary_uleb(&run->code));
	return rule_of(kind, 0, at > INT64_MAX ? INT64_MAX : (int64_t)at, 1);
}

static void give_row(struct run *run)
{
	run->emit(run->context, run->at, &run->state);
}

/* False when that is not behind where the program is. */
static bool advance_to(struct run *run, uint64_t to)
{
	if (to < run->at)
		return false;
	if (to != run->at)
		give_row(run);
	run->at = to;
	return true;
}

static bool advance(struct run *run, uint64_t units)
{
	uint64_t room = run->entry->end - run->at;
	uint64_t unit = run->entry->code_unit;

	return advance_to(
		run, unit && units > room / unit ? run->entry->end : run->at + units * unit);
}

static bool set_location(struct run *run)
{
	const struct cfi_section *section = run->section;
	uint64_t to =
		cfi_address(&run->code, run->entry->encoding, section->is_64, section->address, 0);

	return !run->code.is_bad && advance_to(run, to < run->entry->end ? to : run->entry->end);
}

static bool remember(struct run *run)
{
	if (run->depth == REMEMBERED_MOST)
		return false;
	run->remembered[run->depth++] = run->state;
	return true;
}

static bool restore_remembered(struct run *run)
{
	if (run->depth == 0)
		return false;
	run->state = run->remembered[--run->depth];
	return true;
}

/* Operations on the rule for the CFA. */
static bool step_cfa(struct run *run, uint8_t operation)
{
	struct cfi_rule *cfa = &run->state.cfa;
	int64_t unit = run->entry->data_unit;
	uint64_t reg;

	switch (operation) {
	case DEF_CFA:
		reg = binary_uleb(&run->code);
		set_cfa(run, reg, take_factor(run, false), 1);
		return true;
	case DEF_CFA_SF:
		reg = binary_uleb(&run->code);
		set_cfa(run, reg, take_factor(run, true), unit);
		return true;
	case DEF_CFA_EXPRESSION:
		*cfa = take_expression(run, CFI_EXPRESSION_IS);
		return true;
	case DEF_CFA_REGISTER:
		change_cfa(run, binary_uleb(&run->code), cfa->number, 1);
		return true;
	case DEF_CFA_OFFSET:
		change_cfa(run, cfa->from, take_factor(run, false), 1);
		return true;
	case DEF_CFA_OFFSET_SF:
		change_cfa(run, cfa->from, take_factor(run, true), unit);
		return true;
	default:
		return false;
	}
}

/* Operations on the rule for a register. */
static bool step_register(struct run *run, uint8_t operation)
{
	uint64_t reg = binary_uleb(&run->code);
	struct cfi_rule rule = {0};

	switch (operation) {
	case OFFSET_EXTENDED:
	case OFFSET_EXTENDED_SF:
		set_offset(run, CFI_AT, reg, take_factor(run, operation == OFFSET_EXTENDED_SF));
		return true;
	case GNU_NEGATIVE_OFFSET:
		set_offset(run, CFI_AT, reg, -take_factor(run, false));
		return true;
	case VAL_OFFSET:
	case VAL_OFFSET_SF:
		set_offset(run, CFI_IS, reg, take_factor(run, operation == VAL_OFFSET_SF));
		return true;
	case RESTORE_EXTENDED:
		restore(run, reg);
		return true;
	case UNDEFINED:
		rule.kind = CFI_UNDEFINED;
		break;
	case SAME_VALUE:
		break;
	case REGISTER:
		rule = rule_of(CFI_REGISTER, binary_uleb(&run->code), 0, 1);
		break;
	case EXPRESSION:
		rule = take_expression(run, CFI_EXPRESSION_AT);
		break;
	case VAL_EXPRESSION:
		rule = take_expression(run, CFI_EXPRESSION_IS);
		break;
	default:
		return false;
	}
	set_rule(run, reg, rule);
	return true;
}

/* On others the same number is an operation that is none of theirs. */
static bool signs(const struct machine *machine)
{
	return machine->address_bits < 64;
}

/* Operations that move on, or concern all rules. */
static bool step_other(struct run *run, uint8_t operation)
{
	switch (operation) {
	case NOP:
		return true;
	case SET_LOC:
		return set_location(run);
	case ADVANCE1:
		return advance(run, binary_number(&run->code, 1));
	case ADVANCE2:
		return advance(run, binary_number(&run->code, 2));
	case ADVANCE4:
		return advance(run, binary_number(&run->code, 4));
	case ADVANCE8:
		return advance(run, binary_number(&run->code, 8));
	case REMEMBER_STATE:
		return remember(run);
	case RESTORE_STATE:
		return restore_remembered(run);
	case SET_RA_STATE:
		run->state.is_signed = binary_uleb(&run->code) != 0;
		binary_sleb(&run->code);
		return signs(run->machine);
	case NEGATE_RA_STATE_PC:
	case NEGATE_RA_STATE:
		run->state.is_signed = !run->state.is_signed;
		return signs(run->machine);
	case GNU_ARGS_SIZE:
		binary_uleb(&run->code);
		return true;
	default:
		return false;
	}
}

static bool step(struct run *run)
{
	uint8_t operation = binary_u8(&run->code);
	uint8_t operand = operation & 0x3f;

	switch (operation & 0xc0) {
	case ADVANCE:
		return advance(run, operand);
	case OFFSET:
		set_offset(run, CFI_AT, operand, take_factor(run, false));
		return true;
	case RESTORE:
		restore(run, operand);
		return true;
	}
	switch (operation) {
	case DEF_CFA:
	case DEF_CFA_SF:
	case DEF_CFA_EXPRESSION:
	case DEF_CFA_REGISTER:
	case DEF_CFA_OFFSET:
	case DEF_CFA_OFFSET_SF:
		return step_cfa(run, operation);
	case OFFSET_EXTENDED:
	case OFFSET_EXTENDED_SF:
	case GNU_NEGATIVE_OFFSET:
	case VAL_OFFSET:
	case VAL_OFFSET_SF:
	case RESTORE_EXTENDED:
	case UNDEFINED:
	case SAME_VALUE:
	case REGISTER:
	case EXPRESSION:
	case VAL_EXPRESSION:
		return step_register(run, operation);
	default:
		return step_other(run, operation);
	}
}

/* Up to its end or the end of the code that the entry covers. */
static bool run_program(struct run *run, struct binary program)
{
	run->code = program;
	while (binary_left(&run->code) && run->at < run->entry->end)
		if (!step(run) || run->code.is_bad)
			return false;
	return true;
}

void cfi_run(const struct cfi_section *section, const struct cfi_entry *entry,
	const struct machine *machine, cfi_emit *emit, void *context)
{
	struct run run;
	bool good;

	run.section = section;
	run.entry = entry;
	run.machine = machine;
	run.emit = emit;
	run.context = context;
	run.at = entry->begin;
	run.state = (struct cfi_state){.cfa = {.kind = CFI_NO_RULE}};
	run.initial = run.state;
	run.depth = 0;
	good = run_program(&run, entry->common_program);
	run.initial = run.state;
	good = good && run_program(&run, entry->program);
	if (run.at >= entry->end)
		return;
	emit(context, run.at, good ? &run.state : NULL);
}
