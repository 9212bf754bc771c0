/*
 * Recordings for tests, written record by record, as perf record would have written them:
 *
 *     make-recording <<'END' >perf.data
 *     event name=cycles sample=ip,tid,time,period,chain ids=1
 *     comm pid=7 name=sh time=1
 *     mmap2 pid=7 start=400000 size=1000 name=/bin/sh time=2
 *     sample pid=7 time=3 ip=400123 chain=user,400123,400456
 *     END
 *
 * A line is a record, its first word the kind, the others are fields; what is not given is 0, tid
 * is the pid. Addresses, sizes, offsets, masks and flags are hexadecimal, all else is decimal. The
 * first line may be "pipe" or "records" instead of "file": the layout of a pipe, or records alone.
 * "event" comes before records; kinds are the names in the table at the end.
 *
 * It knows nothing of the reader's sources: what both got wrong in the same way would be right
 * here.
 */
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum layout { FILE_LAYOUT, PIPE_LAYOUT, RECORDS_LAYOUT };

struct bytes {
	unsigned char *p;
	size_t n, capacity;
};

struct event {
	uint64_t sample_type, read_format, branch_type, registers, flags;
	uint64_t ids[16];
	size_t id_count;
	struct bytes attr;
	char name[64];
};

static enum layout layout;
static struct event events[64];
static size_t event_count;
static struct bytes data; /* records */
static struct bytes features[256];
static unsigned long line_number;
static char line[1 << 16];

static void fail(const char *what, const char *word)
{
	fprintf(stderr, "make-recording: line %lu: %s: %s\n", line_number, what, word);
	exit(1);
}

/* ---- bytes ---- */

static void add(struct bytes *bytes, const void *p, size_t n)
{
	if (bytes->n + n > bytes->capacity) {
		bytes->capacity = (bytes->n + n) * 2;
		bytes->p = realloc(bytes->p, bytes->capacity);
		if (!bytes->p)
			fail("no memory", "");
	}
	if (n)
		memcpy(bytes->p + bytes->n, p, n);
	bytes->n += n;
}

static void add_u8(struct bytes *bytes, unsigned value)
{
	unsigned char byte = (unsigned char)value;

	add(bytes, &byte, 1);
}

static void add_u16(struct bytes *bytes, uint64_t value)
{
	uint16_t v = (uint16_t)value;

	add(bytes, &v, sizeof(v));
}

static void add_u32(struct bytes *bytes, uint64_t value)
{
	uint32_t v = (uint32_t)value;

	add(bytes, &v, sizeof(v));
}

static void add_u64(struct bytes *bytes, uint64_t value)
{
	add(bytes, &value, sizeof(value));
}

static void add_zeros(struct bytes *bytes, uint64_t n)
{
	while (n-- > 0)
		add_u8(bytes, 0);
}

static void align(struct bytes *bytes)
{
	add_zeros(bytes, (8 - bytes->n % 8) % 8);
}

/* ---- fields of a line ---- */

/* The value of "key=value", up to a blank; "%20" and the like are bytes. NULL without the key. */
static const char *text(const char *key)
{
	static char values[8][4096];
	static unsigned turn;
	char *value = values[turn++ % 8];
	size_t length = strlen(key), n = 0;
	const char *p = line;

	while ((p = strchr(p, ' '))) {
		p++;
		if (strncmp(p, key, length) == 0 && (p[length] == '=' || p[length] == ' ' ||
			p[length] == '\0' || p[length] == '\n'))
			break;
	}
	if (!p)
		return NULL;
	p += length + (p[length] == '=');
	while (*p && !isspace((unsigned char)*p) && n < 4095) {
		unsigned byte;

		if (*p == '%' && sscanf(p + 1, "%2x", &byte) == 1) {
			value[n++] = (char)byte;
			p += 3;
		} else {
			value[n++] = *p++;
		}
	}
	value[n] = '\0';
	return value;
}

static uint64_t based(const char *key, int base, uint64_t otherwise)
{
	const char *value = text(key);
	char *end;
	uint64_t number;

	if (!value)
		return otherwise;
	number = value[0] == '-' ? (uint64_t)strtoll(value, &end, base) : strtoull(value, &end, base);
	if (end == value)
		fail("no number", key);
	return number;
}

