/*
 * A program whose stacks are known. It calls functions with frames of several kinds, keeps a
 * list of those that are active, and in places writes a record to its output:
 *
 *     33 registers by perf's numbers, how many functions are active, their addresses, the
 *     innermost first, the size of the stack from the stack pointer up, and these bytes
 *
 * all in 8 bytes each. It needs no library, so that it can be built for another machine; follow.c
 * reads what it writes.
 */
typedef unsigned long word;

enum { MOST = 64, REGISTERS = 33 };

static word active[MOST]; /* addresses of functions, the outermost first */
static word depth;
static word top; /* of the stack */
static word registers[REGISTERS];
static volatile word sink;

#define ENTER(function) (active[depth++] = (word)(function))
#define LEAVE() (depth--)
#define NOINLINE __attribute__((noinline, noclone_if_known))
#if defined(__clang__)
#define noclone_if_known
#else
#define noclone_if_known noclone
#endif

#if defined(__x86_64__)

enum { SP = 7, SYS_WRITE = 1, SYS_SIGACTION = 13, SYS_EXIT = 60, SYS_KILL = 62, SYS_GETPID = 39 };

static word call_kernel(word number, word a, word b, word c, word d)
{
	register word r10 __asm__("r10") = d;

	__asm__ volatile("syscall"
			 : "+a"(number)
			 : "D"(a), "S"(b), "d"(c), "r"(r10)
			 : "rcx", "r11", "memory");
	return number;
}

/* The registers that calls keep are enough, and the address behind the call of this. */
void save_registers(word *to);
__asm__(".globl save_registers\n"
	".type save_registers, @function\n"
	"save_registers:\n"
	".cfi_startproc\n"
	"	mov %rbx, 8(%rdi)\n"
	"	mov %rbp, 48(%rdi)\n"
	"	lea (%rsp), %rax\n"
	"	mov %rax, 56(%rdi)\n"
	"	lea here(%rip), %rax\n"
	"	mov %rax, 64(%rdi)\n"
	"	mov %r12, 160(%rdi)\n"
	"	mov %r13, 168(%rdi)\n"
	"	mov %r14, 176(%rdi)\n"
	"	mov %r15, 184(%rdi)\n"
	"here:\n"
	"	ret\n"
	".cfi_endproc\n"
	".size save_registers, . - save_registers\n"
	".globl restorer\n"
	".type restorer, @function\n"
	"restorer:\n"
	"	mov $15, %rax\n"
	"	syscall\n"
	".size restorer, . - restorer\n"
	".globl _start\n"
	".type _start, @function\n"
	"_start:\n"
	".cfi_startproc\n"
	".cfi_undefined rip\n"
	"	mov %rsp, %rdi\n"
	"	and $-16, %rsp\n"
	"	call begin\n"
	"	hlt\n"
	".cfi_endproc\n"
	".size _start, . - _start\n");

#elif defined(__aarch64__)

enum {
	SP = 31,
	SYS_WRITE = 64,
	SYS_SIGACTION = 134,
	SYS_EXIT = 93,
	SYS_KILL = 129,
	SYS_GETPID = 172
};

static word call_kernel(word number, word a, word b, word c, word d)
{
	register word x8 __asm__("x8") = number;
	register word x0 __asm__("x0") = a;
	register word x1 __asm__("x1") = b;
	register word x2 __asm__("x2") = c;
	register word x3 __asm__("x3") = d;

	__asm__ volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3) : "memory");
	return x0;
}

void save_registers(word *to);
__asm__(".globl save_registers\n"
	".type save_registers, %function\n"
	"save_registers:\n"
	".cfi_startproc\n"
	"	stp x19, x20, [x0, #152]\n"
	"	stp x21, x22, [x0, #168]\n"
	"	stp x23, x24, [x0, #184]\n"
	"	stp x25, x26, [x0, #200]\n"
	"	stp x27, x28, [x0, #216]\n"
	"	stp x29, x30, [x0, #232]\n"
	"	mov x1, sp\n"
	"	adr x2, here\n"
	"	stp x1, x2, [x0, #248]\n"
	"here:\n"
	"	ret\n"
	".cfi_endproc\n"
	".size save_registers, . - save_registers\n"
	"	nop\n"
	".globl restorer\n"
	".type restorer, %function\n"
	"restorer:\n"
	"	mov x8, #139\n"
	"	svc #0\n"
	".size restorer, . - restorer\n"
	".globl _start\n"
	".type _start, %function\n"
	"_start:\n"
	".cfi_startproc\n"
	".cfi_undefined x30\n"
	"	mov x0, sp\n"
	"	bl begin\n"
	"	brk #0\n"
	".cfi_endproc\n"
	".size _start, . - _start\n");

