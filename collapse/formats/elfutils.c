/*
 * collapse-elfutils: stacks that eu-stack -p prints, taken again and again.
 *
 *     PID 8761 - process
 *     TID 8762:
 *     #0  0x0000557f66428425 srv::compute(srv::Job const&, int)
 *         /src/server.cpp:12:9                                       with -s
 *     #1  0x00007fbc35ea71f5 - 1 start_thread - /lib/libc.so.6       with -a and -m
 *     #2  0x00007fbc360d44a3
 *
 * eu-stack(1)
 */
#include "collapse/names/native-name.h"
#include "collapse/stacks/dump.h"
#include "collapse/stacks/format.h"

struct elfutils_options {
	bool pid, tid, no_tidy;
};

struct elfutils {
	struct dump dump;
	struct native_name names;
	struct buf pid; /* "8761" */
	bool open; /* behind the header of a thread */
	uint64_t threads, lost;
};

#define AT(field) offsetof(struct elfutils_options, field)

static const struct option elfutils_options[] = {
	{"pid", OPTION_FLAG, AT(pid), .help = "show the process in a root frame: PID=8761"},
	{"tid", OPTION_FLAG, AT(tid), .help = "show the thread in a root frame: TID=8762"},
	{"no-tidy", OPTION_FLAG, AT(no_tidy),
		.help = "keep the arguments of C++ functions and the versions of symbols"},
	{0},
};

/* "TID 8762:" or "PID 8761 - process", after the word; false if there is no number. */
static bool cut_id(struct str line, struct str word, struct str *id)
{
	size_t end;

	if (!str_starts(line, word))
		return false;
	line = str_skip(line, word.n);
	end = str_digits(line);
	*id = str_head(line, end);
	line = str_skip(line, end);
	return end > 0 && (str_starts(line, STR(":")) || str_starts(line, STR(" - ")));
}

/* "TID=8762", until the next one. */
static struct str label(struct dump *dump, struct str key, struct str id)
{
	buf_set(&dump->scratch, key);
	buf_add(&dump->scratch, id);
	return buf_str(&dump->scratch);
}

static void end_thread(struct elfutils *elfutils)
{
	elfutils->lost += elfutils->open && elfutils->dump.frames.count == 0;
	elfutils->open = false;
	dump_end(&elfutils->dump);
}

static void start_thread(struct elfutils *elfutils, struct str tid)
{
	const struct elfutils_options *options = elfutils->dump.options;
	struct dump *dump = &elfutils->dump;

	end_thread(elfutils);
	elfutils->open = true;
	elfutils->threads++;
	if (options->pid && elfutils->pid.n)
		dump_process(dump, label(dump, STR("PID="), buf_str(&elfutils->pid)));
	if (options->tid)
		dump_thread(dump, label(dump, STR("TID="), tid));
}

static void elfutils_line(void *state, struct str line)
{
	struct elfutils *elfutils = state;
	struct dump *dump = &elfutils->dump;
	struct str text = line, id;
	uint64_t number;
	size_t address;

	if (dump_cut_number(&text, &number)) {
		address = str_address(text);
		dump_number(dump, number, line);
		if (address > 0)
			dump_frame(dump, str_trim(str_skip(text, address)));
		else
			dump_problem(dump, "\"#N  0xADDRESS FUNCTION\"", line);
	} else if (cut_id(line, STR("TID "), &id)) {
		start_thread(elfutils, id);
	} else if (cut_id(line, STR("PID "), &id)) {
		end_thread(elfutils);
		buf_set(&elfutils->pid, id);
	}
}

static struct str elfutils_name(void *state, struct str text)
{
	struct elfutils *elfutils = state;
	const struct elfutils_options *options = elfutils->dump.options;
	struct str module = {0};
	size_t at;

	if (str_starts(text, STR("- 1")) && (text.n == 3 || text.p[3] == ' '))
		text = str_trim_start(str_skip(text, 3));
	at = str_starts(text, STR("- ")) ? 0 : str_find_str(text, STR(" - "));
	if (at < text.n) {
		module = str_skip(text, at + (at > 0 ? 3 : 2));
		text = str_head(text, at);
	}
	return native_name_unversioned(&elfutils->names, text, module, !options->no_tidy);
}

static void elfutils_stop(void *state)
{
	struct elfutils *elfutils = state;

	end_thread(elfutils);
	buf_reset(&elfutils->pid);
}

static void elfutils_end(void *state)
{
	struct elfutils *elfutils = state;

	if (elfutils->lost > 0)
		stacks_note(elfutils->dump.stacks,
			"eu-stack found no frames of %llu of %llu threads",
			(unsigned long long)elfutils->lost, (unsigned long long)elfutils->threads);
	buf_release(&elfutils->pid);
	native_name_release(&elfutils->names);
}

static void *elfutils_begin(const void *options, struct stacks *out)
{
	static const struct dump_kind kind = {.size = sizeof(struct elfutils),
		.line = elfutils_line,
		.name = elfutils_name,
		.stop = elfutils_stop,
		.end = elfutils_end};
	struct elfutils *elfutils = dump_begin(&kind, options, out);

	elfutils->names.stacks = out;
	stacks_tell(out, HEADER_UNIT, STR("stacks"));
	return elfutils;
}

static bool elfutils_sniff(struct str head)
{
	struct str line, id, number;

	while (str_cut(head, '\n', &line, &head)) {
		uint64_t frame;

		if (cut_id(line, STR("PID "), &id) || cut_id(line, STR("TID "), &id))
			return str_starts(head, STR("TID ")) || str_starts(head, STR("#0  0x"));
		number = line;
		if (dump_cut_number(&number, &frame))
			return false;
	}
	return false;
}

const struct kind kind_elfutils = {
	.name = "elfutils",
	.input = "stacks of eu-stack",
	.sniff = elfutils_sniff,
};

const struct format format_elfutils = {
	.kind = &kind_elfutils,
	.summary = "Folds the stacks that eu-stack prints of a program's threads, as often as they "
		   "were taken. The number is how often a stack was seen.",
	.options = elfutils_options,
	.options_size = sizeof(struct elfutils_options),
	.begin = elfutils_begin,
	.read = dump_read,
	.end = dump_finish,
};
