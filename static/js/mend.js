// Correcting a deal: shows beside the form what the change would do. Without a script that is a page of its
// own, behind the form's button.
import { ask, swap } from '/static/js/fragments.js';
import { form, said, missing, tell, ticks, lightUp, dealt } from '/static/js/deal.js';

let shown, weighed, asking, soon;

// chosen is the form with the answers given beside it.
function chosen(f) {
	const params = said(f), beside = document.querySelector('#effect form');
	if (!beside) return params;
	const answers = new FormData(beside);
	for (const name of ['reason', 'dealers']) if (answers.get(name)) params.set(name, answers.get(name));
	return params;
}

// weigh shows what the change would do, once for each change: a button that is being tapped isn't drawn anew.
function weigh() {
	const f = form();
	if (!f) return undefined;
	if (missing(f)) { // what is no longer said can't be said yes to
		asking?.abort();
		shown = undefined;
		const beside = document.querySelector('#effect form'); // its answers are kept
		if (beside) beside.hidden = true;
		return undefined;
	}
	const now = said(f).toString();
	if (now !== shown) {
		shown = now;
		weighed = fetched(f);
	}
	return weighed;
}

async function fetched(f) {
	asking?.abort();
	asking = new AbortController();
	try {
		const answer = await ask(`${f.getAttribute('action')}?${chosen(f)}`, { signal: asking.signal });
		if (answer.status >= 500) throw answer.status;
		await swap(await answer.text(), '#effect:outerMorph');
	} catch (e) {
		if (e?.name !== 'AbortError') shown = undefined; // asked again with the next tap
	}
}

for (const what of ['change', 'click', 'keyup']) document.addEventListener(what, event => {
	if (!event.target.closest?.('#deal')) return;
	if (event.target.name === 'dealer') {
		dealt(form(), +event.target.value);
		tell();
	}
	if (['sat', 'plays'].includes(event.target.name)) {
		if (what === 'change') seatAnew();
		return;
	}
	clearTimeout(soon);
	soon = setTimeout(weigh, 120);
});

// What is recorded elsewhere may alter the effect.
document.addEventListener('ouverte:news', () => { shown = undefined; weigh(); });

// seatAnew fetches the form for other people in the seats and keeps the answers given.
async function seatAnew() {
	const f = form(), focused = document.activeElement?.id;
	const seated = new URL(f.querySelector('.seat-them').formAction).pathname;
	const answer = await ask(`${seated}?${said(f)}`).catch(() => null);
	if (!answer || answer.status >= 500) return;
	const text = await answer.text();
	await swap(text, answer.ok ? '#deal:outerMorph' : '#effect:outerMorph');
	if (!answer.ok) return;
	for (const input of form().querySelectorAll(ticks)) input.checked = input.defaultChecked;
	for (const option of form().querySelectorAll('#sat option')) option.selected = option.defaultSelected;
	document.getElementById(focused)?.focus({ preventScroll: true });
	tell();
	weigh();
}

// The form's button scrolls to the effect.
document.addEventListener('submit', async event => {
	if (event.target.id !== 'deal') return;
	event.preventDefault();
	const open = missing(event.target);
	if (open) return lightUp(event.target, open);
	await weigh();
	const effect = document.getElementById('effect');
	effect.scrollIntoView({ block: 'nearest' });
	effect.querySelector('.save button')?.focus({ preventScroll: true });
});
