/*
 * Code with frames of every kind that compilers make, for the suite "unwind". It needs no library,
 * and is only looked at.
 */
typedef unsigned long word;

extern word use(void *p, word n);
extern double compute(double a, double b);

struct wide {
	word words[8];
} __attribute__((aligned(64)));

__attribute__((noinline)) word leaf(word a, word b)
{
	return a * b + (a ^ b);
}

__attribute__((noinline)) word sum(const word *words, word count)
{
	word total = 0;

	for (word i = 0; i < count; i++)
		total += leaf(words[i], use((void *)0, i));
	return total;
}

/* A frame of a size that is not known before. */
__attribute__((noinline)) word variable(word n)
{
	word *words = __builtin_alloca((n & 63) * sizeof(word) + sizeof(word));

	words[0] = n;
	return use(words, n) + sum(words, 1);
}

/* One that is aligned further than the stack is. */
__attribute__((noinline)) word aligned(word n)
{
	struct wide wide;

	for (word i = 0; i < 8; i++)
		wide.words[i] = n + i;
	return use(&wide, n) + sum(wide.words, 8);
}

__attribute__((noinline)) word both(word n)
{
	struct wide wide;
	word *words = __builtin_alloca((n & 63) * sizeof(word) + sizeof(word));

	wide.words[0] = n;
	words[0] = use(&wide, n);
	return use(words, n);
}

__attribute__((noinline)) word large(word n)
{
	char bytes[20000];

	bytes[n & 1023] = (char)n;
	return use(bytes, n) + (word)bytes[n & 511];
}

/* Many registers are saved, and there are several ways out. */
__attribute__((noinline)) word many(word a, word b, word c, word d, word e, word f)
{
	word x = use(&a, b), y = use(&b, c), z = use(&c, d);

	if (x == 1)
		return leaf(y, z);
	if (y == 2)
		return sum(&e, 1) + x;
	if (z == 3)
		return use(&f, x) + y + z;
	return a + b + c + d + e + f + x * y * z;
}

__attribute__((noinline)) double floating(double a, double b)
{
	double c = compute(a, b), d = compute(b, c);

	return c * d + compute(c, d) - a * b;
}

/* Arguments on the stack, and ones that are kept over calls. */
__attribute__((noinline)) word arguments(
	word a, word b, word c, word d, word e, word f, word g, word h, word i, word j)
{
	return use(&a, b) + many(c, d, e, f, g, h) + use(&i, j);
}

__attribute__((noinline, noreturn)) void forever(word n)
{
	for (;;)
		n += use(&n, n);
}

word calls(word n, word (*function)(word))
{
	if (n == 0)
		forever(n);
	return function(n) + variable(n) + aligned(n) + both(n) + large(n) +
	       arguments(n, n, n, n, n, n, n, n, n, n) + (word)floating((double)n, 1);
}
