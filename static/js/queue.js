// Bad Wi-Fi loses and doubles nothing. Each deal goes into localStorage before it is sent and leaves it after
// the answer. It carries the key of its form, so however often it is sent, it is recorded once. What can't be
// sent survives a reload or a flat battery and goes out by itself, in order. What the book refuses is shown
// to be put right.
import { ask, swap, afterSwap, night, say } from '/static/js/fragments.js';
import {
	form, said, missing, inWords, clear, fill, seat, tell, touched, forgetAuction, dropAuction, lightUp,
} from '/static/js/deal.js';

const place = 'ouverte.waiting';
const less = matchMedia('(prefers-reduced-motion: reduce)');
let inHand = null; // the queue in memory, where the browser allows no storage

function read() {
	if (inHand) return inHand;
	try {
		return JSON.parse(localStorage.getItem(place)) ?? [];
	} catch {
		return [];
	}
}

function write(all) {
	try {
		if (all.length) localStorage.setItem(place, JSON.stringify(all));
		else localStorage.removeItem(place);
		inHand = null;
	} catch {
		inHand = all;
	}
}

// change updates the deal with this key, or removes it when to is null.
function change(key, to) {
	write(read().flatMap(d => d.key !== key ? [d] : to ? [{ ...d, ...to }] : []));
	draw();
}

// hold stops the deals of a night behind one that was refused; letGo releases them once none is refused.
function hold(deal) {
	const all = read(), at = all.findIndex(d => d.key === deal.key);
	const follows = (d, i) => at >= 0 && i > at && d.night === deal.night && d.state === 'waiting';
	write(all.map((d, i) => follows(d, i) ? { ...d, state: 'behind' } : d));
	draw();
}

function letGo(deal) {
	const all = read(), held = d => d.night === deal.night && d.state === 'behind';
	if (!all.some(d => d.night === deal.night && holds(d))) {
		write(all.map(d => held(d) ? { ...d, state: 'waiting' } : d));
	}
	draw();
}

const stuck = d => !['waiting', 'behind', 'back'].includes(d.state);

// holds: it was refused, and those after it wait. One that couldn't be taken back holds nothing up.
const holds = d => stuck(d) && d.state !== 'stays';

// unsent: something of this night has yet to reach the book.
export const unsent = () => active !== '' || mine().some(d => ['waiting', 'back'].includes(d.state));

// mine are the deals shown here: those of this night, and refused ones of any.
const mine = () => read().filter(d => d.night === night() || stuck(d));

let trouble = ''; // the server's sentence while it refuses everything
const kept = 'The deal is kept on this device and will be sent by itself.';

function newKey() {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	return Array.from(bytes, b => b.toString(16).padStart(2, '0')).join('');
}

// ---- Record ----

let active = ''; // the key of the deal being sent from the form

document.addEventListener('submit', event => {
	const f = event.target;
	if (f.id !== 'deal' || event.submitter?.name === 'say') return;
	event.preventDefault();
	if (event.submitter?.name === 'late') return late(f, event.submitter);
	const open = missing(f);
	if (open) lightUp(f, open);
	else record(f);
});

const dealOf = f => ({
	key: f.elements.key.value, night: night(), action: f.getAttribute('action'),
	body: said(f).toString(), words: inWords(f), state: 'waiting',
});

// A copy took the place of the book: a deal half filled in may be of an evening that it lacks.
document.addEventListener('ouverte:book', () => {
	const f = form();
	if (!f || active || !touched(f)) return;
	const sentence = 'The page had to load again before this was finished.';
	const half = { ...dealOf(f), state: 'refused', sentence };
	write([...read().filter(d => d.key !== half.key), half]);
	renew(f);
	draw();
});

function record(f) {
	if (active) return; // a double tap
	const deal = dealOf(f);
	active = deal.key;
	const all = read(), at = all.findIndex(d => d.key === active);
	if (at < 0) all.push(deal);
	else all[at] = deal; // put right, it keeps its place
	write(all);
	forgetAuction(); // the deal carries it
	f.querySelector('.record').setAttribute('aria-busy', 'true');
	const key = active;
	if (pause) release('No connection'); // those before it wait for one …
	else if (sending) release('No answer yet'); // … or for an answer
	else setTimeout(() => active === key && release('No answer yet'), 1500); // a disk may take as long
	pump();
}

