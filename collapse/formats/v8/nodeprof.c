/*
 * collapse-nodeprof: logs of node --prof, isolate-0x…-v8.log: which code was where, and ticks.
 *
 *     v8-version,11,3,244,8,-node.38,0
 *     shared-library,/usr/bin/node,0x400000,0x2601000,0
 *     code-creation,JS,10,17053,0x7eb220cd05e,313,parse /srv/app.js:8:1,0x3bb8baf05358,~
 *     code-move,0x7eb220cd05e,0x7eb220cd2a0
 *     tick,0x7f0280f30829,19256,0,0x0,3,0x151a6a0,0x7eb220cd2b4,+0x10     leaf first
 *
 * Of a tick: the program counter, the time, whether that is in a function of the embedder and then
 * which one, else the top of the stack; what V8 was doing, and the addresses of the callers, or by
 * how much they differ from the one before. https://v8.dev/docs/profile, and node --prof-process,
 * whose counts these are.
 */
#include <stdlib.h>

#include "collapse/formats/v8/code-map.h"
#include "collapse/formats/v8/nodeprof-name.h"
#include "collapse/stacks/format.h"
#include "common/memory.h"

struct nodeprof_options {
	bool srcline, tiers;
};

/* Frames repeat: what addresses were found to be, until the codes change. */
enum { SEEN = 2048 };

struct nodeprof {
	struct stacks *stacks;
	struct nodeprof_names names;
	struct code_map codes, libraries;
	struct buf quoted;
	struct seen {
		uint64_t address, generation; /* 0: nothing yet */
		uint32_t name;
	} seen[SEEN];
	uint64_t generation; /* how often the codes changed, from 1 */
	uint64_t major; /* V8's version; 0: unknown */
	uint32_t *frames;
	size_t count, capacity;
	uint32_t unknown;
	uint64_t lost; /* ticks where no code is known */
};

#define AT(field) offsetof(struct nodeprof_options, field)

static const struct option nodeprof_options[] = {
	{"srcline", OPTION_FLAG, AT(srcline),
		.help = "show where functions are: parse /srv/app.js:12; those without a name show it "
			"anyway"},
	{"tiers", OPTION_FLAG, AT(tiers),
		.help = "show how far functions are compiled: ~parse not yet, ^parse by Sparkplug, "
			"+parse by Maglev, *parse by the optimizing compiler"},
	{0},
};

/* ---- Fields ---- */

/* Up to the next comma, which goes, too. */
static struct str cut_field(struct str *line)
{
	struct str field = str_head(*line, str_find(*line, ','));

	*line = str_skip(*line, field.n + 1);
	return field;
}

/* The same of a name, which stood in quotes once: "a ""b"", c" */
static struct str cut_name(struct nodeprof *nodeprof, struct str *line)
{
	struct buf *name = &nodeprof->quoted;
	struct str rest = str_skip(*line, 1);

	if (!str_starts(*line, STR("\"")))
		return cut_field(line);
	buf_reset(name);
	for (;;) {
		struct str part = str_head(rest, str_find(rest, '"'));

		buf_add(name, part);
		rest = str_skip(rest, part.n + 1);
		if (!str_starts(rest, STR("\"")))
			break;
		buf_add_char(name, '"');
		rest = str_skip(rest, 1);
	}
	*line = str_skip(rest, 1);
	return buf_str(name);
}

/* "0x7eb220cd05e", of old without the prefix. */
static bool parse_address(struct str field, uint64_t *address)
{
	return str_hex_to_u64(str_skip(field, str_starts(field, STR("0x")) ? 2 : 0), address);
}

static bool cut_address(struct str *line, uint64_t *address)
{
	return parse_address(cut_field(line), address);
}

static bool cut_number(struct str *line, uint64_t *number)
{
	return str_to_u64(cut_field(line), number);
}

/* ---- Codes ---- */

static void codes_changed(struct nodeprof *nodeprof)
{
	nodeprof->generation++;
}

/* KIND,NUMBER,TIME,0xADDRESS,SIZE,NAME[,0xFUNCTION,TIER]; of old without the time. */
static bool add_code(struct nodeprof *nodeprof, struct str line)
{
	struct nodeprof_code names = {.kind = cut_field(&line)};
	struct code code = {.script = nodeprof_is_script(names.kind)};
	uint64_t number;

	if (!cut_number(&line, &number) ||
		(!str_starts(line, STR("0x")) && !cut_number(&line, &number)))
		return false;
	if (!cut_address(&line, &code.start) || !cut_number(&line, &code.size))
		return false;
	names.name = cut_name(nodeprof, &line);
	if (cut_field(&line).n)
		names.tier = line;
	code.name = nodeprof_code_name(&nodeprof->names, &names);
	code_map_add(&nodeprof->codes, &code);
	codes_changed(nodeprof);
	return true;
}

/* A code that is unknown may move and go: V8 does not log those that were there before. */
static bool move_code(struct nodeprof *nodeprof, struct str line)
{
	uint64_t from, to;

	if (!cut_address(&line, &from) || !cut_address(&line, &to))
		return false;
	code_map_move(&nodeprof->codes, from, to);
	codes_changed(nodeprof);
	return true;
}

