/*
 * What the parts of a Rust symbol are made of: numbers, identifiers, lifetimes, lists, and the
 * references to what was there before.
 */
#include "collapse/demangle/rust.h"

#include "collapse/demangle/demangle.h"
#include "collapse/demangle/punycode.h"

void rust_fail(struct rust *rust)
{
	rust->failed = true;
	rust->at = rust->in.n;
}

bool rust_steps(struct rust *rust, size_t count)
{
	if (rust->steps_left < count)
		rust_fail(rust);
	else
		rust->steps_left -= count;
	return !rust->failed;
}

bool rust_enter(struct rust *rust)
{
	if (++rust->depth > RUST_DEEPEST)
		rust_fail(rust);
	return rust_steps(rust, 1);
}

void rust_leave(struct rust *rust)
{
	rust->depth--;
}

char rust_next(struct rust *rust)
{
	char c = rust_peek(rust);

	if (rust->at < rust->in.n)
		rust->at++;
	else
		rust_fail(rust);
	return c;
}

void rust_add(struct rust *rust, struct str text)
{
	if (rust->silent || rust->failed)
		return;
	if (rust->out->n - rust->start + text.n > demangle_limit(rust->in))
		rust_fail(rust);
	else
		buf_add(rust->out, text);
}

void rust_add_number(struct rust *rust, uint64_t number)
{
	if (!rust->silent && !rust->failed)
		buf_add_u64(rust->out, number);
}

size_t rust_list(struct rust *rust, struct str between, void (*item)(struct rust *rust))
{
	size_t count = 0;

	for (; !rust->failed && !rust_take(rust, 'E'); count++) {
		if (count > 0)
			rust_add(rust, between);
		item(rust);
	}
	return count;
}

/* ---- numbers ---- */

static unsigned digit_value(char c)
{
	if (byte_is_digit(c))
		return (unsigned)(c - '0');
	return byte_lower(c) == c ? (unsigned)(c - 'a') + 10 : (unsigned)(c - 'A') + 36;
}

uint64_t rust_base_62(struct rust *rust)
{
	uint64_t number = 0;

	if (rust_take(rust, '_'))
		return 0;
	while (!rust_take(rust, '_')) {
		char c = rust_next(rust);

		if ((!byte_is_digit(c) && !byte_is_alpha(c)) || number > UINT64_MAX / 62 - 62)
			rust_fail(rust);
		if (!rust_steps(rust, 1))
			return 0;
		number = number * 62 + digit_value(c);
	}
	return number + 1;
}

uint64_t rust_disambiguator(struct rust *rust)
{
	return rust_take(rust, 's') ? rust_base_62(rust) + 1 : 0;
}

bool rust_go_back(struct rust *rust, size_t *behind)
{
	size_t here = rust->at - 1;
	uint64_t target = rust_base_62(rust);

	if (target >= here) /* it would never end */
		rust_fail(rust);
	if (rust->silent || rust->failed)
		return false;
	*behind = rust->at;
	rust->at = (size_t)target;
	return true;
}

void rust_come_back(struct rust *rust, size_t behind)
{
	if (!rust->failed)
		rust->at = behind;
}

/* ---- identifiers ---- */

struct rust_identifier rust_identifier(struct rust *rust)
{
	struct rust_identifier identifier = {.punycode = rust_take(rust, 'u')};
	size_t length = 0;

	if (!byte_is_digit(rust_peek(rust)))
		rust_fail(rust);
	if (!rust_take(rust, '0'))
		while (byte_is_digit(rust_peek(rust)) && length <= rust->in.n)
			length = length * 10 + (size_t)(rust_next(rust) - '0');
	rust_take(rust, '_'); /* before a digit or another '_' */
	if (rust->failed || length > rust->in.n - rust->at) {
		rust_fail(rust);
		return (struct rust_identifier){0};
	}
	identifier.text = str_head(str_skip(rust->in, rust->at), length);
	rust->at += length;
	return identifier;
}

void rust_add_identifier(struct rust *rust, struct rust_identifier identifier)
{
	struct buf decoded = {0};

	if (!identifier.punycode)
		rust_add(rust, identifier.text);
	else if (punycode_decode(&decoded, identifier.text))
		rust_add(rust, buf_str(&decoded));
	else
		rust_fail(rust);
	buf_release(&decoded);
}

/* ---- lifetimes ---- */

static void add_lifetime_name(struct rust *rust, uint64_t depth)
{
	char name[2] = {'\'', (char)('a' + depth % 26)};

	if (depth < 26) {
		rust_add(rust, (struct str){name, 2});
		return;
	}
	rust_add(rust, STR("'_"));
	rust_add_number(rust, depth);
}

void rust_lifetime(struct rust *rust, uint64_t index)
{
	if (index == 0)
		rust_add(rust, STR("'_"));
	else if (index > rust->lifetimes)
		rust_fail(rust);
	else
		add_lifetime_name(rust, rust->lifetimes - index);
}

uint64_t rust_binder(struct rust *rust)
{
	uint64_t before = rust->lifetimes, count;

	if (!rust_take(rust, 'G'))
		return before;
	count = rust_base_62(rust) + 1;
	if (count > rust->in.n) {
		rust_fail(rust);
		return before;
	}
	rust_add(rust, STR("for<"));
	for (uint64_t i = 0; i < count && rust_steps(rust, 1); i++) {
		if (i > 0)
			rust_add(rust, STR(", "));
		add_lifetime_name(rust, rust->lifetimes++);
	}
	rust_add(rust, STR("> "));
	return before;
}
