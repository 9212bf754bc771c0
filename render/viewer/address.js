/* Address: zoom and search as a link. */

/*
 * ?zoom=main;parse;$Ab3x_&search=TERM&case=1. The zoom is the path of names from the root, each
 * percent-encoded (so ; $ , are ours), long ones as $ and a hash. `,2` behind a name is the second
 * of several equal siblings, which only a flame chart has.
 */
const LONG_NAME = 40, LONG_PATH = 2000;
const OURS = new Set(['zoom', 'search', 'case', 's', 'x', 'y']);
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/* Unlike shownName() it can be undone: raw bytes and backslashes stay escaped. */
function linkName(profile, node) {
	return profile.names[profile.name[node]].replace(/\^/g, '<').replace(/%/g, '&');
}

/* FNV-1a, 30 bits of it. Only siblings need to differ. */
function hashName(name) {
	let hash = 0x811c9dc5, text = '';
	for (let i = 0; i < name.length; i++)
		hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
	for (let i = 0; i < 5; i++)
		text += BASE64[(hash >>> (6 * i)) & 63];
	return text;
}

function encodeName(name, longest) {
	const text = encodeURIComponent(name);
	return text.length > longest ? '$' + hashName(name) : text;
}

/* Which of its equal siblings a node is, from 1. */
function ordinal(profile, node) {
	let nth = 0;
	for (let child = layOut(profile, profile.parent[node]); child; child = profile.next[child]) {
		nth += +(profile.name[child] === profile.name[node]);
		if (child === node)
			return nth;
	}
	return 1;
}

function zoomPath(profile, node) {
	const path = ancestors(profile, node).concat(node).slice(1);
	const nths = path.map(step => ordinal(profile, step));
	const join = longest => path.map((step, i) => encodeName(linkName(profile, step), longest) +
		(nths[i] > 1 ? ',' + nths[i] : '')).join(';');
	const readable = join(LONG_NAME);
	return readable.length > LONG_PATH ? join(6) : readable;
}

/* The child that a step of a path means, or 0. */
function findChild(profile, node, step) {
	const [text, nth] = step.split(','), name = decodePart(text);
	let left = Math.max(1, Math.floor(+nth) || 1), found = 0;
	for (let child = layOut(profile, node); child && left; child = profile.next[child]) {
		const own = linkName(profile, child);
		if (text[0] === '$' ? text.slice(1) === hashName(own) : own === name) {
			found = child;
			left--;
		}
	}
	return found;
}

/*
 * Follows a path as far as it goes; missing: how many of its names were not found. No name has a
 * semicolon, so an encoded one is the work of a program that the link went through.
 */
function findPath(profile, text) {
	const steps = text.replace(/%3b/gi, ';').split(';');
	let node = 0;
	for (let i = 0; i < steps.length; i++) {
		const child = findChild(profile, node, steps[i]);
		if (!child || !profile.width[child])
			return { node, missing: steps.length - i };
		node = child;
	}
	return { node, missing: 0 };
}

function decodePart(text) {
	try {
		return decodeURIComponent(text);
	} catch (error) {
		return text;  /* a bad percent escape means itself */
	}
}

/* Each parameter by itself, the first of a kind counts; values stay encoded. */
function parseQuery(query) {
	const values = new Map();
	for (const part of query.replace(/^\?/, '').split('&')) {
		const equals = (part + '=').indexOf('='), key = decodePart(part.slice(0, equals));
		if (key && !values.has(key))
			values.set(key, part.slice(equals + 1));
	}
	return values;
}

/* What a link asks for. A link of older tools (s) matched case, so it does here. */
function readQuery(query) {
	const values = parseQuery(query), old = !values.has('search') && values.has('s');
	return { zoom: values.get('zoom') || '', search: decodePart(values.get(old ? 's' : 'search') || ''),
		matchCase: values.has('case') ? values.get('case') === '1' : old };
}

/* Half a surrogate pair, which an input box can hold, has no encoding in an address. */
const HALF_PAIR = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/* The query for a state; parameters that are not ours stay. */
function writeQuery(query, zoom, search, matchCase) {
	const parts = query.replace(/^\?/, '').split('&').filter(part =>
		part && !OURS.has(decodePart(part.split('=')[0])));
	if (zoom)
		parts.push('zoom=' + zoom);
	if (search)
		parts.push('search=' + encodeURIComponent(search.replace(HALF_PAIR, '\ufffd')));
	if (matchCase)
		parts.push('case=1');
	return parts.length ? '?' + parts.join('&') : '';
}
