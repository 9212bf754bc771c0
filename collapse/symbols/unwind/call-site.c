#include "collapse/symbols/unwind/call-site.h"

static unsigned byte_back(struct str code, size_t n)
{
	return (unsigned char)code.p[code.n - n];
}

/*
 * call *ADDRESS: ff /2, the size of which follows from its second byte (Intel's manual, volume 2,
 * section 2.1.5): the mode in the two highest bits, then the 2, then a register, of which 4 means
 * that a third byte follows, and 5 without a mode an address of 4 bytes.
 */
static size_t indirect_length(unsigned second)
{
	unsigned mode = second >> 6, reg = second & 7;
	size_t length = 2;

	if (mode == 3)
		return length;
	if (reg == 4)
		length += 1;
	if (mode == 1)
		length += 1;
	if (mode == 2 || (mode == 0 && reg == 5))
		length += 4;
	return length;
}

static bool is_x86_64_call(struct str before)
{
	if (before.n >= 5 && byte_back(before, 5) == 0xe8)
		return true;
	for (size_t n = 2; n <= before.n && n <= CALL_LONGEST; n++) {
		unsigned second = byte_back(before, n - 1);

		if (byte_back(before, n) != 0xff || (second >> 3 & 7) != 2)
			continue;
		/* Without a base register, which the third byte tells, there is an address, too. */
		if (indirect_length(second) == n ||
			(n == 7 && second == 0x14 && (byte_back(before, n - 2) & 7) == 5))
			return true;
	}
	return false;
}

/* bl, blr, and blraa and its kind, which check a signature. */
static bool is_aarch64_call(struct str before)
{
	uint32_t code = 0;

	if (before.n < 4)
		return false;
	for (size_t n = 1; n <= 4; n++)
		code = code << 8 | byte_back(before, n);
	return (code & 0xfc000000) == 0x94000000 || (code & 0xfffffc1f) == 0xd63f0000 ||
	       (code & 0xfefff800) == 0xd63f0800;
}

bool is_call_site(enum unwind_machine machine, struct str before)
{
	return machine == UNWIND_AARCH64 ? is_aarch64_call(before) : is_x86_64_call(before);
}
