#include "common/input.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "common/output.h"
#include "common/messages.h"
#include "tests/unit/test.h"

/* "hello hello …\n", 1000 times, as each program compresses it: made by the tests below. */
static struct buf plain_text(void)
{
	struct buf text = {0};

	for (int i = 0; i < 20000; i++)
		buf_addf(&text, "hello %d\n", i * i);
	return text;
}

static struct buf read_all(struct input *input)
{
	struct buf all = {0};
	size_t n;

	do {
		n = input_read(input, buf_reserve(&all, 1000), 1000);
		all.n += n;
	} while (n);
	return all;
}

/* Prints what the input holds, to be run in a child. */
static void print_input(void *path)
{
	struct input input;

	messages_start("prog");
	input_open(&input, path);
	struct buf all = read_all(&input);

	input_close(&input);
	if (write(STDOUT_FILENO, all.p, all.n) != (ssize_t)all.n)
		_exit(99);
	buf_release(&all);
}

/* The same through a pipe: "cat path | prog -". */
static void print_pipe(void *path)
{
	int ends[2];
	pid_t cat;

	if (pipe(ends) != 0)
		_exit(99);
	cat = fork();
	if (cat == 0) {
		dup2(ends[1], STDOUT_FILENO);
		close(ends[0]);
		close(ends[1]);
		execlp("cat", "cat", path, (char *)NULL);
		_exit(99);
	}
	dup2(ends[0], STDIN_FILENO);
	close(ends[0]);
	close(ends[1]);
	print_input((char[]){"-"});
	waitpid(cat, NULL, 0);
}

/* The same as "prog - <path". */
static void print_stdin(void *path)
{
	int fd = open(path, O_RDONLY);

	dup2(fd, STDIN_FILENO);
	close(fd);
	print_input((char[]){"-"});
}

/* Compresses "plain" to "packed"; false when the program is not installed. */
static bool compress(const char *program)
{
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		int in = open("plain", O_RDONLY), out = open("packed", O_WRONLY | O_CREAT | O_TRUNC, 0666);

		dup2(in, STDIN_FILENO);
		dup2(out, STDOUT_FILENO);
		execlp(program, program, "-c", (char *)NULL);
		_exit(99);
	}
	waitpid(pid, &status, 0);
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

typedef void reader(void *path);

static void check_prints(reader *read, const char *path, struct str wanted)
{
	char copy[64] = "";
	struct child child;

	memcpy(copy, path, strlen(path));
	child = child_run(read, copy);
	CHECK_U64((uint64_t)child.status, EXIT_DONE);
	CHECK_STR(buf_str(&child.err), "");
	CHECK(str_eq(buf_str(&child.out), wanted));
	child_release(&child);
}

static void check_everywhere(const char *path, struct str wanted)
{
	check_prints(print_input, path, wanted);
	check_prints(print_pipe, path, wanted);
	check_prints(print_stdin, path, wanted);
}

static void files_pipes_and_stdin(void)
{
	struct buf text = plain_text();

	file_write("plain", buf_str(&text));
	check_everywhere("plain", buf_str(&text));
	file_write("plain", STR(""));
	check_everywhere("plain", STR(""));
	file_write("plain", STR("\x1f"));
	check_everywhere("plain", STR("\x1f"));
	file_write("plain", STR("sixteen bytes..."));
	check_everywhere("plain", STR("sixteen bytes..."));
	unlink("plain");
	buf_release(&text);
}

static const char *const programs[] = {"gzip", "xz", "zstd", "bzip2"};
enum { PROGRAMS = sizeof(programs) / sizeof(*programs) };

static void compressed_data(void)
{
	struct buf text = plain_text();

	file_write("plain", buf_str(&text));
	for (int i = 0; i < PROGRAMS; i++) {
		CHECK(compress(programs[i]));
		check_everywhere("packed", buf_str(&text));
	}
	file_write("plain", STR(""));
	CHECK(compress("gzip"));
	check_everywhere("packed", STR(""));
	unlink("plain");
	unlink("packed");
	buf_release(&text);
}

static void check_damaged(reader *read, const char *name, const char *program)
{
	struct child child = child_run(read, (char[]){"packed"});
	struct buf wanted = {0};

	buf_addf(&wanted, "prog: %s: %s failed: the data are damaged or end too early\n", name, program);
	CHECK_U64((uint64_t)child.status, EXIT_CANNOT);
	CHECK(str_eq(buf_str(&child.err), buf_str(&wanted)));
	CHECK_U64(child.out.n, 0);
	buf_release(&wanted);
	child_release(&child);
}

/* Half the data, and one byte of them changed: never half a profile with status 0. */
static void damaged_data(void)
{
	struct buf text = plain_text();

	file_write("plain", buf_str(&text));
	for (int i = 0; i < PROGRAMS; i++) {
		CHECK(compress(programs[i]));
		struct buf packed = file_read("packed");

		file_write("packed", str_head(buf_str(&packed), packed.n / 2));
		check_damaged(print_input, "packed", programs[i]);
		check_damaged(print_pipe, "stdin", programs[i]);
		packed.p[packed.n / 2] ^= 1;
		file_write("packed", buf_str(&packed));
		check_damaged(print_input, "packed", programs[i]);
		buf_release(&packed);
	}
	unlink("plain");
	unlink("packed");
	buf_release(&text);
}

