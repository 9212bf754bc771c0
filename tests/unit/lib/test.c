#include "tests/unit/test.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static struct buf failures; /* of the test that runs: printed behind its "not ok" */

static void die_here(const char *what)
{
	perror(what);
	exit(1);
}

/* ---- the scratch directory ---- */

static char scratch[4096]; /* empty: there is none */
static pid_t owner; /* children of the program are not to take it away */

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *place)
{
	(void)status;
	(void)type;
	(void)place;
	return remove(path);
}

static void remove_scratch(void)
{
	enum { OPEN_DIRECTORIES = 8 };

	if (getpid() == owner)
		nftw(scratch, remove_entry, OPEN_DIRECTORIES, FTW_DEPTH | FTW_PHYS);
}

static void enter_scratch(void)
{
	const char *temporary = getenv("TMPDIR");

	if (scratch[0])
		return;
	snprintf(scratch, sizeof(scratch), "%s/unit-test.XXXXXX", temporary ? temporary : "/tmp");
	if (!mkdtemp(scratch) || chdir(scratch) != 0)
		die_here(scratch);
	owner = getpid();
	atexit(remove_scratch);
}

/* ---- results ---- */

void test_run(const char *name, void (*function)(void))
{
	enter_scratch();
	function();
	printf("%s %s\n", failures.n ? "not ok" : "ok", name);
	fwrite(buf_str(&failures).p, 1, failures.n, stdout);
	fflush(stdout);
	buf_release(&failures);
}

static void say_failed(const char *file, int line, const char *text)
{
	buf_addf(&failures, "# %s:%d: %s\n", file, line, text);
}

void test_check(bool good, const char *file, int line, const char *text)
{
	if (!good)
		say_failed(file, line, text);
}

void test_check_u64(uint64_t got, uint64_t wanted, const char *file, int line, const char *text)
{
	if (got == wanted)
		return;
	say_failed(file, line, text);
	buf_addf(&failures, "#   expected %llu, got %llu\n", (unsigned long long)wanted,
		(unsigned long long)got);
}

static void add_escaped(const char *label, struct str s)
{
	buf_addf(&failures, "#   %s \"", label);
	for (size_t i = 0; i < s.n; i++) {
		unsigned char c = (unsigned char)s.p[i];

		buf_addf(&failures, c < ' ' || c > '~' || c == '\\' ? "\\x%02x" : "%c", c);
	}
	buf_add(&failures, STR("\"\n"));
}

void test_check_str(struct str got, struct str wanted, const char *file, int line, const char *text)
{
	if (str_eq(got, wanted))
		return;
	say_failed(file, line, text);
	add_escaped("expected", wanted);
	add_escaped("got", got);
}

/* ---- children ---- */

/* In the child: does not come back. */
static _Noreturn void run_child(int out, int err, void (*function)(void *), void *context)
{
	dup2(out, STDOUT_FILENO);
	dup2(err, STDERR_FILENO);
	close(out);
	close(err);
	function(context);
	exit(0);
}

static bool read_more(int fd, struct buf *buf)
{
	ssize_t n = read(fd, buf_reserve(buf, 4096), 4096);

	if (n > 0)
		buf->n += (size_t)n;
	return n > 0;
}

/* Both pipes at once: a child that fills one must not wait for us to read the other. */
static void read_both(int out, int err, struct child *child)
{
	struct pollfd fds[2] = {{.fd = out, .events = POLLIN}, {.fd = err, .events = POLLIN}};
	struct buf *bufs[2] = {&child->out, &child->err};

	while (fds[0].fd >= 0 || fds[1].fd >= 0) {
		if (poll(fds, 2, -1) < 0 && errno != EINTR)
			die_here("poll");
		for (int i = 0; i < 2; i++)
			if (fds[i].fd >= 0 && fds[i].revents && !read_more(fds[i].fd, bufs[i]))
				fds[i].fd = -1;
	}
	close(out);
	close(err);
}

struct child child_run(void (*function)(void *context), void *context)
{
	struct child child = {0};
	int out[2], err[2], status;
	pid_t pid;

	fflush(stdout);
	if (pipe(out) != 0 || pipe(err) != 0)
		die_here("pipe");
	pid = fork();
	if (pid < 0)
		die_here("fork");
	if (pid == 0) {
		close(out[0]);
		close(err[0]);
		run_child(out[1], err[1], function, context);
	}
	close(out[1]);
	close(err[1]);
	read_both(out[0], err[0], &child);
	if (waitpid(pid, &status, 0) != pid)
		die_here("waitpid");
	child.status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
	return child;
}

void child_release(struct child *child)
{
	buf_release(&child->out);
	buf_release(&child->err);
}

void test_check_ends(void (*function)(void *context), void *context, int status, const char *said,
	const char *file, int line)
{
	struct child child = child_run(function, context);

	test_check_u64((uint64_t)child.status, (uint64_t)status, file, line, "status");
	test_check_str(buf_str(&child.err), str_of(said), file, line, "stderr");
	child_release(&child);
}

/* ---- files ---- */

void file_write(const char *path, struct str bytes)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);

	if (fd < 0 || write(fd, bytes.p, bytes.n) != (ssize_t)bytes.n || close(fd) != 0)
		die_here(path);
}

struct buf file_read(const char *path)
{
	struct buf bytes = {0};
	int fd = open(path, O_RDONLY);

	if (fd < 0)
		die_here(path);
	while (read_more(fd, &bytes))
		;
	close(fd);
	return bytes;
}
