/*
 * Tests on a frame's name, for the rules of palettes. `words` is a list with one blank between
 * words; where a test uses it, any one of them will do. Names come with their annotation (_[k] …).
 */
#ifndef RENDER_PICTURE_NAME_TESTS_H
#define RENDER_PICTURE_NAME_TESTS_H

#include "common/str.h"

typedef bool test_fn(struct str name, struct str words);

test_fn test_always;
test_fn test_starts;
test_fn test_ends;
test_fn test_contains;
test_fn test_is; /* all of the name but its annotation */

test_fn test_jitted; /* a jitted function (_[j]) whose name contains a word */
test_fn test_path_contains; /* a word stands behind the first slash */
test_fn test_path_has; /* between slashes, a word and perhaps a version: "/usr/lib/python3.11/" */

test_fn test_blank; /* nothing but blanks */
test_fn test_java; /* "org/x/Foo", "scala.Function.apply", "Interpreter": as Java's agents print */
/* "net/http.(*conn).serve", "fmt.Println": Go's own packages are those whose path has no host. */
test_fn test_go_standard;

#endif
