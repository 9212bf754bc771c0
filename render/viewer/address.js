/* Address: what is shown as a link. */

/*
 * ?zoom=main;parse;$Ab3x_&hide=malloc&search=TERM&regex=1. The zoom is the path of names from the root,
 * each percent-encoded (so ; $ , ~ are ours), long ones as $ and a hash. `,2` behind a name is the
 * second of several equal siblings, which only a flame chart has; `~` in front leads to callers in a
 * sandwich.
 */
const LONG_NAME = 40, LONG_PATH = 2000, MAX_EDITS = 100, FUNCTIONS = ['fn', 'focus', 'hide', 'remove'];

/* Key: a field of the state or of its search, and its words. Yes or no has one word: not as in the file. */
const linkKeys = file => ({
	view: 'callers callers',
	merge: 'merge direct all',
	flip: 'up 1',
	order: 'order ' + ORDERS.join(' '),
	width: 'widthby ' + WIDTHS.join(' '),
	change: file.changeOfSelf ? 'self total' : 'self self',
	scale: 'relative absolute',
	only: 'only ' + changesOf(file).join(' '),
	palette: 'palette file ' + palettesOf(file).join(' '),
	search: 'text',
	regex: 'regex 1',
	case: 'matchCase 1',
	word: 'word 1',
	dim: 'dim 1',
});

/* Unlike shownName() it can be undone: raw bytes and backslashes stay escaped. */
function linkName(encoded) {
	return encoded.replace(/\^/g, '<').replace(/%/g, '&');
}

/* FNV-1a and the length. */
function hashName(name) {
	let hash = 0x811c9dc5;
	for (let i = 0; i < name.length; i++)
		hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
	return '$' + (hash >>> 0).toString(36) + name.length;
}

function encodeName(encoded, longest) {
	const name = linkName(encoded), text = encodeURIComponent(name).replace(/^~/, '%7E');
	return text.length > longest ? hashName(name) : text;
}

/* A bad percent escape means itself. */
function decodePart(text) {
	try {
		return decodeURIComponent(text);
	} catch (error) {
		return text;
	}
}

/* A test for the name that is meant. */
function namedBy(text) {
	const wanted = decodePart(text).replace(/</g, '^').replace(/&/g, '%');
	return text[0] === '$' ? encoded => hashName(linkName(encoded)) === text : encoded => encoded === wanted;
}

/* The children with a name: callers, whose depths are negative, or callees. */
function childrenNamed(profile, node, callers, isNamed) {
	const { name, names, depth, next } = profile, found = [];
	for (let child = layOut(profile, node); child; child = next[child])
		if (depth[child] < 0 === callers && isNamed(names[name[child]]))
			found.push(child);
	return found;
}

function zoomPath(profile, node, longest = LONG_NAME) {
	const { parent, name, names, depth } = profile, callers = depth[node] < 0;
	const path = ancestors(profile, node).concat(node).slice(1).map(step => {
		const own = names[name[step]];
		const nth = childrenNamed(profile, parent[step], callers, other => other === own).indexOf(step);
		return encodeName(own, longest) + (nth ? ',' + (nth + 1) : '');
	}).join(';');
	return path.length > LONG_PATH && longest > 6 ? zoomPath(profile, node, 6) : (callers ? '~' : '') + path;
}

/*
 * Follows a path as far as it goes; missing: how many of its names were not found. No name has a
 * semicolon, so an encoded one is the work of a program that the link went through.
 */
function findPath(profile, text) {
	const callers = text[0] === '~', steps = text.slice(+callers).replace(/%3b/gi, ';').split(';');
	let node = 0;
	for (let i = 0; i < steps.length; i++) {
		const [name, nth = 1] = steps[i].split(','), child = childrenNamed(profile, node, callers, namedBy(name))[nth - 1];
		if (!child || !profile.width[child])
			return { node, missing: steps.length - i };
		node = child;
	}
	return { node, missing: 0 };
}

/* [key, value, both] of each parameter; values stay encoded. */
function parseQuery(query) {
	return query.replace(/^\?/, '').split('&').filter(Boolean).map(part => {
		const [key, ...value] = part.split('=');
		return [decodePart(key), value.join('='), part];
	});
}

/*
 * What a link asks for, and the names of functions that are not there. The first of a key counts; `s` is
 * an old tool's search, an expression whose case matters.
 */
function readQuery(file, query) {
	const parts = parseQuery(query), values = new Map(parts.slice().reverse()), state = fileState(file), missing = [];
	if (values.get('s') && !values.has('search'))
		Object.assign(state.search, { text: decodePart(values.get('s')), regex: true, matchCase: true });
	for (const [key, line] of Object.entries(linkKeys(file))) {
		const [field, ...words] = line.split(' '), value = values.get(key), holder = field in state ? state : state.search;
		if (words.includes(value))
			holder[field] = typeof holder[field] === 'boolean' ? !holder[field] : value;
		else if (!words.length && values.has(key))
			holder[field] = decodePart(value);
	}
	for (const [kind, value] of parts.filter(([key]) => FUNCTIONS.includes(key)).slice(0, MAX_EDITS)) {
		const name = file.names.findIndex(namedBy(value));
		if (name < 0)
			missing.push(decodePart(value));
		else if (kind === 'fn')
			state.pivot = name;
		else
			state.edits.push({ kind, name });
	}
	return { zoom: values.get('zoom') || '', state, missing };
}

/* The query for a state, without what is as in the file; parameters that are not ours stay. */
function writeQuery(file, query, state, zoom) {
	const keys = linkKeys(file), ours = Object.keys(keys).concat(FUNCTIONS, 'zoom', 's', 'x', 'y');
	const [now, usual] = [state, fileState(file)].map(all => ({ ...all, ...all.search }));
	const parts = parseQuery(query).filter(([key]) => !ours.includes(key)).map(part => part[2]);
	if (zoom)
		parts.push('zoom=' + zoom);
	for (const { kind, name } of state.edits.concat(state.pivot < 0 ? [] : { kind: 'fn', name: state.pivot }))
		parts.push(kind + '=' + encodeName(file.names[name], LONG_NAME));
	for (const [key, line] of Object.entries(keys)) {
		const [field, word] = line.split(' '), value = now[field], before = usual[field];
		/* Half a surrogate pair, which an input box can hold, has no encoding. */
		if (value !== before)
			parts.push(key + '=' + (value === !before ? word : encodeURIComponent(value.replace(/\p{Cs}/gu, '\ufffd'))));
	}
	return parts.length ? '?' + parts.join('&') : '';
}
