/*
 * What a function of a native program is called in a stack, for profilers that tell its symbol and
 * perhaps its module and source line:
 *
 *     std::vector<int>::push_back(int const&), in /usr/lib/libfoo.so     std::vector<int>::push_back
 *     the same with stacks->wants_modules                      libfoo.so`std::vector<int>::push_back
 *     ???, in /usr/lib/libfoo.so                                                       [libfoo.so]
 *
 * Same names as collapse-perf's, so that profiles of both can be compared.
 */
#ifndef COLLAPSE_NAMES_NATIVE_NAME_H
#define COLLAPSE_NAMES_NATIVE_NAME_H

#include "collapse/stacks/stacks.h"
#include "common/options.h"

struct native_name_options {
	bool no_tidy, srcline;
};

/*
 * For a format's table of options, with the place of these in its own; the second for those that
 * know lines of source.
 */
#define NATIVE_NAME_OPTIONS(at) \
	{"no-tidy", OPTION_FLAG, (at) + offsetof(struct native_name_options, no_tidy), \
		.help = "leave symbols as they are: with arguments"}
#define NATIVE_NAME_SRCLINE(at) \
	{"srcline", OPTION_FLAG, (at) + offsetof(struct native_name_options, srcline), \
		.help = "show source lines: main:file.c:137"}

struct native_name {
	const struct native_name_options *options; /* for native_name_add() only */
	struct stacks *stacks;
	struct buf scratch, name; /* zeroed at first */
};

/*
 * What is no symbol is called by the base name of its module, if that is known: "[libfoo.so]",
 * "[unknown]", or "[vdso]", which has its brackets.
 */
void native_name_add_unknown(struct buf *name, struct str module);
/* Any of the three may be empty, a module be a path; "???" is no symbol either. */
uint32_t native_name_add(
	struct native_name *names, struct str symbol, struct str module, struct str source);
/* The same without a source, until the next call. */
struct str native_name_of(
	struct native_name *names, struct str symbol, struct str module, bool tidy);
/* The same, for what tells the versions of symbols, "read@@GLIBC_2.2.5": without it, if tidy. */
struct str native_name_unversioned(
	struct native_name *names, struct str symbol, struct str module, bool tidy);
void native_name_release(struct native_name *names);

#endif
