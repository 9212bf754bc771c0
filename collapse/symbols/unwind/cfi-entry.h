/*
 * Entries of call frame information: which code a function's entry (FDE) covers, and the two
 * programs that say how to get from any address of it to its caller: its own, and the one in the
 * common entry (CIE) that it refers to.
 *
 *     00000018 0014 00000000 CIE  version 1, augmentation "zR", code 1, data -8, return address 16
 *       DW_CFA_def_cfa: r7 (rsp) ofs 8
 *       DW_CFA_offset: r16 (rip) at cfa-8
 *     00000030 0024 0000001c FDE cie=00000018 pc=1020..1050
 *
 * .eh_frame is as the LSB core specification says, .debug_frame as DWARF 5, section 6.4.1.
 */
#ifndef COLLAPSE_SYMBOLS_UNWIND_CFI_ENTRY_H
#define COLLAPSE_SYMBOLS_UNWIND_CFI_ENTRY_H

#include <stdbool.h>
#include <stdint.h>

#include "collapse/readers/binary.h"
#include "common/str.h"

struct cfi_section {
	struct str bytes;
	uint64_t address; /* of the first byte, as the linker gave it */
	bool is_debug; /* .debug_frame, not .eh_frame */
	bool is_64, is_big;
};

/* What a CIE and one of its FDEs say. */
struct cfi_entry {
	uint64_t begin, end; /* the addresses of code that are covered */
	uint64_t code_unit; /* by which advances are multiplied */
	int64_t data_unit; /* by which offsets are */
	uint64_t return_register;
	bool is_signal; /* the code is what a signal handler returns to */
	uint8_t encoding; /* of addresses: DW_EH_PE_… */
	bool is_augmented; /* its FDEs have data for that, with their length in front */
	struct binary common_program, program; /* their offsets are those of the section */
};

/* DW_EH_PE_…: in the low four bits the format, then what it is relative to. */
enum {
	ENCODED_ADDRESS = 0,
	ENCODED_DATA_RELATIVE = 0x30,
	ENCODED_OMITTED = 0xff,
};

/*
 * An address in one of the encodings above. `start` is the address of the first of the bytes that
 * it is read from, and `data` is what data-relative ones are relative to. Bad when the encoding is
 * not one of those that linkers make for tables: absolute, or relative to its own place or `data`.
 */
uint64_t cfi_address(
	struct binary *in, uint8_t encoding, bool is_64, uint64_t start, uint64_t data);
/* How many bytes such an address takes; 0 when that differs from one to the next. */
unsigned cfi_address_size(uint8_t encoding, bool is_64);

/* The FDE at an offset of the section; false when there is none, or it or its CIE is damaged. */
bool cfi_entry_read(const struct cfi_section *section, uint64_t offset, struct cfi_entry *entry);

/*
 * Goes through a section: *offset, which is 0 at first, moves from an entry to the next. False at
 * the section's end, its end mark, and where the next is damaged.
 */
bool cfi_entry_skip(const struct cfi_section *section, uint64_t *offset);

#endif
