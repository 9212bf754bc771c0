/*
 * collapse-v8: CPU and heap profiles of Node.js, Chrome and all that has V8 in it.
 *
 *     {"nodes":[{"id":1,"callFrame":{"functionName":"(root)","scriptId":"0","url":"","lineNumber":-1,
 *     "columnNumber":-1},"hitCount":0,"children":[2,3]}, …],"startTime":16012,"endTime":20011,
 *     "samples":[2,2,3],"timeDeltas":[120,1250,1249]}                       .cpuprofile
 *     {"head":{"callFrame":{…},"selfSize":0,"id":1,"children":[{"callFrame":{…},"selfSize":4160,
 *     "children":[]}]},"samples":[…]}                                       .heapprofile
 *
 * https://chromedevtools.github.io/devtools-protocol/v8/Profiler/#type-Profile and HeapProfiler.
 * Chrome's CPU profiles until 2016 have a head, too, and timestamps.
 */
#include <stdlib.h>

#include "collapse/formats/v8/profile.h"
#include "collapse/readers/head.h"
#include "collapse/stacks/format.h"
#include "collapse/stacks/json-input.h"
#include "common/memory.h"

struct v8 {
	const struct v8_options *options;
	struct stacks *stacks;
};

#define AT(field) offsetof(struct v8_options, field)

static const struct option v8_options[] = {
	{"samples", OPTION_FLAG, AT(samples),
		.help = "count samples; by default a sample of a CPU profile weighs the microseconds "
			"until the next one"},
	{"srcline", OPTION_FLAG, AT(srcline),
		.help = "show where functions are: parse /srv/app.js:12; those without a name show it "
			"anyway"},
	{0},
};

/* {"snapshot":{"meta":{"node_fields":…: all objects of a heap. */
static bool is_snapshot(struct str head)
{
	return json_head_has(head, STR("snapshot")) && json_head_has(head, STR("node_fields"));
}

static bool is_profile(struct str head)
{
	return json_head_has(head, STR("functionName")) &&
	       (json_head_has(head, STR("nodes")) || json_head_has(head, STR("head"))) &&
	       !json_head_has(head, STR("traceEvents"));
}

/* Snapshots, too, to say what to do instead. */
static bool v8_sniff(struct str head)
{
	return str_starts(str_trim_start(head), STR("{")) &&
	       (is_profile(head) || is_snapshot(head));
}

static void *v8_begin(const void *options, struct stacks *out)
{
	struct v8 *v8 = memory_new(1, sizeof(*v8));

	v8->options = options;
	v8->stacks = out;
	return v8;
}

/* {"result":{"profile":{"nodes":…: the inspector's answer, as it comes. */
static bool is_wrapper(struct str key)
{
	return str_eq(key, STR("result")) || str_eq(key, STR("profile"));
}

/* False for a heap snapshot. */
static bool read_document(struct v8_profile *profile, struct json *json)
{
	struct str key;

	json_enter_object(json);
	while (json->depth > 0 && !json_failed(json)) {
		if (!json_next_key(json, &key) || (is_wrapper(key) && json_enter_object(json)))
			continue;
		if (str_eq(key, STR("snapshot")))
			return false;
		if (!json_read_member(json, key, v8_profile_fields, profile))
			json_skip(json);
	}
	return true;
}

static void add(struct v8 *v8, struct v8_profile *profile, struct v8_names *names,
	struct v8_place place)
{
	struct stacks *stacks = v8->stacks;

	v8_profile_add(profile, names, stacks, NODE_ROOT, v8->options, place);
	if (profile->nodes.count && profile->samples.sample_count == 0 &&
		stacks->remarks.problems.count == 0)
		stacks_explain(stacks, "%s: nothing was sampled", place.name);
}

static void v8_read(void *state, struct lines *lines)
{
	struct v8 *v8 = state;
	struct v8_names names = {0};
	struct v8_profile profile = {.samples.in_order = stacks_in_order(v8->stacks)};
	struct json json;

	json_init(&json, lines);
	json.context = &names;
	if (read_document(&profile, &json)) {
		json_input_finish(&json, lines, v8->stacks);
		add(v8, &profile, &names, (struct v8_place){lines->name, json.line});
	} else {
		stacks_fail(v8->stacks,
			"%s: this is a heap snapshot, not a sampled heap profile: 'node "
			"--heap-prof' and \"Allocation sampling\" in Chrome's developer tools "
			"record these",
			lines->name);
	}
	v8_profile_release(&profile);
	v8_names_release(&names);
	json_release(&json);
}

static void v8_end(void *state)
{
	free(state);
}

const struct kind kind_v8 = {
	.name = "v8",
	.input = "a .cpuprofile or .heapprofile of V8",
	.sniff = v8_sniff,
	.is_json = true,
};

const struct format format_v8 = {
	.kind = &kind_v8,
	.summary =
		"Folds CPU profiles and sampled heap profiles of Node.js, Chrome, and whatever else runs "
		"JavaScript with V8.",
	.options = v8_options,
	.options_size = sizeof(struct v8_options),
	.things = "samples",
	.begin = v8_begin,
	.read = v8_read,
	.end = v8_end,
};
