/* Export: stacks as text, the picture as a still SVG or PNG. */

const MANY_STACKS = 1000000, MANY_CHARACTERS = 2 ** 28;
const MANY_PIXELS = 2 ** 26, LONGEST_SIDE = 32767;  /* of a canvas, in all browsers */

/* Shown for a moment where notes of the search are. */
function say(v, text) {
	v.notice.textContent = text;
	v.notice.hidden = false;
	setTimeout(() => paintStatus(v), 8000);
}

/* ---- text ---- */

/* A name as folded files have it. A byte that is no text is a lone surrogate, U+DC80 to U+DCFF. */
function foldedName(profile, node) {
	return profile.names[profile.name[node]].replace(/\^/g, '<').replace(/%/g, '&').replace(/\\([0-9a-f]{2})/g, (match, hex) => {
		const byte = parseInt(hex, 16);
		return String.fromCharCode(byte < 0x80 ? byte : 0xdc00 + byte);
	});
}

/* Whether frames further from the root are callers. */
function callersAbove(profile, node) {
	return Boolean(profile.base) && !(profile.sandwich && profile.depth[node] >= 0);
}

/* In the order of calls, also where the picture has the callers last. */
function stackText(profile, node) {
	const path = ancestors(profile, node).concat(node).filter(i => profile.name[i] >= 0).map(i => foldedName(profile, i));
	return (callersAbove(profile, node) ? path.reverse() : path).join(';');
}

/* The stacks of the zoomed frame, in the order of calls; of a sandwich those through its function. */
function foldedText(v) {
	const { profile, zoom } = v, tree = profile.sandwich && !zoom ? EDITS.focus(profile.base, profile.name[0]) : profile;
	const plain = { places: tree.places, factor: 1 }, callers = callersAbove(tree, zoom), lines = [];
	const ahead = [[zoom, zoom ? stackText(tree, zoom) : null]];
	for (let size = 0; ahead.length;) {
		const [node, stack] = ahead.pop(), own = tree.selfs.map(weights => weights[node]), from = ahead.length;
		if (stack !== null && own.some(Number)) {
			const line = stack + ' ' + own.map(weight => formatWeight(plain, weight).replace(/,/g, '')).join(' ') + '\n';
			if (lines.push(line) > MANY_STACKS || (size += line.length) > MANY_CHARACTERS)
				throw new Error('there are too many stacks, zoom in first');
		}
		for (let child = layOut(tree, node); child; child = tree.next[child]) {
			const name = foldedName(tree, child);
			ahead.splice(from, 0, [child, stack === null ? name : callers ? name + ';' + stack : stack + ';' + name]);
		}
	}
	return lines.join('');
}

/* Text with the bytes that are none, for a Blob. */
function bytesOf(text) {
	return text.split(/([\udc80-\udcff])/u).map((part, i) => i % 2 ? Uint8Array.of(part.charCodeAt(0) - 0xdc00) : part);
}

async function copyText(v, text, what) {
	const copied = await navigator.clipboard?.writeText(text).then(() => true, () => false) || copySelected(v, text);
	say(v, copied ? 'Copied ' + what : 'Nothing copied: this page may not use the clipboard');
}

/* The old way, for pages of HTML that are not secure. */
function copySelected(v, text) {
	const focused = document.activeElement, holder = make(v.root, 'foreignObject', { width: 1, height: 1 });
	const area = make(holder, 'textarea', {}, HTML);
	area.value = text;
	area.focus({ preventScroll: true });
	area.select();
	try {
		return document.execCommand('copy');
	} catch (error) {
		return false;
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
			used.push(rule.cssText);
	};
	for (const style of v.root.querySelectorAll('style'))
		Array.from(style.sheet.cssRules).forEach(add);
	return used.join('\n').replace(/var\((--[\w-]+)\)/g, (match, name) => values.getPropertyValue(name).trim());
}

/* As now drawn, but all of its height and nothing that only works with scripts. */
function svgText(v) {
	v.painted = [0, v.view.depth];
	paintPaths(v);
	paintLabels(v);
	const still = v.root.cloneNode(true), height = +v.root.getAttribute('height');
	paint(v);
	still.querySelectorAll('script, style, metadata, foreignObject, .controls, .tooltip, .outline, .cursor, [display=none], [d=""]')
		.forEach(element => element.remove());
	for (const element of [still, ...still.querySelectorAll('*')])
		for (const { name } of Array.from(element.attributes))
			if (/^(role|tabindex|id|(aria|data)-.*)$/.test(name))
				element.removeAttribute(name);
	still.querySelector('.details').textContent = '';
	setAll(still, { width: v.width, height, viewBox: '0 0 ' + v.width + ' ' + height, style: 'min-width:0;max-width:none' });
	const style = make(null, 'style');
	style.textContent = stillStyle(v, still);
	still.prepend(style);
	return '<?xml version="1.0" encoding="UTF-8"?>\n' + new XMLSerializer().serializeToString(still) + '\n';
}

/* Twice as fine as the screen at least, unless browsers have no canvas of that size. */
async function pngOf(v) {
	const image = new Image(), height = +v.root.getAttribute('height'), { width } = v;
	const scale = Math.min(Math.max(2, devicePixelRatio), LONGEST_SIDE / Math.max(width, height), Math.sqrt(MANY_PIXELS / width / height));
	const canvas = make(null, 'canvas', { width: Math.floor(width * scale), height: Math.floor(height * scale) }, HTML);
	image.src = URL.createObjectURL(new Blob([svgText(v)], { type: 'image/svg+xml' }));
	await new Promise((done, fail) => Object.assign(image, { onload: done, onerror: () => fail(new Error('this page shows no pictures')) }));
	canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
	URL.revokeObjectURL(image.src);
	return new Promise((done, fail) => canvas.toBlob(blob => blob ? done(blob) : fail(new Error('it is too large'))));
}

const FILES = {
	folded: v => new Blob(bytesOf(foldedText(v)), { type: 'text/plain' }),
	svg: v => new Blob([svgText(v)], { type: 'image/svg+xml' }),
	png: pngOf,
};

/* A page without an address of its own is often a sandbox, which may drop files without a word. */
async function download(v, kind) {
	const name = v.root.getAttribute('aria-label').replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 100) + '.' + kind;
	const sandbox = self.origin === 'null' && location.protocol !== 'file:';
	try {
		const href = URL.createObjectURL(await FILES[kind](v)), holder = make(v.root, 'foreignObject');
		make(holder, 'a', { href, download: name }, HTML).click();
		holder.remove();
		setTimeout(() => URL.revokeObjectURL(href), 60000);
		say(v, 'Saved ' + name + (sandbox ? ', if the sandbox of this page allows it' : ''));
	} catch (error) {
		say(v, 'Could not make ' + name + ': ' + error.message);
	}
}
