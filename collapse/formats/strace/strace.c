/*
 * collapse-strace: the calls of the kernel that strace -k prints, each with its stack.
 *
 *     30754 execve("./s", ["./s"], 0x7fff3767c2d8 …) = 0 <0.000229>     times with -T
 *     30755 read(3,  <unfinished ...>
 *     30754 --- SIGCHLD {si_signo=SIGCHLD, si_code=CLD_EXITED} ---
 *      > /lib/libc.so.6(gsignal+0x12) [0x3bfb2]                        of the signal: no call
 *     30755 <... read resumed>"root:x:0:0"..., 64) = 64 <0.000012>
 *      > /lib/libc.so.6(read+0x4c) [0xf82ec]
 *      > /tmp/s(copy+0x45) [0x1277]
 *      > /tmp/s() [0x1110]
 *
 * In front of a call may be "[pid 30755] ", "30755<comm> ", the time and "[00007f3b2cd71ad7]". What
 * a process is called is known from -Y, or since it called execve.
 *
 * strace(1)
 */
#include <stdlib.h>

#include "collapse/formats/strace/call.h"
#include "collapse/names/native-name.h"
#include "collapse/stacks/dump.h"
#include "collapse/stacks/format.h"
#include "common/memory.h"

struct strace_options {
	bool pid, time, no_tidy;
};

/* Whose stack it is, if one follows: a signal has one, too. */
enum strace_place { NOWHERE, CALL, LEFT_OUT };

struct strace_process {
	uint32_t name; /* NAME_NONE: not known */
	uint32_t next_name; /* of the execve() that it is in */
};

struct strace {
	struct dump dump;
	struct native_name names;
	enum strace_place place;
	struct names pids; /* an id is an index of processes */
	struct strace_process *processes;
	size_t process_count, process_capacity;
	uint32_t parent; /* the name of the process that forked last */
	struct buf broken_pid, broken_name; /* of a call whose end is on a line of its own */
	uint64_t open; /* calls that were begun and not ended */
	uint64_t cut; /* stacks that strace did not print to their end */
	uint64_t untimed;
};

#define AT(field) offsetof(struct strace_options, field)

static const struct option strace_options[] = {
	{"time", OPTION_FLAG, AT(time),
		.help = "a call counts the nanoseconds that strace -T says it took, instead of 1"},
	{"pid", OPTION_FLAG, AT(pid),
		.help = "show the process or thread in the root frame: ls-8763"},
	{"no-tidy", OPTION_FLAG, AT(no_tidy),
		.help = "keep the arguments of C++ functions and the versions of symbols"},
	{0},
};

/* The end of a call that was broken, by a message of strace. */
static bool ends_broken(const struct strace *strace, struct str line, struct strace_call *call)
{
	*call = (struct strace_call){.pid = buf_str(&strace->broken_pid),
		.name = buf_str(&strace->broken_name),
		.rest = line,
		.ends = true};
	return call->name.n && str_contains(line, STR(") = "));
}

/* ---- names of processes ---- */

static struct strace_process *process_of(struct strace *strace, const struct strace_call *call)
{
	uint32_t id = names_add(&strace->pids, call->pid);

	if (id == strace->process_count) {
		/* A thread may be seen before clone() returns it. */
		*ARRAY_PUSH(strace->processes, strace->process_count, strace->process_capacity) =
			(struct strace_process){strace->parent, NAME_NONE};
	}
	return &strace->processes[id];
}

/* "/usr/bin/ls" of: execve("/usr/bin/ls", … and "worker" of: prctl(PR_SET_NAME, "worker") */
static uint32_t name_in(struct strace *strace, struct str arguments)
{
	struct str text = str_skip(arguments, str_find(arguments, '"') + 1);

	text = str_base_name(str_head(text, str_find(text, '"')));
	return text.n ? stacks_name(strace->dump.stacks, text) : NAME_NONE;
}

static bool is_fork(struct str name)
{
	return str_eq(name, STR("clone")) || str_eq(name, STR("clone3")) ||
	       str_eq(name, STR("fork")) || str_eq(name, STR("vfork"));
}

static bool is_rename(const struct strace_call *call)
{
	return str_eq(call->name, STR("execve")) || str_eq(call->name, STR("execveat")) ||
	       (str_eq(call->name, STR("prctl")) &&
		       (!call->begins || str_starts(call->rest, STR("(PR_SET_NAME"))));
}

static uint32_t follow_names(struct strace *strace, const struct strace_call *call)
{
	struct strace_process *process = process_of(strace, call);

	if (call->comm.n)
		process->name = stacks_name(strace->dump.stacks, call->comm);
	if (is_fork(call->name))
		strace->parent = process->name;
	if (call->begins)
		process->next_name = is_rename(call) ? name_in(strace, call->rest) : NAME_NONE;
	if (call->ends && is_rename(call) && process->next_name != NAME_NONE &&
		str_eq(strace_call_result(call), STR("0"))) {
		process->name = process->next_name;
		process->next_name = NAME_NONE;
	}
	return process->name;
}

/* ---- lines ---- */

static void add_root(struct strace *strace, struct str pid, uint32_t name)
{
	const struct strace_options *options = strace->dump.options;
	struct buf *out = &strace->dump.scratch;

	buf_reset(out);
	if (name != NAME_NONE)
		buf_add(out, names_get(&strace->dump.stacks->tree.names, name));
	if (options->pid && pid.n) {
		if (out->n)
			buf_add_char(out, '-');
		buf_add(out, pid);
	}
	if (out->n)
		dump_process(&strace->dump, buf_str(out));
}

static void add_leaf(struct strace *strace, struct str name)
{
	struct buf *out = &strace->dump.scratch;

	buf_set(out, name);
	buf_add(out, STR("_[k]"));
	frame_list_push(&strace->dump.frames, stacks_name(strace->dump.stacks, buf_str(out)));
}

