#include "collapse/formats/go/sample-types.h"

static void add_type(struct buf *text, const struct sample_type *type)
{
	buf_add(text, type->name);
	if (type->unit.n) {
		buf_add_char(text, '/');
		buf_add(text, type->unit);
	}
}

/* All but the one in this place, if there is such a place. */
static void add_types(
	struct buf *text, const struct sample_type *items, size_t count, size_t except)
{
	for (size_t i = 0; i < count; i++) {
		if (i == except)
			continue;
		if (text->n)
			buf_add(text, STR(", "));
		add_type(text, &items[i]);
	}
}

static bool is_wanted(const struct sample_type *type, size_t place, struct str wanted)
{
	struct str name, unit;
	uint64_t number;

	if (str_to_u64(wanted, &number))
		return number == place;
	return str_eq(wanted, type->name) || (str_cut(wanted, '/', &name, &unit) &&
		str_eq(name, type->name) && str_eq(unit, type->unit));
}

/* pprof's command line takes "space" for inuse_space, too; here the name is all of it. */
static bool find(const struct sample_type *items, size_t count, struct str wanted, size_t *place)
{
	for (size_t i = 0; i < count; i++)
		if (is_wanted(&items[i], i, wanted)) {
			*place = i;
			return true;
		}
	return false;
}

/* What a profile prefers is a name, never a place. */
static size_t default_place(const struct sample_type *items, size_t count, struct str preferred)
{
	for (size_t i = 0; i < count; i++)
		if (preferred.n && str_eq(items[i].name, preferred))
			return i;
	return count - 1;
}

static void report_missing(struct stacks *stacks, const char *input, struct str wanted,
	const struct sample_type *items, size_t count)
{
	struct buf all = {0};
	char shown[STR_SHOW], shown_all[STR_SHOW];

	add_types(&all, items, count, count);
	stacks_fail(stacks, "%s: no sample type \"%s\"; there are: %s", input,
		str_show(wanted, shown), str_show(buf_str(&all), shown_all));
	buf_release(&all);
}

static void tell_others(struct sample_types *types, struct stacks *stacks,
	const struct sample_type *items, size_t count, size_t place)
{
	struct buf text = {0};
	char chosen[STR_SHOW], others[STR_SHOW];

	if (types->told || types->options->wanted || count < 2)
		return;
	types->told = true;
	add_types(&text, items, count, place);
	stacks_note(stacks, "the weights are %s; --sample-type chooses others: %s",
		str_show(buf_str(&types->chosen), chosen), str_show(buf_str(&text), others));
	buf_release(&text);
}

/* The first profile decides, the others must have the same. */
static bool agrees(struct sample_types *types, struct stacks *stacks, const char *input,
	const struct sample_type *type)
{
	struct buf text = {0};
	char before[STR_SHOW], now[STR_SHOW];
	bool same;

	add_type(&text, type);
	if (types->chosen.n == 0)
		buf_add(&types->chosen, buf_str(&text));
	same = str_eq(buf_str(&text), buf_str(&types->chosen));
	if (!same)
		stacks_fail(stacks, "%s: its weights are %s, those before are %s; they do not add up",
			input, str_show(buf_str(&text), now),
			str_show(buf_str(&types->chosen), before));
	buf_release(&text);
	return same;
}

bool sample_types_choose(struct sample_types *types, struct stacks *stacks, const char *input,
	const struct sample_type *items, size_t count, struct str preferred, size_t *place)
{
	*place = 0;
	if (types->options->list)
		return true;
	if (!types->options->wanted) {
		*place = default_place(items, count, preferred);
	} else if (!find(items, count, str_of(types->options->wanted), place)) {
		report_missing(stacks, input, str_of(types->options->wanted), items, count);
		return false;
	}
	if (!agrees(types, stacks, input, &items[*place]))
		return false;
	tell_others(types, stacks, items, count, *place);
	return true;
}

/* "inuse_objects" are objects, "goroutine" are goroutines. */
static struct str counted(struct str name)
{
	struct str before, last;

	if (str_eq(name, STR("goroutine")))
		return STR("goroutines");
	if (str_eq(name, STR("threadcreate")))
		return STR("threads");
	if (!str_ends(name, STR("s")) || str_ends(name, STR("ss")))
		return STR("");
	return str_rcut(name, '_', &before, &last) ? last : name;
}

void sample_types_tell(struct stacks *stacks, const struct sample_type *type)
{
	static const struct {
		struct str name, unit;
	} known[] = {
		{STR_INIT("nanoseconds"), STR_INIT("ns")},
		{STR_INIT("microseconds"), STR_INIT("us")},
		{STR_INIT("milliseconds"), STR_INIT("ms")},
		{STR_INIT("seconds"), STR_INIT("s")},
	};
	struct str unit = type->unit;

	if (str_eq(unit, STR("count")))
		unit = counted(type->name);
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (str_eq(unit, known[i].name))
			unit = known[i].unit;
	stacks_tell(stacks, HEADER_UNIT, unit);
	if (!str_eq(unit, type->name))
		stacks_tell(stacks, HEADER_EVENT, type->name);
}

size_t sample_types_samples(const struct sample_type *items, size_t count)
{
	size_t place = 0;

	while (place < count && !(str_eq(items[place].name, STR("samples")) &&
					str_eq(items[place].unit, STR("count"))))
		place++;
	return place;
}

void sample_types_list(struct stacks *stacks, const struct sample_type *items, const uint64_t *values,
	size_t count)
{
	struct buf name = {0};

	for (size_t i = 0; i < count; i++) {
		uint32_t frame;

		buf_reset(&name);
		add_type(&name, &items[i]);
		frame = stacks_name(stacks, buf_str(&name));
		stacks_add_root_first(stacks, &frame, 1, values[i]);
	}
	buf_release(&name);
}

void sample_types_release(struct sample_types *types)
{
	buf_release(&types->chosen);
}
