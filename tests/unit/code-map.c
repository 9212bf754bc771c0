#include "collapse/formats/v8/code-map.h"

#include "tests/unit/test.h"

enum { SPACE = 256 };

/* What the map must say, byte for byte: the code's number and where it starts; 0: none. */
struct model {
	uint32_t name[SPACE];
	unsigned start[SPACE];
};

static void model_remove(struct model *model, unsigned start)
{
	for (unsigned i = 0; i < SPACE; i++)
		if (model->start[i] == start)
			model->name[i] = 0;
}

static unsigned model_size(const struct model *model, unsigned start)
{
	unsigned end = start;

	while (end < SPACE && model->name[end] && model->start[end] == start)
		end++;
	return end - start;
}

static void model_add(struct model *model, unsigned start, unsigned size, uint32_t name)
{
	for (unsigned i = start; i < start + size; i++)
		if (model->name[i])
			model_remove(model, model->start[i]);
	for (unsigned i = start; i < start + size; i++) {
		model->name[i] = name;
		model->start[i] = start;
	}
}

static void check_same(const struct code_map *map, const struct model *model)
{
	for (unsigned i = 0; i < SPACE; i++) {
		const struct code *code = code_map_find(map, i);

		CHECK_U64(code ? code->name : 0, model->name[i]);
	}
}

static unsigned next_random(uint64_t *state, unsigned below)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(*state >> 33) % below;
}

static void step(struct code_map *map, struct model *model, uint64_t *random, uint32_t name)
{
	unsigned start = next_random(random, SPACE - 16), to = next_random(random, SPACE - 16);
	unsigned size = model_size(model, start);
	struct code code = {.start = start, .size = 1 + next_random(random, 16), .name = name};
	uint32_t moved = model->name[start];

	switch (next_random(random, 3)) {
	case 0:
		CHECK(code_map_remove(map, start) == (size > 0));
		if (size)
			model_remove(model, start);
		break;
	case 1:
		CHECK(code_map_move(map, start, to) == (size > 0));
		if (!size)
			break;
		model_remove(model, start);
		model_add(model, to, size, moved);
		break;
	default:
		code_map_add(map, &code);
		model_add(model, start, (unsigned)code.size, name);
	}
}

static void is_as_the_bytes_are(void)
{
	struct code_map map = {0};
	struct model model = {0};
	uint64_t random = 1;

	for (uint32_t name = 1; name <= 5000; name++) {
		step(&map, &model, &random, name);
		check_same(&map, &model);
	}
	code_map_release(&map);
	CHECK(!code_map_find(&map, 0));
}

static void the_last_addresses(void)
{
	struct code_map map = {0};
	struct code code = {.start = UINT64_MAX - 16, .size = 64, .name = 7};

	code_map_add(&map, &code);
	CHECK(code_map_find(&map, UINT64_MAX - 1) != NULL);
	CHECK(!code_map_find(&map, UINT64_MAX - 17));
	code = (struct code){.start = 0, .size = UINT64_MAX, .name = 8};
	code_map_add(&map, &code);
	CHECK_U64(code_map_find(&map, UINT64_MAX - 16)->name, 8);
	code_map_release(&map);
}

int main(void)
{
	TEST(is_as_the_bytes_are);
	TEST(the_last_addresses);
}
