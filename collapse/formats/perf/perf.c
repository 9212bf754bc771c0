/*
 * collapse-perf: the text of perf script.
 *
 *     bash  1234 [002]  5000.123456:     250000 cycles:ppp:
 *     	ffffffff81a00000 __schedule+0x2 ([kernel.kallsyms])
 *     	    7f00deadbeef read+0x10 (/usr/lib/libc.so.6)
 *
 * A sample is such a line, its frames, leaf first, and a blank line; the blank line may be missing,
 * since a header can be told from a frame. Frames repeat, so what a raw line meant is remembered
 * (line-cache.h); headers do not, for they hold the time.
 *
 * Limits: a text without any header lines (perf script -F ip,sym) is not read, and a comm that ends
 * in a number keeps it only where the ids are printed as well, or neither ids nor time.
 */
#include <stdlib.h>

#include "collapse/formats/perf/events.h"
#include "collapse/formats/perf/header.h"
#include "collapse/formats/perf/recording.h"
#include "collapse/formats/perf/recording/reader.h"
#include "collapse/formats/perf/sample.h"
#include "collapse/formats/perf/thread.h"
#include "collapse/stacks/format.h"
#include "common/memory.h"

enum place {
	OUTSIDE, /* of samples */
	MAYBE, /* behind a line that is a header if a frame follows */
	INSIDE, /* of a sample */
	SKIPPED, /* inside of a sample that is not wanted */
	SIDEBAND, /* behind a PERF_RECORD_… line, which may go on in lines that start with tabs */
};

struct perf {
	const struct perf_options *options;
	struct stacks *stacks;
	struct lines *lines; /* the present input */
	struct perf_events events;
	struct perf_threads threads;
	struct perf_sample sample;
	struct perf_doctor doctor;
	struct perf_recording recording; /* of the present input */

	struct perf_header_memo memo;
	enum place place;
	struct buf maybe; /* the line before, in that place */
	uint64_t maybe_number;

	uint64_t samples, unwanted, odd_periods;
};

/* ---- problems ---- */

static void reject(struct perf *perf, const char *expected, struct str got)
{
	stacks_problem(perf->stacks, perf->lines, expected, got);
}

static void reject_maybe(struct perf *perf)
{
	stacks_problem_at(perf->stacks, perf->lines->name, perf->maybe_number,
		"\"COMM PID TIME: EVENT:\"", buf_str(&perf->maybe));
	perf->place = OUTSIDE;
}

/* ---- a sample ---- */

/* With --list-events the event is the stack, and the frames that follow are passed over. */
static void add_event(struct perf *perf, const struct perf_header *header)
{
	uint32_t name =
		stacks_name(perf->stacks, header->event.n ? header->event : STR("(no name)"));

	stacks_add_root_first(perf->stacks, &name, 1, 1);
}

static void end_sample(struct perf *perf)
{
	if (perf->place == MAYBE)
		reject_maybe(perf);
	if (perf->place == INSIDE)
		perf_sample_end(&perf->sample);
	perf->place = OUTSIDE;
}

/* A period of 0, which perf gives some first samples, would make the sample vanish. */
static uint64_t weigh(
	struct perf *perf, const struct perf_header *header, struct perf_event *event)
{
	uint64_t period;

	if (perf->options->weight == WEIGHT_SAMPLES || header->period.n == 0) {
		perf_event_count(event);
		return 1;
	}
	if (!str_to_u64(header->period, &period)) {
		perf->odd_periods++;
		period = 0;
	}
	period = period > 0 ? period : 1;
	perf_event_weigh(event, period);
	return period;
}

static void tell_rate(struct perf *perf)
{
	perf_recording_tell(&perf->recording, perf->stacks, perf_events_added(&perf->events));
}

/*
 * A line of a flame chart is written with its sample, so that what the first one tells must do for
 * all; of several events nothing is known then.
 */
static void tell_at_once(struct perf *perf)
{
	const struct perf_options *options = perf->options;
	const struct stacks *stacks = perf->stacks;

	if (!stacks_in_order(stacks) || stacks->order.waits || stacks->count > 0 ||
		options->all_events || options->event_filter.count > 1)
		return;
	perf_events_tell(&perf->events, perf->stacks, false);
	tell_rate(perf);
}

static void begin_sample(struct perf *perf, const struct perf_header *header)
{
	bool wanted = perf_threads_wants(&perf->threads, header);
	struct perf_event *event = perf_events_count(&perf->events, header->event);
	uint32_t root[ROOT_FRAMES];
	size_t root_count;

	perf->samples++;
	perf->place = SKIPPED;
	if (!event->kept)
		return;
	if (!wanted) {
		perf->unwanted++;
		return;
	}
	if (perf->options->list_events) {
		add_event(perf, header);
		return;
	}
	perf->place = INSIDE;
	perf_doctor_time(&perf->doctor, header, perf->lines->name);
	root_count = perf_threads_root(&perf->threads, header, root);
	perf_sample_begin(&perf->sample, weigh(perf, header, event), root, root_count);
	perf->sample.leading = perf_threads_leading(&perf->threads, root_count);
	tell_at_once(perf);
	perf_sample_push_behind_event(&perf->sample, header->rest);
}

