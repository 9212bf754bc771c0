#include "common/compare/comparison.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/compare/period.h"
#include "common/memory.h"

const char *const normalize_names[] = {"none", "total", "typical", NULL};

void comparison_init(struct comparison *comparison)
{
	*comparison = (struct comparison){
		.runs = {1, 1}, .scale = {1, 1}, .bounds = {{1, 1}, {1, 1}}};
}

void comparison_release(struct comparison *comparison)
{
	free(comparison->weights);
	*comparison = (struct comparison){0};
}

unsigned comparison_runs(const struct comparison *comparison)
{
	return comparison->runs[BEFORE] + comparison->runs[AFTER];
}

unsigned comparison_side(const struct comparison *comparison, unsigned run)
{
	return run < comparison->runs[BEFORE] ? BEFORE : AFTER;
}

/* ---- weights by node and run ---- */

static void make_room(struct comparison *comparison, uint32_t nodes)
{
	size_t runs = comparison_runs(comparison);
	size_t had = comparison->nodes * runs, need = nodes * runs;

	if (nodes <= comparison->nodes)
		return;
	comparison->weights = memory_grow(
		comparison->weights, &comparison->capacity, need, sizeof(*comparison->weights));
	memset(comparison->weights + had, 0, (need - had) * sizeof(*comparison->weights));
	comparison->nodes = nodes;
}

/* No product can be too large: the tree holds the sum of them all with as many decimals. */
static void rescale(struct comparison *comparison, unsigned places)
{
	uint64_t factor = weight_unit(places - comparison->places);

	for (size_t i = 0; i < comparison->nodes * (size_t)comparison_runs(comparison); i++)
		comparison->weights[i] *= factor;
	comparison->places = places;
}

void comparison_add(struct comparison *comparison, struct calltree *tree, uint32_t node, unsigned run,
	struct weight weight)
{
	calltree_add(tree, node, comparison_side(comparison, run), weight);
	make_room(comparison, tree->count);
	if (tree->places > comparison->places)
		rescale(comparison, tree->places);
	comparison->weights[(size_t)node * comparison_runs(comparison) + run] +=
		weight.value * weight_unit(comparison->places - weight.places);
}

uint64_t comparison_weight(const struct comparison *comparison, uint32_t node, unsigned run)
{
	return comparison->weights[(size_t)node * comparison_runs(comparison) + run];
}

void comparison_forget_weights(struct comparison *comparison)
{
	comparison->weights = NULL;
	comparison->capacity = comparison->nodes = 0;
	comparison->places = 0;
}

static uint64_t run_total(const struct comparison *comparison, unsigned run)
{
	unsigned runs = comparison_runs(comparison);
	uint64_t total = 0;

	for (size_t node = 0; node < comparison->nodes; node++)
		total += comparison->weights[node * runs + run];
	return total;
}

static double plain(const struct comparison *comparison, uint64_t weight)
{
	return weight_double((struct weight){weight, comparison->places});
}

void comparison_sum(struct comparison *comparison)
{
	for (unsigned run = 0; run < comparison_runs(comparison); run++)
		comparison->total[run] = plain(comparison, run_total(comparison, run));
}

uint64_t comparison_recorded(const struct comparison *comparison, unsigned side)
{
	uint64_t total = 0;

	for (unsigned run = 0; run < comparison_runs(comparison); run++)
		if (comparison_side(comparison, run) == side)
			total += run_total(comparison, run);
	return total;
}

bool comparison_scale_is_wide(const struct comparison *comparison)
{
	const double narrow = 1.1;

	return scale_factor(comparison->bounds[1]) > narrow * scale_factor(comparison->bounds[0]);
}

/* ---- the first line ---- */

/* Blanks behind it are gone where nothing follows. */
#define HEAD "# diff-folded --stats:"

bool comparison_is_head(struct str comment)
{
	return str_starts(comment, STR(HEAD));
}

/* "runs 2 1": takes the key's field off, without the key. */
static bool take_field(struct str *rest, struct str key, struct str *value)
{
	struct str field = *rest;

	if (!str_cut(*rest, ';', &field, rest))
		rest->n = 0;
	field = str_trim(field);
	if (!str_starts(field, key))
		return false;
	*value = str_trim(str_skip(field, key.n));
	return value->n > 0;
}

static bool take_number(struct str *value, char end, uint64_t *number)
{
	struct str digits = *value;

	if (!str_cut(*value, end, &digits, value))
		value->n = 0;
	return str_to_u64(digits, number);
}

