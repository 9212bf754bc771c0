/*
 * The dso is the last group of parentheses, which may hold others, and follows a blank. Symbols
 * have blanks and parentheses of their own:
 *
 *     7f12 RegExp:\s*(\d+|[a-z]+)+0x4c9 (/tmp/perf-25319.map)
 *     401b (anonymous namespace)::work(int) (/opt/My App (x86)/app)
 */
#include "collapse/formats/perf/frame.h"

/* perf prints a tab, the address at least so wide, a blank, the symbol. */
enum { ADDRESS_WIDTH = 16, SYMBOL_COLUMN = 1 + ADDRESS_WIDTH + 1 };

/*
 * Where the '(' of the dso stands; text.n without one. Going left, the '(' that closes the last
 * group counts if it follows a blank; if not, as in "/opt/a(b/x.so)", one further out is meant.
 */
static size_t dso_start(struct str text)
{
	size_t open = 0;
	bool closed = false;

	if (!str_ends(text, STR(")")))
		return text.n;
	for (size_t at = text.n; at-- > 0;) {
		bool outer = open == (closed ? 0 : 1);

		if (text.p[at] == ')')
			open++;
		if (text.p[at] != '(')
			continue;
		if (outer && (at == 0 || byte_is_blank(text.p[at - 1])))
			return at;
		closed = closed || outer;
		open -= open > 0;
	}
	return text.n;
}

/* "7f722d142778", "0xabc": its length when a blank or the end follows, else 0. */
static size_t address_length(struct str text)
{
	size_t n = str_starts(text, STR("0x")) ? str_address(text) : str_hex_digits(text);

	return n == text.n || byte_is_blank(text.p[n]) ? n : 0;
}

/* "main+0x1c" without the offset; "RegExp:a+0xgg" has none. */
static struct str drop_offset(struct str symbol)
{
	size_t plus = str_rfind(symbol, '+');
	struct str offset = str_skip(symbol, plus);

	if (!str_starts(offset, STR("+0x")) || address_length(str_skip(offset, 1)) + 1 != offset.n)
		return symbol;
	return str_head(symbol, plus);
}

static void take_dso(struct str *text, struct perf_frame *frame)
{
	size_t start = dso_start(*text);
	struct str dso = str_drop_end(str_skip(*text, start + 1), 1);

	if (start == text->n)
		return;
	*text = str_trim_end(str_head(*text, start));
	if (str_eq(dso, STR("inlined")))
		frame->inlined = true;
	else
		frame->dso = dso;
}

static void take_source(struct str *line, struct perf_frame *frame)
{
	const struct str mark = STR(" (inlined)");
	struct str source;

	if (!str_cut(*line, '\n', line, &source))
		return;
	source = str_trim(source);
	if (str_ends(source, mark)) {
		frame->inlined = true;
		source = str_drop_end(source, mark.n);
	}
	frame->source = source;
}

/*
 * Without an address, a frame is known by its dso, or by the single blank that perf script -F sym
 * leaves of the address' field. Old versions of perf print nothing for a symbol that is not known;
 * between the blanks around it FlameGraph and inferno see a symbol of one blank, and so do we.
 */
bool perf_frame_parse(struct str line, struct perf_frame *frame)
{
	struct str text;
	size_t blanks;
	bool unaddressed = line.n > 1 && line.p[0] == ' ' && !byte_is_blank(line.p[1]);

	*frame = (struct perf_frame){0};
	take_source(&line, frame);
	text = str_trim(line);
	frame->address = str_head(text, address_length(text));
	text = str_skip(text, frame->address.n);
	blanks = text.n - str_trim_start(text).n;
	take_dso(&text, frame);
	frame->symbol = drop_offset(str_trim(text));
	if (frame->symbol.n == 0 && frame->address.n && frame->dso.n && blanks > 1)
		frame->symbol = STR(" ");
	return frame->address.n || frame->dso.n || frame->inlined || unaddressed;
}

/*
 * Is this the address as perf prints it: blanks, then hex digits, 16 bytes together? Without a
 * branch in the loop, so that compilers make a few vector instructions of it.
 */
static bool is_address_field(const char *field)
{
	unsigned char bad = 0;

	for (size_t i = 0; i < ADDRESS_WIDTH; i++) {
		unsigned char c = (unsigned char)field[i], before = (unsigned char)(field + i)[-1];
		unsigned char digit = (c >= '0') & (c <= '9'), letter = (c >= 'a') & (c <= 'f');
		unsigned char blank = (c == ' ') & (before <= ' ');

		bad |= !(digit | letter | blank);
	}
	return !bad && field[ADDRESS_WIDTH - 1] != ' ';
}

/* A symbol that starts with a blank is not cut off, so that no key equals another's whole line. */
struct line_key perf_frame_key(struct str line)
{
	const struct line_key whole = {.head = line};
	struct str text = str_skip(line, SYMBOL_COLUMN), rest;
	size_t plus;

	if (text.n == 0 || line.p[0] != '\t' || line.p[SYMBOL_COLUMN - 1] != ' ' ||
		text.p[0] == ' ' || !is_address_field(line.p + 1))
		return whole;
	plus = str_find(text, '+');
	rest = str_skip(text, plus);
	if (!str_starts(rest, STR("+0x")))
		return (struct line_key){.head = text};
	rest = str_skip(rest, 3);
	rest = str_skip(rest, str_hex_digits(rest));
	if (!str_starts(rest, STR(" (")))
		return (struct line_key){.head = text};
	return (struct line_key){str_head(text, plus), rest};
}

bool perf_frame_fits(const struct perf_frame *frame, struct line_key key)
{
	return key.tail.n == 0 || frame->symbol.n == key.head.n;
}

bool perf_frame_is_source(struct str line)
{
	return line.n > 2 && line.p[0] == ' ' && line.p[1] == ' ' && !byte_is_blank(line.p[2]) &&
	       !address_length(str_skip(line, 2));
}