static uint64_t number(const char *key, uint64_t otherwise)
{
	return based(key, 10, otherwise);
}

static uint64_t hex(const char *key)
{
	return based(key, 16, 0);
}

static void add_hex(struct bytes *bytes, const char *digits)
{
	unsigned byte;

	for (; digits && sscanf(digits, "%2x", &byte) == 1; digits += 2)
		add_u8(bytes, byte);
}

/* ---- events ---- */

static const struct {
	const char *name;
	unsigned bit;
} fields[] = {{"ip", 0}, {"tid", 1}, {"time", 2}, {"addr", 3}, {"read", 4}, {"chain", 5}, {"id", 6},
	{"cpu", 7}, {"period", 8}, {"stream", 9}, {"raw", 10}, {"branch", 11}, {"regs", 12},
	{"stack", 13}, {"weight", 14}, {"identifier", 16}, {"regs-intr", 18}};

static uint64_t sample_type(char *list)
{
	uint64_t type = 0;

	for (char *word = strtok_r(list, ",", &list); word; word = strtok_r(NULL, ",", &list)) {
		size_t i = 0;

		while (i < sizeof(fields) / sizeof(*fields) && strcmp(fields[i].name, word) != 0)
			i++;
		if (i == sizeof(fields) / sizeof(*fields))
			fail("no such field of a sample", word);
		type |= (uint64_t)1 << fields[i].bit;
	}
	return type;
}

static int has(const struct event *event, unsigned bit)
{
	return event->sample_type >> bit & 1;
}

enum { IP, TID, TIME, ADDR, READ, CHAIN, ID, CPU, PERIOD, STREAM, RAW, BRANCH, REGS, STACK, WEIGHT,
	IDENTIFIER = 16, REGS_INTR = 18, SAMPLE_ID_ALL = 18 };

static void begin(struct bytes *record, uint64_t type, uint64_t misc)
{
	*record = (struct bytes){0};
	add_u32(record, type);
	add_u16(record, misc);
	add_u16(record, 0);
}

static void end(struct bytes *record)
{
	uint16_t size = (uint16_t)record->n;

	memcpy(record->p + 6, &size, sizeof(size));
	add(&data, record->p, record->n);
	free(record->p);
}

static void take_event(void)
{
	struct event *event = &events[event_count++];
	const char *name = text("name"), *ids = text("ids"), *sample = text("sample");
	uint64_t size = number("attr-size", 128);
	struct bytes record;
	char copy[256];

	if (event_count > 64)
		fail("too many", "events");
	snprintf(event->name, sizeof(event->name), "%s", name ? name : "");
	snprintf(copy, sizeof(copy), "%s", sample ? sample : "ip,tid,time,period,chain");
	event->sample_type = sample_type(copy);
	event->read_format = hex("read-format");
	event->branch_type = hex("branch-type");
	event->registers = hex("registers");
	event->flags = hex("flags") | (text("no-id-all") ? 0 : (uint64_t)1 << SAMPLE_ID_ALL);
	for (; ids && *ids && event->id_count < 16; ids += *ids == ',')
		event->ids[event->id_count++] = strtoull(ids, (char **)(uintptr_t)&ids, 10);
	add_u32(&event->attr, number("type", 1));
	add_u32(&event->attr, text("no-size") ? 0 : size);
	add_u64(&event->attr, hex("config"));
	add_u64(&event->attr, number("every", 1));
	add_u64(&event->attr, event->sample_type);
	add_u64(&event->attr, event->read_format);
	add_u64(&event->attr, event->flags);
	add_zeros(&event->attr, 72 - event->attr.n);
	add_u64(&event->attr, event->branch_type);
	add_u64(&event->attr, event->registers);
	if (size > event->attr.n)
		add_zeros(&event->attr, size - event->attr.n);
	event->attr.n = size;
	if (layout != PIPE_LAYOUT)
		return;
	begin(&record, 64, 0);
	add(&record, event->attr.p, event->attr.n);
	for (size_t i = 0; i < event->id_count; i++)
		add_u64(&record, event->ids[i]);
	end(&record);
	if (!name || event->id_count == 0)
		return;
	begin(&record, 78, 0);
	add_u64(&record, 2);
	add_u64(&record, event->ids[0]);
	add(&record, name, strlen(name) + 1);
	align(&record);
	end(&record);
}