/* ---- lines ---- */

/* Takes a line that is a header for certain; false for others. */
static bool take_header(struct perf *perf, struct str line, enum perf_header_kind kind,
	const struct perf_header *header)
{
	if (kind != HEADER_SURE && kind != HEADER_SIDEBAND)
		return false;
	end_sample(perf);
	if (kind == HEADER_SURE) {
		begin_sample(perf, header);
	} else {
		perf_doctor_sideband(&perf->doctor, line);
		perf->place = SIDEBAND;
	}
	return true;
}

/* A comm may start with '#', so a line is looked at as a header before it is a comment. */
static bool is_comment(struct str line)
{
	return line.p[0] == '#';
}

static void take_first_frame(struct perf *perf, struct str line, const struct perf_frame *frame)
{
	struct perf_header header;

	perf_header_parse(buf_str(&perf->maybe), &header, &perf->memo);
	begin_sample(perf, &header);
	if (perf->place == INSIDE)
		perf_sample_push(&perf->sample, line, frame);
}

static void take_line_outside(struct perf *perf, struct str line)
{
	struct perf_header header;
	struct perf_frame frame;
	enum perf_header_kind kind = perf_header_parse(line, &header, &perf->memo);
	bool is_frame;

	if (take_header(perf, line, kind, &header))
		return;
	is_frame = byte_is_blank(line.p[0]) && perf_frame_parse(line, &frame) &&
		   (line.p[0] == '\t' || frame.symbol.n || frame.dso.n);
	if (is_frame && perf->place == MAYBE) {
		take_first_frame(perf, line, &frame);
	} else if (is_comment(line)) {
		if (!perf->options->list_events)
			perf_recording_take(&perf->recording, perf->stacks, line);
	} else if (is_frame || kind == HEADER_NOT) {
		end_sample(perf);
		reject(perf, "\"COMM PID TIME: EVENT:\"", line);
	} else {
		end_sample(perf);
		perf->place = MAYBE;
		perf->maybe_number = perf->lines->number;
		buf_set(&perf->maybe, line);
	}
}

static bool is_blank(struct str line)
{
	return str_trim_start(line).n == 0;
}

/* A last line without an end, in a sample: perf script may have died writing it. */
static bool is_cut(const struct perf *perf, struct str line)
{
	return perf->lines->unterminated && !is_blank(line) && !str_ends(line, STR(")"));
}

static void take_line_inside(struct perf *perf, struct str line)
{
	struct perf_header header;
	struct perf_frame frame;
	bool indented = byte_is_blank(line.p[0]);

	if (line.p[0] != '\t' && take_header(perf, line,
		perf_header_parse(line, &header, &perf->memo), &header))
		return;
	if (is_comment(line) || perf->place == SKIPPED)
		return;
	if (perf_frame_is_source(line))
		perf_sample_push_source(&perf->sample, line);
	else if (perf_frame_parse(line, &frame) && (indented || frame.address.n))
		perf_sample_push(&perf->sample, line, &frame);
	else
		reject(perf, "\"ADDRESS SYMBOL (DSO)\"", line);
}

static void take_line(struct perf *perf, struct str line)
{
	bool indented = line.n && byte_is_blank(line.p[0]);

	if (perf->place == INSIDE && indented && perf_sample_push_known(&perf->sample, line))
		return;
	if (is_blank(line))
		end_sample(perf);
	else if (perf->place == SIDEBAND && line.p[0] == '\t')
		return;
	else if (perf->place == INSIDE || perf->place == SKIPPED)
		take_line_inside(perf, line);
	else
		take_line_outside(perf, line);
}

/* ---- the format ---- */

static void *perf_begin(const void *options, struct stacks *out)
{
	struct perf *perf = memory_new(1, sizeof(*perf));

	perf->options = options;
	perf->stacks = out;
	out->are_samples = !perf->options->list_events;
	perf_events_init(&perf->events, perf->options);
	perf_threads_init(&perf->threads, perf->options, out);
	perf_sample_init(&perf->sample, perf->options, out);
	perf_doctor_init(&perf->doctor, perf->options, out);
	perf->sample.doctor = &perf->doctor;
	return perf;
}

static void read_recording(struct perf *perf, struct lines *lines)
{
	struct recording_reader reader = {
		.options = perf->options,
		.stacks = perf->stacks,
		.events = &perf->events,
		.threads = &perf->threads,
		.doctor = &perf->doctor,
	};

	recording_read(&reader, lines);
	perf->samples += reader.samples;
	perf->unwanted += reader.unwanted;
	perf->sample.chains += reader.chains;
}

