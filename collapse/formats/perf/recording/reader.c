#include "collapse/formats/perf/recording/reader.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "collapse/formats/perf/recording/naming.h"
#include "collapse/formats/perf/recording/report.h"
#include "collapse/formats/perf/recording/time-spans.h"
#include "collapse/formats/perf/recording/stream.h"
#include "collapse/formats/perf/recording/unpack.h"
#include "common/memory.h"
#include "common/threads.h"

bool recording_sniff(struct str head)
{
	return recording_kind_of(head) != RECORDING_NOT;
}

static bool is_file(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

bool recording_find(const char *given, struct buf *path)
{
	struct stat status;

	if (!given)
		buf_add(path, STR("perf.data"));
	else if (stat(given, &status) == 0 && S_ISDIR(status.st_mode))
		buf_addf(path, "%s/data", given);
	else
		return false;
	buf_add_char(path, '\0');
	path->n--;
	return is_file(path->p);
}

/* ---- what cannot be read ---- */

static const char *refusal(enum recording_kind kind)
{
	switch (kind) {
	case RECORDING_FOREIGN:
		return "it was recorded on a machine of the other byte order: run perf script there, "
		       "and give its text";
	case RECORDING_OLD:
		return "it is of a perf from before 2012: run perf script of that time, and give its "
		       "text";
	case RECORDING_CUT:
		return "it ends before its header does";
	default:
		return NULL;
	}
}

/* ---- events ---- */

/*
 * The event of which the next first sample is, of those that were not counted; NULL: there is none.
 */
static struct event *next_event(struct event_list *events, const bool *counted)
{
	struct event *next = NULL;

	for (size_t i = 0; i < events->count; i++) {
		struct event *event = &events->items[i];

		if (!counted[i] && event->samples > 0 &&
			(!next || event->first_time < next->first_time))
			next = event;
	}
	return next;
}

/* In the order of their first samples, since the first one is what is kept. */
static void count_events(struct recording_reader *reader, struct event_list *events)
{
	bool *counted = memory_new(events->count, sizeof(*counted));
	struct event *event;

	while ((event = next_event(events, counted))) {
		event->kept =
			perf_events_add(reader->events, buf_str(&event->name), event->samples)->kept;
		reader->samples += event->samples;
		counted[event - events->items] = true;
	}
	free(counted);
}

/* Of all samples, in whole microseconds as all times are here; UINT64_MAX: there is none. */
static uint64_t first_time(const struct event_list *events)
{
	uint64_t first = UINT64_MAX;

	for (size_t i = 0; i < events->count; i++)
		if (events->items[i].samples > 0 && events->items[i].first_time < first)
			first = events->items[i].first_time;
	return first == UINT64_MAX ? first : first / 1000 * 1000;
}

/* ---- results ---- */

static void add_listed(
	struct recording_reader *reader, const struct event_list *events, const struct fold *fold)
{
	for (size_t i = 0; i < events->count; i++) {
		uint32_t name;

		if (fold->events[i].samples == 0)
			continue;
		name = stacks_name(reader->stacks, buf_str(&events->items[i].name));
		stacks_add_root_first(reader->stacks, &name, 1, fold->events[i].samples);
	}
}

/* What the weights of all samples that were added have in common. */
static void add_weights(
	struct recording_reader *reader, const struct event_list *events, const struct fold *fold)
{
	for (size_t i = 0; i < events->count; i++) {
		const struct fold_event *sum = &fold->events[i];
		struct perf_event *event;

		if (sum->samples == 0)
			continue;
		event = perf_events_find(reader->events, buf_str(&events->items[i].name));
		event->counted += sum->counted;
		perf_event_weigh_many(event, sum->samples - sum->counted, sum->period);
	}
}

/* A rate that all events have whose samples were added, and the command. */
static void tell_facts(struct recording_reader *reader, const struct recording *recording)
{
	const struct event_list *events = &recording->events;
	struct str family = perf_events_added(reader->events);
	uint64_t rate = 0;
	bool differs = false, any = false;

	for (size_t i = 0; i < events->count; i++) {
		const struct event *event = &events->items[i];
		uint64_t own = event->attr.flags & ATTR_FREQUENCY ? event->attr.period : 0;

		if (family.n == 0 || !str_eq(perf_event_family(buf_str(&event->name)), family))
			continue;
		differs |= any && own != rate;
		rate = own;
		any = true;
	}
	if (recording->command.n)
		stacks_tell(reader->stacks, HEADER_COMMAND, buf_str(&recording->command));
	if (any)
		stacks_tell_number(reader->stacks, HEADER_RATE, differs ? 0 : rate);
}

static void add_counts(
	struct recording_reader *reader, struct fold_counts *sum, const struct fold *fold)
{
	const struct fold_counts *counts = &fold->counts;

	sum->guests += counts->guests;
	sum->damaged += counts->damaged;
	sum->bad_chains += counts->bad_chains;
	sum->missing_parts += counts->missing_parts;
	sum->copies += fold->copies.count;
	sum->cut_copies += fold->copies.ends[UNWIND_CUT];
	sum->broken_copies +=
		fold->copies.ends[UNWIND_NO_RULE] + fold->copies.ends[UNWIND_NO_MAP];
	sum->foreign_copies += fold->copies.foreign;
	reader->unwanted += fold->counts.unwanted;
	reader->chains += fold->counts.chains;
	reader->threads->lacks_pid |= fold->filter.lacks_pid;
	reader->threads->lacks_tid |= fold->filter.lacks_tid;
	reader->threads->lacks_time |= fold->filter.lacks_time;
	reader->threads->lacks_cpu |= fold->filter.lacks_cpu;
}

static struct symbols *new_symbols(
	const struct recording_reader *reader, const struct recording *recording)
{
	const struct perf_options *options = reader->options;
	const struct symbols_options asked = {
		.root = options->symfs,
		.debug_dir = options->debug_dir,
		.kallsyms = options->kallsyms,
		.vmlinux = options->vmlinux,
		.cache = options->buildid_dir,
		.host = buf_str(&recording->host),
		.release = buf_str(&recording->release),
		.inlines = !options->no_inline,
		.lines = options->srcline,
	};

	return symbols_new(&asked);
}

static size_t thread_count(const struct recording_reader *reader)
{
	return reader->options->threads ? (size_t)reader->options->threads : threads_usable();
}

static void add_stacks(struct recording_reader *reader, const struct recording *recording,
	struct symbols *symbols, struct fold *folds, size_t count)
{
	const struct naming naming = {
		.options = reader->options,
		.recording = recording,
		.symbols = symbols,
		.stacks = reader->stacks,
		.threads = reader->threads,
		.doctor = reader->doctor,
		.most_threads = thread_count(reader),
	};

	naming_run(&naming, folds, count);
}

/* ---- files ---- */

/* Decompresses what a segment has of compressed records, which becomes another segment. */
static void unpack_segment(
	struct survey *survey, struct recording *recording, struct spool **spools, size_t *count)
{
	struct spool spool;
	struct str bytes;

	if (survey->packed_count == 0)
		return;
	if (!unpack(&spool, recording->name, survey->packed, survey->packed_count, &bytes))
		recording->damage = "its compressed records hold more than any recording does";
	else if (bytes.n == 0)
		recording->damage = "its compressed records cannot be read";
	survey->packed_count = 0;
	recording_add_segment(recording, bytes, 0);
	*spools = memory_resize(*spools, *count + 1, sizeof(**spools));
	(*spools)[(*count)++] = spool;
}

static struct fold_setting setting_of(
	const struct recording_reader *reader, struct recording *recording)
{
	return (struct fold_setting){
		.options = reader->options,
		.unwinding.recording = recording,
		.events = &recording->events,
		.images = &recording->images,
		.in_order = stacks_in_order(reader->stacks),
		.finds_calls = !reader->options->no_inline || reader->options->srcline,
	};
}

/* What runs found becomes stacks. */
static void finish(struct recording_reader *reader, struct recording *recording,
	struct symbols *symbols, struct fold *folds, size_t count)
{
	struct fold_counts sum = {0};

	for (size_t i = 0; i < count; i++) {
		if (folds[i].too_heavy)
			stacks_fail(reader->stacks, "%s: the weights add up to more than 2^64-1",
				recording->name);
		add_counts(reader, &sum, &folds[i]);
		if (reader->options->list_events)
			add_listed(reader, &recording->events, &folds[i]);
		else
			add_weights(reader, &recording->events, &folds[i]);
	}
	tell_facts(reader, recording);
	if (stacks_in_order(reader->stacks))
		perf_events_tell(reader->events, reader->stacks, false);
	reader->doctor->lost += recording->tally.lost + recording->tally.lost_samples;
	reader->doctor->throttled += recording->tally.throttled;
	if (!reader->options->list_events && !stacks_failed(reader->stacks))
		add_stacks(reader, recording, symbols, folds, count);
	report_folds(reader->stacks, recording, &sum);
}

static void read_segments(struct recording_reader *reader, struct recording *recording)
{
	struct fold_setting setting = setting_of(reader, recording);
	struct survey survey = {0};
	struct spool *spools = NULL;
	size_t spool_count = 0;
	struct time_spans spans;

	for (size_t i = 0; i < recording->segment_count; i++) {
		survey_segment(&survey, recording, i);
		unpack_segment(&survey, recording, &spools, &spool_count);
	}
	survey_end(&survey);
	images_finish(&recording->images);
	event_list_name_all(&recording->events);
	count_events(reader, &recording->events);
	setting.unwinding.symbols = new_symbols(reader, recording);
	time_spans_run(&spans, &setting, recording, &survey, thread_count(reader),
		first_time(&recording->events));
	finish(reader, recording, setting.unwinding.symbols, spans.folds, spans.count);
	time_spans_release(&spans);
	symbols_free(setting.unwinding.symbols);
	survey_release(&survey);
	for (size_t i = 0; i < spool_count; i++)
		spool_close(&spools[i]);
	free(spools);
}

/* Files beside "DIR/data": "DIR/data.0" and so on, which hold records only. */
struct parts {
	struct input *items;
	size_t count, capacity;
	struct arena names;
};

static void open_parts(struct parts *parts, struct recording *recording)
{
	struct buf name = {0};
	struct str bytes;

	for (; recording->has_parts; parts->count++) {
		buf_reset(&name);
		buf_addf(&name, "%s.%lu%c", recording->name, (unsigned long)parts->count, '\0');
		if (!is_file(name.p))
			break;
		parts->items = memory_grow(parts->items, &parts->capacity, parts->count + 1,
			sizeof(*parts->items));
		input_open(&parts->items[parts->count], arena_copy(&parts->names, buf_str(&name)).p);
		if (input_map(&parts->items[parts->count], &bytes))
			recording_add_segment(recording, bytes, 0);
	}
	buf_release(&name);
}

static void close_parts(struct parts *parts)
{
	for (size_t i = 0; i < parts->count; i++)
		input_close(&parts->items[i]);
	free(parts->items);
	arena_release(&parts->names);
}

static void read_file(
	struct recording_reader *reader, struct recording *recording, struct str file)
{
	const char *wrong = recording_open(recording, file);
	struct parts parts = {0};

	if (wrong) {
		stacks_fail(reader->stacks, "%s: %s", recording->name, wrong);
		return;
	}
	open_parts(&parts, recording);
	read_segments(reader, recording);
	close_parts(&parts);
}

/* ---- pipes ---- */

struct streaming {
	struct recording_reader *reader;
	struct recording *recording;
	struct fold_setting setting;
};

/* By the first sample a pipe has told of the machine. */
static bool keeps(void *context, const struct event *event)
{
	struct streaming *streaming = context;

	event_list_name_all(&streaming->recording->events);
	if (!streaming->setting.unwinding.symbols)
		streaming->setting.unwinding.symbols = new_symbols(streaming->reader, streaming->recording);
	return perf_events_add(streaming->reader->events, buf_str(&event->name), 1)->kept;
}

/* The first sample of each was counted when it came. */
static void add_event_counts(struct recording_reader *reader, const struct event_list *events)
{
	for (size_t i = 0; i < events->count; i++) {
		const struct event *event = &events->items[i];

		reader->samples += event->samples;
		if (event->samples > 1)
			perf_events_add(reader->events, buf_str(&event->name), event->samples - 1);
	}
}

/* False when it has to be read as a file, which then is in the spool. */
static bool read_stream(struct recording_reader *reader, struct recording *recording,
	struct lines *lines, struct spool *spool)
{
	struct streaming streaming = {reader, recording, setting_of(reader, recording)};
	struct fold fold;
	const struct stream_setting setting = {recording, &fold, keeps, &streaming};
	enum stream_end how;

	fold_init(&fold, &streaming.setting);
	tasks_init(&fold.tasks);
	how = stream_read(&setting, lines, spool);
	images_finish(&recording->images);
	if (how == STREAM_READ && streaming.setting.unwinding.symbols) {
		add_event_counts(reader, &recording->events);
		finish(reader, recording, streaming.setting.unwinding.symbols, &fold, 1);
	}
	fold_release(&fold);
	if (streaming.setting.unwinding.symbols)
		symbols_free(streaming.setting.unwinding.symbols);
	return how == STREAM_READ;
}

/* ---- all of them ---- */

static void read_spool(struct recording_reader *reader, const char *name, struct spool *spool)
{
	struct recording recording;

	recording_init(&recording, name);
	read_file(reader, &recording, spool_map(spool, name));
	report_recording(reader->stacks, &recording);
	recording_release(&recording);
	spool_close(spool);
}

static void read_unmapped(struct recording_reader *reader, struct recording *recording,
	struct lines *lines, enum recording_kind kind)
{
	struct spool spool;

	if (kind == RECORDING_PIPE && read_stream(reader, recording, lines, &spool)) {
		report_recording(reader->stacks, recording);
		return;
	}
	if (kind == RECORDING_FILE) {
		spool_open(&spool, lines->name);
		stream_spool(&spool, lines);
	}
	read_spool(reader, lines->name, &spool);
}

void recording_read(struct recording_reader *reader, struct lines *lines)
{
	enum recording_kind kind = recording_kind_of(lines_head(lines));
	struct recording recording;
	struct str file;

	if (refusal(kind)) {
		stacks_fail(reader->stacks, "%s: %s", lines->name, refusal(kind));
		return;
	}
	recording_init(&recording, lines->name);
	if (lines_map(lines, &file)) {
		read_file(reader, &recording, file);
		report_recording(reader->stacks, &recording);
	} else {
		read_unmapped(reader, &recording, lines, kind);
	}
	recording_release(&recording);
}
