/*
 * main() of all collapse-* programs but collapse-guess: compiled once for each format, with
 * -DFORMAT=format_perf and so on.
 */
#include <stdio.h>

#include "collapse/driver.h"

extern const struct format FORMAT;

int main(int argc, char **argv)
{
	static char program[64];

	snprintf(program, sizeof(program), "collapse-%s", FORMAT.kind->name);
	messages_start(program);
	return driver_run(program, &FORMAT, argc, argv, NULL);
}
