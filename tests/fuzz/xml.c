/*
 * Any bytes as XML: tags come in pairs, or there is an error.
 */
#include "collapse/readers/xml.h"
#include "tests/fuzz/lib/fuzz.h"

void fuzz(struct str input)
{
	struct lines lines;
	struct xml xml;
	size_t depth = 0;

	lines_from_memory(&lines, "input", input);
	xml_init(&xml, &lines);
	while (xml_next(&xml) != XML_END && xml.kind != XML_ERROR) {
		if (xml.kind == XML_START)
			fuzz_expect(xml.depth == ++depth && xml.name.n > 0);
		if (xml.kind == XML_TEXT)
			fuzz_expect(xml.depth == depth && depth > 0);
		if (xml.kind == XML_CLOSE)
			fuzz_expect(xml.depth == depth--);
	}
	fuzz_expect(xml.kind == XML_ERROR || depth == 0);
	xml_release(&xml);
	lines_close(&lines);
}
