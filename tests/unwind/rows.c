/*
 * The rows of a file's call frame information as the unwinder finds them: rows FILE. For each entry
 * of .debug_frame, or of .eh_frame when there is none, and each place where its rules change:
 *
 *     0000000000001021 rsp+16 rbp=c-16 ra=c-8
 *
 * "exp" and "vexp" are expressions, "u" is what is not known or not said. The suite "unwind"
 * compares them with what readelf prints.
 */
#include <inttypes.h>

#include "collapse/symbols/unwind/cfi-file.h"
#include "common/messages.h"

static const char *const x86_64_names[] = {"rax", "rdx", "rcx", "rbx", "rsi", "rdi", "rbp", "rsp",
	"r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "ra"};

struct printer {
	const struct elf *elf;
	struct cfi_file *file;
	const struct cfi_row *row; /* of the row before */
	uint64_t from; /* where that began */
	bool is_first;
};

static void print_register(const struct elf *elf, unsigned reg)
{
	if (elf->machine == ELF_X86_64)
		printf("%s", x86_64_names[reg]);
	else if (reg == 31)
		printf("sp");
	else
		printf("x%u", reg);
}

static void print_rule(const struct elf *elf, const struct cfi_rule *rule)
{
	switch ((enum cfi_kind)rule->kind) {
	case CFI_AT:
		printf("c%+" PRId32, rule->number);
		break;
	case CFI_IS:
		printf("v%+" PRId32, rule->number);
		break;
	case CFI_REGISTER:
		print_register(elf, rule->from);
		break;
	case CFI_EXPRESSION_AT:
		printf("exp");
		break;
	case CFI_EXPRESSION_IS:
		printf("vexp");
		break;
	default:
		printf("u");
	}
}

static void print_row(const struct elf *elf, uint64_t from, const struct cfi_row *row)
{
	printf("%016" PRIx64 " ", from);
	if (!row) {
		printf("none\n");
		return;
	}
	if (row->cfa.kind == CFI_IS) {
		print_register(elf, row->cfa.from);
		printf("%+" PRId32, row->cfa.number);
	} else {
		printf("exp");
	}
	for (uint32_t i = 0; i < row->count; i++) {
		printf(" ");
		print_register(elf, row->saved[i].reg);
		printf("=");
		print_rule(elf, &row->saved[i]);
	}
	printf(" ra=");
	print_rule(elf, &row->caller);
	printf("\n");
}

/* The rules up to an address are those of the row that began before it. */
static void check_before(const struct printer *printer, uint64_t address)
{
	if (cfi_file_row(printer->file, address - 1, NULL) != printer->row)
		printf("%016" PRIx64 " has not the rules from %016" PRIx64 " on\n", address - 1,
			printer->from);
}

static void add_row(void *context, uint64_t from, const struct cfi_state *state)
{
	struct printer *printer = context;

	(void)state;
	if (!printer->is_first)
		check_before(printer, from);
	printer->is_first = false;
	printer->from = from;
	printer->row = cfi_file_row(printer->file, from, NULL);
	print_row(printer->elf, from, printer->row);
}

int main(int argc, char **argv)
{
	struct buf why = {0};
	struct elf *elf = argc == 2 ? elf_open(argv[1], &why) : NULL;
	const struct elf_section *found;
	const struct machine *machine;
	struct cfi_section section = {0};
	struct printer printer;
	uint64_t offset = 0;

	if (!elf)
		die("cannot read the file: %.*s", STR_ARG(buf_str(&why)));
	machine = machine_of(elf->machine == ELF_AARCH64 ? UNWIND_AARCH64 : UNWIND_X86_64);
	found = elf_section_named(elf, ".debug_frame");
	section.is_debug = found != NULL;
	if (!found)
		found = elf_section_named(elf, ".eh_frame");
	if (!found || !elf_section_bytes(elf, found, &section.bytes))
		die("%s: no call frame information", argv[1]);
	section.address = section.is_debug ? 0 : found->address;
	section.is_64 = elf->is_64;
	section.is_big = elf->is_big;
	printer = (struct printer){.elf = elf, .file = cfi_file_new(elf, machine)};
	do {
		struct cfi_entry entry;

		if (!cfi_entry_read(&section, offset, &entry))
			continue;
		printer.is_first = true;
		cfi_run(&section, &entry, machine, add_row, &printer);
		check_before(&printer, entry.end);
	} while (cfi_entry_skip(&section, &offset));
	cfi_file_free(printer.file);
	elf_close(elf);
	buf_release(&why);
}
