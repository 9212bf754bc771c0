#include "collapse/native-name.h"

#include "collapse/frame-name.h"

static bool is_unknown(struct str text)
{
	return text.n == 0 || str_eq(text, STR("???"));
}

static void add_unknown(struct buf *name, struct str module)
{
	buf_add_char(name, '[');
	buf_add(name, is_unknown(module) ? STR("unknown") : module);
	buf_add_char(name, ']');
}

uint32_t native_name_add(
	struct native_name *names, struct str symbol, struct str module, struct str source)
{
	struct buf *name = &names->name;

	module = str_base_name(module);
	buf_reset(name);
	if (is_unknown(symbol)) {
		add_unknown(name, module);
	} else {
		if (names->stacks->wants_modules && !is_unknown(module)) {
			buf_add(name, module);
			buf_add_char(name, '`');
		}
		buf_add(name, names->options->no_tidy ? symbol :
			frame_name_tidy(&names->scratch, symbol, false));
	}
	if (names->options->srcline && !is_unknown(source)) {
		buf_add_char(name, ':');
		buf_add(name, source);
	}
	return stacks_name(names->stacks, buf_str(name));
}

void native_name_release(struct native_name *names)
{
	buf_release(&names->scratch);
	buf_release(&names->name);
}