// late sends a deal that was filled in for those who sat there before.
function late(f, { value, dataset: { words } }) {
	const key = newKey(), body = new URLSearchParams({ key, late: value }).toString();
	write([...read(), { key, night: night(), action: f.getAttribute('action'), body, words, state: 'waiting' }]);
	f.querySelector('#meanwhile').replaceChildren();
	pump();
}

// release frees the form for the next deal while the last one waits.
function release(why) {
	const f = form(), key = active;
	active = '';
	if (!f) return draw();
	renew(f);
	draw();
	say(`${why}. ${kept}`);
	const undo = button('Take back', () => takeBack({ key }));
	undo.className = 'undo kept';
	f.querySelector('.save .undo')?.remove(); // that of the deal before
	f.querySelector('.record').before(undo);
	focusFirst(f);
}

// renew empties the form and gives it a new key.
function renew(f) {
	clear(f);
	dropAuction(f);
	f.elements.key.value = newKey();
}

function focusFirst(f) {
	f.querySelector('.record').removeAttribute('aria-busy');
	const at = document.activeElement;
	if (!f.contains(at) || !at.matches(':focus-visible')) return;
	f.querySelector('[name=call]').focus({ preventScroll: true });
}

// ---- sending ----

let sending = false, pause = 0, timer;

export async function pump() {
	if (sending) return;
	clearTimeout(timer);
	sending = true;
	let unreachable = false;
	try {
		const next = () => read().find(d => d.state === 'waiting' || d.state === 'back');
		for (let deal; !unreachable && (deal = next());) {
			unreachable = !await (deal.undo ? undo(deal) : send(deal));
		}
	} finally {
		sending = false;
	}
	pause = unreachable ? Math.min(15000, (pause || 500) * 2) : 0;
	if (unreachable) timer = setTimeout(pump, pause);
}

// post sends a form. answer is null if no server answered; away tells that it has to be sent again.
async function post(action, body, has) {
	let answer = null, text = '';
	try {
		const headers = { 'Content-Type': 'application/x-www-form-urlencoded', ...has };
		const came = await ask(action, { method: 'POST', body, headers });
		text = await came.text();
		answer = came;
	} catch { /* no server */ }
	return { answer, text, away: !answer || answer.status >= 500 || [408, 429].includes(answer.status) };
}

// has tells the server what this page shows, so that the answer brings what a deal changes.
function has(deal) {
	const f = form(), { version } = document.getElementById('sheet')?.dataset ?? {};
	const known = version && deal.night === night() && 'empty' in (f?.dataset ?? {});
	return known ? { 'Ouverte-Had': `${version} ${f.dataset.outcomes}` } : {};
}

// send posts one deal. It returns false if no server answered.
async function send(deal) {
	if (!deal.tried) change(deal.key, { tried: true }); // from now on the book may have it
	const { answer, text, away } = await post(deal.action, deal.body, has(deal));
	const back = read().find(d => d.key === deal.key)?.state === 'back';
	if (away) {
		if (active === deal.key) release('No connection');
		trouble = answer && sentenceIn(text) || '';
		draw();
		if (back) return false;
		if (trouble.includes('nothing was recorded')) {
			say('Not recorded. The deal is kept on this device; fetch the host.', 'bad');
		} else if (trouble) { // the book may have it, or will take it soon
			say(kept);
		}
		return false;
	}
	trouble = '';
	const here = deal.night === night(), f = form(), onForm = active === deal.key;
	if (onForm) active = '';
	if (back) return taken(deal, answer);
	if (answer.ok) {
		change(deal.key, null);
		letGo(deal);
		if (onForm && !less.matches) navigator.vibrate?.(15);
		if (here) await swap(text, '', () => {
			if (!onForm || !f) return;
			clear(f);
			focusFirst(f);
		});
	} else if (onForm && isHTML(answer) && text.includes('id="deal"')) {
		change(deal.key, null); // the form still has it
		await swap(text);
		focusFirst(f);
		form().querySelector('.says, #meanwhile .meanwhile')?.scrollIntoView({ block: 'nearest' });
	} else {
		const sentence = sentenceIn(text) ?? 'The book didn’t take it.';
		change(deal.key, { state: answer.status === 409 ? 'clash' : 'refused', sentence });
		hold(deal);
		if (onForm && f) {
			renew(f);
			focusFirst(f);
		}
		say(`${deal.words}: ${sentence}`, 'problem');
		if (here) refreshed?.();
	}
	return true;
}

