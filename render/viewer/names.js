/* Names: from the block's text to what people see. */

/* Each line: one digit, how much of the line before is repeated, then the rest. */
function decodeNames(lines) {
	const names = new Array(lines.length);
	let last = '';
	for (let i = 0; i < lines.length; i++) {
		const shared = DIGIT[lines[i].charCodeAt(0)];
		if (!(shared >= 0 && shared <= last.length))
			throw damaged('name ' + (i + 1) + ' does not fit the one before');
		names[i] = last = last.slice(0, shared) + lines[i].slice(1);
	}
	return names;
}

/* `\HH` is a raw byte: itself, a control picture, or the replacement character. */
function shownByte(match, hex) {
	const byte = parseInt(hex, 16);
	if (byte < 0x20)
		return String.fromCharCode(0x2400 + byte);
	return byte < 0x7f ? String.fromCharCode(byte) : byte === 0x7f ? '\u2421' : '\ufffd';
}

/* The name as text. `^` stands for `<` and `%` for `&`. */
function shownName(encoded) {
	if (!/[\^%\\]/.test(encoded))
		return encoded;
	return encoded.replace(/\^/g, '<').replace(/%/g, '&').replace(/\\([0-9a-f]{2})/g, shownByte);
}

/* Where a frame ran (kernel, inlined, jit, wakeup) is a colour, not part of the name. */
function stripped(name) {
	return name.replace(/_\[[kijwo]\]$/, '');
}

/* Its annotation's place in the lists, -1 for most. */
function annotationOf(name) {
	return ANNOTATION_LETTERS.indexOf(/_\[([kijwo])\]$/.exec(name)?.[1]);
}

const ANNOTATION_MEANINGS = [MEANS_KERNEL, MEANS_INLINED, MEANS_JIT, MEANS_WAKER, MEANS_OFF_CPU];

/* From 1: which of the frames is it that stacks begin with and that are no functions; 0: it is none. */
function leadOf({ spots, base, leads }, node) {
	if (!spots)
		return leads[node];
	return node && spots[node].every(place => base.leads[place]) ? base.leads[spots[node][0]] : 0;
}

/* What a frame is besides a function, or instead of one, as a word and what it means; or null. */
function markOf(profile, node) {
	const lead = node ? leadOf(profile, node) : 0, place = node && profile.name[node] >= 0 ? annotationOf(shownName(profile.names[profile.name[node]])) : -1;
	if (lead)
		return [profile.leading[lead - 1], WORD_NO_FUNCTION];
	return place < 0 ? null : [ANNOTATION_MARKS[place], ANNOTATION_MEANINGS[place]];
}

function nameOf(profile, node) {
	if (profile.name[node] < 0)
		return WORD_ROOT;
	const id = profile.name[node], shown = profile.shown;
	if (shown[id] === undefined)
		shown[id] = stripped(shownName(profile.names[id]));
	return shown[id];
}
