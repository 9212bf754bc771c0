#include "collapse/symbols/unwind/cfi-entry.h"

enum { RELATIVE = 0x70, HERE_RELATIVE = 0x10, INDIRECT = 0x80 };

enum { LETTERS_MOST = 32 };

/* The frame of an entry: what is common to both kinds. */
struct frame {
	struct binary body; /* behind the identifier */
	bool is_cie;
	uint64_t cie; /* of an FDE: its CIE's offset */
	uint64_t next;
};

unsigned cfi_address_size(uint8_t encoding, bool is_64)
{
	switch (encoding & 0x0f) {
	case 0x0: /* DW_EH_PE_absptr */
	case 0x8: /* DW_EH_PE_signed */
		return is_64 ? 8 : 4;
	case 0x2: /* DW_EH_PE_udata2, and with 8 sdata2 */
	case 0xa:
		return 2;
	case 0x3:
	case 0xb:
		return 4;
	case 0x4:
	case 0xc:
		return 8;
	default:
		return 0;
	}
}

static uint64_t take_number(struct binary *in, uint8_t encoding, bool is_64)
{
	unsigned size = cfi_address_size(encoding, is_64);

	if ((encoding & 0x0f) == 0x1)
		return binary_uleb(in);
	if ((encoding & 0x0f) == 0x9)
		return (uint64_t)binary_sleb(in);
	if (size == 0) {
		binary_spoil(in);
		return 0;
	}
	return encoding & 0x08 ? (uint64_t)binary_signed(in, size) : binary_number(in, size);
}

uint64_t cfi_address(struct binary *in, uint8_t encoding, bool is_64, uint64_t start, uint64_t data)
{
	uint64_t here = start + binary_offset(in);
	uint64_t address = take_number(in, encoding, is_64);

	if ((encoding & RELATIVE) == HERE_RELATIVE)
		address += here;
	else if ((encoding & RELATIVE) == ENCODED_DATA_RELATIVE)
		address += data;
	else if (encoding & RELATIVE)
		binary_spoil(in);
	if (encoding & INDIRECT)
		binary_spoil(in);
	return is_64 ? address : (uint32_t)address;
}

/* Length and identifier. An entry of length 0 ends an .eh_frame. */
static bool read_frame(const struct cfi_section *section, uint64_t offset, struct frame *frame)
{
	struct binary *body = &frame->body;
	uint64_t length, id_at, id;
	bool is_wide;

	*body = binary_at(section->bytes, offset, section->is_big);
	length = binary_u32(body);
	is_wide = length == 0xffffffff;
	if (is_wide)
		length = binary_u64(body);
	binary_limit(body, length);
	if (body->is_bad || length == 0)
		return false;
	id_at = binary_offset(body);
	frame->next = id_at + length;
	is_wide = is_wide && section->is_debug;
	id = is_wide ? binary_u64(body) : binary_u32(body);
	if (section->is_debug) {
		frame->is_cie = id == (is_wide ? UINT64_MAX : UINT32_MAX);
		frame->cie = id;
	} else {
		frame->is_cie = id == 0;
		frame->cie = id_at - id;
	}
	return !body->is_bad;
}

bool cfi_entry_skip(const struct cfi_section *section, uint64_t *offset)
{
	struct frame frame;

	if (!read_frame(section, *offset, &frame))
		return false;
	*offset = frame.next;
	return *offset < section->bytes.n;
}

/*
 * "zPLR": a letter for each thing that follows, behind its length. What stands behind an unknown
 * letter is passed over.
 */
static void read_augmentation(
	struct binary *body, struct str letters, bool is_64, struct cfi_entry *entry)
{
	uint64_t length = binary_uleb(body);
	struct binary data = *body;

	binary_limit(&data, length);
	binary_skip(body, length);
	for (size_t i = 1; i < letters.n && !data.is_bad; i++) {
		switch (letters.p[i]) {
		case 'R':
			entry->encoding = binary_u8(&data);
			break;
		case 'P':
			take_number(&data, binary_u8(&data), is_64);
			break;
		case 'L':
			binary_u8(&data);
			break;
		case 'S':
			entry->is_signal = true;
			break;
		case 'B': /* addresses are signed with the second of two keys: no matter */
			break;
		default:
			return;
		}
	}
	if (data.is_bad)
		binary_spoil(body);
}

/* Of a few letters: many entries may refer to the one that has it. */
static struct str take_letters(struct binary *body)
{
	struct binary in = *body;
	struct str letters;

	binary_limit(&in, binary_left(&in) < LETTERS_MOST ? binary_left(&in) : LETTERS_MOST);
	letters = binary_string(&in);
	if (in.is_bad)
		binary_spoil(body);
	else
		binary_skip(body, letters.n + 1);
	return letters;
}

static bool read_cie(const struct cfi_section *section, uint64_t offset, struct cfi_entry *entry)
{
	struct frame frame;
	struct binary *body = &frame.body;
	uint8_t version;
	struct str letters;

	if (!read_frame(section, offset, &frame) || !frame.is_cie)
		return false;
	version = binary_u8(body);
	letters = take_letters(body);
	/* The size of an address, and of a segment's number. */
	if (version >= 4 && (binary_u8(body) != (section->is_64 ? 8 : 4) || binary_u8(body) != 0))
		return false;
	*entry = (struct cfi_entry){.encoding = ENCODED_ADDRESS};
	entry->code_unit = binary_uleb(body);
	entry->data_unit = binary_sleb(body);
	entry->return_register = version == 1 ? binary_u8(body) : binary_uleb(body);
	entry->is_augmented = str_starts(letters, STR("z"));
	if (entry->is_augmented)
		read_augmentation(body, letters, section->is_64, entry);
	else if (letters.n)
		return false;
	entry->common_program = *body;
	return !body->is_bad && version >= 1 && version <= 4 && version != 2;
}

bool cfi_entry_read(const struct cfi_section *section, uint64_t offset, struct cfi_entry *entry)
{
	struct frame frame;
	struct binary *body = &frame.body;
	uint64_t size;

	if (!read_frame(section, offset, &frame) || frame.is_cie ||
		!read_cie(section, frame.cie, entry))
		return false;
	entry->begin = cfi_address(body, entry->encoding, section->is_64, section->address, 0);
	size = take_number(body, entry->encoding & 0x07, section->is_64);
	entry->end = entry->begin + size;
	if (entry->is_augmented)
		binary_skip(body, binary_uleb(body));
	entry->program = *body;
	return !body->is_bad && entry->end > entry->begin;
}
