/* Export: stacks as text, the picture as a still SVG or PNG. */

const MANY_STACKS = 1000000, MANY_CHARACTERS = 2 ** 28;
const MANY_PIXELS = 2 ** 26, LONGEST_SIDE = 32767;  /* of a canvas, in all browsers */

/* Shown for a while where notes of the search are. */
function say(v, text) {
	v.notice.textContent = text;
	v.notice.hidden = false;
	setTimeout(() => paintStatus(v), 8000);
}

/* ---- text ---- */

/* A name as folded files have it. A byte that is no text is a lone surrogate, U+DC80 to U+DCFF. */
function foldedName(encoded) {
	return encoded.replace(/[\^%]|\\(..)/g, (char, hex) => hex ?
		String.fromCharCode(parseInt(hex, 16) + (hex < '8' ? 0 : 0xdc00)) : char === '^' ? '<' : '&');
}

/* In the order of calls, also where the picture has the callers last. */
function stackText(profile, node) {
	const { base, sandwich, depth, name, names } = profile, ids = ancestors(profile, node).concat(node).map(i => name[i]);
	if (base && !(sandwich && depth[node] >= 0))
		ids.reverse();
	return ids.filter(id => id >= 0).map(id => foldedName(names[id])).join(';');
}

/* The stacks of the zoomed frame, in the order of calls; of a sandwich those through its function. */
function foldedText(v) {
	const { profile, zoom } = v, tree = profile.sandwich && !zoom ? EDITS.focus(profile.base, profile.name[0]) : profile;
	const lines = [], ahead = [zoom];
	for (let size = 0; ahead.length;) {
		const node = ahead.pop(), own = tree.selfs.map(weights => weights[node]), from = ahead.length;
		if (node && own.some(Number)) {
			const weights = own.map(weight => decimal(BigInt(weight), tree.places).replace(/,/g, '')).join(' ');
			size += lines[lines.push(stackText(tree, node) + ' ' + weights + '\n') - 1].length;
		}
		if (lines.length > MANY_STACKS || size > MANY_CHARACTERS)
			throw new Error('there are too many stacks, zoom in first');
		for (let child = layOut(tree, node); child; child = tree.next[child])
			ahead.splice(from, 0, child);
	}
	return lines.join('');
}

/* Text with the bytes that are none, for a Blob. */
function bytesOf(text) {
	return text.split(/([\udc80-\udcff])/u).map((part, i) => i % 2 ? Uint8Array.of(part.charCodeAt(0)) : part);
}

/* text may be a function, which may throw. */
async function copyText(v, text, what) {
	try {
		const words = typeof text === 'function' ? text() : text;
		if (!await navigator.clipboard?.writeText(words).then(() => true, () => false))
			copySelected(v, words);
		say(v, 'Copied ' + what);
	} catch (error) {
		say(v, 'Nothing copied: ' + error.message);
	}
}

/* The old way, in pages that are not secure; a document that is no HTML throws. */
function copySelected(v, text) {
	const focused = document.activeElement, holder = make(v.root, 'foreignObject', { width: 1, height: 1 });
	const area = make(holder, 'textarea', {}, HTML);
	area.value = text;
	area.select();
	try {
		if (!document.execCommand('copy'))
			throw new Error('this page may not use the clipboard');
	} finally {
		holder.remove();
		focused?.focus({ preventScroll: true });
	}
}

/* ---- pictures ---- */

/* What the still needs of the style, with the present values of variables: few programs know them. */
function stillStyle(v, still) {
	const values = getComputedStyle(v.root), used = [];
	const add = rule => {
		if (rule.media && matchMedia(rule.media.mediaText).matches)
			Array.from(rule.cssRules).forEach(add);
		else if (rule.selectorText && (still.matches(rule.selectorText) || still.querySelector(rule.selectorText)))
			used.push(rule.cssText.replace(/var\((.*?)\)/g, (match, name) => values.getPropertyValue(name).trim()));
	};
	v.root.querySelectorAll('style').forEach(style => Array.from(style.sheet.cssRules).forEach(add));
	return used.join('\n');
}

/* As now drawn, but all of its height, and nothing that only works with scripts. */
function svgText(v) {
	v.painted = [0, v.view.depth];
	paintPaths(v);
	paintLabels(v);
	const still = v.root.cloneNode(true), height = v.root.getAttribute('height'), style = make(null, 'style');
	paint(v);
	const dropped = 'script, style, metadata, foreignObject, .controls, .outline, .cursor, .tooltip, [display=none], [d=""]';
	still.querySelectorAll(dropped).forEach(element => element.remove());
	for (const element of [still, ...still.querySelectorAll('*')])
		for (const { name } of Array.from(element.attributes))
			if (/^(role|tabindex|id|(aria|data)-.*)$/.test(name))
				element.removeAttribute(name);
	still.querySelector('.details').textContent = '';
	setAll(still, { width: v.width, height, viewBox: '0 0 ' + v.width + ' ' + height,
		style: 'min-width:0;max-width:none;min-height:0' });
	style.textContent = stillStyle(v, still);
	still.prepend(style);
	return '<?xml version="1.0" encoding="UTF-8"?>\n' + new XMLSerializer().serializeToString(still) + '\n';
}

function svgBlob(v) {
	return new Blob([svgText(v)], { type: 'image/svg+xml' });
}

/* Twice as fine as the screen at least, unless browsers have no canvas of that size. */
async function pngBlob(v) {
	const image = new Image(), { width } = v, height = +v.root.getAttribute('height');
	const scale = Math.min(Math.max(2, devicePixelRatio), LONGEST_SIDE / width, LONGEST_SIDE / height,
		Math.sqrt(MANY_PIXELS / width / height));
	const canvas = make(null, 'canvas', { width: Math.floor(width * scale), height: Math.floor(height * scale) }, HTML);
	image.src = URL.createObjectURL(svgBlob(v));
	await image.decode();
	canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
	URL.revokeObjectURL(image.src);
	return new Promise(done => canvas.toBlob(done));
}

const BLOBS = { folded: v => new Blob(bytesOf(foldedText(v))), svg: svgBlob, png: pngBlob };

/* A page that is a sandbox may drop files without a word. */
async function download(v, kind) {
	const name = v.root.getAttribute('aria-label').replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 100) + '.' + kind;
	try {
		const href = URL.createObjectURL(await BLOBS[kind](v)), holder = make(v.root, 'foreignObject');
		make(holder, 'a', { href, download: name }, HTML).click();
		holder.remove();
		setTimeout(() => URL.revokeObjectURL(href), 60000);
		const sandbox = self.origin === 'null' && location.protocol !== 'file:';
		say(v, 'Saved ' + name + (sandbox ? ', if the sandbox of this page allows it' : ''));
	} catch (error) {
		say(v, 'Could not make ' + name + ': ' + error.message);
	}
}
