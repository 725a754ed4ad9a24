// Bad Wi-Fi loses and doubles nothing. Every deal is written down on this device first and sent then; it is crossed out
// only when the server has answered. Each carries the key of its form, so however often it is sent, it is recorded once.
// What could not be sent waits here through a reload or a flat battery and goes out by itself, in order. What the book
// refuses is shown again to be put right.
import { ask, swap, afterSwap, night, say } from '/static/js/fragments.js';
import { form, said, missing, inWords, clear, fill, seat, touched, forgetAuction, dropAuction } from '/static/js/deal.js';

const place = 'ouverte.waiting';
let inHand = null; // where the browser lets nothing be kept, what waits lives as long as the page
const read = () => { if (inHand) return inHand; try { return JSON.parse(localStorage.getItem(place)) ?? []; } catch { return []; } };
const write = all => {
	try {
		all.length ? localStorage.setItem(place, JSON.stringify(all)) : localStorage.removeItem(place);
		inHand = null;
	} catch { inHand = all; }
};
const change = (key, to) => { write(read().flatMap(d => d.key !== key ? [d] : to ? [{ ...d, ...to }] : [])); draw(); };
// What waited behind a deal of the same night that was not taken goes on once that one is recorded or forgotten; all else goes by.
const hold = deal => { let met = false; write(read().map(d => d.key === deal.key ? (met = true, d) : met && d.night === deal.night && d.state === 'waiting' ? { ...d, state: 'behind' } : d)); draw(); };
const letGo = deal => { if (!read().some(d => d.night === deal.night && stuck(d))) write(read().map(d => d.night === deal.night && d.state === 'behind' ? { ...d, state: 'waiting' } : d)); draw(); };
const stuck = d => !['waiting', 'behind'].includes(d.state);
const mine = () => read().filter(d => d.night === night() || stuck(d)); // what another night didn't take is shown wherever one is

const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), b => b.toString(16).padStart(2, '0')).join('');

// ---- Record ----

let active = ''; // the key of the deal on the form that is being sent

document.addEventListener('submit', event => {
	const f = event.target;
	if (f.id !== 'deal' || event.submitter?.name === 'say') return;
	event.preventDefault();
	const open = missing(f);
	if (open) {
		say('');
		const first = f.querySelector(`#ask-${open} input:not(:disabled):not(:checked)`);
		f.querySelector('#result').innerHTML ||= '<span class="ask">What was called?</span>';
		first?.focus();
		return;
	}
	record(f);
});

function record(f) {
	if (active) return; // a double tap
	active = f.elements.key.value;
	const deal = { key: active, night: night(), action: f.getAttribute('action'), body: said(f).toString(), words: inWords(f), state: 'waiting' };
	const all = read(), at = all.findIndex(d => d.key === active);
	at < 0 ? all.push(deal) : all[at] = deal; // one that is put right keeps its place
	write(all);
	forgetAuction(); // it goes with the deal
	f.querySelector('.record').setAttribute('aria-busy', 'true');
	const key = active;
	setTimeout(() => active === key && release(), 1500);
	pump();
}

// release gives the form back for the next deal: the last one waits.
function release() {
	const f = form();
	active = '';
	if (!f) return draw();
	clear(f);
	dropAuction(f);
	f.elements.key.value = newKey();
	draw();
	say('No connection. The deal is kept on this device and will be sent by itself.');
	focusFirst(f);
}

function focusFirst(f) {
	f.querySelector('.record').removeAttribute('aria-busy');
	if (f.contains(document.activeElement) && document.activeElement.matches(':focus-visible')) f.querySelector('[name=call]').focus({ preventScroll: true });
}

// ---- sending ----

let sending = false, pause = 0, timer;

export async function pump() {
	if (sending) return;
	clearTimeout(timer);
	sending = true;
	let unreachable = false;
	try {
		for (let deal; !unreachable && (deal = read().find(d => d.state === 'waiting'));) unreachable = !await send(deal);
	} finally {
		sending = false;
	}
	pause = unreachable ? Math.min(15000, (pause || 500) * 2) : 0;
	if (unreachable) timer = setTimeout(pump, pause);
}

// send hands one deal in. It is false if nobody answered.
async function send(deal) {
	let answer, text;
	try {
		answer = await ask(deal.action, { method: 'POST', body: deal.body, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } });
		text = await answer.text();
	} catch {
		answer = null;
	}
	if (!answer || answer.status >= 500 || [408, 429].includes(answer.status)) {
		if (active === deal.key) release();
		draw();
		const why = answer && sentenceIn(text);
		if (why) say(`${why} The deal is kept on this device and sent again by itself.`, 'problem');
		return false;
	}
	const here = deal.night === night(), f = form(), onForm = active === deal.key;
	if (onForm) active = '';
	if (answer.ok) {
		if (onForm && f) {
			clear(f);
			focusFirst(f);
		}
		change(deal.key, null);
		letGo(deal);
		if (here) await swap(text);
	} else if (onForm && answer.headers.get('Content-Type')?.startsWith('text/html') && text.includes('id="deal"')) {
		change(deal.key, null); // the form itself still says everything
		await swap(text);
		focusFirst(f);
		form().querySelector('.says, #meanwhile .meanwhile')?.scrollIntoView({ block: 'nearest' });
	} else {
		const sentence = sentenceIn(text) ?? 'The book did not take it.';
		change(deal.key, { state: answer.status === 409 ? 'clash' : 'refused', sentence });
		hold(deal);
		if (onForm && f) { clear(f); dropAuction(f); f.elements.key.value = newKey(); focusFirst(f); }
		say(`${deal.words}: ${sentence}`, 'problem');
		if (here) refreshed?.();
	}
	return true;
}

