/*
 * What the parts of a frame's name tell about it. Results are slices of what was given.
 */
#ifndef COMMON_NAME_PARTS_H
#define COMMON_NAME_PARTS_H

#include "common/annotation.h"
#include "common/str.h"

/*
 * What a function shares with its neighbours: "std::vector" of "std::vector::push_back",
 * "net/http" of "net/http.(*conn).serve", "tcp" of "tcp_v4_rcv"; else the name itself.
 */
struct str name_scope(struct str name);

/*
 * Whose code it is: "org.apache" of "org.apache.hadoop.Client.call", "serde_json" of
 * "serde_json::de::from_str", "libc" of "[/usr/lib/libc.so.6]". First words that thousands of
 * packages share do not end it.
 */
struct str name_package(struct str name);

/* The start of s up to the first byte of a set. */
struct str str_until(struct str s, const char *set);

/* Steps through a list of words with one blank between them; false at its end. */
bool words_next(struct str *words, struct str *word);
bool words_have(struct str words, struct str word);

#endif
