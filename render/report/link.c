#include "render/report/link.h"

#include <stdlib.h>
#include <string.h>

#include "common/block/coding.h"
#include "common/memory.h"

/* As LONG_NAME and LONG_PATH in address.js: names that are longer are a hash, all if need be. */
enum { LONG_NAME = 40, SHORT_NAME = 6, LONG_PATH = 2000 };

static void add_percent_encoded(struct buf *out, char c)
{
	static const char digits[] = "0123456789ABCDEF";
	unsigned char byte = (unsigned char)c;

	buf_add_char(out, '%');
	buf_add_char(out, digits[byte >> 4]);
	buf_add_char(out, digits[byte & 15]);
}

/* Letters, digits, and those of a set. */
static bool is_plain(char c, const char *set)
{
	return byte_is_alpha(c) || byte_is_digit(c) || (c != '\0' && strchr(set, c) != NULL);
}

/* Adds what is plain as it is, the rest percent-encoded. */
static void add_encoded(struct buf *out, struct str text, const char *plain)
{
	for (size_t i = 0; i < text.n; i++) {
		if (is_plain(text.p[i], plain))
			buf_add_char(out, text.p[i]);
		else
			add_percent_encoded(out, text.p[i]);
	}
}

/* ---- names ---- */

/* As the data block has it, but with < and &, for which ^ and % stand there. */
static void add_plain(struct buf *out, struct str name)
{
	size_t from = out->n;

	block_add_name(out, name);
	for (size_t i = from; i < out->n; i++) {
		if (out->p[i] == '^')
			out->p[i] = '<';
		else if (out->p[i] == '%')
			out->p[i] = '&';
	}
}

/* "1z141z3": the digits of a script's toString(36). */
static void add_base_36(struct buf *out, uint32_t number)
{
	static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
	char text[8];
	size_t first = sizeof(text);

	do
		text[--first] = digits[number % 36];
	while (number /= 36);
	buf_add(out, (struct str){text + first, sizeof(text) - first});
}

/* hashName() of address.js: FNV-1a over the units of UTF-16, and how many these are. */
static void add_hash(struct buf *out, struct str plain)
{
	uint32_t hash = 0x811c9dc5;
	unsigned units = 0;
	size_t length;

	for (size_t i = 0; i < plain.n; i += length) {
		uint32_t code, pair[2];

		length = utf8_length(str_skip(plain, i));
		code = utf8_decode(plain.p + i, length);
		pair[0] = code < 0x10000 ? code : 0xd7c0 + (code >> 10);
		pair[1] = 0xdc00 + (code & 0x3ff);
		for (int unit = 0; unit < (code < 0x10000 ? 1 : 2); unit++, units++)
			hash = (hash ^ pair[unit]) * 0x01000193;
	}
	buf_add_char(out, '$');
	add_base_36(out, hash);
	buf_addf(out, "%u", units);
}

static void add_name(struct buf *out, struct str name, size_t longest)
{
	struct buf plain = {0};
	size_t from = out->n;

	add_plain(&plain, name);
	add_encoded(out, buf_str(&plain), "-_.");
	if (out->n - from > longest) {
		out->n = from;
		add_hash(out, buf_str(&plain));
	}
	buf_release(&plain);
}

/* Adds the names of the frames from the root to the node: "main;parse;read". */
static void add_path(struct buf *out, const struct calltree *tree, uint32_t node, size_t longest)
{
	size_t depth = 0;
	uint32_t *path;

	for (uint32_t at = node; at != NODE_ROOT; at = tree->nodes[at].parent)
		depth++;
	path = memory_new(depth, sizeof(*path));
	for (size_t i = depth; i-- > 0; node = tree->nodes[node].parent)
		path[i] = node;
	for (size_t i = 0; i < depth; i++) {
		if (i > 0)
			buf_add_char(out, ';');
		add_name(out, names_get(&tree->names, tree->nodes[path[i]].name), longest);
	}
	free(path);
}

/* ---- addresses ---- */

/* Adds the address up to where a parameter may stand: "diff.svg?", and stores what is behind it. */
static void add_start(struct buf *out, const char *picture, struct str *fragment)
{
	struct str address = str_of(picture);
	size_t hash = str_find(address, '#');
	struct str before = str_head(address, hash);

	*fragment = str_skip(address, hash);
	add_encoded(out, before, "-_.~:/?@!$&*+,;=%");
	buf_add_char(out, str_find(before, '?') < before.n ? '&' : '?');
}

static void add_end(struct buf *out, struct str fragment)
{
	add_encoded(out, fragment, "-_.~:/?@!$&*+,;=%#");
}

void link_add_frame(
	struct buf *out, const char *picture, const struct calltree *tree, uint32_t node)
{
	struct str fragment;
	size_t from;

	add_start(out, picture, &fragment);
	if (node == NODE_ROOT) {
		out->n--;
	} else {
		buf_add(out, STR("zoom="));
		from = out->n;
		add_path(out, tree, node, LONG_NAME);
		if (out->n - from > LONG_PATH) {
			out->n = from;
			add_path(out, tree, node, SHORT_NAME);
		}
	}
	add_end(out, fragment);
}

void link_add_function(struct buf *out, const char *picture, struct str name)
{
	struct str fragment;

	add_start(out, picture, &fragment);
	buf_add(out, STR("fn="));
	add_name(out, name, LONG_NAME);
	add_end(out, fragment);
}