static bool read_runs(struct comparison *comparison, struct str value)
{
	uint64_t before, after;

	if (!take_number(&value, ' ', &before) || !take_number(&value, ' ', &after) || value.n)
		return false;
	if (before == 0 || after == 0 || before >= RUNS_MAX || after > RUNS_MAX - before)
		return false;
	comparison->runs[BEFORE] = (unsigned)before;
	comparison->runs[AFTER] = (unsigned)after;
	return true;
}

static bool read_totals(struct comparison *comparison, struct str value)
{
	for (unsigned run = 0; run < comparison_runs(comparison); run++) {
		struct str word = value;
		struct weight total;

		if (!str_cut(value, ' ', &word, &value))
			value.n = 0;
		if (!weight_parse(word, &total))
			return false;
		comparison->total[run] = weight_double(total);
	}
	return value.n == 0;
}

static bool read_normalize(struct comparison *comparison, struct str value)
{
	for (int i = 0; normalize_names[i]; i++) {
		if (str_eq(value, str_of(normalize_names[i]))) {
			comparison->normalize = (enum normalize)i;
			return true;
		}
	}
	return false;
}

static bool read_fraction(struct str text, struct scale *scale)
{
	return take_number(&text, '/', &scale->to) && take_number(&text, '/', &scale->from) &&
	       text.n == 0 && scale->to > 0 && scale->from > 0;
}

static bool read_scale(struct comparison *comparison, struct str value)
{
	bool good = read_fraction(value, &comparison->scale);

	comparison->bounds[0] = comparison->bounds[1] = comparison->scale;
	return good;
}

static bool read_bounds(struct comparison *comparison, struct str value)
{
	struct str low, high;

	return str_cut(value, ' ', &low, &high) && read_fraction(low, &comparison->bounds[0]) &&
	       read_fraction(high, &comparison->bounds[1]);
}

static bool read_functions(struct comparison *comparison, struct str value)
{
	uint64_t functions;

	if (!str_to_u64(value, &functions) || functions == 0 || functions > UINT_MAX)
		return false;
	comparison->functions = (unsigned)functions;
	return true;
}

static bool read_fixed(struct comparison *comparison, struct str value)
{
	comparison->fixed_time = str_eq(value, STR("time"));
	return comparison->fixed_time;
}

static bool read_period(struct comparison *comparison, struct str value)
{
	return str_to_u64(value, &comparison->period) && comparison->period > 0;
}

const char *comparison_read_head(struct comparison *comparison, struct str line)
{
	static const struct {
		const char *key, *expected;
		bool (*read)(struct comparison *comparison, struct str value);
		bool optional;
	} fields[] = {
		{"runs ", "\"runs BEFORE AFTER\", at most 64 together", read_runs, false},
		{"totals ", "\"totals\" and a weight for each run", read_totals, false},
		{"normalize ", "\"normalize none\", \"total\" or \"typical\"", read_normalize, false},
		{"scale ", "\"scale TO/FROM\"", read_scale, false},
		{"bounds ", "\"bounds TO/FROM TO/FROM\"", read_bounds, false},
		{"functions ", "\"functions NUMBER\"", read_functions, true},
		{"fixed ", "\"fixed time\"", read_fixed, true},
		{"period ", "\"period WEIGHT\"", read_period, true},
	};
	struct str rest = str_skip(line, strlen(HEAD)), value;

	comparison_init(comparison);
	comparison->stated = true;
	for (size_t i = 0; i < sizeof(fields) / sizeof(*fields); i++) {
		struct str after = rest;

		if (fields[i].read == read_bounds && comparison->normalize != NORMALIZE_TYPICAL)
			continue;
		if (!take_field(&after, str_of(fields[i].key), &value)) {
			if (fields[i].optional)
				continue;
			return fields[i].expected;
		}
		if (!fields[i].read(comparison, value))
			return fields[i].expected;
		rest = after;
	}
	return rest.n > 0 ? "\"functions\", \"fixed time\" and \"period\", in this order, or nothing" : NULL;
}

/* ---- two plain columns ---- */

static const struct str fixed_time = STR_INIT(", fixed time");

void comparison_take_header(struct comparison *comparison, const struct folded_header *header)
{
	struct str scaled = folded_header_get(header, HEADER_SCALED);

	comparison->scaled = scaled.n > 0;
	comparison->fixed_time = str_ends(scaled, fixed_time);
}

void comparison_tell_scaled(const struct comparison *comparison, struct folded_header *header)
{
	struct buf scaled = {0};

	if (comparison->normalize != NORMALIZE_NONE &&
		comparison->scale.to != comparison->scale.from) {
		buf_add(&scaled, str_of(normalize_names[comparison->normalize]));
		buf_add(&scaled, comparison->fixed_time ? fixed_time : STR(""));
	}
	folded_header_set(header, HEADER_SCALED, buf_str(&scaled));
	buf_release(&scaled);
}

