/* Address: what is shown as a link. */

/*
 * ?zoom=main;parse;$Ab3x_&hide=malloc&search=TERM&regex=1. The zoom is the path of names from the root,
 * each percent-encoded (so ; $ , ~ are ours), long ones as $ and a hash. `,2` behind a name is the
 * second of several equal siblings, which only a flame chart has; `~` before the first goes to callers
 * in a sandwich.
 */
const LONG_NAME = 40, LONG_PATH = 2000, MAX_PARTS = 200;
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const same = (...words) => Object.fromEntries(words.map(word => [word, word]));

/*
 * [key, field of the state or of its search, the value for each word]. No words: any text. NAME: the
 * name of a function. Edits come once for each.
 */
const NAME = 'name', EDIT = 'edit';
const linkKeys = file => [
	['view', 'callers', { callers: true }],
	['fn', 'pivot', NAME],
	['merge', 'merge', same('direct', 'all')],
	['focus', 'edits', EDIT],
	['hide', 'edits', EDIT],
	['remove', 'edits', EDIT],
	['flip', 'up', { 1: !file.up }],
	['order', 'order', same('name', 'width', 'input')],
	['width', 'widthby', same('before', 'after', 'larger')],
	['change', 'self', { self: true, total: false }],
	['scale', 'relative', { absolute: false }],
	['only', 'only', same('grew', 'shrank', 'new', 'gone')],
	['palette', 'palette', same(...palettesOf(file))],
	['search', 'text'],
	['regex', 'regex', { 1: true }],
	['case', 'matchCase', { 1: true, 0: false }],
	['word', 'word', { 1: true }],
	['dim', 'dim', { 1: true }],
];

/* Unlike shownName() it can be undone: raw bytes and backslashes stay escaped. */
function linkName(encoded) {
	return encoded.replace(/\^/g, '<').replace(/%/g, '&');
}

/* FNV-1a, 30 bits of it. */
function hashName(name) {
	let hash = 0x811c9dc5, text = '';
	for (let i = 0; i < name.length; i++)
		hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
	for (let i = 0; i < 5; i++)
		text += BASE64[(hash >>> (6 * i)) & 63];
	return text;
}

function encodeName(name, longest) {
	const text = encodeURIComponent(name).replace(/^~/, '%7E');
	return text.length > longest ? '$' + hashName(name) : text;
}

function decodePart(text) {
	try {
		return decodeURIComponent(text);
	} catch (error) {
		return text;  /* a bad percent escape means itself */
	}
}

/* Whether an encoded name means a name of the profile. */
function nameTest(text) {
	if (text[0] !== '$') {
		const wanted = decodePart(text).replace(/</g, '^').replace(/&/g, '%');
		return encoded => encoded === wanted;
	}
	return encoded => text.slice(1) === hashName(linkName(encoded));
}

/* A function; in full if an earlier one has the same hash. */
function nameLink(names, id) {
	const name = linkName(names[id]), text = encodeName(name, LONG_NAME);
	return names.findIndex(nameTest(text)) === id ? text : encodeName(name);
}

/* Those with one name; in a sandwich, callers (their depths are negative) apart from callees. */
function siblings(profile, parent, callers, fits) {
	const { name, names, depth, next } = profile, found = [];
	for (let child = layOut(profile, parent); child; child = next[child])
		if (depth[child] < 0 === callers && fits(names[name[child]]))
			found.push(child);
	return found;
}

function zoomPath(profile, node) {
	const { parent, name, names, depth } = profile, path = ancestors(profile, node).concat(node).slice(1);
	const callers = depth[node] < 0, own = path.map(step => names[name[step]]);
	const nths = path.map((step, i) => siblings(profile, parent[step], callers, other => other === own[i]).indexOf(step));
	const join = longest => (callers ? '~' : '') + own.map((encoded, i) =>
		encodeName(linkName(encoded), longest) + (nths[i] ? ',' + (nths[i] + 1) : '')).join(';');
	const readable = join(LONG_NAME);
	return readable.length > LONG_PATH ? join(6) : readable;
}

/*
 * Follows a path as far as it goes; missing: how many of its names were not found. No name has a
 * semicolon, so an encoded one is the work of a program that the link went through.
 */
function findPath(profile, text) {
	const callers = text[0] === '~', steps = text.slice(+callers).replace(/%3b/gi, ';').split(';');
	let node = 0;
	for (let i = 0; i < steps.length; i++) {
		const [name, nth] = steps[i].split(',');
		const child = siblings(profile, node, callers, nameTest(name))[(nth || 1) - 1];
		if (!child || !profile.width[child])
			return { node, missing: steps.length - i };
		node = child;
	}
	return { node, missing: 0 };
}

/* [key, value] of each parameter; values stay encoded. */
function parseQuery(query) {
	return query.replace(/^\?/, '').split('&', MAX_PARTS).filter(Boolean).map(part => {
		const equals = (part + '=').indexOf('=');
		return [decodePart(part.slice(0, equals)), part.slice(equals + 1)];
	});
}

/* Most fields are the state's, some its search's. */
function holder(state, field) {
	return field in state ? state : state.search;
}

/*
 * What a link asks for, and the names of functions that are not there. The first of a key counts. Old
 * tools' links (s) are expressions whose case matters.
 */
function readQuery(file, query) {
	const parts = parseQuery(query).reverse(), state = fileState(file), missing = [], keys = linkKeys(file);
	const values = new Map(parts), old = values.get('s');
	if (old && !values.has('search'))
		Object.assign(state.search, { text: decodePart(old), regex: true, matchCase: true });
	for (const [key, text] of parts)
		for (const [, field, words] of keys.filter(row => row[0] === key)) {
			const found = readValue(file, text, words);
			if (found === -1)
				missing.unshift(decodePart(text));
			else if (words === EDIT)
				state.edits.unshift({ kind: key, name: found });
			else if (found !== undefined)
				holder(state, field)[field] = found;
		}
	return { zoom: values.get('zoom') || '', state, missing };
}

function readValue({ names }, text, words) {
	if (!words)
		return decodePart(text);
	if (words === NAME || words === EDIT)
		return names.findIndex(nameTest(text));
	return new Map(Object.entries(words)).get(text);
}

/* Half a surrogate pair, which an input box can hold, has no encoding in an address. */
const HALF_PAIR = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/* The query for a state, without what is as in the file; parameters that are not ours stay. */
function writeQuery(file, query, state, zoom) {
	const keys = linkKeys(file), usual = fileState(file), ours = new Set(keys.map(row => row[0]).concat('zoom', 's', 'x', 'y'));
	const parts = query.replace(/^\?/, '').split('&').filter(part => part && !ours.has(decodePart(part.split('=')[0])));
	const add = (key, text) => parts.push(key + '=' + text);
	if (zoom)
		add('zoom', zoom);
	for (const { kind, name } of state.edits)
		add(kind, nameLink(file.names, name));
	for (const [key, field, words] of keys) {
		const value = holder(state, field)[field];
		if (words === EDIT || value === holder(usual, field)[field])
			continue;
		add(key, words === NAME ? nameLink(file.names, value) : words ? Object.keys(words).find(word => words[word] === value) :
			encodeURIComponent(value.replace(HALF_PAIR, '\ufffd')));
	}
	return parts.length ? '?' + parts.join('&') : '';
}
