/* Quantities: weights with what they count, by the rules of common/quantity.h. All in whole numbers. */

function tens(count) {
	return 10n ** BigInt(count);
}

/* Half up. */
function rounded(value, divisor) {
	return (value + divisor / 2n) / divisor;
}

/* value / 10^decimals, with just so many or without the zeros at the end. */
function decimal(value, decimals, all) {
	const digits = String(value).padStart(decimals + 1, '0'), cut = digits.length - decimals;
	const fraction = all ? digits.slice(cut) : digits.slice(cut).replace(/0+$/, '');
	return commas(digits.slice(0, cut)) + (fraction && '.' + fraction);
}

/* value / divisor, with as many of at most so many decimals as three digits leave. */
function threeDigits(value, divisor, most) {
	let decimals = Math.min(most, 2);
	while (decimals > 0 && rounded(value * tens(decimals), divisor) >= 1000n)
		decimals--;
	return decimal(rounded(value * tens(decimals), divisor), decimals, true);
}

/* Of value / 10^all seconds, whether it is 1 in that unit, once it is rounded as in a smaller one. */
function reaches(value, all, ofUnit) {
	const less = Math.max(all - ofUnit, 0);
	return less < 3 ? value >= tens(less) : rounded(value, tens(less - 3)) >= 1000n;
}

function timeText(value, all) {
	let unit = 0;
	while (value && unit < TIME_SYMBOLS.length - 1 && !reaches(value, all, 3 * unit))
		unit++;
	const decimals = value ? all - 3 * unit : 0;
	return threeDigits(decimals < 0 ? value * tens(-decimals) : value, tens(Math.max(decimals, 0)), Math.max(decimals, 0)) +
		' ' + TIME_SYMBOLS[unit];
}

function bytesText(value, places) {
	let unit = 0, divisor = tens(places);
	for (; unit < BYTE_SYMBOLS.length - 1 && rounded(value, divisor) >= 1024n; unit++)
		divisor *= 1024n;
	return threeDigits(value, divisor, unit ? 2 : places) + ' ' + BYTE_SYMBOLS[unit];
}

/* As it is shown: with --factor whole, and no more exact than a double. */
function shownWeight({ factor, places }, weight) {
	return factor === 1 ? [BigInt(weight), places] : [BigInt(Math.round(Number(weight) * factor / 10 ** places)), 0];
}

/* A weight (a change may be negative) without a noun: "1,903" or "1.90 s". */
function formatNumber(profile, weight) {
	const [real, places] = shownWeight(profile, weight), value = real < 0n ? -real : real, sign = real < 0n ? '-' : '';
	const { countname, exact } = profile, time = TIME_NAMES.indexOf(countname) % TIME_SYMBOLS.length;
	const bytes = BYTE_NAMES.includes(countname);
	if (exact || (time < 0 && !bytes))
		return sign + decimal(value, places) + (bytes ? ' ' + BYTE_SYMBOLS[0] : time < 0 ? '' : ' ' + TIME_SYMBOLS[time]);
	return sign + (bytes ? bytesText(value, places) : timeText(value, 3 * time + places));
}

/* "sample" of "samples", "cache-miss" of "cache-misses", "entry" of "entries". */
function singular(noun) {
	if (LONG_PLURALS.some(end => noun.endsWith(end)))
		return noun.slice(0, -2);
	return noun.endsWith('ies') ? noun.slice(0, -3) + 'y' : noun.replace(/([a-rt-zA-Z])s$/, '$1');
}

/* "1,903 samples", "1.90 s", or "1,903" of who knows what. */
function formatQuantity(profile, weight) {
	const { countname } = profile, [value, places] = shownWeight(profile, weight), number = formatNumber(profile, weight);
	if (!countname || TIME_NAMES.includes(countname) || BYTE_NAMES.includes(countname))
		return number;
	return number + ' ' + (value === tens(places) ? singular(countname) : countname);
}
