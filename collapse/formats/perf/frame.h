/*
 * A frame in perf script's text, and the name it gets:
 *
 *     	    7f722d142778 std::vector<int>::push_back(int&&)+0x4c (/usr/lib/libfoo.so (deleted))
 *     	    ADDRESS      SYMBOL                            OFFSET (DSO)
 *       file.cpp:137                  the line after it, with perf script -F +srcline
 *
 * Address, symbol or dso may be missing (perf script -F). Where the dso belongs, or behind the
 * source line, stands "(inlined)" when the compiler had put the function into its caller.
 */
#ifndef COLLAPSE_FORMATS_PERF_FRAME_H
#define COLLAPSE_FORMATS_PERF_FRAME_H

#include "collapse/formats/perf/options.h"
#include "collapse/stacks/line-cache.h"
#include "collapse/stacks/stacks.h"

struct perf_frame {
	struct str address; /* "7f722d142778" */
	struct str symbol; /* without the offset; empty or a blank when unknown */
	struct str dso; /* "/usr/lib/libfoo.so (deleted)"; empty when unknown */
	struct str source; /* "file.cpp:137" */
	bool inlined;
};

/* False when the line cannot be a frame. The source line, if any, follows behind a '\n'. */
bool perf_frame_parse(struct str line, struct perf_frame *frame);

/*
 * What of a line decides the frame's name, if addresses are not shown: symbol and dso, while
 * address and offset differ from line to line. The whole line where it is not "ADDRESS
 * SYMBOL+OFFSET (DSO)".
 */
struct line_key perf_frame_key(struct str line);
/* Was the line cut where the key was? If not, a line with another offset may mean another frame. */
bool perf_frame_fits(const struct perf_frame *frame, struct line_key key);

/* Could this be the line that -F +srcline adds? Frames do not start with two blanks. */
bool perf_frame_is_source(struct str line);

/* What a frame came to: a name for each method of an inlined chain, else one; leaf first. */
struct perf_frame_names {
	uint32_t *ids;
	size_t count, capacity;
	bool ends_stack; /* --skip-after: what called this frame is not to be shown */
	struct buf scratch[2], name;
};

/* What a frame's dso and symbol tell of its code; those that are not known, too. */
bool perf_symbol_is_unknown(struct str symbol);
bool perf_dso_is_jit(struct str dso);
/* "libfoo.so" of "/usr/lib/libfoo.so (deleted)"; "[unknown]". */
struct str perf_dso_name(struct str dso);

void perf_frame_name(struct perf_frame_names *names, const struct perf_frame *frame,
	const struct perf_options *options, struct stacks *stacks);
void perf_frame_names_release(struct perf_frame_names *names);

#endif
