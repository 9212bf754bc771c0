#include "common/folded-header.h"

#include <string.h>

#include "common/messages.h"

#define HEAD "# folded:"

/* Texts and numbers have the order of their enums. */
enum field {
	FIELD_UNIT,
	FIELD_EVENT,
	FIELD_LEADING,
	FIELD_COMMAND,
	FIELD_SCALED,
	FIELD_PERIOD,
	FIELD_RATE,
	FIELD_SAMPLES,
	FIELDS
};

static bool is_number(enum field field)
{
	return field == FIELD_PERIOD || field == FIELD_RATE;
}

static enum header_number number_of(enum field field)
{
	return (enum header_number)(field - FIELD_PERIOD);
}

static const struct str keys[FIELDS] = {
	[FIELD_UNIT] = STR_INIT("unit"),
	[FIELD_EVENT] = STR_INIT("event"),
	[FIELD_LEADING] = STR_INIT("leading"),
	[FIELD_COMMAND] = STR_INIT("command"),
	[FIELD_SCALED] = STR_INIT("scaled"),
	[FIELD_SAMPLES] = STR_INIT("samples"),
	[FIELD_PERIOD] = STR_INIT("period"),
	[FIELD_RATE] = STR_INIT("rate"),
};
/*
 * The unit comes last: scripts that add up what is behind a line's last blank, as "awk" does, take
 * 'unit="ns"' for 0, but '2"' of a command or of samples for a weight.
 */
static const unsigned char written[FIELDS] = {FIELD_EVENT, FIELD_SAMPLES, FIELD_PERIOD, FIELD_RATE,
	FIELD_SCALED, FIELD_LEADING, FIELD_COMMAND, FIELD_UNIT};

void folded_header_release(struct folded_header *header)
{
	for (size_t i = 0; i < HEADER_TEXTS; i++)
		buf_release(&header->text[i]);
	*header = (struct folded_header){0};
}

/* Line ends and other control characters would end the comment, or hide in it. */
void folded_header_set(struct folded_header *header, enum header_text field, struct str value)
{
	struct buf *text = &header->text[field];

	buf_reset(text);
	for (size_t i = 0; i < value.n; i++)
		buf_add_char(text, (unsigned char)value.p[i] < ' ' || value.p[i] == 0x7f ?
					   ' ' :
					   value.p[i]);
}

/* ---- reading ---- */

bool folded_header_is(struct str comment)
{
	return str_starts(comment, STR(HEAD));
}

/* Takes `key="value"` off; value is without its backslashes. */
static bool take_field(struct str *rest, struct str *key, struct buf *value)
{
	struct str text;

	if (!str_cut(*rest, '=', key, &text))
		return false;
	text = str_trim_start(text);
	if (text.n == 0 || text.p[0] != '"')
		return false;
	*key = str_trim(*key);
	buf_reset(value);
	for (size_t i = 1; i < text.n; i++) {
		if (text.p[i] == '"') {
			*rest = str_trim_start(str_skip(text, i + 1));
			return true;
		}
		i += text.p[i] == '\\';
		if (i < text.n)
			buf_add_char(value, text.p[i]);
	}
	return false;
}

static bool read_samples(struct folded_header *header, struct str value)
{
	struct str word;

	for (header->runs = 0; (word = str_take_word(&value)).n; header->runs++)
		if (header->runs == HEADER_RUNS ||
			!str_to_u64(word, &header->samples[header->runs]))
			return false;
	return header->runs > 0;
}

static const char *read_field(struct folded_header *header, enum field field, struct str value)
{
	switch (field) {
	case FIELD_SAMPLES:
		return read_samples(header, value) ? NULL : "samples=\"NUMBER\"";
	case FIELD_PERIOD:
	case FIELD_RATE:
		return str_to_u64(value, &header->number[number_of(field)]) ?
			NULL : "a number as period and rate";
	default:
		folded_header_set(header, (enum header_text)field, value);
		return NULL;
	}
}

