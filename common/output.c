#include "common/output.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/report.h"

enum { FLUSH_AT = 1 << 16 };

/* What to take away when the program ends before the output was complete. */
static char *volatile unfinished;

static void remove_unfinished(void)
{
	if (unfinished)
		unlink(unfinished);
}

/* The signal comes back when this returns, and ends the program as it would have without us. */
static void remove_and_end(int signal_number)
{
	remove_unfinished();
	raise(signal_number);
}

/* Ctrl-C, a terminal that is gone, a limit on the size of files. What is ignored stays ignored. */
static void remove_on_signals(void)
{
	static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGXFSZ};
	struct sigaction ours = {.sa_handler = remove_and_end, .sa_flags = (int)SA_RESETHAND}, old;

	for (size_t i = 0; i < sizeof(signals) / sizeof(*signals); i++)
		if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
			sigaction(signals[i], &ours, NULL);
}

/*
 * The mode a new file would get from open(): mkstemp() makes it 0600, and a picture in CI must be
 * readable. An existing file keeps its own mode.
 */
static mode_t wanted_mode(const struct stat *existing)
{
	mode_t mask;

	if (existing)
		return existing->st_mode & 07777;
	mask = umask(0);
	umask(mask);
	return 0666 & ~mask;
}

static void open_temporary(struct output *output, const struct stat *existing)
{
	struct buf name = {0};
	static int registered;

	buf_add(&name, str_of(output->path));
	buf_add(&name, STR(".XXXXXX"));
	buf_add_char(&name, '\0');
	output->temporary = name.p;
	output->fd = mkstemp(output->temporary);
	if (output->fd < 0)
		die_errno("%s: cannot create", output->path);
	unfinished = output->temporary;
	if (!registered++) {
		remove_on_signals();
		if (atexit(remove_unfinished) != 0)
			die("out of memory");
	}
	if (fchmod(output->fd, wanted_mode(existing)) != 0)
		die_errno("%s: cannot set the mode", output->path);
}

void output_open(struct output *output, const char *path)
{
	struct stat status;

	*output = (struct output){.path = "stdout", .fd = STDOUT_FILENO};
	if (!path || strcmp(path, "-") == 0)
		return;
	output->path = path;
	if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
		output->fd = open(path, O_WRONLY | O_CLOEXEC);
		if (output->fd < 0)
			die_errno("%s: cannot open for writing", path);
		return;
	}
	/* A link to a regular file is replaced by rename() as a name, not written through. */
	open_temporary(output, stat(path, &status) == 0 ? &status : NULL);
}

static void flush(struct output *output)
{
	const char *p = output->buf.p;
	size_t n = output->buf.n;

	while (n) {
		ssize_t written = write(output->fd, p, n);

		if (written < 0 && errno == EINTR)
			continue;
		if (written < 0)
			die_errno("%s: cannot write", output->path);
		p += written;
		n -= (size_t)written;
	}
	buf_reset(&output->buf);
}

void output_flush_if_full(struct output *output)
{
	if (output->buf.n >= FLUSH_AT)
		flush(output);
}

void output_close(struct output *output)
{
	flush(output);
	/* A file system may report a full disk only now. */
	if (output->temporary && fsync(output->fd) != 0 && errno != EINVAL && errno != EROFS)
		die_errno("%s: cannot write", output->path);
	if (close(output->fd) != 0 && errno != EINTR)
		die_errno("%s: cannot write", output->path);
	if (output->temporary) {
		if (rename(output->temporary, output->path) != 0)
			die_errno("%s: cannot put the finished file in place", output->path);
		unfinished = NULL;
		free(output->temporary);
	}
	buf_release(&output->buf);
}

void output_abandon(struct output *output)
{
	if (output->temporary) {
		unlink(output->temporary);
		unfinished = NULL;
		free(output->temporary);
	}
	if (output->fd != STDOUT_FILENO)
		close(output->fd);
	buf_release(&output->buf);
}