static void perf_read(void *state, struct lines *lines)
{
	struct perf *perf = state;
	struct str line;

	if (recording_sniff(lines_head(lines))) {
		read_recording(perf, lines);
		return;
	}
	perf->lines = lines;
	while (lines_next(lines, &line)) {
		if (is_cut(perf, line)) {
			reject(perf, "the rest of a sample", line);
			continue;
		}
		take_line(perf, line);
		if (lines->unterminated && perf->place == INSIDE)
			stacks_note(perf->stacks,
				"%s: the last line has no end; perf script may have stopped early",
				lines->name);
	}
	end_sample(perf);
	tell_rate(perf);
	perf_recording_forget(&perf->recording);
}

static void note_lacks(const struct perf *perf)
{
	struct stacks *stacks = perf->stacks;
	const struct perf_threads *threads = &perf->threads;

	if (perf->unwanted > 0 && stacks->count == 0) {
		stacks_explain(stacks, "none of %llu samples passes the filters%s%s%s%s",
			(unsigned long long)perf->unwanted,
			threads->lacks_time ? "; the text has no times" : "",
			threads->lacks_pid ? "; ids of processes come with perf script -F +pid" : "",
			threads->lacks_tid ? "; ids of threads come with perf script -F +tid" : "",
			threads->lacks_cpu ? "; CPUs come with perf script -F +cpu" : "");
		return;
	}
	if (threads->lacks_pid)
		stacks_note(stacks,
			"some samples have no process id, which perf script -F +pid prints");
	if (threads->lacks_tid)
		stacks_note(stacks, "some samples have no thread id, which perf script -F +tid prints");
	if (threads->lacks_cpu)
		stacks_note(stacks, "some samples have no CPU, which perf script -F +cpu prints");
}

static void add_notes(const struct perf *perf)
{
	struct stacks *stacks = perf->stacks;

	perf_events_report(&perf->events, stacks);
	note_lacks(perf);
	if (perf->samples > 0 && perf->sample.chains == 0 && !perf->options->list_events)
		stacks_note(stacks, "no sample has a call chain; perf record -g records them");
	stacks_note_count(stacks, NULL, perf->odd_periods,
		"# sample{ counts|s count} as 1: the period is no number up to 2^64-1");
	if (perf->options->unsupported)
		stacks_note(stacks,
			"--inline and --context do nothing here: perf script --inline does");
}

static void perf_end(void *state)
{
	struct perf *perf = state;

	perf_threads_finish(&perf->threads);
	perf_events_tell(&perf->events, perf->stacks, true);
	add_notes(perf);
	if (perf->sample.chains > 0)
		perf_doctor_examine(&perf->doctor);
	perf_events_release(&perf->events);
	perf_threads_release(&perf->threads);
	perf_sample_release(&perf->sample);
	perf_doctor_release(&perf->doctor);
	perf_header_memo_release(&perf->memo);
	buf_release(&perf->maybe);
	free(perf);
}

/* "\t    7f722d142778 main (/bin/shop)" */
static bool starts_with_address(struct str text)
{
	struct str line = str_trim_start(text);
	size_t n = str_hex_digits(line);

	return str_starts(text, STR("\t")) && n > 0 && str_starts(str_skip(line, n), STR(" "));
}

static bool perf_sniff(struct str head)
{
	struct perf_header header;
	struct str line, rest = head;

	if (recording_sniff(head))
		return true;
	while (str_cut(rest, '\n', &line, &rest)) {
		if (is_blank(line) || is_comment(line))
			continue;
		/* "swapper     0     0.000000: PERF_RECORD_MMAP …": before the first sample */
		if (str_contains(line, STR(": PERF_RECORD_")))
			return true;
		/* Without a time, "prog 123 1 cycles:", only the frame below it makes it sure. */
		return perf_header_parse(line, &header, NULL) == HEADER_SURE ||
		       (str_ends(str_trim_end(line), STR(":")) && starts_with_address(rest));
	}
	return false;
}

const struct kind kind_perf = {
	.name = "perf",
	.input = "a recording of perf, or its text",
	.sniff = perf_sniff,
	.find = recording_find,
};

const struct format format_perf = {
	.kind = &kind_perf,
	.summary =
		"Folds what perf record wrote, or the text that perf script makes of it, into one "
		"line per distinct stack, root frame first: \"comm;main;parse;read 42\". The number "
		"adds up the periods of the samples.",
	.options = perf_options,
	.options_size = sizeof(struct perf_options),
	.has_threads = true,
	.begin = perf_begin,
	.read = perf_read,
	.end = perf_end,
};
