/*
 * Links into a picture that flamegraph drew: the viewer there opens zoomed to a frame, or with all
 * callers and callees of a function. render/viewer/address.js reads what is written here.
 *
 *     diff.svg?zoom=main;parse;read
 *     diff.svg?fn=read
 *
 * The address of the picture is the user's; what it lacks of a URL (blanks, parentheses) is written
 * as %20. What comes out is ASCII without blanks, quotes, brackets and parentheses, whatever a
 * function is called, so that it may stand as it is in Markdown, CSV and JSON.
 */
#ifndef RENDER_REPORT_LINK_H
#define RENDER_REPORT_LINK_H

#include "common/calltree.h"

/* NODE_ROOT: the picture as it is. */
void link_add_frame(
	struct buf *out, const char *picture, const struct calltree *tree, uint32_t node);
void link_add_function(struct buf *out, const char *picture, struct str name);

#endif
