// Settling up: the page follows the night, and hands on what it says.
import { listen, keepUp } from '/static/listen.js';
import { ask, swap } from '/static/fragments.js';

const page = () => document.getElementById('settle');

// What is half typed is not swept away by what somebody else does meanwhile: the page looks again when it is done.
const typing = () => [...page().querySelectorAll('input:not([type=hidden]), select, textarea')].some(f =>
	f.type === 'checkbox' || f.type === 'radio' ? f.checked !== f.defaultChecked : f.tagName === 'SELECT' ? [...f.options].some(o => o.selected !== o.defaultSelected && f.selectedIndex !== 0) : f.value !== f.defaultValue);

const catchUp = keepUp(() => +(page()?.dataset.version ?? 0), async () => {
	if (typing()) return false;
	const answer = await ask(location.pathname + location.search.replace(/([?&])did=[a-z]+/, '$1'));
	if (!answer.ok) return false;
	const text = await answer.text(), version = +(/data-version="(\d+)"/.exec(text)?.[1] ?? 0);
	if (typing()) return false;
	if (version > +page().dataset.version) await swap(text, '#settle:outerMorph'); // else what was done here was answered meanwhile, and says so
});

if (page()) listen(`${page().dataset.night}/events`, { news: catchUp });

// The buttons for handing on are there where the browser can do it.
const can = { share: () => navigator.share, copy: () => navigator.clipboard, print: () => window.print };
function offer() { for (const [id, there] of Object.entries(can)) { const b = document.getElementById(id); if (b) b.hidden = !there(); } }
offer();
addEventListener('htmx:after:swap', offer);

addEventListener('click', async event => {
	const button = event.target.closest('#share, #copy, #print'), text = document.getElementById('handon');
	if (button?.id === 'print') window.print();
	if (!button || !text) return;
	try {
		if (button.id === 'share') await navigator.share({ title: text.dataset.title, text: text.value });
		if (button.id === 'copy') { await navigator.clipboard.writeText(text.value); button.textContent = 'Copied ✓'; }
	} catch (why) {
		if (why.name !== 'AbortError') text.select(); // not allowed: then it can be copied by hand
	}
});
