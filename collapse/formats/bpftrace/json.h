/*
 * What bpftrace -f json prints, a document a line:
 *
 *     {"type": "map", "data": {"@cpu": {"\n    clear_page_erms+7\n,my worker 2": 12, …}}}
 *     {"type": "hist", "data": {"@us": {"\n    read+56\n": [{"min": 512, "max": 1023, "count": 1}]}}}
 */
#ifndef COLLAPSE_FORMATS_BPFTRACE_JSON_H
#define COLLAPSE_FORMATS_BPFTRACE_JSON_H

#include "collapse/formats/bpftrace/maps.h"
#include "common/lines.h"

/* One of these lines, which is the last that `lines` gave. */
void bpftrace_json_read(struct bpftrace_maps *maps, const struct lines *lines, struct str line);

#endif
