#include "collapse/stacks/findings.h"

#include <math.h>
#include <stdlib.h>

#include "common/json-text.h"
#include "common/memory.h"
#include "common/weight.h"

enum { PLACES_SHOWN = 3, DECIMALS = 2, FEW_SAMPLES = 200 };

void findings_release(struct findings *findings)
{
	for (size_t i = 0; i < findings->count; i++) {
		struct finding *finding = &findings->items[i];

		for (size_t place = 0; place < finding->place_count; place++)
			buf_release(&finding->places[place].name);
		buf_release(&finding->text);
		free(finding->places);
	}
	free(findings->items);
	*findings = (struct findings){0};
}

struct finding *findings_add(
	struct findings *findings, const char *id, bool matters, uint64_t part, uint64_t whole)
{
	struct finding *finding =
		ARRAY_PUSH(findings->items, findings->count, findings->capacity);

	*finding = (struct finding){.id = id, .matters = matters, .part = part, .whole = whole};
	return finding;
}

void finding_add_percent(struct finding *finding)
{
	weight_percent(&finding->text, finding->part, finding->whole, DECIMALS);
	buf_add_char(&finding->text, '%');
}

void finding_add_place(struct finding *finding, struct str name, uint64_t part)
{
	struct finding_place *place;

	if (part == 0)
		return;
	place = ARRAY_PUSH(finding->places, finding->place_count, finding->place_capacity);
	*place = (struct finding_place){.part = part};
	buf_add(&place->name, name);
}

static int compare_places(const void *a, const void *b)
{
	const struct finding_place *x = a, *y = b;

	if (x->part != y->part)
		return x->part < y->part ? 1 : -1;
	return str_compare(buf_str(&x->name), buf_str(&y->name));
}

void finding_show_places(struct finding *finding)
{
	char shown[STR_SHOW];

	if (finding->place_count)
		qsort(finding->places, finding->place_count, sizeof(*finding->places),
			compare_places);
	for (size_t i = 0; i < finding->place_count && i < PLACES_SHOWN; i++) {
		const struct finding_place *place = &finding->places[i];

		buf_addf(&finding->text, "%s%s (", i ? ", " : "", str_show(buf_str(&place->name), shown));
		weight_percent(&finding->text, place->part, finding->whole, DECIMALS);
		buf_add(&finding->text, STR("%)"));
	}
	if (finding->place_count > PLACES_SHOWN)
		buf_addf(&finding->text, " and %zu more", finding->place_count - PLACES_SHOWN);
}

void findings_add_samples(struct findings *findings, uint64_t samples)
{
	const double z = 1.96, share = 0.1, n = (double)samples;
	double middle = share + z * z / (2 * n);
	double half = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n));
	double scale = 100 / (1 + z * z / n);
	struct finding *finding =
		findings_add(findings, "few-samples", samples < FEW_SAMPLES, samples, 0);

	buf_addf(&finding->text,
		"%llu sample%s: a function found to have 10%% has between %.1f%% and %.1f%%",
		(unsigned long long)samples, samples == 1 ? "" : "s", (middle - half) * scale,
		(middle + half) * scale);
	if (finding->matters)
		buf_add(&finding->text, STR("; record for longer, or at a higher rate"));
}

static void write_places(const struct finding *finding, struct buf *out)
{
	buf_add(out, STR(", \"where\": ["));
	for (size_t i = 0; i < finding->place_count; i++) {
		buf_add(out, i ? STR(", {\"name\": ") : STR("{\"name\": "));
		json_add_text(out, buf_str(&finding->places[i].name));
		buf_addf(out, ", \"part\": %llu}", (unsigned long long)finding->places[i].part);
	}
	buf_add_char(out, ']');
}

static void write_finding(const struct finding *finding, struct buf *out)
{
	buf_add(out, STR("{\"id\": "));
	json_add_text(out, str_of(finding->id));
	buf_addf(out, ", \"matters\": %s", finding->matters ? "true" : "false");
	if (finding->whole) {
		buf_add(out, STR(", \"percent\": "));
		weight_percent(out, finding->part, finding->whole, DECIMALS);
	}
	buf_addf(out, ", \"part\": %llu", (unsigned long long)finding->part);
	if (finding->whole)
		buf_addf(out, ", \"whole\": %llu", (unsigned long long)finding->whole);
	buf_add(out, STR(",\n \"text\": "));
	json_add_text(out, buf_str(&finding->text));
	if (finding->place_count)
		write_places(finding, out);
	buf_add_char(out, '}');
}

void findings_write(const struct findings *findings, struct buf *out)
{
	buf_add(out, STR("["));
	for (size_t i = 0; i < findings->count; i++) {
		buf_add(out, i ? STR(",\n") : STR("\n"));
		write_finding(&findings->items[i], out);
	}
	buf_add(out, STR("\n]\n"));
}
