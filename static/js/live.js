// The table follows what other devices record: an event has only the night's version, and the page fetches
// the parts that may have changed.
import { listen, keepUp, anew } from '/static/js/listen.js';
import { enters } from '/static/js/entering.js';
import { ask, swap, night } from '/static/js/fragments.js';
import { form, touched } from '/static/js/deal.js';
import { pump, busy, whenBehind } from '/static/js/queue.js';
import { heard, lost } from '/static/js/kept.js';

const shown = () => +(document.getElementById('sheet')?.dataset.version ?? 0);

const catchUp = keepUp(shown, async () => {
	if (busy()) { // our own deal is on its way, and its answer brings the page up to date
		await new Promise(then => setTimeout(then, 60));
		return 'later';
	}
	const f = form(), calls = f?.elements.said?.value, had = new URLSearchParams();
	if (f && (calls || touched(f))) had.set('had', f.elements.nth.value);
	if (calls) had.set('said', calls);
	const answer = await ask(`${night()}/now?${had}`);
	if (!answer.ok) return false;
	const text = await answer.text();
	if (f && !text.includes('id="deal"')) return anew(); // closed on another device
	// The answer to a tap of our own, with its notice, was faster.
	if (+/id="sheet"[^>]* data-version="(\d+)"/.exec(text)?.[1] <= shown()) return;
	await swap(text, '#sheet:outerMorph,#deal:outerMorph');
});

whenBehind(() => catchUp(shown() + 1));

if (night()) {
	const news = version => { heard(version); catchUp(version); };
	listen(`${night()}/events`, { news, there: pump, lost, enters });
}
