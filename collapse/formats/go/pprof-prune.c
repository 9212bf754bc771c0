#include "collapse/formats/go/pprof-prune.h"

/*
 * "^(malloc|free)$". The expressions are Go's, whose groups may be "(?:…)"; others of its "(?…)" are
 * not known here.
 */
static bool compile(struct expression *expression, struct str text)
{
	struct buf whole = {0};
	struct expression_fault fault;
	bool good;

	buf_add(&whole, STR("^("));
	while (text.n) {
		bool opens = str_starts(text, STR("(?:"));

		buf_add_char(&whole, text.p[0]);
		text = str_skip(text, opens ? 3 : 1);
	}
	buf_add(&whole, STR(")$"));
	good = !str_contains(buf_str(&whole), STR("(?")) &&
		expression_init(expression, buf_str(&whole), REG_NOSUB, &fault);
	buf_release(&whole);
	return good;
}

bool pprof_prune_init(struct pprof_prune *prune, struct str drop_frames, struct str keep_frames)
{
	*prune = (struct pprof_prune){0};
	if (drop_frames.n == 0)
		return true;
	prune->active = compile(&prune->drop, drop_frames);
	if (prune->active && keep_frames.n) {
		prune->keeps = compile(&prune->keep, keep_frames);
		if (!prune->keeps) {
			expression_release(&prune->drop);
			prune->active = false;
		}
	}
	return prune->active;
}

void pprof_prune_release(struct pprof_prune *prune)
{
	if (prune->active)
		expression_release(&prune->drop);
	if (prune->keeps)
		expression_release(&prune->keep);
	buf_release(&prune->prepared);
}

/* Without the dot of PowerPC's symbols, and without arguments: "Foo::bar(int)" as "Foo::bar". */
static struct str simple_name(struct str name)
{
	if (str_starts(name, STR(".")))
		name = str_skip(name, 1);
	for (size_t i = 0; i < name.n; i++) {
		struct str rest = str_skip(name, i);

		if (rest.p[0] != '(' || str_starts(rest, STR("(anonymous namespace)")))
			continue;
		if (str_starts(rest, STR("()")) && str_ends(str_head(name, i), STR("operator")))
			continue;
		return str_head(name, i);
	}
	return name;
}

bool pprof_prune_matches(struct pprof_prune *prune, struct str name)
{
	name = simple_name(name);
	if (!prune->active || name.n == 0)
		return false;
	expression_prepare(&prune->prepared, name);
	if (!expression_find(&prune->drop, &prune->prepared, 0, NULL, 0))
		return false;
	return !prune->keeps || !expression_find(&prune->keep, &prune->prepared, 0, NULL, 0);
}
