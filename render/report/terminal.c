#include "render/report/terminal.h"

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "common/str.h"

static bool is_terminal(const char *output)
{
	return (!output || strcmp(output, "-") == 0) && isatty(STDOUT_FILENO);
}

/* COLUMNS is for those who want another width; shells seldom pass it on. */
size_t terminal_width(const char *output)
{
	const char *said = getenv("COLUMNS");
	uint64_t columns = 0;

	if (!is_terminal(output))
		return 0;
	if (said && str_to_u64(str_of(said), &columns) && columns > 0)
		return (size_t)columns;
#ifdef TIOCGWINSZ /* of no standard, and everywhere */
	struct winsize size;

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
		return size.ws_col;
#endif
	return 80;
}

bool terminal_shows_utf8(const char *output)
{
	/* What the environment names; asked for nothing else, so that numbers stay as they are. */
	return is_terminal(output) && setlocale(LC_CTYPE, "") &&
	       strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}