// ---- taking a waiting deal back ----

// takeBack drops the last deal that waits. One that was ever sent may be in the book though no answer came:
// it is sent once more, which records nothing twice, and then taken back there.
function takeBack({ key }) {
	const deal = read().find(d => d.key === key);
	if (deal?.state !== 'waiting') return;
	if (deal.tried) change(deal.key, { state: 'back' });
	else change(deal.key, null);
	form()?.querySelector('.save .kept')?.remove();
	say(`${deal.words}: taken back.`);
	pump();
}

// taken has the answer to a deal that was taken back meanwhile: whether the book has it, and as what.
function taken(deal, answer) {
	const params = new URLSearchParams(answer.ok ? answer.headers.get('Ouverte-Deal') ?? '' : '');
	if (!params.has('deal')) {
		change(deal.key, null); // the book didn't take it
		letGo(deal);
		return true;
	}
	params.set('key', newKey());
	change(deal.key, { undo: params.toString() });
	return true;
}

async function undo(deal) {
	const { answer, text, away } = await post(`${deal.night}/take-back`, deal.undo);
	if (away) return false;
	const sentence = sentenceIn(text) ?? 'We couldn’t take it back.';
	change(deal.key, answer.ok ? null : { state: 'stays', sentence });
	letGo(deal);
	if (deal.night === night() && text.includes('id="sheet"')) await swap(text);
	if (!answer.ok) say(`${deal.words}: ${sentence}`, 'problem');
	return true;
}

const isHTML = answer => answer.headers.get('Content-Type')?.startsWith('text/html');

// sentenceIn finds the sentence for people in an answer.
function sentenceIn(text) {
	const page = new DOMParser().parseFromString(text, 'text/html');
	return page.querySelector('.says, #meanwhile p, .lost p')?.textContent;
}

let refreshed; // live.js fetches what made the server refuse
export const whenBehind = then => { refreshed = then; };
export const busy = () => active !== '';

// ---- the list of what waits ----

const states = {
	waiting: 'waiting',
	behind: 'waits for the one above',
	back: 'taken back',
	refused: 'not recorded',
	clash: 'somebody was faster',
	stays: 'not taken back',
	open: 'on the form',
};

function draw() {
	const f = form(), all = mine();
	let box = document.getElementById('waiting');
	if (!box && all.some(stuck)) {
		box = document.createElement('div');
		box.id = 'waiting';
		box.className = 'paper waiting';
		document.querySelector('main').prepend(box);
	}
	if (!box) return;
	const shown = all.filter(d => d.key !== active);
	box.hidden = !shown.length;
	box.replaceChildren();
	if (f && !active) seat(f, all.filter(d => d.night === night() && d.state === 'waiting').length);
	if (!shown.length) return;
	const head = document.createElement('h2'), list = document.createElement('ol');
	const lost = document.querySelector('.lost'); // no way leads to a night that isn't there
	const toSend = shown.some(d => d.state === 'waiting' || d.state === 'back');
	const last = shown.findLast(d => d.night === night() && d.state === 'waiting');
	head.textContent = toSend ? 'Kept on this device until it can be sent' : 'Please put right';
	const uncounted = document.createElement('p');
	uncounted.textContent = (trouble && trouble + ' ') +
		'The totals at the seats and on the sheet don’t include these.';
	for (const deal of shown) {
		const [li, p, state] = ['li', 'p', 'span'].map(tag => document.createElement(tag));
		const fine = !stuck(deal), there = f && deal.night === night();
		li.className = fine ? 'row line' : 'row line bad';
		state.className = 'state';
		state.textContent = states[deal.state];
		p.append(deal.words + ' · ', state);
		if (deal.sentence && deal.state !== 'waiting') p.append(document.createElement('br'), deal.sentence);
		li.append(p);
		if (deal === last) {
			const back = button('Take back', () => takeBack(deal));
			back.classList.add('undo'); // seen while the strip hasn't got it
			li.append(back);
		}
		if (!fine) {
			const drop = deal.state === 'clash' ? 'It is the same deal: drop mine' : 'Forget it';
			if (!there && !lost) li.append(way(deal.night));
			else if (holds(deal) && !differs(deal, 'began')) { // else it is in the book, or its evening isn't
				li.append(button(ofOthers(deal) ? 'Record it for them' : 'Put right', () => putRight(deal)));
			}
			li.append(button(drop, () => forget(deal)));
		}
		list.append(li);
	}
	box.append(head, ...shown.some(d => d.night === night()) ? [uncounted] : [], list);
}