/* As a parent leaves it that does not want to hear of its children. */
static void print_without_sigchld(void *path)
{
	signal(SIGCHLD, SIG_IGN);
	print_input(path);
}

static void children_of_no_interest(void)
{
	file_write("plain", STR("text\n"));
	CHECK(compress("gzip"));
	check_prints(print_without_sigchld, "packed", STR("text\n"));
	unlink("plain");
	unlink("packed");
}

static void print_slow_pipe(void *unused)
{
	int ends[2];
	pid_t writer;

	(void)unused;
	if (pipe(ends) != 0 || fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0)
		_exit(99);
	writer = fork();
	if (writer == 0) {
		nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
		_exit(write(ends[1], "text\n", 5) == 5 ? 0 : 99);
	}
	dup2(ends[0], STDIN_FILENO);
	close(ends[0]);
	close(ends[1]);
	print_input((char[]){"-"});
	waitpid(writer, NULL, 0);
}

static void a_stdin_that_does_not_block(void)
{
	check_prints(print_slow_pipe, "", STR("text\n"));
}

static void without_the_program(void *path)
{
	setenv("PATH", "/nowhere", 1);
	print_input(path);
}

static void a_program_that_is_not_installed(void)
{
	file_write("packed", STR("\x1f\x8b\x08"));
	CHECK_ENDS(without_the_program, (char[]){"packed"}, EXIT_CANNOT,
		"prog: packed: gzip data, but the program gzip is not installed\n");
	unlink("packed");
}

static void what_cannot_be_read(void)
{
	CHECK_ENDS(print_input, (char[]){"missing"}, EXIT_CANNOT,
		"prog: missing: cannot open: No such file or directory\n");
	CHECK_ENDS(print_input, (char[]){"."}, EXIT_CANNOT,
		"prog: .: cannot read: Is a directory\n");
	CHECK_ENDS(print_input, (char[]){""}, EXIT_CANNOT,
		"prog: : cannot open: No such file or directory\n");
}

static void close_stdin(void *unused)
{
	(void)unused;
	close(STDIN_FILENO);
	print_input((char[]){"-"});
}

static void a_closed_stdin(void)
{
	CHECK_ENDS(close_stdin, NULL, EXIT_CANNOT,
		"prog: stdin: cannot read: Bad file descriptor\n");
}

/* ---- what becomes of the feeder and the decompressor ---- */

/* A "gzip" that gives out at once what it is fed, and ends well whenever that ends. */
static void install_cat_as_gzip(void)
{
	struct buf path = {0};

	file_write("gzip", STR("#!/bin/sh\nexec cat\n"));
	chmod("gzip", 0755);
	buf_addf(&path, ".:%s", getenv("PATH"));
	buf_add_char(&path, '\0');
	setenv("PATH", path.p, 1);
	buf_release(&path);
}

static const struct str sent = STR_INIT("\x1f\x8b: as much as is read ahead, and more");

/* A pipe that holds this and may get more. */
static void make_fed_pipe(int ends[2])
{
	if (pipe(ends) != 0 || write(ends[1], sent.p, sent.n) != (ssize_t)sent.n)
		_exit(99);
}

/* Opens it as stdin, and reads all that it holds. */
static void open_fed(struct input *input, int from)
{
	char buffer[100];

	messages_start("prog");
	install_cat_as_gzip();
	dup2(from, STDIN_FILENO);
	close(from);
	input_open(input, "-");
	for (size_t n = 0; n < sent.n;)
		n += input_read(input, buffer, sizeof(buffer));
}

static void kill_feeder(void *unused)
{
	struct input input;
	char buffer[10];
	int ends[2];

	(void)unused;
	make_fed_pipe(ends);
	open_fed(&input, ends[0]);
	kill(input.feeder, SIGKILL);
	if (input_read(&input, buffer, sizeof(buffer)) != 0)
		_exit(99);
	input_close(&input);
}

/* Between two gzip members the decompressor takes it for the end. */
static void a_feeder_that_is_killed(void)
{
	CHECK_ENDS(kill_feeder, NULL, EXIT_CANNOT,
		"prog: stdin: signal 9 ended the process that feeds gzip: the rest is missing\n");
	unlink("gzip");
}

static void kill_feeder_beside_output(void *unused)
{
	struct output output;
	struct input input;
	siginfo_t info;
	int ends[2];

	(void)unused;
	make_fed_pipe(ends);
	output_open(&output, "out");
	open_fed(&input, ends[0]);
	kill(input.feeder, SIGTERM);
	waitid(P_PID, (id_t)input.feeder, &info, WEXITED | WNOWAIT);
	if (info.si_status != SIGTERM || access(output.temporary, F_OK) != 0)
		_exit(99);
	output_close(&output);
	unlink("out");
}

