/*
 * Call frame information and files that have it, for tests: bytes made entry by entry.
 */
#ifndef TESTS_UNIT_LIB_CFI_H
#define TESTS_UNIT_LIB_CFI_H

#include "collapse/symbols/elf.h"
#include "common/buf.h"
#include "common/str.h"

/* Where the parts of a file are in memory. */
enum { CFI_CODE = 0x1000, CFI_PLT = 0x1800, CFI_HEADER = 0x2000, CFI_FRAME = 0x3000 };

/* Numbers of the lowest byte first, and of size bytes. */
void cfi_number(struct buf *out, uint64_t number, unsigned size);

/* "\x0c\x07\x08\x90\x01": CFA is rsp + 8, and the return address lies at CFA - 8. */
extern const struct str cfi_x86_64_start;

/*
 * An entry of .eh_frame that others refer to: of code unit 1, data unit -8, addresses of 4 bytes
 * relative to themselves when letters have an R. data is what the letters stand for, but R. Returns
 * its offset.
 */
size_t cfi_add_cie(struct buf *frame, const char *letters, unsigned return_register,
	struct str data, struct str program);

/* The usual one of x86-64: "zR", 16, and the start above. */
size_t cfi_add_x86_64_cie(struct buf *frame);

/* One of a function. Returns its offset. */
size_t cfi_add_fde(
	struct buf *frame, size_t cie, uint64_t begin, uint32_t size, struct str program);

/* What a file has; what is empty it has not. */
struct cfi_parts {
	uint16_t machine;
	struct str code, plt; /* .text, .plt */
	struct str header, frame, debug; /* .eh_frame_hdr, .eh_frame, .debug_frame */
	bool without_sections; /* only what is mapped is told */
};

/*
 * An ELF file of 64 bits: code at CFI_CODE, .plt at CFI_PLT, .eh_frame_hdr at CFI_HEADER, .eh_frame
 * at CFI_FRAME. The bytes must outlive it.
 */
struct elf *cfi_elf(struct buf *bytes, const struct cfi_parts *parts);

#endif