static bool delete_code(struct nodeprof *nodeprof, struct str line)
{
	uint64_t start;

	if (!cut_address(&line, &start))
		return false;
	code_map_remove(&nodeprof->codes, start);
	codes_changed(nodeprof);
	return true;
}

/* PATH,0xSTART,0xEND: a line for each of its mappings, or each time up to a further end. */
static bool add_library(struct nodeprof *nodeprof, struct str line)
{
	struct str path = cut_name(nodeprof, &line);
	struct code library = {0};
	const struct code *before;
	uint64_t end;

	if (!cut_address(&line, &library.start) || !cut_address(&line, &end) || end < library.start)
		return false;
	library.name = nodeprof_library_name(&nodeprof->names, path);
	before = code_map_find(&nodeprof->libraries, library.start);
	if (before && before->name == library.name) {
		library.start = before->start;
		if (end - before->start < before->size)
			end = before->start + before->size;
	}
	library.size = end - library.start;
	code_map_add(&nodeprof->libraries, &library);
	codes_changed(nodeprof);
	return true;
}

static void forget_codes(struct nodeprof *nodeprof)
{
	code_map_release(&nodeprof->codes);
	code_map_release(&nodeprof->libraries);
	codes_changed(nodeprof);
}

/* The first line of a log: of another process, perhaps, than those before. */
static bool start_log(struct nodeprof *nodeprof, struct str line)
{
	forget_codes(nodeprof);
	return cut_number(&line, &nodeprof->major);
}

/* ---- Ticks ---- */

static uint32_t look_up(const struct nodeprof *nodeprof, uint64_t address)
{
	const struct code *code = code_map_find(&nodeprof->codes, address);

	if (!code)
		code = code_map_find(&nodeprof->libraries, address);
	return code ? code->name : nodeprof->unknown;
}

static void add_frame(struct nodeprof *nodeprof, uint32_t name)
{
	*ARRAY_PUSH(nodeprof->frames, nodeprof->count, nodeprof->capacity) = name;
}

static void add_address(struct nodeprof *nodeprof, uint64_t address)
{
	struct seen *seen = &nodeprof->seen[(address ^ address >> 11) % SEEN];

	if (seen->address != address || seen->generation != nodeprof->generation)
		*seen = (struct seen){address, nodeprof->generation, look_up(nodeprof, address)};
	add_frame(nodeprof, seen->name);
}

/*
 * V8's states. What is JavaScript, the embedder's (5) or a function of its (6) shows by itself;
 * before version 7 they had other numbers, but for the first two.
 */
static const char *state_name(const struct nodeprof *nodeprof, uint64_t state)
{
	static const char *const names[] = {[1] = "(garbage collector)",
		[2] = "(parser)",
		[3] = "(bytecode compiler)",
		[4] = "(compiler)",
		[7] = "(idle)",
		[8] = "(idle)",
		[9] = "(logging)"};

	if (state >= sizeof(names) / sizeof(*names) ||
		(state > 1 && nodeprof->major > 0 && nodeprof->major < 7))
		return NULL;
	return names[state];
}

/* The callers: "0x7eb220cd2b4", "+0x10", "-0x8", and "overflow" if there were more. */
static bool add_callers(struct nodeprof *nodeprof, struct str line, uint64_t pc)
{
	uint64_t address = pc, value;

	while (line.n) {
		struct str field = cut_field(&line);
		char sign = field.n ? field.p[0] : 0;
		bool relative = sign == '+' || sign == '-';

		if (sign == 'o')
			continue;
		if (!parse_address(str_skip(field, relative), &value))
			return false;
		if (relative)
			address += sign == '+' ? value : -value;
		else
			address = value;
		add_address(nodeprof, address);
	}
	return true;
}

/*
 * 0xPC,TIME,EXTERNAL,0xTOP,STATE[,CALLERS]. In a function of the embedder it counts for that, which
 * TOP is then, wherever the counter is. Else if TOP is in a function of a script, that has no frame
 * of its own yet.
 */
static bool add_tick(struct nodeprof *nodeprof, struct str line)
{
	uint64_t pc, time, external, top, vm_state;
	const struct code *code;
	const char *state;

	if (!cut_address(&line, &pc) || !cut_number(&line, &time) ||
		!cut_number(&line, &external) || !cut_address(&line, &top) ||
		!cut_number(&line, &vm_state))
		return false;
	nodeprof->count = 0;
	add_address(nodeprof, external ? top : pc);
	state = state_name(nodeprof, vm_state);
	if (state)
		add_frame(nodeprof, stacks_name(nodeprof->stacks, str_of(state)));
	code = external || top == 0 ? NULL : code_map_find(&nodeprof->codes, top);
	if (code && code->script)
		add_frame(nodeprof, code->name);
	if (!add_callers(nodeprof, line, external ? top : pc))
		return false;
	nodeprof->lost += nodeprof->frames[0] == nodeprof->unknown;
	stacks_add_leaf_first(nodeprof->stacks, nodeprof->frames, nodeprof->count, 1);
	return true;
}

