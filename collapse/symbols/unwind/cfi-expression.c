#include "collapse/symbols/unwind/cfi-expression.h"

enum { NUMBERS_MOST = 64, STEPS_MOST = 1000 };

/* DW_OP_… */
enum {
	ADDR = 0x03,
	DEREF = 0x06,
	CONST1U = 0x08,
	CONST1S,
	CONST2U,
	CONST2S,
	CONST4U,
	CONST4S,
	CONST8U,
	CONST8S,
	CONSTU,
	CONSTS,
	DUP,
	DROP,
	OVER,
	PICK,
	SWAP,
	ROT,
	ABS = 0x19,
	AND,
	DIV,
	MINUS,
	MOD,
	MUL,
	NEG,
	NOT,
	OR,
	PLUS,
	PLUS_UCONST,
	SHL,
	SHR,
	SHRA,
	XOR,
	BRA,
	EQ,
	GE,
	GT,
	LE,
	LT,
	NE,
	SKIP,
	LIT0 = 0x30,
	LIT31 = 0x4f,
	BREG0 = 0x70,
	BREG31 = 0x8f,
	BREGX = 0x92,
	DEREF_SIZE = 0x94,
	NOP = 0x96,
};

struct calculation {
	const struct state *state;
	struct binary code;
	uint64_t start; /* its offset */
	unsigned address_size;
	uint64_t numbers[NUMBERS_MOST];
	unsigned count;
	enum found found; /* FOUND as long as all goes well */
};

static void push(struct calculation *run, uint64_t number)
{
	if (run->count < NUMBERS_MOST)
		run->numbers[run->count++] = number;
	else
		run->found = FOUND_NOT;
}

static uint64_t pop(struct calculation *run)
{
	if (run->count)
		return run->numbers[--run->count];
	run->found = FOUND_NOT;
	return 0;
}

/* The number that lies `depth` below the top. */
static uint64_t pick(struct calculation *run, unsigned depth)
{
	if (depth < run->count)
		return run->numbers[run->count - 1 - depth];
	run->found = FOUND_NOT;
	return 0;
}

static void push_register(struct calculation *run, uint64_t reg)
{
	int64_t offset = binary_sleb(&run->code);
	uint64_t value = 0;

	run->found = reg < MACHINE_REGISTERS ? state_register(run->state, (unsigned)reg, &value)
					     : FOUND_NOT;
	push(run, value + (uint64_t)offset);
}

static void push_read(struct calculation *run, unsigned size)
{
	uint64_t address = pop(run), value = 0;

	if (run->found != FOUND)
		return;
	run->found = state_read(run->state, address, size, &value);
	push(run, value);
}

/* By so many bytes from behind the operand. */
static void jump(struct calculation *run, int64_t distance)
{
	uint64_t to = binary_offset(&run->code) + (uint64_t)distance;

	if (to < run->start)
		run->found = FOUND_NOT;
	binary_seek(&run->code, to);
}

static void rotate(struct calculation *run)
{
	uint64_t first = pop(run), second = pop(run), third = pop(run);

	push(run, first);
	push(run, third);
	push(run, second);
}

static void swap(struct calculation *run)
{
	uint64_t first = pop(run), second = pop(run);

	push(run, first);
	push(run, second);
}

/* Division is of numbers with a sign, and the one that overflows gives its first operand. */
static uint64_t divide(struct calculation *run, int64_t a, int64_t b)
{
	if (b == 0) {
		run->found = FOUND_NOT;
		return 0;
	}
	return b == -1 ? 0 - (uint64_t)a : (uint64_t)(a / b);
}

static uint64_t modulo(struct calculation *run, uint64_t a, uint64_t b)
{
	if (b)
		return a % b;
	run->found = FOUND_NOT;
	return 0;
}

/* What shifts in from the left is the sign. */
static uint64_t shift_signed(uint64_t a, uint64_t by)
{
	bool negative = a >> 63;

	if (by > 63)
		return negative ? UINT64_MAX : 0;
	return negative ? ~(~a >> by) : a >> by;
}

