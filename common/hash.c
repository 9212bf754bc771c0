#include "common/hash.h"

#include <time.h>
#include <unistd.h>

uint64_t hash_seed(void)
{
	static uint64_t seed;
	struct timespec now = {0};

	if (seed)
		return seed;
	clock_gettime(CLOCK_MONOTONIC, &now);
	seed = hash_mix((uint64_t)now.tv_nsec ^ (uint64_t)now.tv_sec << 32, (uintptr_t)&now) ^
		(uint64_t)getpid();
	return seed |= 1;
}
