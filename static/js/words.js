// A deal in words fills the form in as it is typed or dictated. The server reads it, as it does without a
// script; the form shows what it comes to, and Record records it.
import { afterSwap } from '/static/js/fragments.js';
import { form, said, fill, touched } from '/static/js/deal.js';

const line = document.getElementById('in-words');
let asked = 0, soon;

async function read() {
	const nth = ++asked, words = line.elements.words.value;
	const answer = await fetch(`${line.action}?${new URLSearchParams({ words })}`).catch(() => null);
	if (!answer?.ok || nth !== asked) return;
	const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
	const says = page.getElementById('words-said'), read = page.getElementById('deal');
	if (!says || !read) return;
	document.getElementById('words-said').replaceChildren(...says.childNodes);
	if (words.trim()) fill(form(), said(read));
}

line?.addEventListener('input', () => {
	clearTimeout(soon);
	soon = setTimeout(read, 250);
});
line?.addEventListener('submit', event => {
	event.preventDefault();
	clearTimeout(soon);
	read();
});
afterSwap(() => {
	if (line && !touched(form())) line.elements.words.value = '';
});
