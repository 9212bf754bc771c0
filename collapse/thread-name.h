/*
 * Root frames of profiles that have several processes and threads: "Web Content", or with the number
 * "Web Content-4711", or the number alone where there is no name.
 */
#ifndef COLLAPSE_THREAD_NAME_H
#define COLLAPSE_THREAD_NAME_H

#include "collapse/stacks.h"

/* name: from stacks_name(), or NAME_NONE. */
uint32_t thread_name(
	struct stacks *stacks, struct buf *scratch, uint32_t name, struct str id, bool with_id);

#endif
