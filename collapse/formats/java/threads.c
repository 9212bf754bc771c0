#include "collapse/formats/java/threads.h"

#define AT(field) offsetof(struct java_threads_options, field)

const struct option java_threads_options[] = {
	{"state", OPTION_LIST, AT(states), "STATE",
		.help = "count threads in this state, such as WAITING, or in \"all\"; may be given "
			"several times"},
	{"include-idle", OPTION_FLAG, AT(idle),
		.help = "count threads of the virtual machine itself, and those that wait for the "
			"network, too"},
	{"include-tname", OPTION_FLAG, AT(thread_name),
		.help = "the root frame is the thread's name (default)"},
	{"no-include-tname", OPTION_OFF, AT(thread_name), .help = "leave the thread's name out"},
	{"include-tid", OPTION_FLAG, AT(thread_number),
		.help = "keep the number at the end of a name: worker-1 and worker-2, not worker"},
	{"no-include-tid", OPTION_OFF, AT(thread_number), .help = NULL},
	{"include-state", OPTION_FLAG, AT(thread_state),
		.help = "show the state below the name: worker;WAITING;…"},
	JAVA_NAME_OPTIONS(struct java_threads_options),
	{0},
};

/* Threads of the virtual machine; names start so. */
static const char *const background[] = {"C1 CompilerThread", "C2 CompilerThread", "JVMCI",
	"Signal Dispatcher", "Service Thread", "Monitor Deflation Thread", "Notification Thread",
	"Attach Listener", "Reference Handler", "Finalizer", "Common-Cleaner", "Sweeper thread",
	/* IBM's */
	"Attach API ", "GC ", "IProfiler", "JIT ", "MemoryMXBean ", "MemoryPoolMXBean ",
	"Signal Reporter", NULL};

/* Where a thread waits although it is called runnable; the leaf's name ends so. */
static const char *const waits[] = {"epollWait", "EPoll.wait", "KQueue.poll", ".poll0",
	".socketAccept", ".accept0", "Net.accept", "Net.poll", ".socketRead0",
	"SocketDispatcher.read0", ".waitForReferencePendingList", ".waitForProcessExit0", NULL};

static bool is_background(struct str name)
{
	for (size_t i = 0; background[i]; i++)
		if (str_starts(name, str_of(background[i])))
			return true;
	return false;
}

static bool is_wait(struct str frame)
{
	struct str method = str_head(frame, str_find(frame, '('));

	for (size_t i = 0; waits[i]; i++)
		if (str_ends(method, str_of(waits[i])))
			return true;
	return false;
}

static bool has_wanted_state(const struct java_threads *threads)
{
	const struct java_threads_options *options = threads->dump.options;
	struct str state = buf_str(&threads->state);

	if (state.n == 0 || text_list_has(&options->states, STR("all")))
		return true;
	if (options->states.count > 0)
		return text_list_has(&options->states, state);
	return !options->state || str_eq(state, str_of(options->state));
}

/* "pool-1-thread-2" without "-2" */
static struct str drop_number(struct str name)
{
	size_t end = name.n;

	while (end > 0 && byte_is_digit(name.p[end - 1]))
		end--;
	return end > 1 && end < name.n && name.p[end - 1] == '-' ? str_head(name, end - 1) : name;
}

static void add_roots(struct java_threads *threads)
{
	const struct java_threads_options *options = threads->dump.options;
	struct str name = buf_str(&threads->name);

	if (options->thread_name)
		dump_thread(&threads->dump, options->thread_number ? name : drop_number(name));
	if (options->thread_state && threads->state.n)
		dump_root(&threads->dump, buf_str(&threads->state));
}

static void finish_thread(struct java_threads *threads)
{
	const struct java_threads_options *options = threads->dump.options;

	if (threads->dump.frames.count == 0)
		return;
	if (!has_wanted_state(threads)) {
		threads->other_states++;
		dump_drop(&threads->dump);
	} else if (threads->idle && !options->idle) {
		threads->idles++;
		dump_drop(&threads->dump);
	} else {
		add_roots(threads);
		dump_end(&threads->dump);
	}
}

void java_threads_start(struct java_threads *threads, struct str name)
{
	finish_thread(threads);
	buf_set(&threads->name, name);
	buf_reset(&threads->state);
	threads->idle = is_background(name);
	threads->inside = true;
}

void java_threads_state(struct java_threads *threads, struct str state)
{
	buf_set(&threads->state, state);
}

/* What runs is the virtual thread, which has a stack of its own. */
static bool is_carrier(struct str frame)
{
	return str_ends(str_head(frame, str_find(frame, '(')),
		STR("jdk.internal.vm.Continuation.run"));
}

void java_threads_frame(struct java_threads *threads, struct str frame, struct str line)
{
	if (!threads->inside)
		return;
	if (str_find(frame, '(') == frame.n || frame.p[0] == '(') {
		dump_problem(&threads->dump, "\"at METHOD(FILE:LINE)\"", line);
		return;
	}
	if (threads->dump.frames.count == 0) {
		threads->idle |= is_wait(frame);
		if (is_carrier(frame))
			java_threads_state(threads, STR("CARRYING"));
	}
	dump_frame(&threads->dump, frame);
}

void java_threads_stop(void *state)
{
	struct java_threads *threads = state;

	finish_thread(threads);
	threads->inside = false;
}

struct str java_threads_name(void *state, struct str text)
{
	struct java_threads *threads = state;
	const struct java_threads_options *options = threads->dump.options;

	return java_name(&threads->dump.scratch, text, &options->names);
}

void java_threads_end(void *state)
{
	struct java_threads *threads = state;
	struct stacks *stacks = threads->dump.stacks;
	uint64_t left_out = threads->other_states + threads->idles;

	if (left_out > 0)
		stacks_explain(stacks,
			"no thread runs; --state all --include-idle counts those that wait: %llu",
			(unsigned long long)left_out);
	stacks_note_count(stacks, NULL, threads->other_states,
		"left out # stack{|s} of threads in other states; --state all counts {it|them}");
	stacks_note_count(stacks, NULL, threads->idles,
		"left out # stack{|s} of idle threads; --include-idle counts {it|them}");
	buf_release(&threads->name);
	buf_release(&threads->state);
}
