/*
 * A document of the Firefox Profiler as it is read, before stacks are made of it: its profiles, for
 * there may be others in its "processes", and the threads of all.
 */
#ifndef COLLAPSE_FORMATS_FIREFOX_DOCUMENT_H
#define COLLAPSE_FORMATS_FIREFOX_DOCUMENT_H

#include "collapse/formats/firefox/tables.h"

enum firefox_weights { TYPE_SAMPLES, TYPE_TIME, TYPE_BYTES };
enum firefox_cpu_unit { CPU_MICROSECONDS, CPU_NANOSECONDS, CPU_CYCLES };

/* Decimals that are kept: of weights, which may be milliseconds, and of CPU use. */
enum { WEIGHT_SHIFT = 6, CPU_SHIFT = 3 };

/* What is wanted of it: its samples, these with the CPU time that was used until each, allocations. */
enum firefox_wanted { WANTED_SAMPLES, WANTED_CPU, WANTED_ALLOCATIONS };

/* Samples, or allocations, of one thread. */
struct firefox_samples {
	struct column stacks, weights;
	enum firefox_weights type;
};

struct firefox_thread {
	size_t profile;
	uint32_t name, process_name, process_type; /* NAME_NONE: not told */
	uint32_t pid, tid; /* of the texts, or NAME_NONE */
	struct firefox_tables tables;
	struct firefox_samples samples, js_allocations, native_allocations;
};

/* The document, and each that is in its "processes". */
struct firefox_profile {
	struct firefox_libraries libraries;
	struct firefox_tables shared;
	enum firefox_cpu_unit cpu_unit;
};

/* Zeroed at first, but for these two. */
struct firefox_document {
	struct stacks *stacks; /* which have the names of threads and processes */
	enum firefox_wanted wanted;

	struct json json;
	struct names texts;
	struct firefox_profile *profiles;
	size_t profile_count, profile_capacity;
	struct firefox_thread *threads;
	size_t thread_count, thread_capacity;
	bool has_threads; /* the list of them was there, though it may be empty */

	/* private */
	struct firefox_open {
		size_t profile;
		bool array; /* it is the "processes" of that profile, else its members */
	} *open;
	size_t open_capacity;
};

/* Says where the document breaks off, if it does; what comes before counts. */
void firefox_document_read(struct firefox_document *document, struct lines *lines);
/* Makes it ready for another. */
void firefox_document_release(struct firefox_document *document);

#endif
