/*
 * Attributes that the user gives to frames of a name (--nameattr): links, tooltips, classes. One
 * name a line, as in FlameGraph, all parts separated by tabs, quotes around a value optional:
 *
 *     do_syscall_64	href=https://example.org/syscalls	title="all system calls"
 *
 * A name is that of the input (read_[k]) or the one that is shown (read). Empty lines, and lines
 * that are "#" or start with "# ", are comments.
 */
#ifndef RENDER_PICTURE_NAMEATTR_H
#define RENDER_PICTURE_NAMEATTR_H

#include "common/arena.h"
#include "common/names.h"

/*
 * No others: what a frame may not have is anything that could run (on…, style) or change how the
 * picture is drawn; FlameGraph's g_extra and a_extra would allow just that.
 */
enum attribute {
	ATTRIBUTE_ID,
	ATTRIBUTE_CLASS,
	ATTRIBUTE_TITLE,
	ATTRIBUTE_HREF, /* relative, or to http, https, ftp, mailto */
	ATTRIBUTE_TARGET,
	ATTRIBUTES,
};

/* Raw text, to be escaped by whoever writes it; p is NULL for what was not given. */
struct attributes {
	struct str value[ATTRIBUTES];
};

struct nameattr {
	/* private */
	struct names names;
	struct attributes *items; /* by name id */
	size_t capacity;
	struct arena values;
	uint32_t *sorted; /* name ids in byte order */
};

/*
 * Reads the file into a zeroed struct. When a name has an attribute twice the last one holds. What
 * is refused is reported with its line and left out; the rest of the line counts. A file that
 * cannot be read ends the program.
 */
void nameattr_load(struct nameattr *nameattr, const char *path);
/* The attributes of a frame, or NULL. They live as long as nameattr. */
const struct attributes *nameattr_find(const struct nameattr *nameattr, struct str name);
void nameattr_release(struct nameattr *nameattr);

#endif
