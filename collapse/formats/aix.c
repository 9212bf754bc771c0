/*
 * collapse-aix: stacks that AIX's procstack prints, or Solaris' pstack, taken again and again.
 *
 *     28243 : /home/guest/appl -v
 *     ---------- tid# 53427 (pthread ID:      1) ----------      if there are several threads
 *     0xd01d15c4  waitpid   (?, ?, ?) + e0                       with or without 0x
 *     0x10000300  main(??, ??) + 0xa1c
 *
 *     100225: /usr/sbin/nscd                                     or "core 'core.7' of 100225: nscd"
 *     -----------------  lwp# 5 / thread# 5  --------------------
 *     08056a96 gethost_revalidate (0) + 4b
 *     fe482aa4 ???????? (d6490)                                  a function without a name
 *
 * https://www.ibm.com/docs/en/aix/7.3?topic=p-procstack-command,
 * https://ahl.dtrace.org/2004/08/06/number-19-of-20-per-thread-p-tools/
 */
#include "collapse/names/native-name.h"
#include "collapse/stacks/dump.h"
#include "collapse/stacks/format.h"

struct aix_options {
	bool pid, tid;
};

struct aix {
	struct dump dump;
	struct native_name names;
	struct buf process, pid; /* "appl", "28243" */
	struct buf tid;
};

#define AT(field) offsetof(struct aix_options, field)

static const struct option aix_options[] = {
	{"pid", OPTION_FLAG, AT(pid), .help = "show the process id in the root frame: appl-28243"},
	{"tid", OPTION_FLAG, AT(tid), .help = "show both ids in the root frame: appl-28243/53427"},
	{0},
};

/* "28243 : /home/guest/appl -v", also behind "core '/tmp/core' of " */
static bool parse_process(struct str line, struct str *pid, struct str *command)
{
	const struct str mark = STR("' of ");
	size_t n;

	if (str_starts(line, STR("core '")))
		line = str_skip(line, str_find_str(line, mark) + mark.n);
	n = str_digits(line);
	*pid = str_head(line, n);
	line = str_trim_start(str_skip(line, n));
	*command = str_trim_start(str_skip(line, 1));
	return n > 0 && str_starts(line, STR(":"));
}

static bool take_process(struct aix *aix, struct str line)
{
	struct str pid, command;

	if (!parse_process(line, &pid, &command))
		return false;
	command = str_base_name(str_head(command, str_find(command, ' ')));
	dump_end(&aix->dump);
	buf_set(&aix->pid, pid);
	buf_set(&aix->process, command.n ? command : STR("[unknown]"));
	buf_reset(&aix->tid);
	return true;
}

/* The number of a thread in "---------- tid# 53427 (pthread ID: 1) ----------", or behind lwp#. */
static bool find_thread(struct str line, struct str *id)
{
	static const struct str marks[] = {STR_INIT("tid#"), STR_INIT("lwp#"), STR_INIT("thread#")};

	for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++) {
		size_t at = str_find_str(line, marks[i]);

		if (at == line.n)
			continue;
		*id = str_trim_start(str_skip(line, at + marks[i].n));
		*id = str_head(*id, str_digits(*id));
		return str_starts(line, STR("---"));
	}
	return false;
}

static bool take_thread(struct aix *aix, struct str line)
{
	struct str id;

	if (!find_thread(line, &id))
		return false;
	dump_end(&aix->dump);
	buf_set(&aix->tid, id);
	return true;
}

static void add_root(struct aix *aix)
{
	const struct aix_options *options = aix->dump.options;
	struct buf *out = &aix->dump.scratch;

	if (aix->process.n == 0)
		return;
	buf_set(out, buf_str(&aix->process));
	if (options->pid || options->tid) {
		buf_add_char(out, '-');
		buf_add(out, buf_str(&aix->pid));
	}
	if (options->tid && aix->tid.n) {
		buf_add_char(out, '/');
		buf_add(out, buf_str(&aix->tid));
	}
	if (options->tid && aix->tid.n)
		dump_thread(&aix->dump, buf_str(out));
	else
		dump_process(&aix->dump, buf_str(out));
}

/* "0xd01d15c4  waitpid   (?, ?, ?) + e0", without the address. */
static bool parse_frame(struct str line, struct str *function)
{
	size_t digits;

	if (str_starts(line, STR("0x")))
		line = str_skip(line, 2);
	digits = str_hex_digits(line);
	line = str_skip(line, digits);
	*function = str_trim_start(line);
	return digits >= 8 && line.n && byte_is_blank(line.p[0]) && function->n;
}

static void aix_line(void *state, struct str line)
{
	struct aix *aix = state;
	struct str text = str_trim(line), function;

	if (parse_frame(text, &function)) {
		if (aix->dump.frames.count == 0)
			add_root(aix);
		dump_frame(&aix->dump, function);
	} else if (text.n == 0) {
		dump_end(&aix->dump);
	} else if (!take_process(aix, text) && !take_thread(aix, text)) {
		dump_problem(&aix->dump, "\"ADDRESS FUNCTION (…) + OFFSET\"", line);
	}
}

static struct str aix_name(void *state, struct str text)
{
	struct aix *aix = state;

	if (str_starts(text, STR("???")))
		text.n = 0;
	return native_name_unversioned(&aix->names, text, (struct str){0}, true);
}

static void aix_stop(void *state)
{
	struct aix *aix = state;

	dump_end(&aix->dump);
	buf_reset(&aix->process);
	buf_reset(&aix->tid);
}

static void aix_end(void *state)
{
	struct aix *aix = state;

	buf_release(&aix->process);
	buf_release(&aix->pid);
	buf_release(&aix->tid);
	native_name_release(&aix->names);
}

static void *aix_begin(const void *options, struct stacks *out)
{
	static const struct dump_kind kind = {.size = sizeof(struct aix),
		.line = aix_line,
		.name = aix_name,
		.stop = aix_stop,
		.end = aix_end};
	struct aix *aix = dump_begin(&kind, options, out);

	aix->names.stacks = out;
	stacks_tell(out, HEADER_UNIT, STR("stacks"));
	return aix;
}

static bool aix_sniff(struct str head)
{
	struct str line, second, id, function, pid, command;

	if (!str_cut(head, '\n', &line, &head) || !str_cut(head, '\n', &second, &head))
		return false;
	return parse_process(str_trim_start(line), &pid, &command) &&
	       (find_thread(str_trim(second), &id) || (parse_frame(str_trim(second), &function) &&
							      str_contains(function, STR(") +"))));
}

const struct kind kind_aix = {
	.name = "aix",
	.input = "stacks of procstack or Solaris' pstack",
	.sniff = aix_sniff,
};

const struct format format_aix = {
	.kind = &kind_aix,
	.summary =
		"Folds the stacks that AIX's procstack or Solaris' pstack prints of a process's "
		"threads, as often as they were taken. The number is how often a stack was seen.",
	.options = aix_options,
	.options_size = sizeof(struct aix_options),
	.begin = aix_begin,
	.read = dump_read,
	.end = dump_finish,
};
