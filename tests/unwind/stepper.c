/*
 * Runs a program instruction by instruction, and unwinds at each: stepper PROGRAM [ARGUMENT]...
 * What is true is known from the calls and returns that were seen, so each stack must be exactly
 * those. Prints what differs first in each place, and counts. For x86-64 and Linux; elsewhere it
 * says so, and the status is 77.
 */
#if defined(__linux__) && defined(__x86_64__)

#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/types.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collapse/symbols/elf.h"
#include "collapse/symbols/unwind/unwind.h"
#include "common/memory.h"
#include "common/messages.h"

enum { MAPS_MOST = 256, DEPTH_MOST = 1000, STACK_MOST = 1 << 16, SHOWN_MOST = 20 };
enum { RT_SIGRETURN = 15 };

struct map {
	uint64_t start, end, offset;
	char path[200];
	struct elf *elf;
};

struct stepper {
	pid_t child;
	int memory;
	struct map maps[MAPS_MOST];
	size_t map_count;
	uint64_t truth[DEPTH_MOST]; /* where the active functions go on, the outermost first */
	size_t depth;
	struct user_regs_struct registers;
	char stack[STACK_MOST];
	struct unwinder *unwinder;
	uint64_t steps, wrong;
	uint64_t shown[SHOWN_MOST];
};

/* ---- What is mapped ---- */

static void read_maps(struct stepper *stepper)
{
	char path[64], line[400];
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%ld/maps", (long)stepper->child);
	file = fopen(path, "r");
	if (!file)
		die_errno("%s", path);
	stepper->map_count = 0;
	while (stepper->map_count < MAPS_MOST && fgets(line, sizeof(line), file)) {
		struct map *map = &stepper->maps[stepper->map_count];
		char rights[5];

		map->path[0] = '\0';
		if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %4s %" SCNx64 " %*s %*s %199s",
			    &map->start, &map->end, rights, &map->offset, map->path) >= 4 &&
			rights[2] == 'x')
			stepper->map_count++;
	}
	fclose(file);
}

static struct map *find_map(struct stepper *stepper, uint64_t ip)
{
	for (size_t i = 0; i < stepper->map_count; i++)
		if (ip >= stepper->maps[i].start && ip < stepper->maps[i].end)
			return &stepper->maps[i];
	return NULL;
}

/* Files stay open: the unwinder knows them by their place in memory. */
static struct elf *open_file(const char *path)
{
	static struct {
		char path[200];
		struct elf *elf;
	} files[64];
	static size_t count;
	struct buf why = {0};

	for (size_t i = 0; i < count; i++)
		if (strcmp(files[i].path, path) == 0)
			return files[i].elf;
	if (path[0] != '/' || count == sizeof(files) / sizeof(*files))
		return NULL;
	snprintf(files[count].path, sizeof(files[count].path), "%s", path);
	files[count].elf = elf_open(path, &why);
	buf_release(&why);
	return files[count++].elf;
}

static bool image_at(void *context, uint64_t space, uint64_t ip, struct unwind_image *image)
{
	struct stepper *stepper = context;
	struct map *map = find_map(stepper, ip);
	uint64_t address;

	(void)space;
	*image = (struct unwind_image){0};
	if (!map) {
		read_maps(stepper);
		map = find_map(stepper, ip);
	}
	if (!map)
		return false;
	image->elf = open_file(map->path);
	if (image->elf && elf_to_address(image->elf, ip - map->start + map->offset, &address))
		image->bias = ip - address;
	else
		image->elf = NULL;
	return true;
}

/* ---- What is true ---- */

static void push(struct stepper *stepper, uint64_t ip)
{
	if (stepper->depth == DEPTH_MOST)
		die("the stack is too deep");
	stepper->truth[stepper->depth++] = ip;
}

static uint64_t read_word(struct stepper *stepper, uint64_t address)
{
	uint64_t word = 0;

	if (pread(stepper->memory, &word, sizeof(word), (off_t)address) != sizeof(word))
		return 0;
	return word;
}

/* By what an instruction did: a call leaves the address behind it, a return takes it. */
static void keep_truth(
	struct stepper *stepper, uint64_t code, const struct user_regs_struct *before)
{
	const struct user_regs_struct *after = &stepper->registers;
	bool is_return =
		(code & 0xff) == 0xc3 || (code & 0xff) == 0xc2 || (code & 0xffff) == 0xc3f3;
	uint64_t pushed;

	if (is_return) {
		if (stepper->depth)
			stepper->depth--;
		return;
	}
	if ((code & 0xffff) == 0x050f && before->rax == RT_SIGRETURN && stepper->depth) {
		stepper->depth--;
		return;
	}
	if (after->rsp != before->rsp - 8)
		return;
	pushed = read_word(stepper, after->rsp);
	if (pushed >= before->rip + 2 && pushed <= before->rip + 8 && after->rip != pushed &&
		((code & 0xff) == 0xe8 || (code & 0xff) == 0xff || (code & 0xff00) == 0xff00))
		push(stepper, pushed);
}

/* ---- What is found ---- */

