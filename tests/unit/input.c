#include "common/input.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "common/report.h"
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

	report_start("prog");
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
		{{"PERFILE2....", 12}, "perf.data"},
		{{"\x7f" "ELF\2", 5}, "an ELF program"},
		{{"\xff\xfe" "a\0", 4}, "UTF-16 text"},
		{{"\0\0\0\0", 4}, "binary data"},
		{{"<!DOCTYPE html>", 15}, "HTML"},
		{{" \r\n\t<HTML>", 10}, "HTML"},
		{{"<svg xmlns=\"x\">", 15}, "an SVG picture"},
		{{"<?xml version=\"1.0\"?><svg>", 26}, "an SVG picture"},
		{{"<?xml version=\"1.0\"?><a>", 24}, "XML"},
		{{"{\"a\":1}", 7}, "JSON"},
		{{"[{\"a\":1}]", 9}, "JSON"},
		{{"main;a 1\n", 9}, NULL},
		{{"[unknown];a 1\n", 14}, NULL},
		{{"{closure} 1", 11}, NULL},
		{{"<lambda> 1\n", 11}, NULL},
		{{"PERFILE", 7}, NULL},
		{{"", 0}, NULL},
		{{"\0\0\0", 3}, NULL},
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
	TEST(names_that_look_like_commands);
	TEST(memory);
	TEST(kinds_of_files);
}
