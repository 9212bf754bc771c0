/*
 * Dumps of stacks: frames line by line, leaf first. A format tells what a line is and what a
 * frame's text is called (struct dump_kind); the rest is here.
 *
 * Debuggers and virtual machines print a header for each thread, its frames, and something that
 * ends them. Each stack counts 1, unless the format says otherwise:
 *
 *     Thread 2 (Thread 0x7f1e80d3d6c0 (LWP 3363) "worker"):    dump_end(), dump_root()
 *     #0  0x000055ac728d041c in app::spin (d=0) at t.cpp:10    dump_frame()
 *     #1  0x000055ac728d0447 in main () at t.cpp:21            dump_frame()
 *                                                              dump_end()
 *
 * Scripts of tracers print each distinct stack and behind it a line with its count, without which
 * it is not whole (dump_kind.counted):
 *
 *     0xffffffff8103ed6a : native_safe_halt+0x6/0x8 [kernel]   dump_frame()
 *     0xffffffff810b8a7d : default_idle+0x1d/0x100 [kernel]    dump_frame()
 *         12                                                   dump_count()
 */
#ifndef COLLAPSE_STACKS_DUMP_H
#define COLLAPSE_STACKS_DUMP_H

#include "collapse/stacks/frame-list.h"
#include "collapse/stacks/stacks.h"

struct dump {
	const struct dump_kind *kind;
	const void *options;
	struct stacks *stacks;
	struct lines *lines; /* the input that is read; a read() of the format's own sets it */
	struct frame_list frames; /* of the open stack, leaf first */
	struct frame_list roots; /* of the open stack, outermost first */
	unsigned led_by; /* which of the roots are threads and processes, see dump_process() */
	bool has_other_root;
	uint64_t weight; /* of the open stack */
	uint64_t next_number; /* of a frame, where they have numbers */
	struct buf scratch;
};

/* How a format reads; its state starts with a struct dump. */
struct dump_kind {
	size_t size; /* of the state */
	void (*line)(void *state, struct str line);
	/* The name of a frame from its text; NULL: the text is the name. */
	struct str (*name)(void *state, struct str text);
	void (*stop)(void *state); /* an input has ended; NULL: dump_end(), unless counted */
	void (*end)(void *state); /* notes, and what the state owns; or NULL */
	bool counted; /* a stack that is left open lacks its count, which is a problem */
};

/* For struct format: begin() calls the first; read and end are the others. */
void *dump_begin(const struct dump_kind *kind, const void *options, struct stacks *out);
void dump_read(void *state, struct lines *lines);
void dump_finish(void *state);

/* A frame, nearer to the root than those before it. */
void dump_frame(struct dump *dump, struct str text);
/* A frame for the root's side, inside of the roots before it. */
void dump_root(struct dump *dump, struct str name);
/* The same of frames that are no functions, see stacks_lead(). */
void dump_process(struct dump *dump, struct str name);
void dump_thread(struct dump *dump, struct str name);
/* Adds the open stack, if it has frames, with its roots, and opens an empty one. */
void dump_end(struct dump *dump);
/* Adds the open stack with this count, "-" if nothing is on it, and opens an empty one. */
void dump_count(struct dump *dump, uint64_t count);
/*
 * Takes a line that is a number, but cannot be a count, "-5", "1.5", or above 2^64-1: that is a
 * problem, and the open stack is forgotten. False, and nothing done, for any other line.
 */
bool dump_refuse_count(struct dump *dump, struct str text);
/* Forgets the open stack. */
void dump_drop(struct dump *dump);

void dump_problem(struct dump *dump, const char *expected, struct str line);

/*
 * Where frames are numbered, "#0" is the leaf: starts a stack where the numbers start again. A
 * number that was left out is a problem.
 */
void dump_number(struct dump *dump, uint64_t number, struct str line);
/* Cuts the "#12" that starts a line, and blanks; false if there is none. */
bool dump_cut_number(struct str *line, uint64_t *number);

#endif
