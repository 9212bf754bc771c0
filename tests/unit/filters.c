#include "common/filters/filters.h"

#include "tests/unit/test.h"

static struct calltree tree;
static struct filter_options options;
static uint32_t nodes[2]; /* where "main;work;libc`read" and "main;idle" end */
static uint64_t lost, of;

static uint32_t add_stack(const char *const *names, uint64_t weight)
{
	uint32_t node = NODE_ROOT;

	for (; *names; names++)
		node = calltree_child(&tree, node, names_add(&tree.names, str_of(*names)));
	calltree_add(&tree, node, 0, (struct weight){weight, 0});
	return node;
}

static void begin(void)
{
	static const char *const read[] = {"main", "work", "libc`read", NULL};
	static const char *const idle[] = {"main", "idle", NULL};

	calltree_init(&tree, 1);
	nodes[0] = add_stack(read, 5);
	nodes[1] = add_stack(idle, 3);
	lost = of = 0;
}

static void follow(void *context, const uint32_t *target)
{
	(void)context;
	for (size_t i = 0; i < 2; i++)
		nodes[i] = target[nodes[i]];
}

static void count_loss(void *context, const struct filter_loss *loss)
{
	(void)context;
	lost += loss->weight[0];
	of = loss->of_weight[0];
}

/* As a host that cannot have a '`' in a name. */
static uint32_t clean_name(void *context, struct str name)
{
	(void)context;
	return names_add(&tree.names, str_find(name, '`') < name.n ? STR("clean") : name);
}

static bool apply(uint32_t (*name)(void *context, struct str name))
{
	const struct filter_host host = {
		.tree = &tree, .name = name, .moved = follow, .left_out = count_loss};
	struct filters *filters = filters_new(&options);
	bool left;

	CHECK(filters != NULL);
	left = filters_apply(filters, &host);
	filters_free(filters);
	filter_options_release(&options);
	options = (struct filter_options){0};
	return left;
}

/* The stack leaf first, its frames behind each other. */
static void check_stack(uint32_t node, const char *wanted)
{
	struct buf text = {0};

	for (; node != NODE_ROOT; node = tree.nodes[node].parent) {
		buf_add(&text, names_get(&tree.names, tree.nodes[node].name));
		buf_add_char(&text, ' ');
	}
	CHECK_STR(buf_str(&text), wanted);
	buf_release(&text);
}

static void nothing_wanted_is_no_filters(void)
{
	CHECK(filters_new(&options) == NULL);
}

static void who_keeps_nodes_can_follow(void)
{
	begin();
	text_list_add(&options.ignore, "^read$");
	options.reverse = true;
	CHECK(apply(NULL));
	CHECK_U64(nodes[0], NODE_ROOT);
	check_stack(nodes[1], "main idle ");
	CHECK_U64(tree.nodes[nodes[1]].self[0], 3);
	CHECK_U64(lost, 5);
	CHECK_U64(of, 8);
	calltree_release(&tree);
}

static void nothing_left_is_told(void)
{
	begin();
	text_list_add(&options.base, "read");
	options.reverse = true;
	CHECK(!apply(NULL));
	CHECK_U64(lost, 8);
	CHECK_U64(tree.total[0], 0);
	calltree_release(&tree);
}

static void first_frames_may_stay_first(void)
{
	begin();
	options.reverse = options.keep_root = true;
	CHECK(apply(NULL));
	check_stack(nodes[0], "work libc`read main ");
	check_stack(nodes[1], "idle main ");
	calltree_release(&tree);
}

static void names_are_the_host_s(void)
{
	begin();
	options.reverse = true;
	CHECK(apply(clean_name));
	check_stack(nodes[0], "main work clean ");
	calltree_release(&tree);
}

static void only_what_was_woken_up_has_wakers(void)
{
	static const char *const woken[] = {"a", "--", "b", "--", "c_[k]", NULL};
	static const char *const first[] = {"--", "b", NULL};

	calltree_init(&tree, 1);
	nodes[0] = add_stack(woken, 1);
	nodes[1] = add_stack(first, 1);
	options.wakers = true;
	CHECK(apply(NULL));
	check_stack(nodes[0], "c_[k]_[w] -- b_[w] -- a ");
	check_stack(nodes[1], "b -- ");
	calltree_release(&tree);
}

int main(void)
{
	TEST(nothing_wanted_is_no_filters);
	TEST(who_keeps_nodes_can_follow);
	TEST(nothing_left_is_told);
	TEST(first_frames_may_stay_first);
	TEST(names_are_the_host_s);
	TEST(only_what_was_woken_up_has_wakers);
}