/* ---- records ---- */

static uint64_t tid_of_line(void)
{
	return number("tid", number("pid", 0));
}

static const struct event *event_of_line(void)
{
	uint64_t place = number("event", 0);

	return &events[place < 64 ? place : 0];
}

static uint64_t id_of(const struct event *event)
{
	return number("id", event->id_count ? event->ids[0] : 0);
}

static void end_with_id(struct bytes *record)
{
	const struct event *event = event_of_line();

	align(record);
	if (event->flags >> SAMPLE_ID_ALL & 1) {
		if (has(event, TID)) {
			add_u32(record, number("pid", 0));
			add_u32(record, tid_of_line());
		}
		if (has(event, TIME))
			add_u64(record, number("time", 0));
		if (has(event, ID))
			add_u64(record, id_of(event));
		if (has(event, STREAM))
			add_u64(record, 0);
		if (has(event, CPU)) {
			add_u32(record, number("cpu", 0));
			add_u32(record, 0);
		}
		if (has(event, IDENTIFIER))
			add_u64(record, id_of(event));
	}
	end(record);
}

static uint64_t misc_of_line(uint64_t otherwise)
{
	return text("misc") ? hex("misc") : text("kernel") ? 1 : otherwise;
}

static void add_name(struct bytes *record)
{
	const char *name = text("name");

	add(record, name ? name : "", name ? strlen(name) + 1 : 1);
}

static void take_comm(void)
{
	struct bytes record;

	begin(&record, 3, misc_of_line(text("exec") ? 1 << 13 : 0));
	add_u32(&record, number("pid", 0));
	add_u32(&record, tid_of_line());
	add_name(&record);
	end_with_id(&record);
}

static void take_map(unsigned type)
{
	const char *id = text("build-id");
	struct bytes record;

	begin(&record, type, misc_of_line(2) | (text("data") ? 1 << 13 : 0) | (id ? 1 << 14 : 0));
	add_u32(&record, number("pid", 0));
	add_u32(&record, tid_of_line());
	add_u64(&record, hex("start"));
	add_u64(&record, hex("size"));
	add_u64(&record, hex("offset"));
	if (type == 10) {
		size_t start = record.n;

		if (id) {
			add_u8(&record, (unsigned)strlen(id) / 2);
			add_zeros(&record, 3);
			add_hex(&record, id);
		}
		add_zeros(&record, 24 - (record.n - start));
		add_u32(&record, based("prot", 16, 5));
		add_u32(&record, hex("map-flags"));
	}
	add_name(&record);
	end_with_id(&record);
}

static void take_mmap(void)
{
	take_map(1);
}

static void take_mmap2(void)
{
	take_map(10);
}

static void take_task(unsigned type)
{
	struct bytes record;

	begin(&record, type, misc_of_line(0));
	add_u32(&record, number("pid", 0));
	add_u32(&record, number("ppid", 0));
	add_u32(&record, tid_of_line());
	add_u32(&record, number("ptid", number("ppid", 0)));
	add_u64(&record, number("time", 0));
	end_with_id(&record);
}

static void take_fork(void)
{
	take_task(7);
}

static void take_exit(void)
{
	take_task(4);
}

static void take_lost(void)
{
	struct bytes record;

	begin(&record, 2, 0);
	add_u64(&record, 1);
	add_u64(&record, number("n", 0));
	end_with_id(&record);
}

static void take_lost_samples(void)
{
	struct bytes record;

	begin(&record, 13, 0);
	add_u64(&record, number("n", 0));
	end_with_id(&record);
}

static void take_ksymbol(void)
{
	struct bytes record;

	begin(&record, 17, 0);
	add_u64(&record, hex("start"));
	add_u32(&record, hex("size"));
	add_u16(&record, 1);
	add_u16(&record, text("gone") ? 1 : 0);
	add_name(&record);
	end_with_id(&record);
}