// way links to a deal's night, or from there to its settlement, where a closed night is opened again.
function way(to) {
	const a = document.createElement('a');
	a.className = 'button quiet';
	a.href = location.pathname === to ? `${to}/settle` : to;
	a.textContent = location.pathname === to ? 'Open the night again' : 'Go to that night';
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

const differs = (deal, name) => {
	const was = new URLSearchParams(deal.body).get(name);
	return was && was !== form()?.elements[name]?.value;
};

// ofOthers tells whether a deal is of others than sit there now, or of another round.
const ofOthers = deal => differs(deal, 'players') || differs(deal, 'round');

// putRight fills the form with a refused deal, as the next deal now.
function putRight(deal) {
	const f = form();
	if (!f) return;
	if (ofOthers(deal)) { // it was for those who sat there before, and is recorded for them
		const late = new URLSearchParams(deal.body);
		late.delete('key');
		change(deal.key, { body: new URLSearchParams({ key: deal.key, late }).toString(), state: 'waiting' });
		return pump();
	}
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
	if (f?.elements.key.value === deal.key) renew(f);
	say('');
	pump();
}

// "The same" or "Another", on the form.
document.addEventListener('click', event => {
	if (event.target.closest?.('.keep')) document.getElementById('meanwhile').replaceChildren();
	if (!event.target.closest?.('[data-drop]')) return;
	event.preventDefault();
	clear(form());
	dropAuction(form());
	say('');
});

// ---- a half-entered deal survives a reload, and a visit to the laws, which fill in what they ruled ----

const draft = () => 'ouverte.draft:' + night();
addEventListener('pagehide', () => {
	const f = form();
	if (!f) return;
	try {
		if (touched(f) && !active) sessionStorage.setItem(draft(), said(f));
		else sessionStorage.removeItem(draft());
	} catch { /* no storage, no draft */ }
});

function takeUp() {
	const f = form();
	let kept;
	try { kept = f && sessionStorage.getItem(draft()); } catch { /* no storage, no draft */ }
	if (!kept) return;
	const params = new URLSearchParams(kept);
	const same = ['nth', 'players', 'round', 'began'].every(name =>
		(params.get(name) ?? '') === (f.elements[name]?.value ?? ''));
	const ruled = new URLSearchParams(location.search);
	if (same && (!touched(f) || ruled.get('call') === params.get('call'))) {
		for (const [name, value] of ruled) params.set(name, value);
		fill(f, params);
		const listed = read().find(d => stuck(d) && d.key === params.get('key'));
		if (listed) { // it was being put right
			f.elements.key.value = listed.key;
			change(listed.key, { state: 'open' });
		}
	}
	sessionStorage.removeItem(draft());
}

// Leaving while a deal waits asks first: offline the page may not open again.
addEventListener('beforeunload', event => {
	const keeps = navigator.serviceWorker?.controller;
	if (!navigator.onLine && !keeps && read().some(d => d.state === 'waiting')) event.preventDefault();
});

addEventListener('online', () => { pause = 0; pump(); });
addEventListener('storage', event => { if (event.key === place) draw(); });
document.addEventListener('visibilitychange', () => { if (!document.hidden) pump(); });
afterSwap(() => { // what an answer left out is seated anew, and worded then
	draw();
	tell();
});

// A page that was opened without a network came with a key that may have been used.
if (form() && document.documentElement.dataset.kept) form().elements.key.value = newKey();
write(read().map(d => d.state === 'open' ? { ...d, state: 'refused' } : d));
draw();
takeUp();
pump();
