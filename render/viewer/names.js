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

function nameOf(profile, node) {
	if (profile.name[node] < 0)
		return WORD_ROOT;
	const id = profile.name[node], shown = profile.shown;
	if (shown[id] === undefined)
		shown[id] = stripped(shownName(profile.names[id]));
	return shown[id];
}
