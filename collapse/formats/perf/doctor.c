#include "collapse/formats/perf/doctor.h"

#include <stdlib.h>
#include <string.h>

#include "collapse/stacks/findings.h"
#include "common/memory.h"

enum {
	STACK_LIMIT = 127, /* frames, of perf record and perf script, unless they are told more */
	SAMPLES = 20, /* shares of fewer say little of a recording */
};

void perf_doctor_init(
	struct perf_doctor *doctor, const struct perf_options *options, struct stacks *stacks)
{
	*doctor = (struct perf_doctor){.options = options, .stacks = stacks};
}

void perf_doctor_release(struct perf_doctor *doctor)
{
	free(doctor->facts);
	names_release(&doctor->dsos);
	names_release(&doctor->threads);
	free(doctor->times);
}

/* ---- frames ---- */

/* Where a program, a thread or the kernel begins: below it there is nothing. */
static bool is_start(struct str name)
{
	static const struct str whole[] = {STR_INIT("main"), STR_INIT("_start"),
		STR_INIT("start_thread"), STR_INIT("clone"), STR_INIT("__clone"),
		STR_INIT("clone3"), STR_INIT("__clone3"), STR_INIT("thread_start"),
		STR_INIT("kthread"), STR_INIT("start_kernel"), STR_INIT("cpu_startup_entry"),
		STR_INIT("do_idle"), STR_INIT("_dl_start"), STR_INIT("_dl_start_user"),
		STR_INIT("_dl_relocate_object"), STR_INIT("thread_native_entry"),
		STR_INIT("JavaMain"), STR_INIT("runtime.mcall"), STR_INIT("runtime.systemstack"),
		STR_INIT("std::rt::lang_start")};
	static const struct str starts[] = {STR_INIT("__libc_start_"), STR_INIT("ret_from_fork"),
		STR_INIT("secondary_startup_64"), STR_INIT("x86_64_start_"),
		STR_INIT("runtime.goexit"), STR_INIT("runtime.mstart"), STR_INIT("runtime.rt0_go"),
		STR_INIT("runtime.asmcgocall"), STR_INIT("_dl_init"), STR_INIT("_dl_fini")};

	for (size_t i = 0; i < sizeof(whole) / sizeof(*whole); i++)
		if (str_eq(name, whole[i]))
			return true;
	for (size_t i = 0; i < sizeof(starts) / sizeof(*starts); i++)
		if (str_starts(name, starts[i]))
			return true;
	return false;
}

/* "clone@@GLIBC_2.2.5" */
static struct str drop_version(struct str symbol)
{
	return str_head(symbol, str_find(symbol, '@'));
}

void perf_doctor_frame(struct perf_doctor *doctor, uint32_t name, const struct perf_frame *frame)
{
	size_t had = doctor->fact_capacity;
	struct frame_facts *facts;

	doctor->facts = memory_grow(
		doctor->facts, &doctor->fact_capacity, (size_t)name + 1, sizeof(*doctor->facts));
	memset(doctor->facts + had, 0, (doctor->fact_capacity - had) * sizeof(*doctor->facts));
	facts = &doctor->facts[name];
	if (facts->known)
		return;
	facts->known = true;
	facts->unknown = perf_symbol_is_unknown(frame->symbol);
	facts->jit = perf_dso_is_jit(frame->dso) || str_starts(frame->dso, STR("//anon"));
	facts->starts = !facts->unknown && is_start(drop_version(frame->symbol));
	facts->module = !perf_symbol_is_unknown(frame->dso);
	facts->dso = names_add(&doctor->dsos, perf_dso_name(frame->dso));
}

static const struct frame_facts *facts_of(const struct perf_doctor *doctor, uint32_t node)
{
	static const struct frame_facts none;
	uint32_t name = doctor->stacks->tree.nodes[node].name;

	return name < doctor->fact_capacity ? &doctor->facts[name] : &none;
}

/* ---- what stands between samples ---- */

/* How many records a line says were lost; one that tells no number is of one record. */
static uint64_t lost_records(struct str line)
{
	const struct str record = STR("PERF_RECORD_LOST"), mark = STR(" lost ");
	struct str rest = str_skip(line, str_find_str(line, record));
	struct str number = str_skip(rest, str_find_str(rest, mark) + mark.n);
	uint64_t count;

	if (rest.n == 0)
		return 0;
	return str_to_u64(str_head(number, str_find(number, ' ')), &count) ? count : 1;
}

void perf_doctor_sideband(struct perf_doctor *doctor, struct str line)
{
	doctor->lost += lost_records(line);
	doctor->throttled += str_contains(line, STR("PERF_RECORD_THROTTLE"));
}

/* ---- times ---- */

/* Each input has a clock of its own. */
static void forget_times(struct perf_doctor *doctor, const char *input)
{
	doctor->input = input;
	for (uint32_t id = 0; id < doctor->threads.count; id++)
		doctor->times[id].last = 0;
}