const char *folded_header_read(struct folded_header *header, struct str comment)
{
	struct str rest = str_trim(str_skip(comment, strlen(HEAD))), key;
	struct buf value = {0};
	const char *expected = NULL;

	*header = (struct folded_header){.begun = true};
	while (rest.n && !expected) {
		if (!take_field(&rest, &key, &value)) {
			expected = "fields such as unit=\"samples\"";
			break;
		}
		for (unsigned field = 0; field < FIELDS && !expected; field++)
			if (str_eq(key, keys[field]))
				expected = read_field(header, (enum field)field, buf_str(&value));
	}
	buf_release(&value);
	if (expected)
		folded_header_release(header);
	return expected;
}

/* ---- writing ---- */

static void add_value(struct buf *out, const struct folded_header *header, enum field field)
{
	switch (field) {
	case FIELD_SAMPLES:
		for (unsigned run = 0; run < header->runs; run++)
			buf_addf(out, "%s%llu", run ? " " : "",
				(unsigned long long)header->samples[run]);
		break;
	case FIELD_PERIOD:
	case FIELD_RATE: buf_add_u64(out, header->number[number_of(field)]); break;
	default:
		for (size_t i = 0; i < header->text[field].n; i++) {
			char c = header->text[field].p[i];

			if (c == '"' || c == '\\')
				buf_add_char(out, '\\');
			buf_add_char(out, c);
		}
	}
}

static bool is_known(const struct folded_header *header, enum field field)
{
	if (field == FIELD_SAMPLES)
		return header->runs > 0;
	return is_number(field) ? header->number[number_of(field)] > 0 :
				  header->text[field].n > 0;
}

void folded_header_write(const struct folded_header *header, struct buf *out)
{
	bool any = false;

	for (size_t i = 0; i < FIELDS; i++) {
		enum field field = (enum field)written[i];

		if (!is_known(header, field))
			continue;
		if (!any)
			buf_add(out, STR(HEAD));
		any = true;
		buf_add_char(out, ' ');
		buf_add(out, keys[field]);
		buf_add(out, STR("=\""));
		add_value(out, header, field);
		buf_add_char(out, '"');
	}
	if (any)
		buf_add_char(out, '\n');
}

/* ---- the first frames ---- */

unsigned folded_header_leading(const struct folded_header *header)
{
	struct str list = folded_header_get(header, HEADER_LEADING), first;
	unsigned count = list.n > 0;

	while (str_cut(list, ',', &first, &list))
		count++;
	return count;
}

struct str folded_header_leading_at(const struct folded_header *header, unsigned depth)
{
	struct str list = folded_header_get(header, HEADER_LEADING), first = list;

	for (;; depth--) {
		if (!str_cut(list, ',', &first, &list)) {
			first = list;
			list.n = 0;
		}
		if (depth == 0 || first.n == 0)
			return first;
	}
}

/* ---- samples ---- */

static void forget(struct folded_header *header, enum field field)
{
	header->mixed |= 1u << field;
	if (field == FIELD_SAMPLES)
		header->runs = 0;
	else if (is_number(field))
		header->number[number_of(field)] = 0;
	else
		buf_reset(&header->text[field]);
}

void folded_header_add_samples(struct folded_header *header, uint64_t samples)
{
	if (samples && !(header->mixed & 1u << FIELD_SAMPLES) && header->runs < HEADER_RUNS)
		header->samples[header->runs++] = samples;
	else
		forget(header, FIELD_SAMPLES);
}

void folded_header_forget_samples(struct folded_header *header)
{
	forget(header, FIELD_SAMPLES);
}

/* ---- merging ---- */

static void add_samples(struct folded_header *header, const struct folded_header *more)
{
	if (header->runs != more->runs || header->mixed & 1u << FIELD_SAMPLES) {
		forget(header, FIELD_SAMPLES);
		return;
	}
	for (unsigned run = 0; run < header->runs; run++)
		header->samples[run] += more->samples[run];
}