unsigned comparison_take_head(struct comparison *comparison, const struct folded_reader *reader,
	const struct lines *lines, struct str comment)
{
	const char *expected;
	char shown[STR_SHOW];

	if (!comparison_is_head(comment))
		return 0;
	if (!comparison || reader->columns == COLUMNS_ONE)
		die("%s: this is a comparison with all its runs (diff-folded --stats): give it to flamegraph "
		    "or top-folded",
			lines->name);
	if (reader->taken || reader->columns == COLUMNS_RUNS)
		die("%s: a comparison with all its runs (diff-folded --stats) must be the only input",
			lines->name);
	expected = comparison_read_head(comparison, comment);
	if (expected)
		die("%s:%llu: expected %s, got \"%s\"", lines->name, (unsigned long long)lines->number,
			expected, str_show(comment, shown));
	return comparison_runs(comparison);
}

static void write_fraction(struct buf *out, const char *name, struct scale scale)
{
	buf_addf(out, "%s%llu/%llu", name, (unsigned long long)scale.to,
		(unsigned long long)scale.from);
}

static void write_head(const struct comparison *comparison, struct buf *out)
{
	buf_addf(out, HEAD " runs %u %u; totals", comparison->runs[BEFORE], comparison->runs[AFTER]);
	for (unsigned run = 0; run < comparison_runs(comparison); run++) {
		buf_add_char(out, ' ');
		weight_format(out, run_total(comparison, run), comparison->places);
	}
	buf_addf(out, "; normalize %s", normalize_names[comparison->normalize]);
	write_fraction(out, "; scale ", comparison->scale);
	if (comparison->normalize == NORMALIZE_TYPICAL) {
		write_fraction(out, "; bounds ", comparison->bounds[0]);
		write_fraction(out, " ", comparison->bounds[1]);
	}
	if (comparison->functions)
		buf_addf(out, "; functions %u", comparison->functions);
	if (comparison->fixed_time)
		buf_add(out, STR("; fixed time"));
	if (comparison->period)
		buf_addf(out, "; period %llu", (unsigned long long)comparison->period);
	buf_add(out, STR(";\n"));
}

void comparison_write(const struct comparison *comparison, const struct folded_header *header,
	const struct calltree *tree, struct output *output)
{
	write_head(comparison, &output->buf);
	if (header)
		folded_header_write(header, &output->buf);
	folded_write_columns(tree, output, comparison->weights, comparison_runs(comparison));
}

const char *comparison_word(uint64_t before, uint64_t after)
{
	if (before == 0 || after == 0)
		return after ? "new" : "gone";
	return after > before ? "grew" : "shrank";
}

/* ---- samples ---- */

static struct period period_of_run(const struct comparison *comparison, unsigned run)
{
	struct period period = {0};
	unsigned runs = comparison_runs(comparison);

	for (size_t node = 0; node < comparison->nodes; node++)
		period_add(&period, comparison->weights[node * runs + run]);
	return period;
}

void comparison_tell(struct comparison *comparison, const struct folded_header *header)
{
	bool counts = str_eq(folded_header_get(header, HEADER_UNIT), STR("samples"));

	comparison->told_period = counts ? 1 : header->number[HEADER_PERIOD];
	if (header->runs != comparison_runs(comparison))
		return;
	for (unsigned run = 0; run < header->runs; run++)
		if (header->samples[run] == 0)
			return;
	memcpy(comparison->samples, header->samples, sizeof(comparison->samples));
}

/* 0 where they are not counted, of each run. */
static double mean_sample(const struct comparison *comparison)
{
	double weight = 0, samples = 0;

	for (unsigned run = 0; run < comparison_runs(comparison); run++) {
		if (comparison->samples[run] == 0)
			return 0;
		weight += comparison->total[run];
		samples += (double)comparison->samples[run];
	}
	return weight / samples;
}

/* The largest of the runs' common divisors: one that was scaled already has none. */
static double common_sample(const struct comparison *comparison, bool *doubtful)
{
	struct period periods[RUNS_MAX];
	uint64_t sample = weight_unit(comparison->places);

	for (unsigned run = 0; run < comparison_runs(comparison); run++) {
		periods[run] = period_of_run(comparison, run);
		sample = period_find(&periods[run], sample);
	}
	for (unsigned run = 0; doubtful && run < comparison_runs(comparison); run++)
		*doubtful = *doubtful || period_is_doubtful(&periods[run], sample);
	return plain(comparison, sample);
}