/* Operations that take two numbers, of which b was on top, and give one. */
static bool operate(struct calculation *run, uint8_t operation)
{
	uint64_t b = pick(run, 0), a = pick(run, 1), result;
	int64_t sa = (int64_t)a, sb = (int64_t)b;

	switch (operation) {
	case AND:
		result = a & b;
		break;
	case DIV:
		result = divide(run, sa, sb);
		break;
	case MINUS:
		result = a - b;
		break;
	case MOD:
		result = modulo(run, a, b);
		break;
	case MUL:
		result = a * b;
		break;
	case OR:
		result = a | b;
		break;
	case PLUS:
		result = a + b;
		break;
	case SHL:
		result = b > 63 ? 0 : a << b;
		break;
	case SHR:
		result = b > 63 ? 0 : a >> b;
		break;
	case SHRA:
		result = shift_signed(a, b);
		break;
	case XOR:
		result = a ^ b;
		break;
	case EQ:
		result = sa == sb;
		break;
	case GE:
		result = sa >= sb;
		break;
	case GT:
		result = sa > sb;
		break;
	case LE:
		result = sa <= sb;
		break;
	case LT:
		result = sa < sb;
		break;
	case NE:
		result = sa != sb;
		break;
	default:
		return false;
	}
	pop(run);
	pop(run);
	push(run, result);
	return true;
}

/* Operations that push what stands in the code. */
static bool push_constant(struct calculation *run, uint8_t operation)
{
	struct binary *code = &run->code;

	switch (operation) {
	case ADDR:
		push(run, binary_number(code, run->address_size));
		return true;
	case CONST1U:
		push(run, binary_number(code, 1));
		return true;
	case CONST1S:
		push(run, (uint64_t)binary_signed(code, 1));
		return true;
	case CONST2U:
		push(run, binary_number(code, 2));
		return true;
	case CONST2S:
		push(run, (uint64_t)binary_signed(code, 2));
		return true;
	case CONST4U:
		push(run, binary_number(code, 4));
		return true;
	case CONST4S:
		push(run, (uint64_t)binary_signed(code, 4));
		return true;
	case CONST8U:
	case CONST8S:
		push(run, binary_number(code, 8));
		return true;
	case CONSTU:
		push(run, binary_uleb(code));
		return true;
	case CONSTS:
		push(run, (uint64_t)binary_sleb(code));
		return true;
	default:
		return false;
	}
}

static bool change_top(struct calculation *run, uint8_t operation)
{
	switch (operation) {
	case DUP:
		push(run, pick(run, 0));
		return true;
	case DROP:
		pop(run);
		return true;
	case OVER:
		push(run, pick(run, 1));
		return true;
	case PICK:
		push(run, pick(run, binary_u8(&run->code)));
		return true;
	case SWAP:
		swap(run);
		return true;
	case ROT:
		rotate(run);
		return true;
	case ABS:
		push(run, pick(run, 0) >> 63 ? 0 - pop(run) : pop(run));
		return true;
	case NEG:
		push(run, 0 - pop(run));
		return true;
	case NOT:
		push(run, ~pop(run));
		return true;
	case PLUS_UCONST:
		push(run, pop(run) + binary_uleb(&run->code));
		return true;
	default:
		return false;
	}
}

static bool step_other(struct calculation *run, uint8_t operation)
{
	int64_t distance;

	switch (operation) {
	case DEREF:
		push_read(run, run->address_size);
		return true;
	case DEREF_SIZE:
		push_read(run, binary_u8(&run->code));
		return true;
	case BREGX:
		push_register(run, binary_uleb(&run->code));
		return true;
	case NOP:
		return true;
	case SKIP:
		jump(run, binary_signed(&run->code, 2));
		return true;
	case BRA:
		distance = binary_signed(&run->code, 2);
		if (pop(run))
			jump(run, distance);
		return true;
	default:
		return false;
	}
}

static void step(struct calculation *run)
{
	uint8_t operation = binary_u8(&run->code);

	if (operation >= LIT0 && operation <= LIT31)
		push(run, operation - LIT0);
	else if (operation >= BREG0 && operation <= BREG31)
		push_register(run, operation - BREG0);
	else if (!push_constant(run, operation) && !change_top(run, operation) &&
		 !step_other(run, operation) && !operate(run, operation))
		run->found = FOUND_NOT;
	if (run->code.is_bad)
		run->found = FOUND_NOT;
}

enum found cfi_expression_value(const struct cfi_section *section, uint64_t at, const uint64_t *cfa,
	const struct state *state, uint64_t *value)
{
	struct calculation run;

	run.state = state;
	run.code = binary_at(section->bytes, at, section->is_big);
	binary_limit(&run.code, binary_uleb(&run.code));
	run.start = binary_offset(&run.code);
	run.address_size = section->is_64 ? 8 : 4;
	run.count = 0;
	run.found = run.code.is_bad ? FOUND_NOT : FOUND;
	if (cfa)
		push(&run, *cfa);
	for (unsigned steps = 0; run.found == FOUND && binary_left(&run.code); steps++) {
		step(&run);
		if (steps == STEPS_MOST)
			run.found = FOUND_NOT;
	}
	*value = pop(&run);
	return run.found;
}
