/*
 * A slice of bytes that belongs to somebody else. Not terminated; NUL is a byte like any other.
 * Slices are passed by value. Nothing here allocates. What readers do for each byte is inline.
 */
#ifndef COMMON_STR_H
#define COMMON_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct str {
	const char *p;
	size_t n;
};

/* A slice of a string literal, the same as an initialiser in a table, and a slice of a C string. */
#define STR(literal) ((struct str){(literal), sizeof(literal) - 1})
#define STR_INIT(literal) {(literal), sizeof(literal) - 1}
struct str str_of(const char *c_string);

/* For printf's "%.*s"; only for text that is known to be clean, else str_show(). */
#define STR_ARG(s) ((int)(s).n), ((s).p)

static inline bool byte_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static inline bool byte_is_hex(char c)
{
	return byte_is_digit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f');
}

/* One comparison decides for almost every byte of text; then a set with a bit for each blank. */
static inline bool byte_is_blank(char c)
{
	const uint64_t blanks = 1ull << ' ' | 1 << '\t' | 1 << '\r' | 1 << '\v' | 1 << '\f';
	unsigned char byte = (unsigned char)c;

	return byte <= ' ' && (blanks >> byte & 1);
}

static inline bool byte_is_alpha(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* What names of functions are made of, in any language: bytes of UTF-8, too. */
static inline bool byte_is_word(char c)
{
	return byte_is_alpha(c) || byte_is_digit(c) || c == '_' || c == '$' || (c & 0x80);
}

static inline char byte_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* What a hex digit stands for; only of one for which byte_is_hex() is true. */
static inline unsigned byte_hex_value(char c)
{
	return (unsigned)(byte_is_digit(c) ? c - '0' : byte_lower(c) - 'a' + 10);
}

/* Parts. Counts past the end are cut to the slice. */
static inline struct str str_head(struct str s, size_t n)
{
	return (struct str){s.p, n < s.n ? n : s.n};
}

static inline struct str str_skip(struct str s, size_t n)
{
	if (n > s.n)
		n = s.n;
	return n ? (struct str){s.p + n, s.n - n} : s;
}

static inline struct str str_drop_end(struct str s, size_t n)
{
	return str_head(s, n < s.n ? s.n - n : 0);
}

/* Without blanks (space, tab, CR, VT, FF) at the start, the end, both. */
static inline struct str str_trim_start(struct str s)
{
	size_t n = 0;

	while (n < s.n && byte_is_blank(s.p[n]))
		n++;
	return str_skip(s, n);
}

/* At the start, line ends too. */
static inline struct str str_trim_lines(struct str s)
{
	size_t n = 0;

	while (n < s.n && (byte_is_blank(s.p[n]) || s.p[n] == '\n'))
		n++;
	return str_skip(s, n);
}

static inline struct str str_trim_end(struct str s)
{
	while (s.n && byte_is_blank(s.p[s.n - 1]))
		s.n--;
	return s;
}

static inline struct str str_trim(struct str s)
{
	return str_trim_end(str_trim_start(s));
}

/* Takes the first word, up to a blank: " a bc" gives "a" and leaves " bc". Empty when there is none. */
static inline struct str str_take_word(struct str *text)
{
	struct str word = str_trim_start(*text);
	size_t n = 0;

	while (n < word.n && !byte_is_blank(word.p[n]))
		n++;
	*text = str_skip(word, n);
	return str_head(word, n);
}

/* Takes the last one, and the blanks behind it: " a bc " gives "bc" and leaves " a ". */
static inline struct str str_take_last_word(struct str *text)
{
	struct str trimmed = str_trim_end(*text);
	size_t start = trimmed.n;

	while (start && !byte_is_blank(trimmed.p[start - 1]))
		start--;
	*text = str_head(trimmed, start);
	return str_skip(trimmed, start);
}

static inline bool str_eq(struct str a, struct str b)
{
	return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

/* Order by bytes, a prefix first: <0, 0, >0. */
int str_compare(struct str a, struct str b);

static inline bool str_starts(struct str s, struct str prefix)
{
	return s.n >= prefix.n && str_eq(str_head(s, prefix.n), prefix);
}

/* In any case; the prefix is of small letters. */
static inline bool str_starts_as(struct str s, struct str prefix)
{
	size_t same = 0;

	while (same < prefix.n && same < s.n && byte_lower(s.p[same]) == prefix.p[same])
		same++;
	return same == prefix.n;
}

static inline bool str_ends(struct str s, struct str suffix)
{
	return s.n >= suffix.n && str_eq(str_skip(s, s.n - suffix.n), suffix);
}

bool str_contains(struct str s, struct str part);

/* Where c, or part, stands first or last; s.n when nowhere. */
static inline size_t str_find(struct str s, char c)
{
	const char *found = s.n ? memchr(s.p, c, s.n) : NULL;

	return found ? (size_t)(found - s.p) : s.n;
}

size_t str_rfind(struct str s, char c);
size_t str_find_str(struct str s, struct str part);

/*
 * Splits at the first (cut) or last (rcut) c: "a;b;c" at ';' gives "a" + "b;c", or "a;b" + "c".
 * False, and nothing stored, when there is no c.
 */
bool str_cut(struct str s, char c, struct str *before, struct str *after);
bool str_rcut(struct str s, char c, struct str *before, struct str *after);

/* What is behind the last '/': "libc.so" of "/usr/lib/libc.so" and of "libc.so". */
struct str str_base_name(struct str path);

/* How many letters to change, add or take away, in any case; 64 if one of them is so long. */
size_t str_distance(struct str a, struct str b);

/* How many bytes at the start are decimal digits. */
static inline size_t str_digits(struct str s)
{
	size_t n = 0;

	while (n < s.n && byte_is_digit(s.p[n]))
		n++;
	return n;
}

/* How many are hex digits, in any case. */
static inline size_t str_hex_digits(struct str s)
{
	size_t n = 0;

	while (n < s.n && byte_is_hex(s.p[n]))
		n++;
	return n;
}

/* The length of the address that s starts with, "0x7f1e80d3d6c0"; 0 when it starts with none. */
static inline size_t str_address(struct str s)
{
	bool prefixed = s.n > 2 && s.p[0] == '0' && s.p[1] == 'x';
	size_t digits = prefixed ? str_hex_digits(str_skip(s, 2)) : 0;

	return digits ? digits + 2 : 0;
}

/* Decimal digits only, at least one, no sign; false when not so or past 2^64-1. */
bool str_to_u64(struct str s, uint64_t *value);
/* The same with hex digits, without "0x". */
bool str_hex_to_u64(struct str s, uint64_t *value);

/*
 * The length of the valid UTF-8 sequence that s starts with (1 to 4), or 0 when its first byte
 * starts none (RFC 3629: no overlong forms, no surrogates, nothing past U+10FFFF).
 */
size_t utf8_length(struct str s);
/* The code point of the sequence that s starts with; only after utf8_length() gave its length. */
uint32_t utf8_decode(const char *p, size_t length);
/* A code point's bytes, 1 to 4. */
size_t utf8_encode(uint32_t code, char utf8[4]);
/*
 * A mark of the direction of text, or without width: names must not look like others, nor messages
 * run backwards.
 */
bool utf8_is_invisible(const char *p, size_t length);

/* How many columns of a terminal a character of UTF-8 takes: 2 from U+1100 on, as CJK and emoji. */
static inline size_t utf8_columns(const char *character)
{
	unsigned char first = (unsigned char)character[0];

	return first > 0xe1 || (first == 0xe1 && (unsigned char)character[1] >= 0x84) ? 2 : 1;
}

/*
 * One character of untrusted text as a message may hold it: what is no valid UTF-8, control and
 * invisible characters, leave as \xNN, a byte at a time. Stores at most 4 bytes and how many these
 * are in *shown, and returns how many of s they stand for. s must not be empty.
 */
size_t str_show_character(struct str s, char out[4], size_t *shown);

/* The same for all of s, cut after 80 bytes with "...". Returns out, terminated. */
enum { STR_SHOW = 80 * 4 + 4 };
const char *str_show(struct str s, char out[STR_SHOW]);

#endif
