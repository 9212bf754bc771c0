/*
 * What addresses are called, as a test can say it: "main+0 - work+5".
 */
#ifndef TESTS_UNIT_LIB_FOUND_H
#define TESTS_UNIT_LIB_FOUND_H

#include "collapse/symbols/symbol-name.h"

/* A check of names and of how far from their starts the addresses are; "-": none. */
void check_found(
	const struct symbol_name *found, const uint64_t *at, size_t count, const char *wanted);

/* Addresses and their number, as two arguments. */
#define ASKS(...) \
	(const uint64_t[]){__VA_ARGS__}, sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t)

#endif