static bool differs(const struct folded_header *a, const struct folded_header *b, enum field field)
{
	if (is_number(field))
		return a->number[number_of(field)] != b->number[number_of(field)];
	return !str_eq(buf_str(&a->text[field]), buf_str(&b->text[field]));
}

static const char *show_field(
	const struct folded_header *header, enum field field, char shown[STR_SHOW])
{
	struct buf text = {0};

	add_value(&text, header, field);
	str_show(is_known(header, field) ? buf_str(&text) : STR("not known"), shown);
	buf_release(&text);
	return shown;
}

/*
 * What differs has to matter: two commands, or periods of samples whose weights have a unit, do not.
 * That nothing is known of one side is said once, of its unit.
 */
static bool matters(
	const struct folded_header *header, const struct folded_header *more, enum field field)
{
	bool both = is_known(header, field) && is_known(more, field);

	switch (field) {
	case FIELD_UNIT: return true;
	case FIELD_EVENT:
	case FIELD_LEADING: return both;
	case FIELD_RATE:
		return both && str_eq(buf_str(&header->text[HEADER_UNIT]), STR("samples"));
	default: return false;
	}
}

static void say(const struct folded_header *header, const struct folded_header *more,
	enum field field, const char *name)
{
	static const char *const what[FIELDS] = {
		[FIELD_UNIT] = "the unit of its weights",
		[FIELD_EVENT] = "its event",
		[FIELD_LEADING] = "what its first frames are",
		[FIELD_RATE] = "its rate of samples",
	};
	char here[STR_SHOW], before[STR_SHOW];

	if (matters(header, more, field))
		warn("%s: %s is %s, but %s in what was read before: of all together it is not "
		     "known", name, what[field], show_field(more, field, here),
			show_field(header, field, before));
}

static void compare(struct folded_header *header, const struct folded_header *more,
	enum field field, const char *name)
{
	if (!differs(header, more, field))
		return;
	/* Of all together it is enough that some are scaled. */
	if (field == FIELD_SCALED) {
		folded_header_set(header, HEADER_SCALED,
			folded_header_get(is_known(more, field) ? more : header, HEADER_SCALED));
		return;
	}
	say(header, more, field, name);
	forget(header, field);
}

void folded_header_agree(
	struct folded_header *header, const struct folded_header *more, const char *name)
{
	if (header->begun) {
		for (unsigned field = 0; field < FIELD_SAMPLES; field++)
			if (!(header->mixed & 1u << field))
				compare(header, more, (enum field)field, name);
		return;
	}
	header->begun = true;
	for (size_t i = 0; i < HEADER_TEXTS; i++)
		buf_set(&header->text[i], buf_str(&more->text[i]));
	memcpy(header->number, more->number, sizeof(header->number));
}

void folded_header_merge(
	struct folded_header *header, const struct folded_header *more, const char *name)
{
	static const struct folded_header nothing;
	bool first = !header->begun;

	if (!more)
		more = &nothing;
	folded_header_agree(header, more, name);
	if (!first) {
		add_samples(header, more);
		return;
	}
	header->runs = more->runs;
	memcpy(header->samples, more->samples, sizeof(header->samples));
}

void folded_header_tell(struct folded_header *header, enum header_text field, struct str value,
	const char *name)
{
	struct folded_header told = {0};

	folded_header_set(&told, field, value);
	if (is_known(header, (enum field)field))
		compare(header, &told, (enum field)field, name);
	else if (!(header->mixed & 1u << field))
		folded_header_set(header, field, value);
	folded_header_release(&told);
}

void folded_header_tell_number(
	struct folded_header *header, enum header_number field, uint64_t value, const char *name)
{
	const enum field number = (enum field)(FIELD_PERIOD + (int)field);
	struct folded_header told = {0};

	told.number[field] = value;
	if (is_known(header, number))
		compare(header, &told, number, name);
	else if (!(header->mixed & 1u << number))
		header->number[field] = value;
}
