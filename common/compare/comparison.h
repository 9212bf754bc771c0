/*
 * Two profiles side by side, with what is needed to tell a change from noise: what each recording
 * ("run") of the two sides found, and how the sides were made comparable.
 *
 * diff-folded --stats writes it, as folded lines with a weight for each run, those before first,
 * as they were recorded. The first line says what they are:
 *
 *     # diff-folded --stats: runs 2 1; totals 20 22 19; normalize total; scale 19/42; period 5;
 *     main;draw 0 5 0
 *     main;parse;read 20 17 19
 *
 * It ends in no digit, so that readers that know no comments do not take it for a stack; who reads it
 * takes it without the last ';', too. Weights before, summed up, are to be multiplied by the scale; a scale of 1/1 and "normalize none"
 * leave them alone. Behind "normalize typical" comes "; bounds 17/42 20/42; functions 9": the true
 * scale lies between the bounds, if so many functions tell the truth. "fixed time" is there when the
 * user said that recordings last for a fixed time, not for a fixed amount of work, and "period" when
 * the user gave it. Two plain columns are a comparison too: of one run a side, with nothing known of
 * how they came about, but for what folded-header.h has where the weights before were scaled:
 *
 *     # folded: scaled="typical"
 *     # folded: scaled="total, fixed time"
 */
#ifndef COMMON_COMPARE_COMPARISON_H
#define COMMON_COMPARE_COMPARISON_H

#include "common/calltree.h"
#include "common/compare/noise.h"
#include "common/compare/scale.h"
#include "common/folded.h"

enum { RUNS_MAX = FOLDED_COLUMNS_MAX }; /* of both sides together */

enum normalize {
	NORMALIZE_NONE, /* but for unequal numbers of runs */
	NORMALIZE_TOTAL,   /* both sides have one total */
	NORMALIZE_TYPICAL, /* the typical function has one weight on both sides */
};
#define BOUND_ERRORS 2.576
#define DEFAULT_CONFIDENCE 95.0 /* percent: what programs take for real unless they are told */

/* "none", "total", "typical"; ends with NULL. */
extern const char *const normalize_names[];

struct comparison {
	unsigned runs[2];
	enum normalize normalize;
	struct scale scale;
	/*
	 * An estimated scale lies between these two with 99% confidence, BOUND_ERRORS standard errors
	 * away; they equal it when it is exact.
	 */
	struct scale bounds[2];
	unsigned functions; /* which it was estimated from; 0: it is exact, or that is not known */
	bool fixed_time; /* a slower program does less in its recording, which lasts no longer */
	bool stated; /* a first line said all this */
	bool scaled; /* two plain columns are, so that what was recorded is lost */
	uint64_t period; /* the weight of one sample, as the user said; 0: not said */
	double total[RUNS_MAX];
	/* What the folded header says, see comparison_tell(). */
	uint64_t samples[RUNS_MAX]; /* how many each run has; 0: not known */
	uint64_t told_period; /* the weight of one sample; 0: not known */

	/* private: by node and run, with that many decimals */
	uint64_t *weights;
	size_t capacity;
	uint32_t nodes;
	unsigned places;
};

/* One run a side, and nothing scaled. */
void comparison_init(struct comparison *comparison);
void comparison_release(struct comparison *comparison);

unsigned comparison_runs(const struct comparison *comparison);
/* BEFORE or AFTER: where a run belongs. */
unsigned comparison_side(const struct comparison *comparison, unsigned run);

/* Adds a weight of a run to a node of the tree, and to its side's column there. */
void comparison_add(struct comparison *comparison, struct calltree *tree, uint32_t node, unsigned run,
	struct weight weight);

/* What was added to a node for a run, with as many decimals as the tree had. */
uint64_t comparison_weight(const struct comparison *comparison, uint32_t node, unsigned run);
/* Lets go of the weights, which belong to who has a copy of the struct. */
void comparison_forget_weights(struct comparison *comparison);

/* Is this comment the line that says what follows? */
bool comparison_is_head(struct str comment);
/* Reads it into a new comparison; what was expected when it is damaged, or NULL. */
const char *comparison_read_head(struct comparison *comparison, struct str line);
/*
 * The same for the comment() of a folded_reader: the number of runs; 0 when it is another comment.
 * Ends the program when the line is damaged or not the first, and where no comparison is wanted
 * (NULL, or COLUMNS_ONE).
 */
unsigned comparison_take_head(struct comparison *comparison, const struct folded_reader *reader,
	const struct lines *lines, struct str comment);

/* The totals of the runs, from what was added; to be called once all is there. */
void comparison_sum(struct comparison *comparison);
/* What a side's runs have together before any scaling, with the tree's decimals. */
uint64_t comparison_recorded(const struct comparison *comparison, unsigned side);
/* The bounds of the scale differ by more than a tenth: what is read from scaled weights is unsure. */
bool comparison_scale_is_wide(const struct comparison *comparison);
/* What the header of two plain columns knows of them, and what it is to know. */
void comparison_take_header(struct comparison *comparison, const struct folded_header *header);
void comparison_tell_scaled(const struct comparison *comparison, struct folded_header *header);
/* Writes all of it, and behind the first line the header, unless that is NULL. */
void comparison_write(const struct comparison *comparison, const struct folded_header *header,
	const struct calltree *tree, struct output *output);

/* What became of a weight: "grew", "shrank", "new", "gone". */
const char *comparison_word(uint64_t before, uint64_t after);

/* Takes from the header what it says of samples, of all runs or of none. */
void comparison_tell(struct comparison *comparison, const struct folded_header *header);

/*
 * What one sample weighs, for counting them: the period that the user gave, or the header; else the
 * mean of the samples that the header counts; else, where a run has 16 stacks and more whose weights
 * have a common divisor, that (perf's cpu-clock event gives every sample the same period); else 1:
 * weights are counts. `doubtful`, which may be NULL: even the smallest of many weights would be so
 * many samples that it is hardly a count of them.
 */
enum period_source { PERIOD_TOLD, PERIOD_MEAN, PERIOD_GUESSED };
enum period_source comparison_period_source(const struct comparison *comparison);
double comparison_period(const struct comparison *comparison, bool *doubtful);
/* Says so, if it is doubtful. */
void comparison_warn_of_period(const struct comparison *comparison);

/* The weights of each node, runs of them, its own or with all below it: a new array, to be freed. */
double *comparison_self_weights(const struct comparison *comparison, const struct calltree *tree);
double *comparison_total_weights(const struct comparison *comparison, const struct calltree *tree);

/*
 * Verdicts over rows of weights, one weight a run (a row of comparison_self_weights(), or the sum
 * of several): one family, see noise.h. What is real must be so at both bounds of the scale.
 * confidence is in percent, below 100.
 */
void comparison_judge(const struct comparison *comparison, double confidence, const double *rows,
	size_t count, struct verdict *verdicts);
/* The same, of which only change and real are asked for: faster. */
void comparison_find_real(const struct comparison *comparison, double confidence,
	const double *rows, size_t count, struct verdict *verdicts);

#endif
