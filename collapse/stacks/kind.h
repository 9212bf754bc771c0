/*
 * What the first bytes of a text look like.
 */
#ifndef COLLAPSE_STACKS_KIND_H
#define COLLAPSE_STACKS_KIND_H

#include "collapse/readers/head.h"

/* Do these first bytes look like folded stacks, "main;parse;read 42"? */
bool looks_folded(struct str head);

#endif
