/*
 * Runs a command and says on stderr what it took: "SECONDS KIBIBYTES SECONDS", wall clock, peak
 * resident memory, and processor time. usage: peak COMMAND [ARGUMENT]...
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static double seconds(struct timeval time)
{
	return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

int main(int argc, char **argv)
{
	double start = now();
	struct rusage usage;
	int status;
	pid_t child;

	if (argc < 2)
		return 2;
	child = fork();
	if (child == 0) {
		execvp(argv[1], argv + 1);
		_exit(127);
	}
	if (child < 0 || waitpid(child, &status, 0) != child ||
		getrusage(RUSAGE_CHILDREN, &usage) != 0)
		return 1;
	fprintf(stderr, "%.4f %ld %.4f\n", now() - start, usage.ru_maxrss,
		seconds(usage.ru_utime) + seconds(usage.ru_stime));
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
