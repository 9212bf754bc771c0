#include "common/annotation.h"

enum { ANNOTATION = 4 };

char name_annotation(struct str name)
{
	struct str tail = str_skip(name, name.n < ANNOTATION ? name.n : name.n - ANNOTATION);

	if (tail.n < ANNOTATION || !str_starts(tail, STR("_[")) || tail.p[3] != ']' ||
		!str_contains(STR("kijwo"), (struct str){&tail.p[2], 1}))
		return '\0';
	return tail.p[2];
}

struct str name_bare(struct str name)
{
	return name_annotation(name) ? str_drop_end(name, ANNOTATION) : name;
}
