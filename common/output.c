#include "common/output.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/messages.h"

enum { FLUSH_AT = 1 << 16, LINK_SIZE = 4096 };

/*
 * What to take away when the program ends before the output was complete. That is the business of
 * the process that opened it: a child has these and the handlers, too, as long as it runs our code.
 */
static char *volatile unfinished;
static pid_t owner;

static void remove_unfinished(void)
{
	if (unfinished && getpid() == owner)
		unlink(unfinished);
}

/* The signal comes back when this returns, and ends the program as it would have without us. */
static void remove_and_end(int signal_number)
{
	remove_unfinished();
	raise(signal_number);
}

/*
 * Ctrl-C, a terminal or a reader that is gone, a limit on files or time. What is ignored stays so.
 */
static void remove_on_signals(void)
{
	static const int signals[] = {
		SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM, SIGXCPU, SIGXFSZ};
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

static void remove_at_end(char *temporary)
{
	static bool registered;

	owner = getpid();
	unfinished = temporary;
	if (registered)
		return;
	registered = true;
	remove_on_signals();
	if (atexit(remove_unfinished) != 0)
		die("out of memory");
}

/* "dir/" of "dir/file"; empty where there is none. */
static struct str directory_of(const char *file)
{
	struct str path = str_of(file);
	size_t slash = str_rfind(path, '/');

	return str_head(path, slash < path.n ? slash + 1 : 0);
}

/* In the directory of the file, under a short name: one made of the file's may be too long. */
static char *temporary_name(const char *target)
{
	struct buf name = {0};

	buf_add(&name, directory_of(target));
	buf_add(&name, STR(".fg-XXXXXX"));
	buf_add_char(&name, '\0');
	return name.p;
}

static void open_temporary(struct output *output, const struct stat *existing)
{
	output->temporary = temporary_name(output->target);
	output->fd = mkstemp(output->temporary);
	if (output->fd < 0)
		die_errno("%s: cannot create", output->path);
	remove_at_end(output->temporary);
	if (fchmod(output->fd, wanted_mode(existing)) != 0)
		die_errno("%s: cannot set the mode", output->path);
}

static bool is_same_file(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* "/dev/stdout", or the file that the shell opened for us: to rename over it would be wrong. */
static bool is_stdout(const struct stat *file)
{
	struct stat status;

	return fstat(STDOUT_FILENO, &status) == 0 && is_same_file(file, &status) &&
	       (fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE) != O_RDONLY;
}

static void open_in_place(struct output *output)
{
	output->fd = open(output->path, O_WRONLY | O_CLOEXEC);
	if (output->fd < 0)
		die_errno("%s: cannot open for writing", output->path);
}

static char *copy_path(struct str directory, struct str rest)
{
	struct buf path = {0};

	if (!str_starts(rest, STR("/")))
		buf_add(&path, directory);
	buf_add(&path, rest);
	buf_add_char(&path, '\0');
	return path.p;
}

/* The end of a chain of links, as a new string. */
static char *follow_links(const char *path)
{
	char *name = copy_path(STR(""), str_of(path));
	char link[LINK_SIZE];
	ssize_t n;

	while ((n = readlink(name, link, sizeof(link))) >= 0) {
		char *next;

		if ((size_t)n == sizeof(link))
			die("%s: cannot follow a link of %d bytes or more", path, LINK_SIZE);
		next = copy_path(directory_of(name), (struct str){link, (size_t)n});
		free(name);
		name = next;
	}
	return name;
}

void output_open(struct output *output, const char *path)
{
	struct stat status;

	*output = (struct output){.path = "stdout", .fd = STDOUT_FILENO};
	if (!path || strcmp(path, "-") == 0)
		return;
	output->path = path;
	if (!*path)
		die("the output's name is empty");
	if (stat(path, &status) != 0) {
		output->target = copy_path(STR(""), str_of(path));
		open_temporary(output, NULL);
	} else if (is_stdout(&status)) {
		return;
	} else if (!S_ISREG(status.st_mode)) {
		open_in_place(output);
	} else {
		output->target = follow_links(path);
		open_temporary(output, &status);
	}
}

bool output_replaces(const char *path)
{
	struct stat status;

	return path && strcmp(path, "-") != 0 && stat(path, &status) == 0 &&
	       S_ISREG(status.st_mode) && !is_stdout(&status);
}

/* A NULL path or "-" is the standard descriptor of that kind. */
static bool status_of(const char *path, int standard, struct stat *status)
{
	if (!path || strcmp(path, "-") == 0)
		return fstat(standard, status) == 0;
	return stat(path, status) == 0;
}

bool output_is_input(const char *path, const char *input)
{
	struct stat ours, theirs;

	return status_of(path, STDOUT_FILENO, &ours) && S_ISREG(ours.st_mode) &&
	       status_of(input, STDIN_FILENO, &theirs) && is_same_file(&ours, &theirs);
}

void output_check(const char *path, const char *const *inputs)
{
	static const char *const only_stdin[] = {"-", NULL};

	if (!path)
		return;
	if (!*path)
		die_usage("the output's name is empty");
	for (inputs = *inputs ? inputs : only_stdin; *inputs; inputs++)
		if (output_is_input(path, *inputs))
			die_usage("%s is an input and cannot be the output too", path);
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

static void release(struct output *output)
{
	free(output->temporary);
	free(output->target);
	buf_release(&output->buf);
}

void output_close(struct output *output)
{
	flush(output);
	/* A file system may report a full disk only now. */
	if (output->temporary && fsync(output->fd) != 0 && errno != EINVAL && errno != EROFS)
		die_errno("%s: cannot write", output->path);
	/* Number 1 stays taken, or the next file to be opened would be stdout. */
	if (output->fd == STDOUT_FILENO)
		output->fd = dup(STDOUT_FILENO);
	if (close(output->fd) != 0 && errno != EINTR)
		die_errno("%s: cannot write", output->path);
	if (output->temporary) {
		if (rename(output->temporary, output->target) != 0)
			die_errno("%s: cannot put the finished file in place", output->path);
		unfinished = NULL;
	}
	release(output);
}
