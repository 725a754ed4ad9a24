// Every open page of a night shows what happened on the others. The server says only that there is something new; the
// page then fetches the parts that may have changed.
import { listen, keepUp, anew } from '/static/js/listen.js';
import { ask, swap, night } from '/static/js/fragments.js';
import { form, touched } from '/static/js/deal.js';
import { pump, busy, whenBehind } from '/static/js/queue.js';

const shown = () => +(document.getElementById('sheet')?.dataset.version ?? 0);

const catchUp = keepUp(shown, async () => {
	if (busy()) { await new Promise(then => setTimeout(then, 60)); return 'later'; } // our own deal is on its way and brings the news itself
	const f = form(), calls = f?.elements.said?.value, had = new URLSearchParams();
	if (f && (calls || touched(f))) had.set('had', f.elements.nth.value);
	if (calls) had.set('said', calls);
	const answer = await ask(`${night()}/now?${had}`);
	if (!answer.ok) return false;
	const text = await answer.text();
	if (f && !text.includes('id="deal"')) return anew(); // closed at another tablet: the page says so itself
	await swap(text, '#sheet:outerMorph,#deal:outerMorph');
});

whenBehind(() => catchUp(shown() + 1));

if (night()) listen(`${night()}/events`, { news: catchUp, there: pump });
