/*
 * The demangler for Rust's symbols, inside. A symbol is printed while it is read.
 *
 * Where something is wrong rust_fail() leaves nothing more to read, and from then on nothing is
 * printed: so functions go on, and end soon, without asking each other how it went.
 */
#ifndef COLLAPSE_DEMANGLE_RUST_H
#define COLLAPSE_DEMANGLE_RUST_H

#include <stdbool.h>
#include <stdint.h>

#include "common/buf.h"

struct rust {
	struct str in; /* behind the "_R" */
	size_t at; /* behind in, from the first failure on */
	bool failed;
	unsigned depth;
	size_t steps_left;
	unsigned silent; /* what is read is not to be printed */
	uint64_t lifetimes; /* that a "for<…>" around has named */
	struct buf *out;
	size_t start; /* of the name, in out */
};

enum { RUST_DEEPEST = 256 };

/* ---- reading ---- */

void rust_fail(struct rust *rust);

static inline char rust_peek(const struct rust *rust)
{
	return rust->at < rust->in.n ? rust->in.p[rust->at] : '\0';
}

static inline bool rust_take(struct rust *rust, char c)
{
	bool there = rust->at < rust->in.n && rust->in.p[rust->at] == c;

	rust->at += there;
	return there;
}

/* The next byte; failure at the end. */
char rust_next(struct rust *rust);

/*
 * Counts steps; false: there were too many. What is read may be read again and again, so whatever
 * takes longer than what it prints counts.
 */
bool rust_steps(struct rust *rust, size_t count);

/* Every recursion goes through these. false: it was too deep, or there were too many steps. */
bool rust_enter(struct rust *rust);
void rust_leave(struct rust *rust);

/* "_" is 0, "0_" is 1, "Z_" is 62. */
uint64_t rust_base_62(struct rust *rust);

/* "s_" is 1: which of several of that name, or the crate's hash; 0 when there is none. */
uint64_t rust_disambiguator(struct rust *rust);

struct rust_identifier {
	struct str text;
	bool punycode;
};

/* "3bar", "u8gdel_5qa" */
struct rust_identifier rust_identifier(struct rust *rust);

/*
 * "B4_" is what stands 5 bytes behind the "_R". Behind the 'B' this goes there; false: there is
 * nothing to read. Later rust_come_back() goes on behind the "B4_".
 */
bool rust_go_back(struct rust *rust, size_t *behind);
void rust_come_back(struct rust *rust, size_t behind);

/* ---- printing ---- */

void rust_add(struct rust *rust, struct str text);
void rust_add_number(struct rust *rust, uint64_t number);
void rust_add_identifier(struct rust *rust, struct rust_identifier identifier);

/* ---- both ---- */

/* Items up to an 'E', with `between` between them: how many. */
size_t rust_list(struct rust *rust, struct str between, void (*item)(struct rust *rust));

/* "G_" before a type: "for<'a> ". Returns how many lifetimes there were before. */
uint64_t rust_binder(struct rust *rust);
/* Counted from the innermost, as binders name them: 0 is '_. */
void rust_lifetime(struct rust *rust, uint64_t index);

/* ---- rust.c, rust-type.c, rust-constant.c ---- */

/* in_value: "Vec::<u8>", not "Vec<u8>". */
void rust_path(struct rust *rust, bool in_value);
/* "lhE": the arguments behind a '<'. */
void rust_generic_arguments(struct rust *rust);

void rust_type(struct rust *rust);

/* As a generic argument, what is more than a number, a character or a string stands in braces. */
void rust_constant(struct rust *rust, bool as_argument);

#endif