void perf_doctor_time(
	struct perf_doctor *doctor, const struct perf_header *header, const char *input)
{
	struct thread_time *thread;
	uint32_t known = doctor->threads.count, id;
	uint64_t time;

	if (!perf_time_parse(header->time, &time))
		return;
	if (doctor->input != input)
		forget_times(doctor, input);
	id = names_add(&doctor->threads, header->thread);
	doctor->times = memory_grow(doctor->times, &doctor->time_capacity, (size_t)id + 1,
		sizeof(*doctor->times));
	thread = &doctor->times[id];
	if (id == known)
		*thread = (struct thread_time){0};
	doctor->timed++;
	thread->backwards += time < thread->last;
	if (time > thread->last)
		thread->last = time;
}

/* Those of the names that have a part. */
static void add_places(struct finding *finding, const struct names *names, const uint64_t *parts)
{
	for (uint32_t id = 0; id < names->count; id++)
		finding_add_place(finding, names_get(names, id), parts[id]);
}

/* "more than 1%" of what there is. */
static bool exceeds(uint64_t part, uint64_t whole, unsigned percent)
{
	return (double)part * 100 > (double)whole * percent;
}

static void examine_times(struct perf_doctor *doctor)
{
	uint64_t *backwards = memory_new(doctor->threads.count, sizeof(*backwards)), all = 0;
	struct finding *finding;

	for (uint32_t id = 0; id < doctor->threads.count; id++)
		all += backwards[id] = doctor->times[id].backwards;
	finding = findings_add(&doctor->stacks->findings, "clock-backwards", all > 0, all,
		doctor->timed);
	add_places(finding, &doctor->threads, backwards);
	free(backwards);
	remarks_add_count(&finding->text, all,
		"# sample{ is|s are} earlier than the one before of the same thread");
	if (all == 0)
		return;
	buf_add(&finding->text, STR(": "));
	finding_show_places(finding);
	buf_add(&finding->text, STR("; orders and spans of time are not to be trusted"));
}

/* ---- stacks ---- */

/* Of all stacks, by node. */
struct survey {
	const struct perf_doctor *doctor;
	const struct calltree *tree;
	unsigned leading; /* frames that are threads */
	uint64_t total;
	uint64_t cut, deep, unknown, jit, idle; /* weights of stacks */
	uint64_t *cut_by, *unknown_by; /* by dso */
};

/* What a node has from its callers. */
struct path {
	uint32_t depth;
	uint32_t outermost; /* the frame that the thread's is above; NODE_ROOT: none */
	bool starts; /* the program's start is among them */
	bool jit; /* a frame of code that was made at run time and has no name */
	bool idle;
	uint32_t unknown; /* the frame nearest to the leaf without a symbol; NODE_ROOT: none */
};

static unsigned leading_frames(const struct perf_options *options)
{
	bool thread = !options->no_comm || options->pid || options->tid;

	return (unsigned)thread + (options->root == ROOT_CPU ? 1 : 0);
}

static bool is_idle(const struct survey *survey, uint32_t node)
{
	return str_starts(names_get(&survey->tree->names, survey->tree->nodes[node].name),
		STR("swapper"));
}

static struct path follow(const struct survey *survey, const struct path *above, uint32_t node)
{
	const struct frame_facts *facts = facts_of(survey->doctor, node);
	struct path path = *above;

	path.depth++;
	if (path.depth <= survey->leading) {
		path.idle = path.idle || is_idle(survey, node);
		return path;
	}
	if (path.outermost == NODE_ROOT)
		path.outermost = node;
	path.starts = path.starts || facts->starts;
	path.jit = path.jit || (facts->unknown && facts->jit);
	/* An address that is nowhere is a way that was lost, no lack of symbols. */
	if (facts->unknown && !facts->jit && facts->module)
		path.unknown = node;
	return path;
}

static void count_stack(struct survey *survey, const struct path *path, uint64_t weight)
{
	bool full = path->depth - survey->leading == STACK_LIMIT;

	if (path->idle)
		survey->idle += weight;
	if (path->jit)
		survey->jit += weight;
	if (path->unknown != NODE_ROOT) {
		survey->unknown += weight;
		survey->unknown_by[facts_of(survey->doctor, path->unknown)->dso] += weight;
	}
	if (path->starts || path->idle || path->outermost == NODE_ROOT)
		return;
	if (full) {
		survey->deep += weight;
		return;
	}
	survey->cut += weight;
	survey->cut_by[facts_of(survey->doctor, path->outermost)->dso] += weight;
}