/* "kernel,ffffffff81000000,user,400123": words are the kernel's marks. */
static void add_chain(struct bytes *record, const char *list)
{
	static const struct {
		const char *name;
		int64_t mark;
	} marks[] = {{"hypervisor", -32}, {"kernel", -128}, {"user", -512}, {"deferred", -640},
		{"guest", -2048}, {"guest-kernel", -2176}, {"guest-user", -2560}, {"odd", -3000}};
	size_t count_at = record->n;
	uint64_t count = 0;

	add_u64(record, 0);
	for (; list && *list; list += strcspn(list, ","), list += *list == ',') {
		size_t i = 0, n = strcspn(list, ",");

		while (i < sizeof(marks) / sizeof(*marks) && (strlen(marks[i].name) != n ||
			strncmp(marks[i].name, list, n) != 0))
			i++;
		add_u64(record, i < sizeof(marks) / sizeof(*marks) ? (uint64_t)marks[i].mark :
								     strtoull(list, NULL, 16));
		count++;
	}
	count = number("chain-count", count);
	memcpy(record->p + count_at, &count, sizeof(count));
}

/* "from-to,from-to", newest first. */
static void add_branches(struct bytes *record, const struct event *event)
{
	const char *list = text("branches");
	size_t count_at = record->n;
	uint64_t count = 0;

	add_u64(record, 0);
	if (event->branch_type >> 17 & 1)
		add_u64(record, 0);
	for (; list && *list; list += strcspn(list, ","), list += *list == ',') {
		add_u64(record, strtoull(list, NULL, 16));
		add_u64(record, strtoull(list + strcspn(list, "-") + 1, NULL, 16));
		add_u64(record, 0);
		count++;
	}
	memcpy(record->p + count_at, &count, sizeof(count));
	for (uint64_t i = 0; i < count && event->branch_type >> 19 & 1; i++)
		add_u64(record, 0);
}

static void add_read(struct bytes *record, uint64_t format)
{
	uint64_t count = format >> 3 & 1 ? number("counters", 2) : 1;

	if (format >> 3 & 1)
		add_u64(record, count);
	for (uint64_t rest = format & 3; rest; rest &= rest - 1)
		add_u64(record, 17);
	for (uint64_t i = 0; i < count; i++)
		for (uint64_t rest = (format >> 2 & 1) | (format >> 4 & 1) << 1 | 4; rest;
			rest &= rest - 1)
			add_u64(record, 19);
}

static void add_registers(struct bytes *record, const struct event *event)
{
	const char *values = text("registers");

	add_u64(record, number("abi", 2));
	if (number("abi", 2) == 0)
		return;
	for (uint64_t rest = event->registers; rest; rest &= rest - 1) {
		add_u64(record, values ? strtoull(values, NULL, 16) : 0);
		if (values)
			values += strcspn(values, ",");
		if (values)
			values += *values == ',';
	}
}

static void add_stack(struct bytes *record)
{
	struct bytes stack = {0};

	add_hex(&stack, text("stack"));
	add_u64(record, stack.n);
	if (stack.n) {
		add(record, stack.p, stack.n);
		add_u64(record, number("valid", stack.n));
	}
	free(stack.p);
}

static void take_sample(void)
{
	const struct event *event = event_of_line();
	const char *raw = text("raw");
	struct bytes record, bytes = {0};

	begin(&record, 9, misc_of_line(2));
	if (has(event, IDENTIFIER))
		add_u64(&record, id_of(event));
	if (has(event, IP))
		add_u64(&record, hex("ip"));
	if (has(event, TID)) {
		add_u32(&record, number("pid", 0));
		add_u32(&record, tid_of_line());
	}
	if (has(event, TIME))
		add_u64(&record, number("time", 0));
	if (has(event, ADDR))
		add_u64(&record, hex("addr"));
	if (has(event, ID))
		add_u64(&record, id_of(event));
	if (has(event, STREAM))
		add_u64(&record, 5);
	if (has(event, CPU)) {
		add_u32(&record, number("cpu", 0));
		add_u32(&record, 0);
	}
	if (has(event, PERIOD))
		add_u64(&record, number("period", 1));
	if (has(event, READ))
		add_read(&record, event->read_format);
	if (has(event, CHAIN))
		add_chain(&record, text("chain"));
	if (has(event, RAW)) {
		add_hex(&bytes, raw);
		add_zeros(&bytes, (12 - bytes.n % 8) % 8);
		add_u32(&record, bytes.n);
		add(&record, bytes.p, bytes.n);
		free(bytes.p);
	}
	if (has(event, BRANCH))
		add_branches(&record, event);
	if (has(event, REGS))
		add_registers(&record, event);
	if (has(event, STACK))
		add_stack(&record);
	if (has(event, WEIGHT))
		add_u64(&record, 3);
	if (has(event, REGS_INTR))
		add_u64(&record, 0);
	end(&record);
}

