/*
 * Names of Java's methods, as they stand in stack traces.
 *
 *     java.base/java.util.TimSort.sort(TimSort.java:245)         java.util.TimSort.sort
 *     jdk.internal.misc.Unsafe.park(java.base@17/Native Method)  jdk.internal.misc.Unsafe.park
 *     Busy$$Lambda$1/0x00007fc338000c08.call(Unknown Source)     Busy$$Lambda$1.call
 *     java/lang/Thread.sleep(Native Method)                      java/lang/Thread.sleep
 */
#ifndef COLLAPSE_FORMATS_JAVA_NAME_H
#define COLLAPSE_FORMATS_JAVA_NAME_H

#include <stdbool.h>

#include "common/buf.h"

struct java_name_options {
	bool shorten_packages; /* j.u.TimSort.sort */
	bool no_packages; /* TimSort.sort */
	bool lines; /* java.util.TimSort.sort:245 */
};

/* In a table of options; base is the struct that has a struct java_name_options `names`. */
/* clang-format off */
#define JAVA_NAME_OPTIONS(base)                                                                    \
	{"shorten-pkgs", OPTION_FLAG, offsetof(base, names.shorten_packages),                      \
		.help = "shorten packages to their first letters: j.u.TimSort.sort"},              \
	{"no-shorten-pkgs", OPTION_OFF, offsetof(base, names.shorten_packages), .help = NULL},     \
	{"no-pkgs", OPTION_FLAG, offsetof(base, names.no_packages),                                \
		.help = "leave out packages: TimSort.sort"},                                       \
	{"no-no-pkgs", OPTION_OFF, offsetof(base, names.no_packages), .help = NULL},               \
	{"lines", OPTION_FLAG, offsetof(base, names.lines),                                        \
		.help = "show lines: java.util.TimSort.sort:245"},                                 \
	{"no-lines", OPTION_OFF, offsetof(base, names.lines), .help = NULL}
/* clang-format on */

/* The name of a frame, what stands behind "at ": bytes in out. */
struct str java_name(struct buf *out, struct str frame, const struct java_name_options *options);

#endif
