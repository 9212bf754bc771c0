/*
 * Something to profile: a shop that works through a day of orders. Each order is looked up in the
 * catalogue, priced, written as an invoice and sealed with a checksum.
 *
 * Built with -DSLOW=1 the catalogue is searched from its start instead of by halves, and each
 * invoice is sealed twice: what a flame graph of the difference should show. All the work is done here,
 * not in the C library, which is mostly built without the frame pointers that perf record -g follows.
 */
#include <stdint.h>
#include <stdio.h>

#ifndef SLOW
#define SLOW 0
#endif

enum { PRODUCTS = 500, DAYS = 5, ORDERS_A_DAY = 60000 };

struct product {
	char name[16];
	uint32_t cents;
};

struct order {
	char name[16];
	uint32_t amount;
	uint32_t customer;
};

static struct product catalogue[PRODUCTS];

static uint32_t next_random(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

static int compare_names(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return (unsigned char)*a - (unsigned char)*b;
}

static const struct product *scan_catalogue(const char *name)
{
	for (int i = 0; i < PRODUCTS; i++)
		if (compare_names(name, catalogue[i].name) == 0)
			return &catalogue[i];
	return NULL;
}

static const struct product *search_by_halves(const char *name)
{
	int from = 0, to = PRODUCTS;

	while (from < to) {
		int middle = (from + to) / 2;
		int order = compare_names(name, catalogue[middle].name);

		if (order == 0)
			return &catalogue[middle];
		if (order < 0)
			to = middle;
		else
			from = middle + 1;
	}
	return NULL;
}

static const struct product *find_product(const char *name)
{
	return SLOW ? scan_catalogue(name) : search_by_halves(name);
}

static uint64_t add_tax(uint64_t cents)
{
	return cents + (cents * 19 + 50) / 100;
}

/* A hundredth less for each further piece, to the tenth. */
static uint64_t discount(uint64_t cents, uint32_t amount)
{
	for (uint32_t i = 1; i < amount && i < 10; i++)
		cents -= cents / 100;
	return cents;
}

static uint64_t price_order(const struct order *order, const struct product *product)
{
	uint64_t cents = (uint64_t)product->cents * order->amount;

	return add_tax(discount(cents, order->amount));
}

/* These return where the text ends. There is room for any order. */
static char *add_text(char *out, const char *text)
{
	while (*text)
		*out++ = *text++;
	return out;
}

static char *add_number(char *out, uint64_t number)
{
	char digits[20];
	int n = 0;

	do {
		digits[n++] = (char)('0' + number % 10);
		number /= 10;
	} while (number);
	while (n)
		*out++ = digits[--n];
	return out;
}

/* "product-1042": names of one length are in the order of their numbers. */
static void name_product(char *name, uint32_t number)
{
	*add_number(add_text(name, "product-"), 1000 + number) = '\0';
}

static void fill_catalogue(void)
{
	for (uint32_t i = 0; i < PRODUCTS; i++) {
		name_product(catalogue[i].name, i);
		catalogue[i].cents = 199 + 37 * i;
	}
}

static int write_invoice(char *invoice, const struct order *order, uint64_t cents)
{
	char *out = add_number(add_text(invoice, "customer "), order->customer);

	out = add_number(add_text(out, ": "), order->amount);
	out = add_text(add_text(out, " x "), order->name);
	out = add_number(add_text(out, " = "), cents);
	return (int)(add_text(out, " cents") - invoice);
}

static uint32_t crc_byte(uint32_t crc, unsigned char byte)
{
	crc ^= byte;
	for (int bit = 0; bit < 8; bit++)
		crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
	return crc;
}

static uint32_t seal(const char *text, int n)
{
	uint32_t crc = UINT32_MAX;

	for (int i = 0; i < n; i++)
		crc = crc_byte(crc, (unsigned char)text[i]);
	return ~crc;
}

static uint32_t verify(const char *text, int n, uint32_t sealed)
{
	return seal(text, n) == sealed ? sealed : 0;
}

static uint32_t handle_order(const struct order *order)
{
	char invoice[128];
	const struct product *product = find_product(order->name);

	if (!product)
		return 0;

	int n = write_invoice(invoice, order, price_order(order, product));
	uint32_t sealed = seal(invoice, n);

	return SLOW ? verify(invoice, n, sealed) : sealed;
}

static void take_order(struct order *order, uint32_t *state)
{
	name_product(order->name, next_random(state) % PRODUCTS);
	order->amount = 1 + next_random(state) % 12;
	order->customer = next_random(state) % 10000;
}

static uint32_t run_day(uint32_t *state)
{
	uint32_t sum = 0;
	struct order order;

	for (int i = 0; i < ORDERS_A_DAY; i++) {
		take_order(&order, state);
		sum += handle_order(&order);
	}
	return sum;
}

int main(void)
{
	uint32_t state = 1, sum = 0;

	fill_catalogue();
	for (int day = 0; day < DAYS; day++)
		sum += run_day(&state);
	printf("%08x\n", (unsigned)sum);
	return 0;
}
