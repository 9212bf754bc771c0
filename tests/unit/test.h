/*
 * A unit test is a program of test functions:
 *
 *     static void cut_at_the_first(void)
 *     {
 *             CHECK_STR(str_head(STR("abc"), 2), "ab");
 *     }
 *
 *     int main(void)
 *     {
 *             TEST(cut_at_the_first);
 *     }
 *
 * TEST prints "ok NAME", or "not ok NAME" and each check that failed with its place. The status is 0
 * as long as main gets to its end; a crash is seen by the status. Tests run in a scratch directory
 * below TMPDIR, which is taken away at the end.
 */
#ifndef TESTS_UNIT_TEST_H
#define TESTS_UNIT_TEST_H

#include <stdbool.h>
#include <stdint.h>

#include "common/buf.h"
#include "common/str.h"

#define TEST(function) test_run(#function, function)

#define CHECK(condition) test_check((condition), __FILE__, __LINE__, #condition)
/* got and wanted are whole numbers. */
#define CHECK_U64(got, wanted) test_check_u64((got), (wanted), __FILE__, __LINE__, #got)
/* got is a struct str, wanted a C string. */
#define CHECK_STR(got, wanted) test_check_str((got), str_of(wanted), __FILE__, __LINE__, #got)
/* wanted may hold NUL bytes: a struct str. */
#define CHECK_BYTES(got, wanted) test_check_str((got), (wanted), __FILE__, __LINE__, #got)

void test_run(const char *name, void (*function)(void));
void test_check(bool good, const char *file, int line, const char *text);
void test_check_u64(uint64_t got, uint64_t wanted, const char *file, int line, const char *text);
void test_check_str(
	struct str got, struct str wanted, const char *file, int line, const char *text);

/*
 * Functions that end the program run in a child: its status (128 + N when signal N ended it), and
 * all that it printed. A child whose function returns ends with 0.
 */
struct child {
	int status;
	struct buf out, err;
};

struct child child_run(void (*function)(void *context), void *context);
void child_release(struct child *child);

/* function(context) must end with this status and with this text on stderr. */
#define CHECK_ENDS(function, context, status, said) \
	test_check_ends((function), (context), (status), (said), __FILE__, __LINE__)
void test_check_ends(void (*function)(void *context), void *context, int status, const char *said,
	const char *file, int line);

/* A new file; its bytes. */
void file_write(const char *path, struct str bytes);
struct buf file_read(const char *path);

#endif
