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

const char *const annotation_letters[] = {ANNOTATION_LETTERS};
const char *const annotation_marks[] = {ANNOTATION_MARKS};
const char *const annotation_meanings[] = {
	MEANS_KERNEL, MEANS_INLINED, MEANS_JIT, MEANS_WAKER, MEANS_OFF_CPU};

unsigned name_annotation_place(struct str name)
{
	char letter = name_annotation(name);
	unsigned place = 0;

	while (place < ANNOTATIONS && annotation_letters[place][0] != letter)
		place++;
	return place;
}

struct str name_bare(struct str name)
{
	return name_annotation(name) ? str_drop_end(name, ANNOTATION) : name;
}
