/* Start. */

/* The viewer's own elements take the place of the still picture. */
function buildPicture(v) {
	v.frames.replaceChildren();
	v.drawing = make(v.frames, 'g', { class: 'drawing' });
	v.shapes = make(v.drawing, 'svg', { class: 'shapes', preserveAspectRatio: 'none', width: '100%' });
	v.shapes.style.strokeWidth = v.profile.row - 1;
	v.labels = make(v.drawing, 'g', { class: 'labels' });
	v.outline = make(v.frames, 'rect', { class: 'outline', display: 'none' });
	buildCursor(v);
	buildCrumbs(v);
}

function listen(v) {
	on(v.root, {
		mousemove: event => hover(v, event.target.namespaceURI === HTML ? null : event),
		mouseenter() {
			v.inside = true;
			scrolled(v);  /* a page around may have moved the picture */
		},
		mouseleave() {
			v.inside = false;
			hover(v, null);
		},
	});
	on(v.frames, { click(event) {
		const i = frameUnder(v, event);
		if (i >= 0)
			zoomTo(v, v.view.node[i]);
	} });
	on(document, {
		keydown(event) {
			v.keyed = true;
			if (hasKeys(v) && pressed(v, event))
				event.preventDefault();
		},
		pointerdown() {
			v.keyed = false;
		},
	}, true);
	on(window, { scroll: () => scrolled(v), resize: () => scrolled(v), popstate() {
		if (!v.standalone)
			return;
		loadLink(v);
		redraw(v);
		showRow(v, v.zoom);
	} }, { capture: true, passive: true });
	new ResizeObserver(() => resized(v)).observe(v.root);
	listenTouch(v);
}

/* In a page with several graphs each keeps its own colours and width. */
function scopeStyles(v) {
	const { sheet } = v.root.querySelector('style');
	for (const rule of sheet ? sheet.cssRules : [])
		for (const own of rule.media ? rule.cssRules : [rule])
			if (/^svg\.flamegraph$|\.[fw]\d*$/.test(own.selectorText))
				own.selectorText = own.selectorText.replace('.flamegraph', '.flamegraph.' + v.mark);
}

/* For people who do not see it; in a page, <title> would also cover the tooltip with another. */
function nameRoot(v) {
	const title = v.root.querySelector('title'), label = v.heading.textContent || title.textContent;
	setAll(v.root, { role: 'group', 'aria-label': label || 'Flame graph' });
	if (!v.standalone)
		title.remove();
}

/* A flame graph taller than the window is read from its foot; icicles start at the top. */
function showRoot(v) {
	if (v.standalone)
		history.scrollRestoration = 'manual';
	if (v.standalone && v.profile.up)
		scrollTo(0, v.bottom + 100);
}

function start(root) {
	const [frames, details, heading, note, data] = ['.frames', '.details', '.heading', '.hidden-note', '.profile']
		.map(selector => root.querySelector(selector));
	const v = { root, frames, details, heading, note, standalone: document.documentElement === root, paths: new Map(), pool: [],
		zoom: 0, span: [0, 1], selected: -1, hovered: -1, mouse: null, tipped: false, message: '', palette: 'file', mark: 'g' + Math.random().toString(36).slice(2) };
	try {
		if (!root.ownerDocument.defaultView.HTMLElement.prototype.showPopover)
			throw new Error('this browser is too old');
		v.base = v.profile = decodeProfile(data.textContent);
	} catch (error) {
		details.textContent = 'Only a still picture: ' + error.message;
		return;
	}
	v.file = Object.assign({}, v.base);
	root.classList.add(v.mark);
	if (!v.standalone)
		scopeStyles(v);
	nameRoot(v);
	buildPicture(v);
	buildControls(v);
	loadLink(v);
	resized(v);
	listen(v);
	(window.requestIdleCallback || setTimeout)(() => linesOf(v.base));
	root.setAttribute('data-ready', '1');
	root.dispatchEvent(new CustomEvent('flamegraph-ready', { bubbles: true }));
}

/* Tests of the pure parts have no document. */
if (typeof document !== 'undefined')
	start(document.currentScript.closest('svg.flamegraph'));
