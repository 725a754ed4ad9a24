// A deal in words fills the form in as it is typed or dictated. The server reads it, as it does without a
// script; the form shows what it comes to, and Record records it. Until the line is read the form is empty:
// Record can't send what the line no longer says.
import { afterSwap, ask } from '/static/js/fragments.js';
import { form, said, fill, clear, touched } from '/static/js/deal.js';

const line = document.getElementById('in-words'), told = document.getElementById('words-said');
let asked = 0, soon;

function changed(wait) {
	const nth = ++asked, { words } = line.elements;
	clearTimeout(soon);
	clear(form());
	if (words.value.trim()) soon = setTimeout(read, wait, nth, words.value);
	else told.replaceChildren();
}

async function read(nth, words) {
	let page = null;
	try {
		const answer = await ask(`${line.action}?${new URLSearchParams({ words })}`);
		if (answer.ok) page = new DOMParser().parseFromString(await answer.text(), 'text/html');
	} catch { /* no server */ }
	if (nth !== asked) return;
	const says = page?.getElementById('words-said'), deal = page?.getElementById('deal');
	if (!says || !deal) {
		const without = document.createElement('p');
		without.className = 'says';
		without.textContent = 'Without a connection we can’t read the line. Tap the deal instead.';
		return told.replaceChildren(without);
	}
	told.replaceChildren(...says.childNodes);
	if (!touched(form())) fill(form(), said(deal)); // else it was tapped meanwhile
}

line?.addEventListener('input', () => changed(250));
line?.addEventListener('submit', event => {
	event.preventDefault();
	changed(0);
});
afterSwap(() => {
	if (line && !touched(form())) line.elements.words.value = '';
});
