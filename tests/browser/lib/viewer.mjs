// The viewer as the build puts it together, and its functions for tests without a browser.
import fs from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('../../../', import.meta.url));
export const script = fs.readFileSync(path.join(process.env.BUILD || path.join(top, 'build'), 'viewer.js'), 'utf8');
export const style = fs.readFileSync(path.join(top, 'render/viewer/viewer.css'), 'utf8');

// Everything at the script's top level, by name: viewer.decodeProfile(text).
const open = '(function () {', close = '})();\n';
if (!script.startsWith(open) || !script.endsWith(close))
	throw new Error('the viewer is not one function');
const lookUp = vm.runInThisContext(script.slice(0, -close.length) + 'return name => eval(name); })()', { filename: 'viewer.js' });
export const viewer = new Proxy({}, { get: (target, name) => lookUp(name) });
