/*
 * One step up a stack: from a frame's registers to its caller's.
 */
#ifndef COLLAPSE_SYMBOLS_UNWIND_STEP_H
#define COLLAPSE_SYMBOLS_UNWIND_STEP_H

#include "collapse/symbols/unwind/cfi-file.h"
#include "collapse/symbols/unwind/state.h"

enum step {
	STEP_MADE, /* the state is the caller's */
	STEP_OUTERMOST,
	STEP_CUT,
	STEP_NO_RULE,
};

/*
 * By a row of call frame information. is_call: the frame is in the middle of a call, not where it
 * was interrupted. The state is left as it was unless the step is made.
 */
enum step step_by_row(struct state *state, const struct cfi_row *row, bool is_call);

/*
 * By the frame pointer, in code that keeps a chain of them: it points to the caller's frame
 * pointer, behind which lies the return address. Whether the code keeps one is the caller's guess;
 * what does not lie in the stack and in order is no chain.
 */
enum step step_by_frame_pointer(struct state *state);

/* From what a signal handler returns to: by the registers that the kernel has left above it. */
enum step step_by_signal_frame(struct state *state);

#endif
