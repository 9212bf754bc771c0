#include "render/picture/fills.h"

#include <math.h>
#include <stdlib.h>

#include "common/memory.h"
#include "common/weight.h"

/*
 * The level of a change (see shared.h): |after - before| as a share of the larger of both, so that
 * twice as much and half as much are equally strong. A change below least is none.
 */
static int change_level(uint64_t before, uint64_t after, uint64_t least)
{
	double b = (double)before, a = (double)after;
	int level;

	if (before == after || weight_difference(before, after) < least)
		return 0;
	if (before == 0)
		return CHANGE_NEW;
	if (after == 0)
		return CHANGE_GONE;
	level = (int)ceil(fabs(a - b) / (a > b ? a : b) * CHANGE_STEPS);
	/* Beyond 2^53 unequal integers can be equal doubles. */
	level = level < 1 ? 1 : level;
	return after > before ? level : CHANGE_STEPS + level;
}

/* A change that may be none by chance keeps its direction only. */
static int noise_level(uint64_t before, uint64_t after, int level)
{
	if (level == 0)
		return 0;
	return after > before ? CHANGE_NOISE_MORE : CHANGE_NOISE_LESS;
}

static int width_level(uint64_t width, uint64_t all)
{
	return (int)floor(sqrt((double)width / (double)all) * (WIDTH_LEVELS - 1) + 0.5);
}

static struct colour name_colour(
	const struct fill_options *options, struct palette_map *map, struct str name)
{
	struct colour colour;
	bool separator = str_eq(name, STR("-")) || str_eq(name, STR("--"));

	if (map && !separator && palette_map_find(map, name, &colour))
		return colour;
	colour = colour_of_name(options->palette, options->hash, name);
	if (map && !separator)
		palette_map_add(map, name, colour);
	return colour;
}

/* Colours are interned as names of three bytes. */
static uint32_t colour_index(struct names *colours, struct colour colour)
{
	char bytes[3] = {(char)colour.r, (char)colour.g, (char)colour.b};

	return names_add(colours, (struct str){bytes, sizeof(bytes)});
}

static void take_colours(struct fills *fills, struct names *colours)
{
	fills->count = colours->count;
	fills->colours = memory_new(fills->count, sizeof(*fills->colours));
	for (uint32_t i = 0; i < fills->count; i++) {
		struct str bytes = names_get(colours, i);

		fills->colours[i] = (struct colour){
			(uint8_t)bytes.p[0], (uint8_t)bytes.p[1], (uint8_t)bytes.p[2]};
	}
	names_release(colours);
}

static void init_by_name(struct fills *fills, const struct calltree *tree, struct palette_map *map)
{
	struct names colours = {0};
	const struct fill_options *options = fills->options;
	uint32_t *sorted = names_sorted(&tree->names);

	colour_index(&colours, colour_of_name(options->palette, options->hash, STR("")));
	fills->of_name = memory_new(tree->names.count, sizeof(*fills->of_name));
	/* In the order of the names, so that fills have the same numbers whatever the input's order. */
	for (uint32_t i = 0; i < tree->names.count; i++) {
		struct str name = names_get(&tree->names, sorted[i]);

		fills->of_name[sorted[i]] = colour_index(&colours, name_colour(options, map, name));
	}
	free(sorted);
	take_colours(fills, &colours);
}

static void init_levels(struct fills *fills, uint32_t count)
{
	const struct fill_options *options = fills->options;

	fills->count = count;
	fills->colours = memory_new(count, sizeof(*fills->colours));
	for (uint32_t i = 0; i < count; i++)
		fills->colours[i] = fills->kind == FILL_BY_WIDTH ?
			colour_of_width((int)i) :
			colour_of_change(options->change_scheme, options->negate, (int)i);
}

/* The option's floor in the tree's units; one that does not fit there is above all changes. */
static uint64_t floor_weight(const struct amount *least, const struct calltree *tree)
{
	uint64_t total = tree->total[0] > tree->total[1] ? tree->total[0] : tree->total[1];
	uint64_t unit = weight_unit(least->weight.places), value = least->weight.value;

	if (least->percent)
		return weight_scale(total, value, 100 * unit);
	if (value / unit >= UINT64_MAX / weight_unit(tree->places))
		return UINT64_MAX;
	return weight_scale(value, weight_unit(tree->places), unit);
}

void fills_init(struct fills *fills, const struct fill_options *options,
	const struct calltree *tree, const struct comparison *comparison, struct palette_map *map)
{
	*fills = (struct fills){.options = options};
	if (tree->columns == 2) {
		fills->kind = FILL_BY_CHANGE;
		fills->floor = floor_weight(&options->floor, tree);
		beyond_noise_init(&fills->beyond, comparison, tree, options->confidence);
		init_levels(fills, CHANGE_LEVELS);
	} else if (options->by_width) {
		fills->kind = FILL_BY_WIDTH;
		init_levels(fills, WIDTH_LEVELS);
	} else {
		init_by_name(fills, tree, map);
	}
}

static int fill_of_change(
	const struct fills *fills, uint32_t node, uint64_t before, uint64_t after)
{
	const bool *real =
		fills->options->self_change ? fills->beyond.self : fills->beyond.total;
	int level = change_level(before, after, fills->floor);

	return !real || real[node] ? level : noise_level(before, after, level);
}

uint32_t fills_of_node(const struct fills *fills, const struct calltree *tree,
	const struct totals *totals, uint32_t node)
{
	const struct node *n = &tree->nodes[node];

	if (fills->kind == FILL_BY_NAME)
		return n->name == NAME_NONE ? 0 : fills->of_name[n->name];
	if (fills->kind == FILL_BY_WIDTH)
		return (uint32_t)width_level(totals->width[node], totals->width[NODE_ROOT]);
	return (uint32_t)fill_of_change(fills, node,
		fills->options->self_change ? n->self[BEFORE] : totals->column[BEFORE][node],
		fills->options->self_change ? n->self[AFTER] : totals->column[AFTER][node]);
}

void fills_release(struct fills *fills)
{
	free(fills->colours);
	free(fills->of_name);
	beyond_noise_release(&fills->beyond);
	*fills = (struct fills){0};
}
