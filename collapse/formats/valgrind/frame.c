#include "collapse/formats/valgrind/frame.h"

/* "0x10E5FD: " */
static struct str drop_address(struct str text)
{
	size_t n = str_address(text);

	return n && str_starts(str_skip(text, n), STR(": ")) ? str_skip(text, n + 2) : text;
}

/* "heavy.cpp:24", "src/main.rs:10:5" */
static bool is_source(struct str place)
{
	struct str file, line;
	uint64_t number;

	return str_rcut(place, ':', &file, &line) && file.n && str_to_u64(line, &number);
}

uint32_t valgrind_frame_name(struct native_name *names, struct str text)
{
	struct str symbol = str_trim(drop_address(text)), module = {0}, source = {0}, before, place;

	if (str_ends(symbol, STR(")")) && str_rcut(symbol, '(', &before, &place) &&
		str_ends(before, STR(" "))) {
		place = str_drop_end(place, 1);
		if (str_starts(place, STR("in ")))
			module = str_skip(place, 3);
		else if (is_source(place))
			source = place;
	}
	if (module.n || source.n)
		symbol = str_trim(before);
	return native_name_add(names, symbol, module, source);
}
