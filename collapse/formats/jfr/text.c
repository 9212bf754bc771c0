/*
 * The text of `jfr print`:
 *
 *     jdk.ObjectAllocationSample {
 *       startTime = 15:11:59.587
 *       weight = 18.6 MB
 *       eventThread = "main" (javaThreadId = 1)
 *       stackTrace = [
 *         java.util.Random.next(int) line: 207
 *         ...
 *       ]
 *     }
 *
 * A string may have lines of its own, such as "}" in this event of most recordings:
 *
 *     jdk.ThreadDump {
 *       result = "2026-11-21 17:53:04
 *     Full thread dump OpenJDK 64-Bit Server VM (25.0.3+9-LTS mixed mode, sharing):
 *     _java_thread_list=0x00007effa0e7bbc0, length=11, elements={
 *     }
 *     "
 *     }
 */
#include "collapse/formats/jfr/event.h"
#include "collapse/readers/json.h"

/* "18.6 MB" in whole units, of which the text has three digits at most: bytes, or nanoseconds. */
struct unit {
	struct str name;
	uint64_t size;
};

static const struct unit byte_units[] = {
	{STR_INIT("bytes"), 1},
	{STR_INIT("byte"), 1},
	{STR_INIT("kB"), 1024},
	{STR_INIT("MB"), 1024 * 1024},
	{STR_INIT("GB"), 1024 * 1024 * 1024},
	{STR_INIT("TB"), 1024ull * 1024 * 1024 * 1024},
	{{NULL, 0}, 0},
};

static const struct unit time_units[] = {
	{STR_INIT("ns"), 1},
	{STR_INIT("us"), 1000},
	{STR_INIT("ms"), 1000000},
	{STR_INIT("s"), 1000000000},
	{STR_INIT("m"), 60000000000},
	{STR_INIT("h"), 3600000000000},
	{STR_INIT("d"), 86400000000000},
	{{NULL, 0}, 0},
};

/* Some languages write "18,6". */
static bool parse_amount(struct str text, const struct unit *units, uint64_t *amount)
{
	enum { MILLIONTHS = 6 };
	const uint64_t million = 1000000;
	struct str number, unit;
	char digits[32];
	int64_t value;

	if (!str_cut(text, ' ', &number, &unit) || number.n == 0 || number.n >= sizeof(digits) ||
		!byte_is_digit(number.p[0]))
		return false;
	for (size_t i = 0; i < number.n; i++) {
		if (!byte_is_digit(number.p[i]) && number.p[i] != '.' && number.p[i] != ',')
			return false;
		digits[i] = number.p[i] == ',' ? '.' : number.p[i];
	}
	if (!json_to_fixed((struct str){digits, number.n}, MILLIONTHS, &value))
		return false;
	for (; units->name.p; units++) {
		if (!str_eq(unit, units->name))
			continue;
		if ((uint64_t)value / million > UINT64_MAX / units->size - 1)
			return false;
		*amount = (uint64_t)value / million * units->size +
			  ((uint64_t)value % million * units->size + million / 2) / million;
		return true;
	}
	return false;
}

/* "65.1 ms"; from a minute on there are two parts: "1 m 23 s", "1 h 0 m", "2 d 3 h" */
static bool parse_duration(struct str text, uint64_t *duration)
{
	*duration = 0;
	do {
		size_t number = str_find(text, ' ') + 1, end = number;
		uint64_t part;

		while (end < text.n && text.p[end] != ' ')
			end++;
		if (!parse_amount(str_head(text, end), time_units, &part) ||
			part > UINT64_MAX - *duration)
			return false;
		*duration += part;
		text = str_skip(text, end + 1);
	} while (text.n);
	return true;
}

/* "\"main\" (javaThreadId = 1)", "\"\" (javaThreadId = 29, virtual)" */
static void read_thread(struct jfr_event *event, struct str value)
{
	struct str name, rest;

	if (!str_starts(value, STR("\"")) || !str_rcut(str_skip(value, 1), '"', &name, &rest))
		return;
	jfr_event_name_thread(event, name, str_contains(rest, STR("virtual")));
}

static void read_value(struct jfr_event *event, struct str key, struct str value)
{
	if (str_eq(key, STR("sampledThread")) ||
		(str_eq(key, STR("eventThread")) && event->thread.n == 0))
		read_thread(event, value);
	else if (str_eq(key, STR("weight")) || str_eq(key, STR("tlabSize")) ||
		 (str_eq(key, STR("allocationSize")) && !event->has_bytes))
		event->has_bytes = parse_amount(value, byte_units, &event->bytes);
	else if (str_eq(key, STR("duration")))
		event->has_duration = parse_duration(value, &event->duration);
}

