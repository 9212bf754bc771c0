/*
 * What code comes from: a file, the kernel, a module, memory that a just-in-time compiler filled.
 * Each has a number, and an address is a place in one of them. Names of threads are numbered here,
 * too.
 */
#ifndef COLLAPSE_FORMATS_PERF_RECORDING_IMAGES_H
#define COLLAPSE_FORMATS_PERF_RECORDING_IMAGES_H

#include "collapse/formats/perf/recording/record.h"
#include "common/buf.h"
#include "common/names.h"

enum code_kind {
	CODE_NONE, /* nothing is known to be at the address */
	CODE_FILE,
	CODE_KERNEL,
	CODE_MODULE, /* of the kernel */
	CODE_KERNEL_SYMBOL, /* a function that the kernel made, as of BPF: its name is all there is */
	CODE_VDSO, /* the kernel's code in a process */
	CODE_JIT, /* made at run time by the process */
	CODE_MEMORY, /* of no file, and not made to be run */
};

enum { NO_IMAGE = 0, KERNEL_IMAGE = 1 }; /* the first two */
enum { IDLE_COMM = 0 }; /* "swapper", the first name */

struct image_info {
	enum code_kind kind;
	struct str path; /* as it was recorded, "/usr/bin/gcc (deleted)"; "/tmp/perf-123.map" for a JIT */
	uint32_t pid; /* JIT and FILE: of the process that mapped it first */
	struct str build_id; /* its bytes; empty: not known */
	struct str dump; /* JIT: the file in which it told what it made, "/tmp/jit-123.dump"; or empty */
};

struct images {
	struct image_info *items;
	size_t count, capacity;
	struct names comms; /* of threads */

	/* private */
	struct names keys; /* their ids are the images' numbers */
	struct buf key;
	struct arena texts;
	struct image_build_id {
		struct str path, build_id;
	} *build_ids;
	size_t build_id_count, build_id_capacity;
	uint64_t kernel_start; /* where the recorded kernel's symbol _text was; 0: not known */
};

void images_init(struct images *images);
void images_release(struct images *images);

/* The image of an MMAP, MMAP2 or KSYMBOL record whose body was checked (map_parse()). */
struct map_record {
	uint32_t pid;
	uint64_t start, size, offset; /* offset: in the file */
	struct str path, build_id;
	bool is_kernel, runs;
	bool is_huge; /* of pages of which no file holds any */
	bool is_symbol; /* KSYMBOL: path is a function's name */
	bool is_gone; /* and the kernel took it away */
};

/* False for one that is cut short. MMAP, MMAP2 and KSYMBOL only. */
bool map_parse(const struct record *record, struct map_record *map);
uint32_t images_add(struct images *images, const struct map_record *map);

/* A build_id event, or an entry of the feature: tells the build-id of all images of a path. */
void images_add_build_id(struct images *images, uint16_t misc, struct str body);
/* At the end: images get what records told of them, their build-ids and dumps. */
void images_finish(struct images *images);

#endif
