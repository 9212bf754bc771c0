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
	v.tooltip = make(v.root, 'g', { class: 'tooltip', display: 'none', 'aria-hidden': 'true' });
	make(v.tooltip, 'rect', { rx: 4 });
	make(v.tooltip, 'text');
}

function listen(v) {
	v.root.addEventListener('mousemove', event => hover(v, event));
	v.root.addEventListener('mouseenter', () => {
		v.inside = true;
		scrolled(v);  /* a page around may have moved the picture */
	});
	v.root.addEventListener('mouseleave', () => {
		v.inside = false;
		hover(v, null);
	});
	v.frames.addEventListener('click', event => {
		const i = frameUnder(v, event);
		if (i < 0)
			return;
		zoomTo(v, v.view.node[i]);
		hover(v, event);
	});
	document.addEventListener('keydown', event => {
		v.keyed = true;
		if (hasKeys(v) && pressed(v, event))
			event.preventDefault();
	}, true);
	document.addEventListener('pointerdown', () => { v.keyed = false; }, true);
	window.addEventListener('scroll', () => scrolled(v), { capture: true, passive: true });
	window.addEventListener('resize', () => scrolled(v));
	window.addEventListener('popstate', () => {
		if (!v.standalone)
			return;
		loadLink(v);
		redraw(v);
		showRow(v, v.zoom);
	});
	new ResizeObserver(() => resized(v)).observe(v.root);
	listenTouch(v);
}

/* Colours are named f0, f1 … in every file: in a page with several graphs each keeps its own. */
function scopeStyles(v) {
	const style = v.root.querySelector('style');
	for (const rule of style && style.sheet ? style.sheet.cssRules : [])
		if (rule.selectorText && /\.[fw]\d*$/.test(rule.selectorText))
			rule.selectorText = rule.selectorText.replace('.flamegraph', '.flamegraph.' + v.mark);
}

/* For people who do not see it; in a page, <title> would also cover the tooltip with another. */
function nameRoot(v) {
	const title = Array.from(v.root.children).find(child => child.localName === 'title');
	const label = (v.heading && v.heading.textContent) || (title && title.textContent) || 'Flame graph';
	setAll(v.root, { role: 'group', 'aria-label': label });
	if (title && !v.standalone)
		title.remove();
}

function newViewer(root) {
	return { root, frames: root.querySelector('.frames'), details: root.querySelector('.details'),
		heading: root.querySelector('.heading'), note: root.querySelector('.hidden-note'),
		standalone: document.documentElement === root, mark: 'g' + Math.random().toString(36).slice(2),
		paths: new Map(), pool: [], zoom: 0, span: [0, 1], selected: -1, hovered: -1, message: '', palette: 'file' };
}

/* A flame graph taller than the window is read from its foot; icicles start at the top. */
function showRoot(v) {
	if (!v.standalone)
		return;
	history.scrollRestoration = 'manual';
	if (v.profile.up)
		window.scrollTo(0, v.bottom + 100);
}

function start(root) {
	const v = newViewer(root);
	try {
		v.base = v.profile = decodeProfile(root.querySelector('.profile').textContent);
	} catch (error) {
		v.details.textContent = 'Only a still picture: ' + error.message;
		return;
	}
	v.file = Object.assign({}, v.base);
	v.charWidth = measureCharacter(v);
	v.geometry = readGeometry(v);
	v.tallest = v.geometry.rows;
	root.classList.add(v.mark);
	if (!v.standalone)
		scopeStyles(v);
	nameRoot(v);
	buildPicture(v);
	buildControls(v);
	loadLink(v);
	resized(v);
	showRoot(v);
	listen(v);
	root.setAttribute('data-ready', '1');
	root.dispatchEvent(new CustomEvent('flamegraph-ready', { bubbles: true }));
}

/* Tests of the pure parts have no document. */
if (typeof document !== 'undefined')
	start(document.currentScript.closest('svg.flamegraph'));