/* "Work.fib(int) line: 4", "java.lang.Object.wait(long)" */
static void read_frame(struct jfr_reader *reader, struct str text)
{
	struct str method, rest, number;
	uint64_t line = 0;

	if (str_eq(text, STR("..."))) {
		reader->present.cut = true;
		return;
	}
	if (str_rcut(text, ' ', &rest, &number) && str_ends(rest, STR(" line:")))
		str_to_u64(number, &line);
	if (!str_cut(text, '(', &method, &rest))
		method = text;
	jfr_event_add_frame(&reader->present, jfr_frame_name(reader, method, line));
}

/* "jdk.ExecutionSample {" */
static bool starts_event(struct str line, struct str *type)
{
	if (line.n == 0 || byte_is_blank(line.p[0]) || !str_ends(line, STR(" {")))
		return false;
	*type = str_drop_end(line, 2);
	return true;
}

/* ---- strings of several lines ---- */

enum string { NO_STRING, IN_STRING, BEHIND_STRING };

/* "  result = "2026-11-21 17:53:04"; not "  thread = "main" (javaThreadId = 1)" */
static bool opens_string(struct str line)
{
	size_t quote = str_find(line, '"');
	struct str value = str_skip(line, quote + 1);

	if (quote == line.n || str_ends(value, STR("\"")) || !str_starts(line, STR("  ")) ||
		!str_ends(str_head(line, quote), STR(" = ")))
		return false;
	return !str_ends(value, STR(")")) || !str_contains(value, STR("\" ("));
}

/* A line of the string may end in a quote, too: then no member of the event follows, nor its end. */
static enum string follow_string(enum string string, struct str line)
{
	if (string == BEHIND_STRING && (str_eq(line, STR("}")) || str_starts(line, STR("  "))))
		string = NO_STRING;
	if (string == NO_STRING)
		return opens_string(line) ? IN_STRING : NO_STRING;
	return str_ends(line, STR("\"")) ? BEHIND_STRING : IN_STRING;
}

/* ---- events ---- */

enum state { OUTSIDE, UNWANTED, VALUES, FRAMES };

static enum state read_line(struct jfr_reader *reader, enum state state, struct str line)
{
	struct str text = str_trim(line), key, value;

	if (state == FRAMES && !str_eq(text, STR("]"))) {
		read_frame(reader, text);
		return FRAMES;
	}
	if (state == VALUES && str_eq(text, STR("stackTrace = ["))) {
		reader->present.has_stack = true;
		return FRAMES;
	}
	if (state == VALUES && str_cut(text, '=', &key, &value))
		read_value(&reader->present, str_trim_end(key), str_trim_start(value));
	return VALUES;
}

static enum state begin_event(struct jfr_reader *reader, struct str type)
{
	jfr_event_reset(&reader->present);
	if (!reader->wants(reader->context, type))
		return UNWANTED;
	buf_add(&reader->present.type, type);
	return VALUES;
}

void jfr_read_text(struct jfr_reader *reader, struct lines *lines)
{
	struct stacks *stacks = reader->stacks;
	enum state state = OUTSIDE;
	enum string string = NO_STRING;
	struct str line, type;

	while (lines_next(lines, &line)) {
		line = str_trim_end(line);
		if (starts_event(line, &type)) {
			if (state == VALUES || state == FRAMES)
				stacks_problem(stacks, lines, "the end of the event, }", line);
			state = begin_event(reader, type);
			string = NO_STRING;
			continue;
		}
		if (state == VALUES || state == UNWANTED)
			string = follow_string(string, line);
		if (string != NO_STRING)
			continue;
		if (str_eq(line, STR("}"))) {
			if (state == VALUES)
				reader->event(reader->context, &reader->present);
			state = OUTSIDE;
		} else if (state == VALUES || state == FRAMES) {
			state = read_line(reader, state, line);
		} else if (state == OUTSIDE && line.n) {
			stacks_problem(stacks, lines, "\"EVENT {\"", line);
		}
	}
	if (state == VALUES || state == FRAMES)
		stacks_problem(stacks, lines, "the end of the event, }", STR(""));
	stacks_count_things(stacks, lines->number);
}
