/*
 * collapse-ibmjava: javacores, the dumps of IBM's and OpenJ9's virtual machines. Of their many
 * lines those count that tell of threads:
 *
 *     1XMCURTHDINFO  Current thread                        one thread, which is among the next ones
 *     1XMTHDINFO     All Thread Details
 *     3XMTHREADINFO      "main" J9VMThread:0x0F010500, …, state:R, prio=5
 *     3XMTHREADINFO3           Java callstack:
 *     4XESTACKTRACE                at myLoop.main(myLoop.java:32(Compiled Code))
 *     5XESTACKTRACE                   (entered lock: java/lang/Object@0x00000000E0030068)
 *     3XMTHREADINFO3           Native callstack:
 *     4XENATIVESTACK               monitor_wait+0x83e (0x000007FEF4C2600E [J9THR27+0x600e])
 *
 * https://eclipse.dev/openj9/docs/dump_javadump/
 */
#include "collapse/formats/java/threads.h"
#include "collapse/stacks/format.h"

struct ibmjava {
	struct java_threads threads;
	bool repeated; /* in the part of the current thread */
};

/* "3XMTHREADINFO   text": the text, behind the tag and blanks. */
static bool cut_tag(struct str line, struct str tag, struct str *text)
{
	if (!str_starts(line, tag))
		return false;
	*text = str_skip(line, tag.n);
	if (text->n && !byte_is_blank(text->p[0]))
		return false;
	*text = str_trim(*text);
	return true;
}

static void take_header(struct ibmjava *ibmjava, struct str text)
{
	struct java_threads *threads = &ibmjava->threads;
	size_t start = str_find(text, '"') + 1, end = str_rfind(text, '"');
	struct str state = str_skip(text, str_find_str(text, STR("state:")) + 6);

	if (ibmjava->repeated)
		return;
	java_threads_start(
		threads, start <= end ? str_skip(str_head(text, end), start) : STR("[no name]"));
	java_threads_state(threads, str_trim(str_head(state, str_find(state, ','))));
}

static void ibmjava_line(void *state, struct str line)
{
	struct ibmjava *ibmjava = state;
	struct str text;

	if (cut_tag(line, STR("4XESTACKTRACE"), &text)) {
		java_threads_frame(&ibmjava->threads,
			str_starts(text, STR("at ")) ? str_skip(text, 3) : text, line);
	} else if (cut_tag(line, STR("3XMTHREADINFO"), &text)) {
		take_header(ibmjava, text);
	} else if (str_starts(line, STR("0SECTION")) || str_starts(line, STR("1X"))) {
		java_threads_stop(ibmjava);
		ibmjava->repeated = str_starts(line, STR("1XMCURTHDINFO"));
	}
}

static void *ibmjava_begin(const void *options, struct stacks *out)
{
	static const struct dump_kind kind = {.size = sizeof(struct ibmjava),
		.line = ibmjava_line,
		.name = java_threads_name,
		.stop = java_threads_stop,
		.end = java_threads_end};

	stacks_tell(out, HEADER_UNIT, STR("stacks"));
	return dump_begin(&kind, options, out);
}

static void ibmjava_defaults(void *options)
{
	*(struct java_threads_options *)options =
		(struct java_threads_options){.thread_name = true};
}

static bool ibmjava_sniff(struct str head)
{
	struct str line;

	while (str_cut(head, '\n', &line, &head))
		if (str_starts(line, STR("0SECTION ")) || str_starts(line, STR("1TISIGINFO ")) ||
			str_starts(line, STR("3XMTHREADINFO ")))
			return true;
	return false;
}

const struct kind kind_ibmjava = {
	.name = "ibmjava",
	.input = "javacores of IBM's Java or OpenJ9",
	.sniff = ibmjava_sniff,
};

const struct format format_ibmjava = {
	.kind = &kind_ibmjava,
	.summary =
		"Folds javacores, the dumps of IBM's Java and OpenJ9, as often as they were made. "
		"The number is how often a stack was seen.",
	.options = java_threads_options,
	.options_size = sizeof(struct java_threads_options),
	.defaults = ibmjava_defaults,
	.begin = ibmjava_begin,
	.read = dump_read,
	.end = dump_finish,
};
