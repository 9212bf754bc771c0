#include "collapse/symbols/alias.h"

#include "collapse/demangle/demangle.h"

/* A second or two each: a hundred times what the largest programs have in a profile. */
#define MOST_MANGLED ((uint64_t)8 << 20)
#define MOST_NAMES ((uint64_t)1 << 30)

static struct str readable(struct alias_work *work, struct buf *buf, struct str name)
{
	if (work->mangled > MOST_MANGLED || !demangle_could(name))
		return name;
	work->mangled += name.n;
	buf_reset(buf);
	return demangle(buf, name) ? buf_str(buf) : name;
}

static size_t underscores(struct str name)
{
	size_t n = 0;

	while (n < name.n && name.p[n] == '_')
		n++;
	return n;
}

static bool is_old_call(struct str name)
{
	return str_starts(name, STR("SyS")) || str_starts(name, STR("compat_SyS"));
}

bool alias_better(struct alias_work *work, const struct alias *a, const struct alias *b)
{
	struct str a_name, b_name;
	bool a_first = a->number < b->number;

	work->all += a->name.n + b->name.n;
	if (a->weak != b->weak)
		return b->weak;
	if (a->global != b->global)
		return a->global;
	a_name = readable(work, &work->a, a->name);
	b_name = readable(work, &work->b, b->name);
	if (underscores(a_name) != underscores(b_name))
		return underscores(a_name) < underscores(b_name);
	if (a_name.n != b_name.n)
		return a_name.n > b_name.n;
	return is_old_call(a_first ? a_name : b_name) ? !a_first : a_first;
}

bool alias_is_enough(const struct alias_work *work)
{
	return work->all > MOST_NAMES;
}

void alias_release(struct alias_work *work)
{
	buf_release(&work->a);
	buf_release(&work->b);
}
