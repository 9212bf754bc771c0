#include "collapse/names/script-name.h"

uint32_t script_name(struct stacks *stacks, struct buf *scratch,
	const struct script_function *function, bool with_place)
{
	const struct str local = STR("file://");
	struct str file = function->file;
	bool unnamed = function->name.n == 0 || str_eq(function->name, STR("(anonymous)"));

	if (!unnamed && (!with_place || file.n == 0))
		return stacks_name(stacks, function->name);
	buf_set(scratch, unnamed ? STR("(anonymous)") : function->name);
	if (file.n) {
		buf_add_char(scratch, ' ');
		buf_add(scratch, str_starts(file, local) ? str_skip(file, local.n) : file);
		if (function->line) {
			buf_add_char(scratch, ':');
			buf_add_u64(scratch, function->line);
		}
	}
	return stacks_name(stacks, buf_str(scratch));
}
