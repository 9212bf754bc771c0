/*
 * A fuzz target is a file with a fuzz(): it does something with the input that no input may break.
 * Ending the program with a message is allowed; fuzz_expect() states what else must hold.
 */
#ifndef TESTS_FUZZ_LIB_FUZZ_H
#define TESTS_FUZZ_LIB_FUZZ_H

#include <stdbool.h>

#include "common/str.h"

void fuzz(struct str input);

/* Stops the fuzzer with this input as its finding unless the condition holds. */
void fuzz_expect(bool condition);

#endif
