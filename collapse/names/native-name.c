#include "collapse/names/native-name.h"

#include "collapse/names/frame-name.h"

static bool is_unknown(struct str text)
{
	return text.n == 0 || str_eq(text, STR("???"));
}

void native_name_add_unknown(struct buf *name, struct str module)
{
	bool has_brackets = str_starts(module, STR("["));

	if (!has_brackets)
		buf_add_char(name, '[');
	buf_add(name, module.n ? module : STR("unknown"));
	if (!has_brackets)
		buf_add_char(name, ']');
}

struct str native_name_of(
	struct native_name *names, struct str symbol, struct str module, bool tidy)
{
	struct buf *name = &names->name;

	module = str_base_name(module);
	buf_reset(name);
	if (is_unknown(symbol)) {
		native_name_add_unknown(name, is_unknown(module) ? (struct str){0} : module);
		return buf_str(name);
	}
	if (names->stacks->wants_modules && !is_unknown(module)) {
		buf_add(name, module);
		buf_add_char(name, '`');
	}
	buf_add(name, tidy ? frame_name_tidy(&names->scratch, symbol, false) : symbol);
	return buf_str(name);
}

/* "pthread_cond_wait@@GLIBC_2.3.2" without the version. */
static struct str drop_version(struct str symbol)
{
	size_t at = str_find(symbol, '@');
	struct str version = str_skip(symbol, at + 1);

	if (at == 0 || at == symbol.n || str_find(symbol, '(') < at)
		return symbol;
	if (str_starts(version, STR("@")))
		version = str_skip(version, 1);
	return version.n && version.p[0] >= 'A' && version.p[0] <= 'Z' ? str_head(symbol, at)
								       : symbol;
}

struct str native_name_unversioned(
	struct native_name *names, struct str symbol, struct str module, bool tidy)
{
	return native_name_of(names, tidy ? drop_version(symbol) : symbol, module, tidy);
}

uint32_t native_name_add(
	struct native_name *names, struct str symbol, struct str module, struct str source)
{
	native_name_of(names, symbol, module, !names->options->no_tidy);
	if (names->options->srcline && !is_unknown(source)) {
		buf_add_char(&names->name, ':');
		buf_add(&names->name, source);
	}
	return stacks_name(names->stacks, buf_str(&names->name));
}

void native_name_release(struct native_name *names)
{
	buf_release(&names->scratch);
	buf_release(&names->name);
}
