/*
 * What every format in JSON does at the end of its document: says where it broke off, if it did.
 */
#ifndef COLLAPSE_STACKS_JSON_INPUT_H
#define COLLAPSE_STACKS_JSON_INPUT_H

#include "collapse/readers/json.h"
#include "collapse/stacks/stacks.h"

/* After the value that is the document. What comes before an error counts; the error is said. */
void json_input_finish(struct json *json, const struct lines *lines, struct stacks *stacks);

#endif