static void take_deferred(void)
{
	struct bytes record;

	begin(&record, 22, 2);
	add_u64(&record, hex("cookie"));
	add_chain(&record, text("chain"));
	end_with_id(&record);
}

static void take_round(void)
{
	struct bytes record;

	begin(&record, 68, 0);
	end(&record);
}

/* Any type, with any bytes behind it; `more` are counted in no header. */
static void take_record(void)
{
	struct bytes record;
	uint64_t more = number("more", 0);

	begin(&record, number("type", 0), hex("misc"));
	add_hex(&record, text("hex"));
	if (text("size")) {
		uint16_t size = (uint16_t)hex("size");

		memcpy(record.p + 6, &size, sizeof(size));
		add(&data, record.p, record.n);
		free(record.p);
	} else {
		end(&record);
	}
	for (; more > 0; more--)
		add_u8(&data, 0xee);
}

/* What a file holds, in compressed records of so many bytes each. */
static void take_packed(void)
{
	const char *path = text("file");
	uint64_t most = number("bytes", 1000), type = number("type", 81);
	FILE *file = path ? fopen(path, "rb") : NULL;
	char block[1 << 15];
	struct bytes record;
	size_t n;

	if (!file || most > sizeof(block))
		fail("cannot read", path ? path : "no file");
	while ((n = fread(block, 1, most, file)) > 0) {
		begin(&record, type, 0);
		if (type == 83)
			add_u64(&record, n);
		add(&record, block, n);
		if (type == 83)
			align(&record);
		end(&record);
	}
	fclose(file);
}

/* A text as most features are, or bytes. */
static void take_feature(void)
{
	uint64_t which = number("n", 3);
	const char *value = text("text");
	struct bytes feature = {0}, record;

	if (which > 255)
		fail("no such", "feature");
	if (value) {
		add_u32(&feature, 64);
		add(&feature, value, strlen(value));
		add_zeros(&feature, 64 - strlen(value));
	}
	add_hex(&feature, text("hex"));
	if (layout == PIPE_LAYOUT) {
		begin(&record, 80, 0);
		add_u64(&record, which);
		add(&record, feature.p, feature.n);
		end(&record);
		free(feature.p);
	} else {
		free(features[which].p);
		features[which] = feature;
		if (feature.n == 0)
			add_u64(&features[which], 0);
	}
}

/* An entry of the list of build-ids. */
static void take_build_id(void)
{
	struct bytes record, before = data;
	const char *id = text("id");
	size_t start;

	if (layout != PIPE_LAYOUT)
		data = features[2];
	begin(&record, 67, misc_of_line(2) | 1 << 15);
	add_u32(&record, UINT32_MAX);
	start = record.n;
	add_hex(&record, id);
	add_zeros(&record, 20 - (record.n - start));
	add_u8(&record, id ? (unsigned)strlen(id) / 2 : 0);
	add_zeros(&record, 3);
	add_name(&record);
	align(&record);
	end(&record);
	if (layout != PIPE_LAYOUT) {
		features[2] = data;
		data = before;
	}
}

/* ---- whole recordings ---- */

static void describe_events(void)
{
	struct bytes *feature = &features[12];

	for (size_t i = 0; i < event_count; i++)
		if (events[i].name[0] == '\0')
			return;
	add_u32(feature, event_count);
	add_u32(feature, event_count ? events[0].attr.n : 0);
	for (size_t i = 0; i < event_count; i++) {
		const struct event *event = &events[i];

		add(feature, event->attr.p, event->attr.n);
		add_u32(feature, event->id_count);
		add_u32(feature, 64);
		add(feature, event->name, 64);
		for (size_t k = 0; k < event->id_count; k++)
			add_u64(feature, event->ids[k]);
	}
}

