#include "collapse/formats.h"

/* One line a format: FORMAT(perf) */
#define FORMAT(name) extern const struct format format_##name;
#include "formats-table.h"
#undef FORMAT

static const struct format *const formats[] = {
#define FORMAT(name) &format_##name,
#include "formats-table.h"
#undef FORMAT
};

const struct format *format_of(const struct kind *kind)
{
	size_t place = 0;

	while (formats[place]->kind != kind)
		place++;
	return formats[place];
}
