#include "collapse/names/module-name.h"

#include "collapse/demangle/rust-legacy.h"
#include "collapse/names/frame-name.h"

/* "f (.llvm.7886897009887049720)" */
static struct str drop_llvm(struct str function)
{
	size_t mark = str_find_str(function, STR(" (.llvm."));

	return str_ends(function, STR(")")) ? str_head(function, mark) : function;
}

static struct str tidy(struct module_name *names, struct str function)
{
	bool scoped = str_contains(function, STR("::"));

	function = drop_llvm(function);
	if (names->arguments == CUT_ARGUMENTS || (names->arguments != KEEP_ARGUMENTS && scoped))
		return frame_name_tidy(&names->tidy, function, false);
	return scoped ? rust_legacy_mend(&names->tidy, function) : function;
}

uint32_t module_name_add(
	struct module_name *names, struct str module, struct str function, struct str mark)
{
	struct buf *whole = &names->whole;

	function = tidy(names, function);
	if (module.n == 0 && mark.n == 0)
		return stacks_name(names->stacks, function);
	buf_set(whole, module);
	if (module.n)
		buf_add_char(whole, '`');
	buf_add(whole, function);
	buf_add(whole, mark);
	return stacks_name(names->stacks, buf_str(whole));
}

uint32_t module_name_recall(struct module_name *names, struct str module, struct str function)
{
	const struct line_key key = {.head = function, .tail = module};
	struct line_meaning meaning;
	uint32_t name;

	if (line_cache_find(&names->cache, &key, &meaning))
		return meaning.names[0];
	name = module_name_add(names, module, function, (struct str){0});
	line_cache_add(&names->cache, &key, (struct line_meaning){.names = &name, .count = 1});
	return name;
}

void module_name_release(struct module_name *names)
{
	line_cache_release(&names->cache);
	buf_release(&names->tidy);
	buf_release(&names->whole);
}
