/*
 * The fields are found from a landmark in the middle, since the comm at the start can be anything:
 * the time ("94564.109216:"), or without times the event ("cycles:"). Left of it stand cpu and ids,
 * and all that is left of these is the comm; a landmark with ids before it is the right one even if
 * a comm like "a 1.5: b" has another.
 */
#include "collapse/formats/perf/header.h"

#include "common/hash.h"

enum {
	COMM_LENGTH = 64, /* the kernel keeps 15 bytes; more than that and all blanks around it */
	ID_WIDTH = 5, /* perf prints ids at least so wide, */
	PERIOD_WIDTH = 10, /* periods, */
	ADDRESS_WIDTH = 16, /* and addresses so wide: "%5d ", "%10lu ", "%16lx" */
};

/* ---- words ---- */

static size_t word_start(struct str text, size_t end)
{
	while (end > 0 && !byte_is_blank(text.p[end - 1]))
		end--;
	return end;
}

static bool ends_word(struct str text, size_t at)
{
	return at + 1 >= text.n || byte_is_blank(text.p[at + 1]);
}

static bool is_digits(struct str s)
{
	return s.n > 0 && str_digits(s) == s.n;
}

/* How wide the field was that perf printed `number` into: its blanks but for the separator. */
static size_t field_width(struct str before, struct str number)
{
	size_t blanks = before.n - str_trim_end(before).n;

	return number.n + (blanks > 0 ? blanks - 1 : 0);
}

/* ---- left of the landmark: comm, ids, cpu ---- */

/* Also -1, which perf prints for a task that is gone. */
static bool is_id(struct str s)
{
	return is_digits(str_starts(s, STR("-")) ? str_skip(s, 1) : s);
}

/* "25607", "24636/25607" */
static bool set_ids(struct perf_header *header, struct str word)
{
	size_t slash = str_find(word, '/');
	struct str tid = str_skip(word, slash + 1);

	if (slash == word.n) {
		header->pid = (struct str){0};
		header->tid = word;
		return is_id(word);
	}
	header->pid = str_head(word, slash);
	header->tid = tid;
	return is_id(header->pid) && is_id(tid);
}

static bool is_cpu(struct str word)
{
	return word.n > 2 && word.p[0] == '[' && word.p[word.n - 1] == ']' &&
	       is_digits(str_drop_end(str_skip(word, 1), 1));
}

/* The field "misc" of perf script: "K", "U", "PE", … between cpu and time. */
static bool is_misc(struct str word)
{
	const struct str letters = STR("KUHGgMPEDSO");

	for (size_t i = 0; i < word.n; i++)
		if (str_find(letters, word.p[i]) == letters.n)
			return false;
	return word.n > 0 && word.n <= 5;
}

/* Of the comm only the end is trimmed here, since a line has many a landmark but one start. */
static bool take_ids(struct str left, struct perf_header *header)
{
	struct str rest = left;
	struct str word = str_take_last_word(&rest);

	header->cpu = (struct str){0};
	if (is_cpu(word)) {
		header->cpu = str_drop_end(str_skip(word, 1), 1);
		left = rest;
		word = str_take_last_word(&rest);
	}
	header->thread = str_head(left, rest.n + word.n);
	if (set_ids(header, word)) {
		header->comm = str_trim_end(rest);
		return true;
	}
	header->pid = header->tid = (struct str){0};
	header->comm = str_trim_end(left);
	return false;
}

static bool parse_left(struct str left, struct perf_header *header)
{
	struct str without_misc = left;

	if (take_ids(left, header))
		return true;
	if (is_misc(str_take_last_word(&without_misc)) && take_ids(without_misc, header))
		return true;
	/* The comm ends in what looked like the field "misc". */
	return take_ids(left, header);
}

/* ---- right of the time: period, event, the rest ---- */

/* Field by field: compilers clear a struct of this size with an instruction that starts slowly. */
static void clear(struct perf_header *header)
{
	const struct str none = {0};

	header->thread = header->comm = header->pid = header->tid = none;
	header->cpu = header->time = header->period = header->event = header->rest = none;
}

static bool ends_in_colon(struct str word)
{
	return word.n > 1 && word.p[word.n - 1] == ':';
}

