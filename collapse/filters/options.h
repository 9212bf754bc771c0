/*
 * The options of all collapse-* programs that filter and change stacks, in the order in which they
 * are applied; stored into a struct filter_options.
 */
#ifndef COLLAPSE_FILTERS_OPTIONS_H
#define COLLAPSE_FILTERS_OPTIONS_H

#include "common/options.h"

extern const struct option filter_options[];

#endif