/* "profiler,begin,1000": a tick each so many microseconds, from here on. */
static bool start_ticks(struct nodeprof *nodeprof, struct str line)
{
	uint64_t microseconds;

	if (str_eq(cut_field(&line), STR("begin")) && cut_number(&line, &microseconds) &&
		microseconds <= 1000000)
		stacks_tell_interval(nodeprof->stacks, microseconds * 1000);
	return true;
}

/* ---- The log ---- */

static const struct event {
	const char *word;
	bool (*take)(struct nodeprof *nodeprof, struct str rest);
	const char *expected;
} events[] = {
	{"tick", add_tick, "\"tick,0xPC,TIME,EXTERNAL,0xTOP,STATE,0xCALLER…\" to its end"},
	{"code-creation", add_code, "\"code-creation,KIND,NUMBER,TIME,0xADDRESS,SIZE,NAME\""},
	{"code-move", move_code, "\"code-move,0xFROM,0xTO\""},
	{"code-delete", delete_code, "\"code-delete,0xADDRESS\""},
	{"shared-library", add_library, "\"shared-library,PATH,0xSTART,0xEND\""},
	{"profiler", start_ticks, "\"profiler,begin,MICROSECONDS\""},
	{"v8-version", start_log, "\"v8-version,MAJOR,MINOR…\""},
};

/* V8 logs much more; each line begins with a word such as "script-source" or "LoadIC". */
static bool is_event(struct str word)
{
	for (size_t i = 0; i < word.n; i++)
		if (!byte_is_alpha(word.p[i]) && word.p[i] != '-' && word.p[i] != '_' &&
			!(i > 0 && byte_is_digit(word.p[i])))
			return false;
	return word.n > 0;
}

static void nodeprof_line(struct nodeprof *nodeprof, const struct lines *lines, struct str line)
{
	struct str rest = line, word = cut_field(&rest);

	for (size_t i = 0; i < sizeof(events) / sizeof(*events); i++) {
		if (!str_eq(word, str_of(events[i].word)))
			continue;
		/* An address that is cut off is another one. */
		if ((lines->unterminated && i == 0) || !events[i].take(nodeprof, rest))
			stacks_problem(nodeprof->stacks, lines, events[i].expected, line);
		return;
	}
	if (line.n && !is_event(word))
		stacks_problem(nodeprof->stacks, lines, "an event of V8's log", line);
}

/* Its report, and what --preprocess makes: {"code": [{"name": "node", "type": "SHARED_LIB"}, … */
static bool is_processed(struct str head)
{
	return str_starts(head, STR("Statistical profiling result from ")) ||
	       (str_starts(head, STR("{")) && str_contains(head, STR("\"code\"")) &&
		       str_contains(head, STR("\"SHARED_LIB\"")));
}

static void nodeprof_read(void *state, struct lines *lines)
{
	struct nodeprof *nodeprof = state;
	struct str line;

	if (is_processed(lines_head(lines))) {
		stacks_fail(nodeprof->stacks,
			"%s: this is what node --prof-process made of a log: give the log itself",
			lines->name);
		return;
	}
	nodeprof->major = 0;
	while (lines_next(lines, &line))
		nodeprof_line(nodeprof, lines, line);
	forget_codes(nodeprof);
}

static bool nodeprof_sniff(struct str head)
{
	return str_starts(head, STR("v8-version,")) || str_starts(head, STR("v8-platform,")) ||
	       is_processed(head);
}

static void *nodeprof_begin(const void *options, struct stacks *out)
{
	const struct nodeprof_options *given = options;
	struct nodeprof *nodeprof = memory_new(1, sizeof(*nodeprof));

	nodeprof->stacks = nodeprof->names.stacks = out;
	nodeprof->names.srcline = given->srcline;
	nodeprof->names.tiers = given->tiers;
	nodeprof->generation = 1;
	stacks_tell(out, HEADER_UNIT, STR("ticks"));
	out->are_samples = true;
	nodeprof->unknown = stacks_name(out, STR("[unknown]"));
	return nodeprof;
}

static void nodeprof_end(void *state)
{
	struct nodeprof *nodeprof = state;
	struct stacks *stacks = nodeprof->stacks;

	if (nodeprof->lost)
		stacks_note(stacks, "%llu of %llu ticks are where no code is known: [unknown]",
			(unsigned long long)nodeprof->lost, (unsigned long long)stacks->count);
	stacks_explain(stacks, "the log has no ticks: node --prof writes them");
	nodeprof_names_release(&nodeprof->names);
	buf_release(&nodeprof->quoted);
	free(nodeprof->frames);
	free(nodeprof);
}

const struct kind kind_nodeprof = {
	.name = "nodeprof",
	.input = "a log of node --prof",
	.sniff = nodeprof_sniff,
};

const struct format format_nodeprof = {
	.kind = &kind_nodeprof,
	.summary =
		"Folds the ticks that node --prof logs, and all else that runs JavaScript with V8 "
		"if given --prof. The number is how many ticks a stack had.",
	.options = nodeprof_options,
	.options_size = sizeof(struct nodeprof_options),
	.begin = nodeprof_begin,
	.read = nodeprof_read,
	.end = nodeprof_end,
};
