#include "collapse/symbols/path-below.h"

#include <unistd.h>

enum { MOST_LINKS = 40, LONGEST_PATH = 4096 };

/* Takes "usr" of "/usr//lib", and leaves "//lib"; empty at the end. */
static struct str take_component(struct str *path)
{
	struct str component;

	while (path->n && path->p[0] == '/')
		*path = str_skip(*path, 1);
	component = str_head(*path, str_find(*path, '/'));
	*path = str_skip(*path, component.n);
	return component;
}

/* Back to the folder above, but not above the root, whose own path has `least` bytes. */
static void drop_component(struct buf *out, size_t least)
{
	size_t slash = str_rfind(buf_str(out), '/');

	out->n = slash < out->n && slash >= least ? slash : least;
}

/*
 * `out` never has a link in it, but perhaps as its last component, which was just added: that is
 * taken back then, and what it points to comes before the rest of the path.
 */
bool path_below(struct buf *out, const char *root, struct str path)
{
	struct buf left = {0}, rest = {0};
	struct str component = path, todo;
	char link[LONGEST_PATH];
	size_t least;
	int links = 0;

	buf_set(out, str_of(root));
	while (out->n && out->p[out->n - 1] == '/')
		out->n--;
	least = out->n;
	buf_add(&left, path);
	todo = buf_str(&left);
	while (links <= MOST_LINKS && todo.n <= LONGEST_PATH && out->n <= LONGEST_PATH) {
		size_t before = out->n;
		ssize_t length;

		component = take_component(&todo);
		if (component.n == 0)
			break;
		if (str_eq(component, STR(".")))
			continue;
		if (str_eq(component, STR(".."))) {
			drop_component(out, least);
			continue;
		}
		buf_add_char(out, '/');
		buf_add(out, component);
		buf_terminate(out);
		length = readlink(out->p, link, sizeof(link));
		if (length <= 0)
			continue;
		out->n = link[0] == '/' ? least : before;
		buf_set(&rest, (struct str){link, (size_t)length});
		buf_add_char(&rest, '/');
		buf_add(&rest, todo);
		buf_set(&left, buf_str(&rest));
		todo = buf_str(&left);
		links++;
	}
	buf_terminate(out);
	buf_release(&left);
	buf_release(&rest);
	return links <= MOST_LINKS && component.n == 0 && out->n - least <= LONGEST_PATH;
}
