#include "tests/fuzz/lib/fuzz.h"

#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
_Noreturn void __real_exit(int status);
_Noreturn void __wrap_exit(int status);

static jmp_buf end_of_run;
static bool running;

/* Linked in place of exit(), which libFuzzer calls too: what ends the program ends the run only. */
void __wrap_exit(int status)
{
	if (!running)
		__real_exit(status);
	running = false;
	longjmp(end_of_run, 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (setjmp(end_of_run) == 0) {
		running = true;
		fuzz((struct str){(const char *)data, size});
		running = false;
	}
	return 0;
}

void fuzz_expect(bool condition)
{
	if (!condition)
		abort();
}
