/*
 * Functions of the C library that are easy to use wrongly do not compile here. The Makefile
 * includes this header first in every file; the standard headers come before the macros so that
 * their own declarations survive.
 */
#ifndef COMMON_BANNED_H
#define COMMON_BANNED_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BANNED(name) banned_function_##name
#undef strcpy
#define strcpy(...) BANNED(strcpy)
#undef strcat
#define strcat(...) BANNED(strcat)
#undef strncpy
#define strncpy(...) BANNED(strncpy)
#undef strncat
#define strncat(...) BANNED(strncat)
#undef strtok
#define strtok(...) BANNED(strtok)
#undef sprintf
#define sprintf(...) BANNED(sprintf)
#undef vsprintf
#define vsprintf(...) BANNED(vsprintf)
#undef gets
#define gets(...) BANNED(gets)
#undef atoi
#define atoi(...) BANNED(atoi)
#undef atol
#define atol(...) BANNED(atol)
#undef atof
#define atof(...) BANNED(atof)
#undef system
#define system(...) BANNED(system)
#undef popen
#define popen(...) BANNED(popen)

#endif
