/* Numbers: exact decimals and percentages. */

/* Digit value of each character code; 91 printable characters, those that XML minds left out. */
const DIGIT = new Int8Array(256).fill(-1);
for (let code = 33, value = 0; code < 127; code++)
	if (code !== 38 && code !== 60 && code !== 62)
		DIGIT[code] = value++;

function damaged(why) {
	return new Error('the profile in this file is damaged: ' + why);
}

/* One line of numbers, read from the front. Digits 46..90 continue a number, 0..45 end it. */
class Numbers {
	constructor(block, key) {
		this.key = key;
		this.bytes = new TextEncoder().encode(block.get(key) || '');
		this.at = 0;
	}
	digit() {
		const digit = this.at < this.bytes.length ? DIGIT[this.bytes[this.at++]] : -1;
		if (digit < 0)
			throw damaged('its line "' + this.key + '" is cut or has a strange character');
		return digit;
	}
	next() {
		const first = DIGIT[this.bytes[this.at]];
		if (first >= 0 && first < 46) {
			this.at++;
			return first;
		}
		let value = 0, place = 1;
		for (;;) {
			const digit = this.digit();
			if (digit < 46)
				return value + digit * place;
			value += (digit - 46) * place;
			place *= 45;
		}
	}
	/* The same for weights that a double cannot hold. */
	nextBig() {
		let value = 0n, place = 1n;
		for (;;) {
			const digit = this.digit();
			if (digit < 46)
				return value + BigInt(digit) * place;
			value += BigInt(digit - 46) * place;
			place *= 45n;
		}
	}
	finish() {
		if (this.at !== this.bytes.length)
			throw damaged('its line "' + this.key + '" is too long');
	}
}

function commas(digits) {
	return String(digits).replace(/\B(?=(\d{3})+$)/g, ',');
}

/* 100 * part / whole with two decimals, rounded half away from zero, from integers. */
function hundredths(part, whole) {
	part = BigInt(part);
	whole = BigInt(whole);
	if (whole === 0n)
		return '0.00';
	const size = ((part < 0n ? -part : part) * 20000n + whole) / (2n * whole);
	const digits = String(size).padStart(3, '0');
	return (part < 0n && size ? '-' : '') + commas(digits.slice(0, -2)) + '.' + digits.slice(-2);
}

function percent(part, whole) {
	return part === whole && part ? '100%' : hundredths(part, whole) + '%';
}

function signed(text) {
	return text[0] === '-' || /^[0.]+( |$)/.test(text) ? text : '+' + text;
}