static void parse_right(struct str right, struct perf_header *header)
{
	struct str behind_first = right;
	struct str first = str_take_word(&behind_first);
	struct str behind_second = behind_first;
	struct str second = str_take_word(&behind_second);

	header->rest = right;
	if (ends_in_colon(first)) {
		header->event = str_drop_end(first, 1);
		header->rest = behind_first;
	} else if (ends_in_colon(second)) {
		header->period = first;
		header->event = str_drop_end(second, 1);
		header->rest = behind_second;
	} else if (second.n == 0 && is_digits(first)) {
		header->period = first;
		header->rest = behind_second;
	}
}

static void take_right(struct perf_header *header, const struct perf_header *parts)
{
	header->period = parts->period;
	header->event = parts->event;
	header->rest = parts->rest;
}

static void recall_right(
	struct str right, struct perf_header *header, struct perf_header_memo *memo)
{
	if (!memo) {
		parse_right(right, header);
		return;
	}
	if (memo->text.n == 0 || !str_eq(buf_str(&memo->text), right)) {
		buf_set(&memo->text, right);
		clear(&memo->parts);
		parse_right(buf_str(&memo->text), &memo->parts);
	}
	take_right(header, &memo->parts);
}

void perf_header_memo_release(struct perf_header_memo *memo)
{
	buf_release(&memo->text);
}

static void take_left(struct perf_header *header, const struct perf_header *parts)
{
	header->thread = parts->thread;
	header->comm = parts->comm;
	header->pid = parts->pid;
	header->tid = parts->tid;
	header->cpu = parts->cpu;
}

/* A thread's place goes by the end of its text, where ids and cpu are. */
static struct perf_header_thread *thread_place(struct perf_header_memo *memo, struct str left)
{
	uint64_t ending = hash_load(left.p + left.n - sizeof(ending));

	return &memo->threads[hash_mix(ending, left.n) % HEADER_THREADS];
}

static bool recall_left(
	struct str left, struct perf_header *header, struct perf_header_memo *memo)
{
	struct perf_header_thread *thread;

	if (!memo || left.n < sizeof(uint64_t) || left.n > HEADER_THREAD_BYTES)
		return parse_left(left, header);
	thread = thread_place(memo, left);
	if (!str_eq((struct str){thread->text, thread->n}, left)) {
		memcpy(thread->text, left.p, left.n);
		thread->n = left.n;
		/* Only a text with ids is worth it; without them another time may be meant. */
		if (!parse_left((struct str){thread->text, left.n}, &thread->parts)) {
			thread->n = 0;
			return parse_left(left, header);
		}
	}
	take_left(header, &thread->parts);
	return true;
}

/* ---- with a time ---- */

/* Where "94564.109216:" starts whose ':' is at `colon`; colon itself when there is no time. */
static size_t time_start(struct str line, size_t colon)
{
	size_t point, start;

	if (!ends_word(line, colon))
		return colon;
	for (point = colon; point > 0 && byte_is_digit(line.p[point - 1]); point--)
		;
	if (point == colon || point == 0 || line.p[point - 1] != '.')
		return colon;
	for (start = point - 1; start > 0 && byte_is_digit(line.p[start - 1]); start--)
		;
	if (start == point - 1 || (start > 0 && !byte_is_blank(line.p[start - 1])))
		return colon;
	return start;
}

static size_t next_colon(struct str line, size_t from)
{
	return from + str_find(str_skip(line, from), ':');
}

/* Stores what is behind the time, too. */
static bool find_time(struct str line, struct perf_header *header, struct perf_header_memo *memo,
	struct str *behind)
{
	size_t first_start = 0, first_colon = 0;

	for (size_t colon = next_colon(line, 0); colon < line.n;
		colon = next_colon(line, colon + 1)) {
		size_t start = time_start(line, colon);

		if (start == colon)
			continue;
		header->time = (struct str){line.p + start, colon - start};
		*behind = str_skip(line, colon + 1);
		if (recall_left(str_head(line, start), header, memo))
			return true;
		if (first_colon == 0) {
			first_start = start;
			first_colon = colon;
		}
	}
	if (first_colon == 0)
		return false;
	header->time = (struct str){line.p + first_start, first_colon - first_start};
	*behind = str_skip(line, first_colon + 1);
	parse_left(str_head(line, first_start), header);
	return true;
}

/* ---- without a time ---- */

/* "prog 123 [000]     250000": takes the period off, which a narrow number behind a comm is not. */
static struct str take_period(struct str left, struct perf_header *header)
{
	struct str rest = left;
	struct str word = str_take_last_word(&rest), trimmed = str_trim_end(rest);

