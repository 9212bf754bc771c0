/*
 * Paths as another machine's, or a container's, programs see them: below a folder, and nowhere
 * else.
 */
#ifndef COLLAPSE_SYMBOLS_PATH_BELOW_H
#define COLLAPSE_SYMBOLS_PATH_BELOW_H

#include <stdbool.h>

#include "common/buf.h"

/*
 * Sets `out` to where `path` is below `root`, NUL-terminated. Symbolic links are followed as if
 * root were "/", so that one to /usr/lib stays in it, and ".." never leaves it. False when the path
 * goes through too many links, or becomes too long to be opened.
 */
bool path_below(struct buf *out, const char *root, struct str path);

#endif
