#include "collapse/stacks/kind.h"

#include "common/folded.h"

bool looks_folded(struct str head)
{
	return folded_looks_so(head);
}
