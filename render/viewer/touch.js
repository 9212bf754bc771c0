/* Touch and wheel: zooming and moving with fingers. */

const LONG_PRESS = 550, SLOP = 10;  /* ms; px that a resting finger may move */

/* The middle between two fingers, and how far they are apart. */
function gripOf(v) {
	const [a, b = a] = v.fingers.values(), apart = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
	return { x: (a.clientX + b.clientX) / 2, apart: Math.max(30, apart) };
}

function isWindow(v) {
	return v.span[1] - v.span[0] < 1;
}

/* A tap is a click, and v.gesture what is none. The class keeps the tooltip from covering what was tapped. */
function fingerDown(v, event) {
	const touch = event.pointerType === 'touch';
	v.root.classList.toggle('touched', touch);
	clearTimeout(v.pressing);
	measure(v);
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
	const { fingers } = v, last = fingers.get(event.pointerId), one = fingers.size === 1;
	if (!last || (one && !v.gesture && Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY) < SLOP))
		return;
	const before = gripOf(v), after = gripOf({ fingers: fingers.set(event.pointerId, event) });
	clearTimeout(v.pressing);
	v.gesture = true;
	if (!one || isWindow(v))
		panZoom(v, after.apart / before.apart, after.x, after.x - before.x);
}

function fingerUp(v, event) {
	clearTimeout(v.pressing);
	v.fingers.delete(event.pointerId);
}

/* A trackpad's pinch is a wheel with Ctrl. What cannot zoom or move here is the page's. */
function wheelTurned(v, event) {
	const { deltaX, deltaY, ctrlKey, shiftKey, clientX } = event, unit = event.deltaMode ? 20 : 1;
	if (ctrlKey && (deltaY < 0 || isWindow(v)))
		panZoom(v, Math.exp(Math.max(-50, Math.min(50, -deltaY * unit)) / 100), clientX, 0);
	else if (!ctrlKey && isWindow(v) && (shiftKey || Math.abs(deltaX) > Math.abs(deltaY)))
		panZoom(v, 1, clientX, -(deltaX || deltaY) * unit);
	else
		return;
	event.preventDefault();
}

function listenTouch(v) {
	const actions = { pointerdown: fingerDown, pointermove: fingerMoved, pointerup: fingerUp, pointercancel: fingerUp,
		contextmenu: fingerUp, wheel: wheelTurned };
	v.fingers = new Map();
	v.root.style.touchAction = 'pan-y';
	for (const name of Object.keys(actions))
		v.frames.addEventListener(name, event => actions[name](v, event), { passive: false });
	v.frames.addEventListener('click', event => v.gesture && event.stopImmediatePropagation(), true);
}