enum period_source comparison_period_source(const struct comparison *comparison)
{
	if (comparison->period || comparison->told_period)
		return PERIOD_TOLD;
	return mean_sample(comparison) > 0 ? PERIOD_MEAN : PERIOD_GUESSED;
}

double comparison_period(const struct comparison *comparison, bool *doubtful)
{
	if (doubtful)
		*doubtful = false;
	switch (comparison_period_source(comparison)) {
	case PERIOD_TOLD:
		return (double)(comparison->period ? comparison->period :
						     comparison->told_period);
	case PERIOD_MEAN: return mean_sample(comparison);
	default: return common_sample(comparison, doubtful);
	}
}

void comparison_warn_of_period(const struct comparison *comparison)
{
	bool doubtful;

	comparison_period(comparison, &doubtful);
	if (doubtful)
		warn("the weights do not look like counts of samples; say with --period what one weighs, "
		     "or noise is taken for less than it is");
}

double *comparison_self_weights(const struct comparison *comparison, const struct calltree *tree)
{
	size_t runs = comparison_runs(comparison);
	double *weights = memory_new(tree->count * runs, sizeof(*weights));

	for (size_t i = 0; i < comparison->nodes * runs; i++)
		weights[i] = plain(comparison, comparison->weights[i]);
	return weights;
}

double *comparison_total_weights(const struct comparison *comparison, const struct calltree *tree)
{
	double *weights = comparison_self_weights(comparison, tree);
	size_t runs = comparison_runs(comparison);

	for (uint32_t node = tree->count; node-- > 1;)
		for (size_t run = 0; run < runs; run++)
			weights[tree->nodes[node].parent * runs + run] += weights[node * runs + run];
	return weights;
}

/* What each run's weights are relative to, if before was to be multiplied by that scale. */
static void set_exposure(
	const struct comparison *comparison, struct scale scale, double *exposure)
{
	unsigned runs = comparison_runs(comparison);
	double sum[2] = {0, 0};

	for (unsigned run = 0; run < runs; run++) {
		double total = comparison->total[run];

		/* A recording without weight says nothing of its length. */
		exposure[run] = comparison->normalize == NORMALIZE_NONE || total <= 0 ? 1 : total;
		sum[comparison_side(comparison, run)] += exposure[run];
	}
	for (unsigned run = comparison->runs[BEFORE]; run < runs; run++)
		exposure[run] *= sum[BEFORE] / sum[AFTER] * scale_factor(scale);
}

/* Of an item: what can be said of it whichever of both scales is the true one. */
static void take_weaker(struct verdict *verdict, const struct verdict *other)
{
	bool same_way = (verdict->change > 0) == (other->change > 0);

	verdict->p = same_way ? fmax(verdict->p, other->p) : 1;
	verdict->q = same_way ? fmax(verdict->q, other->q) : 1;
	verdict->real = same_way && verdict->real && other->real;
	/* The bound is so many standard errors away from the scale. */
	verdict->error = fmax(verdict->error,
		hypot(other->error, (verdict->change - other->change) / BOUND_ERRORS));
}

static void judge(const struct comparison *comparison, struct noise_model model, const double *rows,
	size_t count, struct verdict *verdicts)
{
	double exposure[RUNS_MAX];
	struct verdict *others;

	model.runs[BEFORE] = comparison->runs[BEFORE];
	model.runs[AFTER] = comparison->runs[AFTER];
	model.exposure = exposure;
	model.period = comparison_period(comparison, NULL);
	set_exposure(comparison, comparison->scale, exposure);
	noise_judge(&model, rows, count, verdicts);
	if (comparison->normalize != NORMALIZE_TYPICAL)
		return;
	others = memory_new(count, sizeof(*others));
	for (int bound = 0; bound < 2; bound++) {
		set_exposure(comparison, comparison->bounds[bound], exposure);
		noise_judge(&model, rows, count, others);
		for (size_t i = 0; i < count; i++)
			take_weaker(&verdicts[i], &others[i]);
	}
	free(others);
}

void comparison_judge(const struct comparison *comparison, double confidence, const double *rows,
	size_t count, struct verdict *verdicts)
{
	judge(comparison, (struct noise_model){.confidence = confidence}, rows, count, verdicts);
}

void comparison_find_real(const struct comparison *comparison, double confidence,
	const double *rows, size_t count, struct verdict *verdicts)
{
	const struct noise_model model = {.confidence = confidence, .only_real = true};

	judge(comparison, model, rows, count, verdicts);
}
