/*
 * What is asked of names for addresses, and what is answered.
 */
#ifndef COLLAPSE_SYMBOLS_IMAGE_H
#define COLLAPSE_SYMBOLS_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/str.h"

/* Texts that are not given are NULL or empty. */
struct symbols_options {
	const char *root;      /* --symfs: files are looked for below this folder */
	const char *debug_dir; /* --debug-dir: separate debug files, before /usr/lib/debug */
	const char *kallsyms;  /* a copy of /proc/kallsyms */
	const char *vmlinux;   /* the kernel with its symbols */
	const char *cache;     /* perf's cache of files; else $PERF_BUILDID_DIR, else ~/.debug */
	struct str host, release; /* where it was recorded: uname's names of machine and kernel */
	bool inlines, lines;
};

enum image_kind {
	IMAGE_FILE,   /* a program or library; addresses are offsets in the file */
	IMAGE_KERNEL, /* the kernel and all its modules; addresses are as recorded */
	IMAGE_MODULE, /* a module by its file, without the kernel's list of names; offsets */
	IMAGE_VDSO,   /* code that the kernel maps into programs; offsets from its start */
	IMAGE_JIT,    /* code that a program made; addresses are as recorded */
};

struct image {
	enum image_kind kind;
	struct str path;      /* as recorded, with " (deleted)"; of IMAGE_JIT its jitdump's, or empty */
	struct str build_id;  /* bytes; empty: not known */
	int64_t pid;          /* of a process that had it; -1: any */
	uint64_t text_start;  /* of IMAGE_KERNEL: where it was loaded to; 0: not known */
	struct str text_name; /* the symbol that was there; empty: _text */
};

struct symbol_ask {
	uint64_t at;
	uint64_t time; /* of IMAGE_JIT, whose code changes, in the recording's clock; 0: the end */
	/* The address is behind a call: its line, and what was inlined, are those of the call. */
	bool is_call;
};

struct source_line {
	struct str file; /* empty: not known */
	uint32_t line;   /* 0: not known */
};

struct inlined_frame {
	struct str name;
	bool is_readable;          /* not mangled, whatever it looks like */
	struct source_line source; /* of the address in it */
};

struct symbol_answer {
	struct str name; /* as the file has it, perhaps mangled; empty: none */
	uint64_t start;  /* where the symbol begins, in the terms of the ask */
	struct source_line source; /* of what runs in it: perhaps a call that was inlined */
	const struct inlined_frame *inlined; /* the innermost first */
	size_t inlined_count;
};

/* How an image could be read: for notes, in words that follow its name and ": ". */
enum image_state {
	IMAGE_NAMED,      /* has symbols */
	IMAGE_MISSING,    /* no such file */
	IMAGE_DIFFERS,    /* there is one, but not the one that ran */
	IMAGE_UNREADABLE, /* there is one that cannot be read */
	IMAGE_STRIPPED,   /* it has no symbols, and its debug file is not here */
	IMAGE_HIDDEN,     /* the kernel does not show its addresses to this user */
};

struct image_result {
	enum image_state state;
	struct str problem; /* unless IMAGE_NAMED: "No such file or directory" */
	struct str build_id; /* bytes: as recorded, else the file's */
	struct str file;     /* which file has the symbols; may be empty */
	struct str debug_trouble; /* why there are no inlined functions of some of it; else empty */
	size_t named;             /* how many asks have a name */
};

#endif
