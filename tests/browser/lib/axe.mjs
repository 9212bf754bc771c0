// Accessibility, as axe-core sees it.
import fs from 'node:fs';

const source = fs.readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

// What is wrong on the page now, "rule: element: what" each. Colours and visible names axe can judge only
// in a page of HTML: in a document that is an SVG these two of its rules give up.
export async function axe(page) {
	await page.evaluate(source);
	return page.evaluate(async () => {
		const { violations } = await window.axe.run();
		// A name that is cut to fit its frame ends in "..", and is whole for those who hear it.
		const meant = ({ id, target }) => id === 'label-content-name-mismatch' && document.querySelector(target).matches('.label');
		return violations.flatMap(({ id, nodes }) => nodes.map(({ target, html, failureSummary }) => ({ id, target: target.join(' '), html, failureSummary })))
			.filter(found => !meant(found)).map(({ id, html, failureSummary }) => `${id}: ${html.slice(0, 150)}: ${failureSummary}`);
	});
}