static void write_bytes(const struct bytes *bytes)
{
	fwrite(bytes->p, 1, bytes->n, stdout);
}

static void write_file(uint64_t data_size)
{
	struct bytes header = {0}, ids = {0}, attrs = {0}, places = {0}, contents = {0};
	uint64_t bits[4] = {0}, ids_at = 104, attr_size = event_count ? events[0].attr.n + 16 : 16;
	uint64_t attrs_at, data_at, contents_at;

	for (size_t i = 0; i < event_count; i++) {
		add(&attrs, events[i].attr.p, events[i].attr.n);
		add_u64(&attrs, ids_at + ids.n);
		add_u64(&attrs, events[i].id_count * 8);
		for (size_t k = 0; k < events[i].id_count; k++)
			add_u64(&ids, events[i].ids[k]);
	}
	describe_events();
	attrs_at = ids_at + ids.n;
	data_at = attrs_at + attrs.n;
	contents_at = data_at + data.n;
	for (size_t i = 0; i < 256; i++)
		contents_at += features[i].n ? 16 : 0;
	/* A recorder that did not come to its end has not written them. */
	for (size_t i = 0; i < 256 && data_size == UINT64_MAX; i++) {
		if (features[i].n == 0)
			continue;
		bits[i / 64] |= (uint64_t)1 << i % 64;
		add_u64(&places, contents_at + contents.n);
		add_u64(&places, features[i].n);
		add(&contents, features[i].p, features[i].n);
	}
	add(&header, "PERFILE2", 8);
	add_u64(&header, 104);
	add_u64(&header, attr_size);
	add_u64(&header, attrs_at);
	add_u64(&header, attrs.n);
	add_u64(&header, data_at);
	add_u64(&header, data_size == UINT64_MAX ? data.n : data_size);
	add_zeros(&header, 16);
	for (size_t i = 0; i < 4; i++)
		add_u64(&header, bits[i]);
	write_bytes(&header);
	write_bytes(&ids);
	write_bytes(&attrs);
	write_bytes(&data);
	write_bytes(&places);
	write_bytes(&contents);
	free(header.p);
	free(ids.p);
	free(attrs.p);
	free(places.p);
	free(contents.p);
}

static uint64_t file_size = UINT64_MAX;

static void take_file(void)
{
	layout = FILE_LAYOUT;
	file_size = text("data-size") ? number("data-size", 0) : UINT64_MAX;
}

static void take_pipe(void)
{
	layout = PIPE_LAYOUT;
}

static void take_records(void)
{
	layout = RECORDS_LAYOUT;
}

static const struct {
	const char *kind;
	void (*take)(void);
} kinds[] = {{"file", take_file}, {"pipe", take_pipe}, {"records", take_records},
	{"event", take_event}, {"comm", take_comm}, {"mmap", take_mmap}, {"mmap2", take_mmap2},
	{"fork", take_fork}, {"exit", take_exit}, {"sample", take_sample}, {"lost", take_lost},
	{"lost-samples", take_lost_samples}, {"ksymbol", take_ksymbol}, {"deferred", take_deferred},
	{"round", take_round}, {"record", take_record}, {"packed", take_packed},
	{"feature", take_feature}, {"build-id", take_build_id}};

static void take_line(void)
{
	size_t n = strcspn(line, " \n");

	if (n == 0 || line[0] == '#')
		return;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (strlen(kinds[i].kind) == n && strncmp(kinds[i].kind, line, n) == 0) {
			kinds[i].take();
			return;
		}
	fail("no such kind of line", line);
}

int main(void)
{
	while (fgets(line, sizeof(line), stdin)) {
		line_number++;
		take_line();
	}
	if (layout == FILE_LAYOUT) {
		write_file(file_size);
	} else {
		if (layout == PIPE_LAYOUT)
			fwrite("PERFILE2\20\0\0\0\0\0\0", 1, 16, stdout);
		write_bytes(&data);
	}
	for (size_t i = 0; i < event_count; i++)
		free(events[i].attr.p);
	for (size_t i = 0; i < 256; i++)
		free(features[i].p);
	free(data.p);
	return fflush(stdout) == 0 ? 0 : 1;
}