#endif

extern void restorer(void);

static void write_words(const word *words, word count)
{
	const char *p = (const char *)words;

	for (word left = count * sizeof(word); left > 0;) {
		word written = call_kernel(SYS_WRITE, 1, (word)p, left, 0);

		if (written > left)
			call_kernel(SYS_EXIT, 1, 0, 0, 0);
		p += written;
		left -= written;
	}
}

/* Not written before all is saved: what writing does to the stack is below it. */
NOINLINE static void record(void)
{
	word sizes[2];

	save_registers(registers);
	write_words(registers, REGISTERS);
	sizes[0] = depth;
	write_words(sizes, 1);
	for (word i = depth; i-- > 0;)
		write_words(&active[i], 1);
	sizes[0] = (top - registers[SP]) / sizeof(word);
	write_words(sizes, 1);
	write_words((const word *)registers[SP], sizes[0]);
}

NOINLINE static word deep(word n)
{
	word result;

	ENTER(deep);
	if (n == 0)
		record();
	result = n ? deep(n - 1) + n : 1;
	LEAVE();
	sink += result;
	return result;
}

/* A frame of a size that is not known before. */
NOINLINE static word variable(word n)
{
	volatile word *words = __builtin_alloca((n & 63) * sizeof(word) + sizeof(word));
	word result;

	ENTER(variable);
	words[0] = n;
	words[n & 63] = n;
	result = deep(n & 3) + words[0];
	LEAVE();
	return result + words[n & 63];
}

struct wide {
	volatile word words[8];
} __attribute__((aligned(64)));

/* One that is aligned further than the stack is, and one of both kinds. */
NOINLINE static word aligned(word n)
{
	struct wide wide;
	word result;

	ENTER(aligned);
	wide.words[n & 7] = n;
	result = variable(n) + wide.words[n & 7];
	LEAVE();
	return result;
}

NOINLINE static word both(word n)
{
	struct wide wide;
	volatile word *words = __builtin_alloca((n & 31) * sizeof(word) + sizeof(word));
	word result;

	ENTER(both);
	wide.words[n & 7] = n;
	words[0] = n;
	result = aligned(n) + wide.words[n & 7] + words[0];
	LEAVE();
	return result;
}

/* What is kept over calls is in registers that are saved, and arguments are on the stack. */
NOINLINE static word many(word a, word b, word c, word d, word e, word f, word g, word h, word i)
{
	word x, y, result;

	ENTER(many);
	x = both(a + b);
	y = both(c + d);
	result = x * a + y * b + c + d + e * f + g * h + i + both(i);
	LEAVE();
	return result + a * c;
}

NOINLINE static word large(word n)
{
	volatile char bytes[6000];
	word result;

	ENTER(large);
	bytes[n & 4095] = (char)n;
	result = many(n, 1, 2, 3, 4, 5, 6, 7, 8) + (word)bytes[n & 4095];
	LEAVE();
	return result;
}

/* A signal's handler, which returns to the restorer. */
static void handle(int number)
{
	ENTER(restorer);
	ENTER(handle);
	sink += large((word)number);
	LEAVE();
	LEAVE();
}

NOINLINE static word interrupted(word n)
{
	ENTER(interrupted);
	sink += call_kernel(SYS_KILL, call_kernel(SYS_GETPID, 0, 0, 0, 0), n, 0, 0);
	LEAVE();
	return sink;
}

struct action {
	void (*handler)(int);
	word flags;
	void (*restorer)(void);
	word mask;
};

__attribute__((used, noreturn)) void begin(word stack)
{
	struct action action = {handle, 0x04000000, restorer, 0};

	top = stack;
	ENTER(begin);
	sink += large(10);
	call_kernel(SYS_SIGACTION, 10, (word)&action, 0, 8);
	sink += interrupted(10);
	call_kernel(SYS_EXIT, 0, 0, 0, 0);
	for (;;)
		;
}
