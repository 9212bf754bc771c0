/*
 * A small server's work, for trying the recipe: requests look a product up in a sorted catalogue and
 * print a reply. Two builds: with -DSLOW=1 somebody lost the binary search, so that lookup() scans
 * (lookup_linear), and added a checksum of each record found (checksum_verify).
 *
 *     cc -O2 -fno-omit-frame-pointer -DSLOW=0 -o app app.c
 *     ./app 1.5       requests for so many seconds, default 1
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Every function is to be seen in the profile. */
#define SEEN __attribute__((noinline))

enum { PRODUCTS = 512, NAME = 32, REPLY = 96, BATCH = 20000 };

struct product {
	uint32_t code;
	uint32_t price;
	char name[NAME];
};

static struct product catalogue[PRODUCTS];
static uint64_t state = 88172645463325252u;

/* Marsaglia's xorshift. */
SEEN static uint32_t next_random(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)(state >> 16);
}

/* Codes ascend, with gaps. */
SEEN static void load_catalogue(void)
{
	uint32_t code = 1000;

	for (int i = 0; i < PRODUCTS; i++) {
		code += 1 + next_random() % 50;
		catalogue[i].code = code;
		catalogue[i].price = next_random() % 100000;
		snprintf(catalogue[i].name, NAME, "product number %u", code);
	}
}

#if SLOW
SEEN static const struct product *lookup_linear(uint32_t code)
{
	for (int i = 0; i < PRODUCTS; i++)
		if (catalogue[i].code == code)
			return &catalogue[i];
	return NULL;
}

SEEN static const struct product *lookup(uint32_t code)
{
	return lookup_linear(code);
}

SEEN static uint32_t checksum_verify(const struct product *product)
{
	uint32_t sum = 0;

	for (int round = 0; round < 2; round++)
		for (int i = 0; i < NAME; i++)
			sum = sum * 31 + (uint8_t)product->name[i];
	return sum;
}
#else
SEEN static const struct product *lookup_sorted(uint32_t code)
{
	int low = 0, high = PRODUCTS;

	while (high - low > 1) {
		int middle = (low + high) / 2;

		if (catalogue[middle].code <= code)
			low = middle;
		else
			high = middle;
	}
	return catalogue[low].code == code ? &catalogue[low] : NULL;
}

SEEN static const struct product *lookup(uint32_t code)
{
	return lookup_sorted(code);
}
#endif

SEEN static uint32_t read_request(void)
{
	return catalogue[next_random() % PRODUCTS].code;
}

SEEN static uint32_t hash_name(const char *name)
{
	uint32_t hash = 5381;

	for (; *name; name++)
		hash = hash * 33 ^ (uint8_t)*name;
	return hash;
}

SEEN static char *put_number(char *end, uint32_t number)
{
	do
		*--end = (char)('0' + number % 10);
	while (number /= 10);
	return end;
}

SEEN static char *put_text(char *end, const char *text)
{
	size_t length = 0;

	while (text[length])
		length++;
	while (length)
		*--end = text[--length];
	return end;
}

/* From its end to its start. */
SEEN static const char *format_reply(char *reply, const struct product *product, uint32_t tag)
{
	char *at = reply + REPLY;

	*--at = '\0';
	at = put_number(at, tag);
	at = put_text(at, " tag ");
	at = put_number(at, product->price);
	at = put_text(at, " costs ");
	return put_text(at, product->name);
}

/* What would be sent is only added up. */
SEEN static uint32_t send_reply(const char *reply)
{
	uint32_t sum = 0;

	while (*reply)
		sum = (sum << 1 | sum >> 31) + (uint8_t)*reply++;
	return sum;
}

SEEN static uint32_t handle_request(void)
{
	const struct product *product = lookup(read_request());
	uint32_t tag = hash_name(product->name);
	char reply[REPLY];

#if SLOW
	tag ^= checksum_verify(product);
#endif
	return send_reply(format_reply(reply, product, tag));
}

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

int main(int argc, char **argv)
{
	double end = now() + (argc > 1 ? atof(argv[1]) : 1);
	uint32_t sum = 0;
	long done = 0;

	load_catalogue();
	for (; now() < end; done += BATCH)
		for (int i = 0; i < BATCH; i++)
			sum += handle_request();
	printf("%ld requests, checksum %u\n", done, sum);
	return 0;
}