static void take_survey(struct survey *survey)
{
	const struct calltree *tree = survey->tree;
	struct path *paths = memory_new(tree->count, sizeof(*paths));

	/* A parent has a smaller number than its children. */
	for (uint32_t node = 1; node < tree->count; node++) {
		paths[node] = follow(survey, &paths[tree->nodes[node].parent], node);
		if (tree->nodes[node].self[0])
			count_stack(survey, &paths[node], tree->nodes[node].self[0]);
	}
	free(paths);
}

/* ---- what to say ---- */

static struct finding *add_share(
	const struct survey *survey, const char *id, uint64_t part, unsigned percent, const char *text)
{
	struct findings *findings = &survey->doctor->stacks->findings;
	bool matters = survey->doctor->stacks->count >= SAMPLES &&
		       exceeds(part, survey->total, percent);
	struct finding *finding = findings_add(findings, id, matters, part, survey->total);

	finding_add_percent(finding);
	buf_addf(&finding->text, " of the weight %s", text);
	return finding;
}

static void add_advice(struct finding *finding, const char *advice)
{
	if (finding->part)
		buf_addf(&finding->text, "; %s", advice);
}

static void report_cut(const struct survey *survey)
{
	struct finding *finding = add_share(survey, "cut-stacks", survey->cut, 5,
		"is in stacks that do not reach a program's start");

	add_places(finding, &survey->doctor->dsos, survey->cut_by);
	if (finding->place_count)
		buf_add(&finding->text, STR(", but end in "));
	finding_show_places(finding);
	add_advice(finding,
		"what keeps no frame pointers is unwound with perf record --call-graph dwarf, or "
		"built with -fno-omit-frame-pointer");
}

static void report_deep(const struct survey *survey)
{
	struct finding *finding = add_share(survey, "stack-limit", survey->deep, 1,
		"is in stacks of 127 frames, perf's limit, without their start");

	add_advice(finding,
		"sysctl kernel.perf_event_max_stack=1024, then perf record, and perf script "
		"--max-stack 1024, keep deeper ones");
}

static void report_unknown(const struct survey *survey)
{
	struct finding *finding = add_share(survey, "no-symbols", survey->unknown, 10,
		"is in stacks with frames that have no symbol");

	add_places(finding, &survey->doctor->dsos, survey->unknown_by);
	if (finding->place_count)
		buf_add(&finding->text, STR(", in "));
	finding_show_places(finding);
	add_advice(finding, "packages of debug symbols (-dbgsym, -debuginfo), or debuginfod, have them");
}

static void report_jit(const struct survey *survey)
{
	struct finding *finding = add_share(survey, "jit-without-map", survey->jit, 1,
		"is in stacks with just-in-time compiled code that has no name");

	add_advice(finding,
		"node --perf-basic-prof, python3 -X perf, or java with perf-map-agent write the "
		"names to /tmp/perf-PID.map");
}

static void report_idle(const struct survey *survey)
{
	struct finding *finding = add_share(
		survey, "idle", survey->idle, 5, "is idle processors, the thread swapper");

	add_advice(finding, "--ignore '^swapper' leaves it out");
}

/* "perf lost # record{|s}", see remarks.h. */
static void report_count(const struct perf_doctor *doctor, const char *id, uint64_t count,
	const char *text, const char *advice)
{
	struct finding *finding =
		findings_add(&doctor->stacks->findings, id, count > 0, count, 0);

	remarks_add_count(&finding->text, count, text);
	add_advice(finding, advice);
}

/* Stacks that are written as they come are not kept, nor are those that the user cut whole. */
static bool sees_stacks(const struct perf_doctor *doctor)
{
	return !stacks_in_order(doctor->stacks) && !doctor->options->list_events &&
	       doctor->options->skip_after.count == 0 && doctor->stacks->tree.total[0] > 0;
}

void perf_doctor_examine(struct perf_doctor *doctor)
{
	struct survey survey = {
		.doctor = doctor,
		.tree = &doctor->stacks->tree,
		.leading = leading_frames(doctor->options),
		.total = doctor->stacks->tree.total[0],
		.cut_by = memory_new((size_t)doctor->dsos.count + 1, sizeof(*survey.cut_by)),
		.unknown_by = memory_new((size_t)doctor->dsos.count + 1, sizeof(*survey.unknown_by)),
	};

	if (sees_stacks(doctor)) {
		take_survey(&survey);
		report_cut(&survey);
		report_deep(&survey);
		report_unknown(&survey);
		report_jit(&survey);
		report_idle(&survey);
	}
	report_count(doctor, "lost-records", doctor->lost,
		"perf lost # record{|s} while it recorded",
		"a larger buffer (perf record -m) or a lower frequency (-F) helps");
	report_count(doctor, "throttled", doctor->throttled,
		"perf was throttled # time{|s}",
		"the kernel took fewer samples than asked for; a lower frequency (-F) helps");
	examine_times(doctor);
	free(survey.cut_by);
	free(survey.unknown_by);
}
