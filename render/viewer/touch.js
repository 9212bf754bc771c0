/* Touch and wheel: zooming and moving with fingers. */

const LONG_PRESS = 550, SLOP = 10;  /* ms; px that a resting finger may move */

/* The middle between the first two fingers, and how far they are apart. */
function gripOf(v) {
	const [a, b = a] = v.fingers.values();
	return { x: (a.clientX + b.clientX) / 2, apart: Math.max(30, Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)) };
}

function isWindow(v) {
	return v.span[1] - v.span[0] < 1;
}

/* A tap is a click. What was more than that is none. */
function fingerDown(v, event) {
	const touch = event.pointerType === 'touch';
	v.root.classList.toggle('touched', touch);
	clearTimeout(v.pressing);
	if (event.isPrimary) {
		v.fingers.clear();
		v.gesture = false;
	}
	if (touch)
		v.fingers.set(event.pointerId, event);
	if (v.fingers.size === 1)
		v.pressing = setTimeout(() => longPress(v, event), LONG_PRESS);
}

function longPress(v, event) {
	const i = frameUnder(v, event);
	v.gesture = true;
	if (i >= 0)
		openMenu(v, v.view.node[i], event.clientX, event.clientY);
}

/* Two fingers zoom and move; one moves what was zoomed so, or scrolls the page. */
function fingerMoved(v, event) {
	const last = v.fingers.get(event.pointerId), one = v.fingers.size === 1;
	if (!last || (one && !v.gesture && Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY) < SLOP))
		return;
	const before = gripOf(v);
	v.fingers.set(event.pointerId, event);
	const after = gripOf(v);
	clearTimeout(v.pressing);
	v.gesture = true;
	if (!one || isWindow(v))
		panZoom(v, after.apart / before.apart, after.x, after.x - before.x);
}

function fingerUp(v, event) {
	clearTimeout(v.pressing);
	v.fingers.delete(event.pointerId);
}

/* Pinching on a trackpad comes as a wheel with Ctrl. All else is the page's, unless it can move sideways. */
function wheelTurned(v, event) {
	const { deltaX, deltaY, ctrlKey, shiftKey, clientX } = event, unit = event.deltaMode ? 20 : 1;
	const sideways = deltaX || (shiftKey ? deltaY : 0);
	if (ctrlKey && (deltaY < 0 || isWindow(v)))
		panZoom(v, Math.exp(Math.max(-50, Math.min(50, -deltaY * unit)) / 100), clientX, 0);
	else if (!ctrlKey && isWindow(v) && (shiftKey || Math.abs(sideways) > Math.abs(deltaY)))
		panZoom(v, 1, clientX, -sideways * unit);
	else
		return;
	event.preventDefault();
}

function listenTouch(v) {
	v.fingers = new Map();
	v.root.style.touchAction = 'pan-y';
	for (const [name, action] of Object.entries({ pointerdown: fingerDown, pointermove: fingerMoved, pointerup: fingerUp,
		pointercancel: fingerUp, wheel: wheelTurned, contextmenu: () => clearTimeout(v.pressing) }))
		v.frames.addEventListener(name, event => action(v, event), { passive: false });
	v.frames.addEventListener('click', event => v.gesture && event.stopImmediatePropagation(), true);
}