// sentenceIn finds what an answer says to people.
const sentenceIn = text => new DOMParser().parseFromString(text, 'text/html').querySelector('.says, #meanwhile p, .lost p')?.textContent;

let refreshed;
export const whenBehind = then => { refreshed = then; };
export const busy = () => active !== '';

// ---- what waits, for everybody to see ----

const states = { waiting: 'waiting', behind: 'waits for the one above', refused: 'not taken', clash: 'somebody was faster', open: 'on the form' };

function draw() {
	const f = form(), all = mine();
	let box = document.getElementById('waiting');
	if (!box && all.some(stuck)) {
		box = document.createElement('div');
		box.id = 'waiting';
		box.className = 'paper waiting inset';
		document.querySelector('main').prepend(box);
	}
	if (!box) return;
	const shown = all.filter(d => d.key !== active);
	box.hidden = !shown.length;
	box.replaceChildren();
	if (f && !active) seat(f, all.filter(d => d.night === night() && d.state === 'waiting').length);
	if (!shown.length) return;
	const head = document.createElement('h2'), list = document.createElement('ol');
	head.textContent = shown.some(d => d.state === 'waiting') ? 'Kept on this device until it can be sent' : 'To be put right';
	for (const deal of shown) {
		const li = document.createElement('li'), p = document.createElement('p'), state = document.createElement('span');
		const fine = !stuck(deal), there = f && deal.night === night();
		li.className = fine ? '' : 'bad';
		state.className = 'state';
		state.textContent = states[deal.state];
		p.append(deal.words + ' · ', state);
		if (deal.sentence && deal.state !== 'waiting') p.append(document.createElement('br'), deal.sentence);
		li.append(p);
		if (!fine) li.append(there ? button('Put right', () => putRight(deal)) : way(deal.night), button(deal.state === 'clash' ? 'It is the same deal: forget mine' : 'Forget it', () => forget(deal)));
		list.append(li);
	}
	box.append(head, list);
}

// way leads to the night a deal belongs to; one that is closed is opened again where it was settled.
function way(to) {
	const a = document.createElement('a');
	a.className = 'button quiet';
	a.href = location.pathname === to ? `${to}/settle` : to;
	a.textContent = location.pathname === to ? 'Open the night again' : 'To its night';
	return a;
}

function button(text, then) {
	const b = document.createElement('button');
	b.type = 'button';
	b.className = 'quiet';
	b.textContent = text;
	b.addEventListener('click', then);
	return b;
}

// putRight lays a refused deal on the form again, as the deal that comes next now.
function putRight(deal) {
	const f = form();
	if (!f) return;
	change(deal.key, { state: 'open' });
	seat(f, 0);
	f.elements.key.value = deal.key;
	fill(f, new URLSearchParams(deal.body));
	if (f.elements.said) f.elements.said.value = new URLSearchParams(deal.body).get('said');
	f.scrollIntoView({ block: 'nearest' });
	f.querySelector('[name=call]:checked')?.focus({ preventScroll: true });
}

function forget(deal) {
	change(deal.key, null);
	letGo(deal);
	const f = form();
	if (f?.elements.key.value === deal.key) { clear(f); dropAuction(f); f.elements.key.value = newKey(); }
	say('');
	pump();
}

// "It is the same deal" on the form itself.
document.addEventListener('click', event => {
	if (!event.target.closest?.('[data-drop]')) return;
	event.preventDefault();
	clear(form());
	dropAuction(form());
	say('');
});

// ---- half a deal survives a reload too ----

const draft = () => 'ouverte.draft:' + night();
addEventListener('pagehide', () => {
	const f = form();
	if (!f) return;
	try {
		if (touched(f) && !active) sessionStorage.setItem(draft(), said(f)); else sessionStorage.removeItem(draft());
	} catch { /* no storage, no draft */ }
});

function takeUp() {
	const f = form();
	let kept;
	try { kept = f && sessionStorage.getItem(draft()); } catch { /* no storage, no draft */ }
	if (!kept) return;
	const params = new URLSearchParams(kept);
	if (!touched(f) && params.get('nth') === f.elements.nth.value && params.get('players') === f.elements.players.value) fill(f, params);
	sessionStorage.removeItem(draft());
}

// Leaving while something waits is worth a question: without a connection the page may not open again for a while.
addEventListener('beforeunload', event => { if (!navigator.onLine && read().some(d => d.state === 'waiting')) event.preventDefault(); });

addEventListener('online', () => { pause = 0; pump(); });
addEventListener('storage', event => { if (event.key === place) draw(); });
document.addEventListener('visibilitychange', () => { if (!document.hidden) pump(); });
afterSwap(draw);

write(read().map(d => d.state === 'open' ? { ...d, state: 'refused' } : d));
draw();
takeUp();
pump();