/* It has a copy of the handlers that remove what is unfinished. */
static void a_feeder_that_is_killed_removes_nothing(void)
{
	CHECK_ENDS(kill_feeder_beside_output, NULL, EXIT_DONE, "");
	unlink("gzip");
}

/* Whether this becomes of the pipe's end soon: nobody has the other. */
static bool becomes(int fd, short event)
{
	struct pollfd end = {.fd = fd};

	return poll(&end, 1, 10000) == 1 && (end.revents & event);
}

/* The feeder has fed[0] as long as it lives, the decompressor held[1]. */
static void check_all_end_by(int signal_number)
{
	int fed[2], held[2];
	struct input input;
	char byte;
	pid_t child;

	make_fed_pipe(fed);
	CHECK(pipe(held) == 0);
	child = fork();
	if (child == 0) {
		close(fed[1]);
		close(held[0]);
		open_fed(&input, fed[0]);
		_exit(write(held[1], "", 1) == 1 ? pause() : 99);
	}
	close(fed[0]);
	close(held[1]);
	CHECK(read(held[0], &byte, 1) == 1);
	kill(child, signal_number);
	CHECK(waitpid(child, NULL, 0) == child);
	CHECK(becomes(fed[1], POLLERR));
	CHECK(becomes(held[0], POLLHUP));
	close(fed[1]);
	close(held[0]);
}

static void all_end_with_the_program(void)
{
	static const int signals[] = {SIGTERM, SIGINT, SIGHUP, SIGKILL};

	for (size_t i = 0; i < sizeof(signals) / sizeof(*signals); i++)
		check_all_end_by(signals[i]);
	unlink("gzip");
}

/* File names are names: nothing in them is a command or an option. */
static void names_that_look_like_commands(void)
{
	static const char *const names[] = {"touch pwned|", ">pwned", "--help", "$(touch pwned)"};

	file_write("plain", STR("text\n"));
	CHECK(compress("gzip"));
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		rename("packed", names[i]);
		check_prints(print_input, names[i], STR("text\n"));
		rename(names[i], "packed");
	}
	CHECK(access("pwned", F_OK) != 0);
	unlink("plain");
	unlink("packed");
}

static void memory(void)
{
	struct input input;
	char buffer[4];

	input_from_memory(&input, "memory", STR("hello"));
	CHECK_U64(input_read(&input, buffer, 4), 4);
	CHECK_U64(input_read(&input, buffer, 4), 1);
	CHECK(buffer[0] == 'o');
	CHECK_U64(input_read(&input, buffer, 4), 0);
	CHECK_U64(input_read(&input, buffer, 4), 0);
	input_close(&input);
}

static void kinds_of_files(void)
{
	static const struct {
		struct str head;
		const char *kind;
	} rows[] = {
		{STR_INIT("PERFILE2...."), "perf.data"},
		{STR_INIT("\x7f" "ELF\2"), "an ELF program"},
		{STR_INIT("\xff\xfe" "a\0"), "UTF-16 text"},
		{STR_INIT("\0\0\0\0"), "binary data"},
		{STR_INIT("<!DOCTYPE html>"), "HTML"},
		{STR_INIT(" \r\n\t<HTML>"), "HTML"},
		{STR_INIT("<svg xmlns=\"x\">"), "an SVG picture"},
		{STR_INIT("<?xml version=\"1.0\"?><svg>"), "an SVG picture"},
		{STR_INIT("<?xml version=\"1.0\"?><a>"), "XML"},
		{STR_INIT("{\"a\":1}"), "JSON"},
		{STR_INIT("[{\"a\":1}]"), "JSON"},
		{STR_INIT("main;a 1\n"), NULL},
		{STR_INIT("[unknown];a 1\n"), NULL},
		{STR_INIT("{closure} 1"), NULL},
		{STR_INIT("<lambda> 1\n"), NULL},
		{STR_INIT("PERFILE"), NULL},
		{STR_INIT(""), NULL},
		{STR_INIT("\0\0\0"), NULL},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const struct file_kind *kind = file_kind_of(rows[i].head);

		CHECK_STR(str_of(kind ? kind->name : "text"), rows[i].kind ? rows[i].kind : "text");
	}
}

int main(void)
{
	TEST(files_pipes_and_stdin);
	TEST(compressed_data);
	TEST(damaged_data);
	TEST(children_of_no_interest);
	TEST(a_stdin_that_does_not_block);
	TEST(a_program_that_is_not_installed);
	TEST(what_cannot_be_read);
	TEST(a_closed_stdin);
	TEST(a_feeder_that_is_killed);
	TEST(a_feeder_that_is_killed_removes_nothing);
	TEST(all_end_with_the_program);
	TEST(names_that_look_like_commands);
	TEST(memory);
	TEST(kinds_of_files);
}
