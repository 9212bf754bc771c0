/*
 * A frame as valgrind's tools write it, and dhat for Rust:
 *
 *     0x10E5FD: app::(anonymous namespace)::insert(int) (heavy.cpp:24)
 *     0x492A4A2: ??? (in /usr/lib/x86_64-linux-gnu/libstdc++.so.6.0.30)
 *     0x5582: demo::main (src/main.rs:10:5)
 *
 * The name is the function's; see native-name.h for what becomes of module and source line.
 */
#ifndef COLLAPSE_FORMATS_VALGRIND_FRAME_H
#define COLLAPSE_FORMATS_VALGRIND_FRAME_H

#include "collapse/names/native-name.h"

uint32_t valgrind_frame_name(struct native_name *names, struct str text);

#endif
