#include "collapse/thread-name.h"

uint32_t thread_name(
	struct stacks *stacks, struct buf *scratch, uint32_t name, struct str id, bool with_id)
{
	if (name != NAME_NONE && !with_id)
		return name;
	buf_reset(scratch);
	if (name != NAME_NONE) {
		buf_add(scratch, names_get(&stacks->tree.names, name));
		buf_add_char(scratch, '-');
	}
	buf_add(scratch, id.n ? id : STR("?"));
	return stacks_name(stacks, buf_str(scratch));
}