static void take_call(struct strace *strace, const struct strace_call *call)
{
	const struct strace_options *options = strace->dump.options;
	uint32_t name = follow_names(strace, call);

	strace->place = NOWHERE;
	if (strace_call_is_broken(call)) {
		buf_set(&strace->broken_pid, call->pid);
		buf_set(&strace->broken_name, call->name);
	}
	if (!call->ends || strace_call_is_broken(call)) {
		strace->open++;
		return;
	}
	if (!call->begins && strace->open > 0)
		strace->open--;
	strace->place = CALL;
	add_root(strace, call->pid, name);
	add_leaf(strace, call->name);
	if (options->time && !strace_call_time(call, &strace->dump.weight)) {
		strace->untimed++;
		dump_drop(&strace->dump);
		strace->place = LEFT_OUT;
	}
}

static void take_frame(struct strace *strace, struct str line)
{
	if (strace->place == CALL && str_eq(line, STR(" > too many stack frames"))) {
		strace->cut++;
		dump_frame(&strace->dump, STR("..."));
	} else if (!str_contains(line, STR(" [0x")))
		dump_problem(&strace->dump, "\"MODULE(FUNCTION+OFFSET) [ADDRESS]\"", line);
	else if (strace->place == CALL)
		dump_frame(&strace->dump, str_skip(line, 3));
	else if (strace->place == NOWHERE)
		dump_problem(&strace->dump, "a call before its stack", line);
}

static void strace_line(void *state, struct str line)
{
	struct strace *strace = state;
	struct strace_call call;

	if (str_starts(line, STR(" > "))) {
		take_frame(strace, line);
		return;
	}
	dump_end(&strace->dump);
	if (strace_call_parse(line, &call)) {
		take_call(strace, &call);
	} else if (strace_is_remark(line)) {
		strace->place = LEFT_OUT;
	} else if (ends_broken(strace, line, &call)) {
		take_call(strace, &call);
		buf_reset(&strace->broken_name);
	} else {
		strace->place = NOWHERE;
		dump_problem(&strace->dump, "\"CALL(…) = RESULT\"", line);
	}
}

/* "/tmp/s(app::copy(int)+0x45) [0x1277]"; a deleted file: "/tmp/s (deleted)(main+0x1) [0x2]" */
static struct str strace_name(void *state, struct str text)
{
	struct strace *strace = state;
	const struct strace_options *options = strace->dump.options;
	size_t end = str_find_str(text, STR(") [0x")), from, plus;
	struct str module, symbol;

	from = str_find_str(text, STR(" (deleted)("));
	from = from < end ? from + 10 : str_find(text, '(');
	if (end == text.n || from > end)
		return str_head(text, str_find_str(text, STR(" [0x")));
	module = str_head(text, str_find_str(str_head(text, from), STR(" (deleted)")));
	symbol = str_skip(str_head(text, end), from + 1);
	plus = str_find_str(symbol, STR("+0x"));
	return native_name_unversioned(&strace->names, str_head(symbol, plus),
		str_head(module, from), !options->no_tidy);
}

static void strace_stop(void *state)
{
	struct strace *strace = state;

	dump_end(&strace->dump);
	strace->place = NOWHERE;
	names_release(&strace->pids);
	strace->pids = (struct names){0};
	strace->process_count = 0;
	strace->parent = NAME_NONE;
}

static void strace_end(void *state)
{
	struct strace *strace = state;
	struct stacks *stacks = strace->dump.stacks;

	if (strace->untimed > 0 && stacks->count == 0)
		stacks_explain(stacks, "no call has a time; strace -T prints it");
	else
		stacks_note_count(stacks, NULL, strace->untimed,
			"# call{ is|s are} left out, without a time");
	stacks_note_count(stacks, NULL, strace->cut,
		"# stack{ was|s were} cut by strace at 256 frames, or at its "
		"--stack-trace-frame-limit; \"...\" is for the others");
	stacks_note_count(stacks, NULL, strace->open,
		"# call{ is|s are} left out that did not end");
	free(strace->processes);
	buf_release(&strace->broken_pid);
	buf_release(&strace->broken_name);
	native_name_release(&strace->names);
}

static void *strace_begin(const void *options, struct stacks *out)
{
	static const struct dump_kind kind = {.size = sizeof(struct strace),
		.line = strace_line,
		.name = strace_name,
		.stop = strace_stop,
		.end = strace_end};
	struct strace *strace = dump_begin(&kind, options, out);
	bool timed = ((const struct strace_options *)options)->time;

	strace->parent = NAME_NONE;
	strace->names.stacks = out;
	stacks_tell(out, HEADER_UNIT, timed ? STR("ns") : STR("calls"));
	return strace;
}

static bool strace_sniff(struct str head)
{
	struct str line;
	struct strace_call call;

	while (str_cut(head, '\n', &line, &head)) {
		if (str_starts(line, STR("strace: ")))
			continue;
		return strace_call_parse(line, &call) &&
		       (!call.ends || str_contains(call.rest, STR(") = ")) ||
			       str_contains(call.rest, STR(")  "))) &&
		       !strace_call_is_broken(&call);
	}
	return false;
}

const struct kind kind_strace = {
	.name = "strace",
	.input = "calls with stacks of strace -k",
	.sniff = strace_sniff,
};

const struct format format_strace = {
	.kind = &kind_strace,
	.summary =
		"Folds the calls of the kernel that strace -k prints with their stacks. The leaf "
		"frame is the call; the number is how often it was made, or how long it took.",
	.options = strace_options,
	.options_size = sizeof(struct strace_options),
	.begin = strace_begin,
	.read = dump_read,
	.end = dump_finish,
};
