// Tests print one line each: "ok NAME", "not ok NAME" and lines of "# ...", or "ok NAME # skip REASON".
let failed = 0;

export const failures = () => failed;
export const skip = (name, reason) => console.log(`ok ${name} # skip ${reason}`);

export function notOk(name, error) {
	failed++;
	console.log('not ok ' + name);
	const text = String(error && error.stack || error);
	for (const line of text.split('\n').slice(0, 25))
		console.log('# ' + line.slice(0, 300));
}

// Runs one test; none takes longer than `seconds`.
export async function test(name, run, seconds = 30) {
	let timer;
	const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error(`not done after ${seconds} s`)), seconds * 1000); });
	try {
		await Promise.race([run(), late]);
		console.log('ok ' + name);
	} catch (error) {
		notOk(name, error);
	} finally {
		clearTimeout(timer);
	}
}
