/*
 * The options of flamegraph: one struct, filled from the command line.
 */
#ifndef RENDER_FLAMEGRAPH_OPTIONS_H
#define RENDER_FLAMEGRAPH_OPTIONS_H

#include "render/input/options.h"
#include "render/picture/picture.h"

struct flamegraph_options {
	struct profile_options profile;
	struct picture_options picture;
	struct fill_options fill;
	struct output_options output;
	const char *palette_map; /* NULL: none */
	const char *attributes;  /* NULL: no file */
	const char *total;       /* NULL: none */
	struct weight total_weight; /* what it says */
	uint64_t period; /* 0: not said */
	bool csp_hash; /* no picture, but what names its script */
	bool groups_symbols; /* is said to do nothing */
	bool ignored; /* what scripts for other programs give; it changes nothing here */
	int encoding;
};

/*
 * Defaults, then what the command line says, then what some options mean for others. Returns the
 * operands, to be freed; wrong usage ends the program.
 */
const char **flamegraph_options_parse(
	struct flamegraph_options *options, int argc, char **argv);
void flamegraph_options_release(struct flamegraph_options *options);

/* Warns of what was asked for and changes nothing in a picture of that many columns. */
void flamegraph_options_warn(const struct flamegraph_options *options, unsigned columns);

#endif
