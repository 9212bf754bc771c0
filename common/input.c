/*
 * Bytes in. The shape with a compressed pipe, whose first bytes are already read:
 *
 *     stdin ──▶ feeder (our fork: the bytes read ahead, then the rest) ──▶ gzip -dc ──▶ us
 *
 * A compressed regular file is rewound instead and handed to the decompressor itself.
 *
 * However we end, be it by SIGKILL, both end with us: the decompressor when it writes, or when its
 * input ends, and the feeder because it sees that nobody holds the other end of a pipe, the
 * lifeline, which we alone do and never write to.
 */
#include "common/input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/messages.h"

extern char **environ;

/* How the feeder ends when nobody kills it. */
enum { FEEDER_DONE, FEEDER_CANNOT_READ };

static const struct compression {
	struct str magic;
	const char *program;
} compressions[] = {
	{STR_INIT("\x1f\x8b"), "gzip"},
	{STR_INIT("\xfd" "7zXZ"), "xz"},
	{STR_INIT("\x28\xb5\x2f\xfd"), "zstd"},
	{STR_INIT("BZh"), "bzip2"},
};

/* Somebody else may have made our stdin non-blocking. */
static bool would_block(void)
{
	return errno == EAGAIN || errno == EWOULDBLOCK;
}

static size_t read_some(const struct input *input, char *buffer, size_t n)
{
	struct pollfd ready = {.fd = input->fd, .events = POLLIN};
	ssize_t got;

	while ((got = read(input->fd, buffer, n)) < 0) {
		if (would_block())
			poll(&ready, 1, -1);
		else if (errno != EINTR)
			die_errno("%s: cannot read", input->name);
	}
	return (size_t)got;
}

/* Both ends stay with us; a spawned program gets only what it is given as its 0 and 1. */
static void make_pipe(int ends[2], const char *name)
{
	if (pipe(ends) != 0)
		die_errno("%s: cannot make a pipe", name);
	for (int i = 0; i < 2; i++)
		if (fcntl(ends[i], F_SETFD, FD_CLOEXEC) == -1)
			die_errno("%s: cannot make a pipe", name);
}

/* ---- the feeder ---- */

static bool write_all(int fd, const char *p, size_t n)
{
	while (n) {
		ssize_t written = write(fd, p, n);

		if (written < 0 && errno != EINTR)
			return false;
		if (written < 0)
			continue;
		p += written;
		n -= (size_t)written;
	}
	return true;
}

/* Waits for more to read; false when the lifeline is cut. */
static bool wait_for_more(int from, int lifeline)
{
	struct pollfd ready[] = {
		{.fd = from, .events = POLLIN}, {.fd = lifeline, .events = POLLIN}};

	while (poll(ready, 2, -1) < 0 && errno == EINTR)
		;
	return ready[1].revents == 0;
}

/*
 * What the child does: nothing but read and write, for all else it has is a copy of ours. Whoever
 * waits for the end of our output must not wait for a feeder. A decompressor that reads no more
 * has what it wants, or will tell that it has failed.
 */
static _Noreturn void feed(int from, int to, int lifeline, struct str ahead)
{
	char block[1 << 16];
	ssize_t n;

	signal(SIGPIPE, SIG_IGN);
	/* A pipe gets the lowest free numbers, so all that we have open is below. */
	for (int fd = 0; fd < to; fd++)
		if (fd != from && fd != lifeline)
			close(fd);
	if (!write_all(to, ahead.p, ahead.n))
		_exit(FEEDER_DONE);
	while (wait_for_more(from, lifeline)) {
		n = read(from, block, sizeof(block));
		if (n == 0 || (n > 0 && !write_all(to, block, (size_t)n)))
			_exit(FEEDER_DONE);
		if (n < 0 && errno != EINTR && !would_block())
			_exit(FEEDER_CANNOT_READ);
	}
	_exit(FEEDER_DONE);
}

/* Starts the process that gives out the bytes read ahead and then the rest of fd. */
static int start_feeder(struct input *input)
{
	int lifeline[2], ends[2];

	make_pipe(lifeline, input->name);
	make_pipe(ends, input->name);
	input->feeder = fork();
	if (input->feeder < 0)
		die_errno("%s: cannot start a process", input->name);
	if (input->feeder == 0) {
		close(ends[0]);
		feed(input->fd, ends[1], lifeline[0], input->left);
	}
	close(lifeline[0]);
	close(ends[1]);
	input->lifeline = lifeline[1];
	return ends[0];
}

