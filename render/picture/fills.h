/*
 * Which fill each frame gets: an index into a short list of colours, which become the classes f0,
 * f1, … of the picture.
 */
#ifndef RENDER_PICTURE_FILLS_H
#define RENDER_PICTURE_FILLS_H

#include "common/compare/comparison.h"
#include "render/picture/beyond-noise.h"
#include "render/picture/colour.h"
#include "render/picture/layout.h"
#include "render/picture/palette-map.h"

enum fill_kind {
	FILL_BY_NAME,
	FILL_BY_CHANGE, /* two columns: how much a frame's weight changed */
	FILL_BY_WIDTH,
};

struct fill_options {
	int palette;       /* index into palette_names */
	bool hash;
	bool by_width;     /* --colordiffusion */
	int change_scheme; /* index into change_scheme_names */
	bool negate;
	bool self_change;  /* colour the change of the self weight, not of the total */
	struct amount floor; /* smaller changes are coloured as none; of the larger total */
	double confidence; /* percent: changes that may be noise are grey; 0: all are coloured */
};

struct fills {
	const struct fill_options *options;
	enum fill_kind kind;
	struct colour *colours; /* by fill; fill 0 is the root's where kind is FILL_BY_NAME */
	uint32_t count;
	uint32_t *of_name; /* by name id; FILL_BY_NAME only */
	uint64_t floor; /* FILL_BY_CHANGE: the least change that is coloured, in the tree's units */
	struct beyond_noise beyond; /* the same: which changes are more than noise */
};

/* map may be NULL; names that it lacks are added to it. options must outlive fills. */
void fills_init(struct fills *fills, const struct fill_options *options,
	const struct calltree *tree, const struct comparison *comparison,
	struct palette_map *map);
uint32_t fills_of_node(const struct fills *fills, const struct calltree *tree,
	const struct totals *totals, uint32_t node);
void fills_release(struct fills *fills);

#endif