static bool is_as_it_should(
	const struct stepper *stepper, const struct unwind_frame *frames, size_t count)
{
	if (count != stepper->depth + 1 || frames[0].ip != stepper->registers.rip)
		return false;
	for (size_t i = 1; i < count; i++)
		if (frames[i].ip != stepper->truth[stepper->depth - i])
			return false;
	return true;
}

static void show(struct stepper *stepper, const struct unwind_frame *frames, size_t count,
	enum unwind_end end)
{
	uint64_t ip = stepper->registers.rip;
	const struct map *map = find_map(stepper, ip);

	for (size_t i = 0; i < SHOWN_MOST; i++) {
		if (stepper->shown[i] == ip)
			return;
		if (stepper->shown[i] == 0) {
			stepper->shown[i] = ip;
			break;
		}
		if (i + 1 == SHOWN_MOST)
			return;
	}
	printf("%s+%" PRIx64 ": end %d\n  expected %" PRIx64, map ? map->path : "?",
		map ? ip - map->start + map->offset : ip, end, ip);
	for (size_t i = stepper->depth; i-- > 0;)
		printf(" %" PRIx64, stepper->truth[i]);
	printf("\n  got     ");
	for (size_t i = 0; i < count; i++)
		printf(" %" PRIx64, frames[i].ip);
	printf("\n");
}

static void look(struct stepper *stepper)
{
	const struct user_regs_struct *now = &stepper->registers;
	/* By perf's numbers, without flags and segments. */
	const uint64_t values[] = {now->rax, now->rbx, now->rcx, now->rdx, now->rsi, now->rdi,
		now->rbp, now->rsp, now->rip, now->r8, now->r9, now->r10, now->r11, now->r12,
		now->r13, now->r14, now->r15};
	struct unwind_frame frames[DEPTH_MOST];
	enum unwind_end end;
	ssize_t copied = pread(stepper->memory, stepper->stack, STACK_MOST, (off_t)now->rsp);
	struct unwind_sample sample = {
		.machine = UNWIND_X86_64,
		.mask = 0xff01ff,
		.registers = (const char *)values,
		.stack = {stepper->stack, copied > 0 ? (size_t)copied : 0},
	};
	size_t count = unwind(stepper->unwinder, &sample, frames, DEPTH_MOST, &end);

	stepper->steps++;
	if (end == UNWIND_OUTERMOST && is_as_it_should(stepper, frames, count))
		return;
	stepper->wrong++;
	show(stepper, frames, count, end);
}

/* ---- Running ---- */

/* One instruction, and what signal it ended with; false when the program has ended. */
static bool step(struct stepper *stepper, int *number)
{
	int status;

	if (ptrace(PTRACE_SINGLESTEP, stepper->child, NULL, (long)*number) < 0 ||
		waitpid(stepper->child, &status, 0) < 0 || !WIFSTOPPED(status))
		return false;
	*number = WSTOPSIG(status) == SIGTRAP ? 0 : WSTOPSIG(status);
	return ptrace(PTRACE_GETREGS, stepper->child, NULL, &stepper->registers) == 0;
}

static void run(struct stepper *stepper)
{
	int number = 0;
	struct user_regs_struct before = stepper->registers;

	look(stepper);
	for (;;) {
		uint64_t code = read_word(stepper, before.rip);
		bool was_signal = number != 0;

		if (!step(stepper, &number))
			return;
		if (was_signal) {
			/* A handler was entered, on top of what was interrupted. */
			push(stepper, before.rip);
			push(stepper, read_word(stepper, stepper->registers.rsp));
		} else if (stepper->registers.rip != before.rip) {
			keep_truth(stepper, code, &before);
		}
		before = stepper->registers;
		if (number == 0)
			look(stepper);
	}
}

static pid_t start(char **command)
{
	pid_t child = fork();
	int status;

	if (child < 0)
		die_errno("cannot fork");
	if (child == 0) {
		int nothing = open("/dev/null", O_WRONLY);

		if (nothing < 0 || dup2(nothing, 1) < 0 ||
			ptrace(PTRACE_TRACEME, 0, NULL, NULL) < 0)
			_exit(126);
		execv(command[0], command);
		_exit(127);
	}
	if (waitpid(child, &status, 0) < 0 || !WIFSTOPPED(status))
		die("cannot run %s", command[0]);
	return child;
}

int main(int argc, char **argv)
{
	struct stepper *stepper = memory_new(1, sizeof(*stepper));
	char path[64];

	if (argc < 2)
		die("usage: stepper PROGRAM [ARGUMENT]...");
	stepper->child = start(argv + 1);
	snprintf(path, sizeof(path), "/proc/%ld/mem", (long)stepper->child);
	stepper->memory = open(path, O_RDONLY | O_CLOEXEC);
	if (stepper->memory < 0)
		die_errno("%s", path);
	stepper->unwinder = unwinder_new(image_at, stepper);
	if (ptrace(PTRACE_GETREGS, stepper->child, NULL, &stepper->registers) < 0)
		die_errno("cannot read registers");
	run(stepper);
	printf("%" PRIu64 " steps, %" PRIu64 " of them wrong\n", stepper->steps, stepper->wrong);
	return stepper->steps < 1000 || stepper->wrong > 0;
}

#else

#include <stdio.h>

int main(void)
{
	puts("only for x86-64 and Linux");
	return 77;
}

#endif