	header->period = (struct str){0};
	if (!is_digits(word))
		return left;
	if (field_width(rest, word) < PERIOD_WIDTH &&
		!is_cpu(str_skip(trimmed, word_start(trimmed, trimmed.n))))
		return left;
	header->period = word;
	return rest;
}

static void set_event(struct str line, size_t colon, struct perf_header *header)
{
	struct str before = str_head(line, colon);

	header->event = str_skip(before, word_start(before, before.n));
	header->rest = str_skip(line, colon + 1);
}

/* "      55f1c393b1d9 f+0x1 (x)" behind the event: the address has perf's width. */
static bool is_frame_or_blank(struct str rest)
{
	struct str text = str_trim_start(rest);

	return text.n == 0 || rest.n - text.n + str_hex_digits(text) > ADDRESS_WIDTH;
}

/*
 * "comm 21266 cycles:" is as perf prints it, with nothing or a frame behind; "goroutine 1
 * [running]:" and "n1: 22100 0x110910: f (in x)" are from texts of other profilers.
 */
static bool is_plausible(const struct perf_header *header)
{
	struct str before = header->thread;
	struct str ids = str_take_last_word(&before);
	struct str pid = str_head(ids, str_find(ids, '/'));

	return header->tid.n && is_frame_or_blank(header->rest) &&
	       (header->cpu.n || field_width(before, pid) >= ID_WIDTH);
}

/* The first word with a ':' at its end that has ids before it, else the last word of the line. */
static bool find_event(struct str line, struct perf_header *header)
{
	struct str text = str_trim_end(line);

	for (size_t colon = next_colon(text, 0); colon < text.n;
		colon = next_colon(text, colon + 1)) {
		struct str left;

		if (!ends_word(text, colon))
			continue;
		left = str_head(text, word_start(text, colon));
		if (left.n == colon || !parse_left(take_period(left, header), header))
			continue;
		set_event(line, colon, header);
		return true;
	}
	if (!ends_in_colon(text))
		return false;
	parse_left(take_period(str_head(text, word_start(text, text.n)), header), header);
	set_event(line, text.n - 1, header);
	return true;
}

/* "my worker 1 ", "my worker 1 21266 ": the last number is an id only if printed as one. */
static bool parse_comm(struct str line, struct perf_header *header)
{
	struct str before = line;
	struct str word = str_take_last_word(&before);
	struct str pid = str_head(word, str_find(word, '/'));

	header->thread = header->comm = str_trim(line);
	if (header->comm.n > COMM_LENGTH)
		return false;
	if (before.n > 0 && field_width(before, pid) >= ID_WIDTH && set_ids(header, word))
		header->comm = str_trim(before);
	return true;
}

/* ---- all together ---- */

/* "comm 123 [000] 1.0: PERF_RECORD_COMM: …", "PERF_RECORD_FINISHED_ROUND" */
static bool is_sideband(struct str line)
{
	const struct str mark = STR("PERF_RECORD_");
	size_t at = str_find_str(line, mark);

	return at < line.n && (at == 0 || byte_is_blank(line.p[at - 1]));
}

static enum perf_header_kind kind_with_time(const struct perf_header *header, struct str behind)
{
	behind = str_trim_start(behind);
	if (str_starts(behind, STR("PERF_RECORD_")))
		return HEADER_SIDEBAND;
	return header->tid.n || header->event.n ? HEADER_SURE : HEADER_MAYBE;
}

static enum perf_header_kind parse(
	struct str line, struct perf_header *header, struct perf_header_memo *memo)
{
	struct str behind;

	clear(header);
	if (find_time(line, header, memo, &behind)) {
		recall_right(behind, header, memo);
		return kind_with_time(header, behind);
	}
	if (is_sideband(line))
		return HEADER_SIDEBAND;
	if (find_event(line, header))
		return is_plausible(header) ? HEADER_SURE : HEADER_MAYBE;
	return parse_comm(line, header) ? HEADER_MAYBE : HEADER_NOT;
}

enum perf_header_kind perf_header_parse(
	struct str line, struct perf_header *header, struct perf_header_memo *memo)
{
	enum perf_header_kind kind = parse(line, header, memo);

	header->comm = str_trim_start(header->comm);
	return kind;
}
