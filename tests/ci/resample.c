/*
 * Another recording of the same program, as sampling alone would make it: draws COUNT samples, with
 * replacement, from folded stacks, one of which counts PERIOD.
 *
 *     resample SEED COUNT PERIOD <main.folded >drawn.folded
 *
 * The same seed draws the same.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STACKS = 4096, LINE = 4096 };

static struct stack {
	char *text;
	uint64_t end; /* of its samples, those of all before it included */
	uint64_t drawn;
} stacks[STACKS];

static size_t count;
static uint64_t state;

/* Steele, Lea & Flood (2014), SplitMix. */
static uint64_t next_number(void)
{
	uint64_t z = state += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

static void read_stacks(uint64_t period)
{
	char line[LINE];
	uint64_t end = 0;

	while (fgets(line, sizeof line, stdin) && count < STACKS) {
		char *blank = strrchr(line, ' ');

		if (!blank || strncmp(line, "# ", 2) == 0)
			continue;
		end += strtoull(blank + 1, NULL, 10) / period;
		*blank = '\0';
		stacks[count].text = strdup(line);
		stacks[count++].end = end;
	}
}

static void draw(void)
{
	uint64_t sample = next_number() % stacks[count - 1].end;
	size_t i = 0;

	while (stacks[i].end <= sample)
		i++;
	stacks[i].drawn++;
}

int main(int argc, char **argv)
{
	uint64_t period = argc == 4 ? strtoull(argv[3], NULL, 10) : 0;

	if (period == 0) {
		fputs("usage: resample SEED COUNT PERIOD <FOLDED\n", stderr);
		return 2;
	}
	state = strtoull(argv[1], NULL, 10);
	read_stacks(period);
	if (count == 0 || stacks[count - 1].end == 0) {
		fputs("resample: no samples\n", stderr);
		return 1;
	}
	for (uint64_t left = strtoull(argv[2], NULL, 10); left > 0; left--)
		draw();
	for (size_t i = 0; i < count; i++)
		if (stacks[i].drawn)
			printf("%s %" PRIu64 "\n", stacks[i].text, stacks[i].drawn * period);
	return 0;
}
