/*
 * A column of whole numbers, held until what they point to is known: a profile's samples may stand
 * before its nodes, their weights behind both. Each takes as few bytes as it needs, fewer than in the
 * text that it was.
 */
#ifndef COLLAPSE_READERS_COLUMN_H
#define COLLAPSE_READERS_COLUMN_H

#include <stdbool.h>

#include "common/buf.h"

/* A zeroed column is an empty one. */
struct column {
	struct buf bytes;
	size_t count;
};

#define COLUMN_NULL INT64_MIN /* for what has no number */

void column_add(struct column *column, int64_t value);
/* The one at *at, which starts from 0 and moves on; false behind the last. */
bool column_next(const struct column *column, size_t *at, int64_t *value);
void column_reset(struct column *column);
void column_release(struct column *column);

#endif