/* ---- the decompressor ---- */

/* Its own messages go nowhere: they would name "stdin", and ours names the file. */
static int spawn(struct input *input, int source, int sink)
{
	/* argv is char *const[] although nobody writes to it, so the name needs a copy. */
	char name[16] = "";
	char *arguments[] = {name, (char[]){"-dc"}, NULL};
	posix_spawn_file_actions_t actions;
	int failed = posix_spawn_file_actions_init(&actions);

	if (failed)
		return failed;
	memcpy(name, input->program, strlen(input->program));
	failed = posix_spawn_file_actions_adddup2(&actions, source, STDIN_FILENO);
	if (!failed)
		failed = posix_spawn_file_actions_adddup2(&actions, sink, STDOUT_FILENO);
	if (!failed)
		failed = posix_spawn_file_actions_addopen(
			&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	if (!failed)
		failed = posix_spawnp(&input->decompressor, name, &actions, NULL, arguments, environ);
	posix_spawn_file_actions_destroy(&actions);
	return failed;
}

static void start_decompressor(struct input *input, const char *program)
{
	int ends[2], source = input->fd, failed;

	/* Where our parent ignores its children, so do we, and could not wait for any. */
	signal(SIGCHLD, SIG_DFL);
	input->program = program;
	if (lseek(input->fd, -(off_t)input->left.n, SEEK_CUR) < 0)
		source = start_feeder(input);
	make_pipe(ends, input->name);
	failed = spawn(input, source, ends[1]);
	if (failed == ENOENT)
		die("%s: %s data, but the program %s is not installed", input->name, program,
			program);
	errno = failed;
	if (failed)
		die_errno("%s: cannot run %s", input->name, program);
	close(ends[1]);
	if (source != input->fd)
		close(source);
	if (input->fd != STDIN_FILENO)
		close(input->fd);
	input->fd = ends[0];
	input->left.n = 0;
}

/* ---- opening, reading, closing ---- */

void input_open(struct input *input, const char *path)
{
	bool is_stdin = strcmp(path, "-") == 0;

	*input = (struct input){.name = is_stdin ? "stdin" : path, .fd = STDIN_FILENO};
	if (!is_stdin)
		input->fd = open(path, O_RDONLY | O_CLOEXEC);
	if (input->fd < 0)
		die_errno("%s: cannot open", path);

	size_t have = 0, got = 1;

	while (have < sizeof(input->head) && got > 0) {
		got = read_some(input, input->head + have, sizeof(input->head) - have);
		have += got;
	}
	input->left = (struct str){input->head, have};
	for (size_t i = 0; i < sizeof(compressions) / sizeof(*compressions); i++)
		if (str_starts(input->left, compressions[i].magic)) {
			start_decompressor(input, compressions[i].program);
			return;
		}
}

void input_open_stream(struct input *input, const char *name, int fd, const char *program)
{
	*input = (struct input){.name = name, .fd = fd, .may_end_early = true};
	start_decompressor(input, program);
}

void input_from_memory(struct input *input, const char *name, struct str bytes)
{
	*input = (struct input){.name = name, .fd = -1, .left = bytes, .memory = bytes};
}

size_t input_read(struct input *input, char *buffer, size_t n)
{
	if (input->left.n == 0)
		return input->fd < 0 ? 0 : read_some(input, buffer, n);
	if (n > input->left.n)
		n = input->left.n;
	memcpy(buffer, input->left.p, n);
	input->left = str_skip(input->left, n);
	return n;
}

/* ---- mapping ---- */

bool input_map(struct input *input, struct str *bytes)
{
	struct buf why = {0};

	*bytes = input->memory;
	if (input->memory.n)
		return true;
	if (input->fd >= 0 && !input->decompressor)
		mapping_of(&input->mapping, input->fd, &why);
	buf_release(&why);
	*bytes = input->mapping.bytes;
	if (bytes->n == 0)
		return false;
	input->left.n = 0;
	return true;
}

/* What is gone reads as zeros, see mapping.h: whatever was made of it is wrong. */
static void unmap(struct input *input)
{
	if (mapping_was_cut(&input->mapping))
		die("%s: became shorter while it was read", input->name);
	mapping_close(&input->mapping);
}

/* ---- closing ---- */

static int wait_for(const struct input *input, pid_t child)
{
	int status;

	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			die_errno("%s: cannot wait for a process", input->name);
	return status;
}

/* When the decompressor saw an early end where data may end, this is all that tells. */
static void close_feeder(const struct input *input)
{
	int status = wait_for(input, input->feeder);

	close(input->lifeline);
	if (WIFSIGNALED(status))
		die("%s: signal %d ended the process that feeds %s: the rest is missing",
			input->name, WTERMSIG(status), input->program);
	if (WEXITSTATUS(status) != FEEDER_DONE)
		die("%s: cannot read the rest of it", input->name);
}

/* The decompressor first: when it has failed, the feeder may wait for its input for ever. */
void input_close(struct input *input)
{
	int status;

	unmap(input);
	if (input->fd > STDIN_FILENO)
		close(input->fd);
	if (input->decompressor) {
		status = wait_for(input, input->decompressor);
		if (!input->may_end_early && (!WIFEXITED(status) || WEXITSTATUS(status) != 0))
			die("%s: %s failed: the data are damaged or end too early", input->name,
				input->program);
	}
	if (input->feeder)
		close_feeder(input);
	*input = (struct input){.fd = -1};
}

/* ---- kinds of files ---- */

static const struct {
	struct str magic;
	struct file_kind kind;
} kinds[] = {
	{STR_INIT("PERFILE2"), {"perf.data", "collapse-perf folds it"}},
	{STR_INIT("\x7f" "ELF"), {"an ELF program", "record it with a profiler first"}},
	{STR_INIT("\x89PNG"), {"a PNG picture", "give the profiler's text"}},
	{STR_INIT("\xff\xfe"), {"UTF-16 text", "convert it with 'iconv -f UTF-16 -t UTF-8'"}},
	{STR_INIT("\xfe\xff"), {"UTF-16 text", "convert it with 'iconv -f UTF-16 -t UTF-8'"}},
	{STR_INIT("\0\0\xfe\xff"), {"UTF-32 text", "convert it with 'iconv -f UTF-32 -t UTF-8'"}},
	{STR_INIT("PK\3\4"), {"a zip archive", "unpack it first"}},
	{STR_INIT("heaptrack"), {"a heaptrack recording", "give the profiler's text"}},
	{STR_INIT("\0\0\0\0"), {"binary data", "give the profiler's text"}},
	{STR_INIT("\xdc\xdf" "JSLB"),
		{"a JsonSlabs file",
			"save it as JSON, as 'samply record -o profile.json.gz' and profiler.firefox.com do"}},
	{STR_INIT("%PDF"), {"a PDF file", "give the profiler's text"}},
};

const struct file_kind *file_kind_of(struct str head)
{
	static const struct file_kind html = {"HTML", "it may be an error page of a download"};
	static const struct file_kind svg = {"an SVG picture", "pipe it through collapse-svg"};
	static const struct file_kind xml = {"XML", "give the profiler's text"};
	static const struct file_kind json = {"JSON", "collapse-guess tells which profiler's"};
	static const struct str json_starts[] = {STR_INIT("{\n"), STR_INIT("{\r\n"),
		STR_INIT("{\""), STR_INIT("{ "), STR_INIT("[{"), STR_INIT("[\n")};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (str_starts(head, kinds[i].magic))
			return &kinds[i].kind;
	/* Text formats may start with blank lines; case does not matter to HTML. */
	head = str_trim_lines(head);
	if (str_starts_as(head, STR("<!doctype html")) || str_starts_as(head, STR("<html")))
		return &html;
	if (str_starts_as(head, STR("<svg")))
		return &svg;
	if (str_starts_as(head, STR("<?xml")))
		return str_contains(head, STR("<svg")) ? &svg : &xml;
	for (size_t i = 0; i < sizeof(json_starts) / sizeof(*json_starts); i++)
		if (str_starts(head, json_starts[i]))
			return &json;
	return NULL;
}
