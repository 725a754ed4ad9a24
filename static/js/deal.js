// The form of a deal, made quick. It works without this file; here the questions are worded for what was tapped, the
// result stands there in the frame of the last tap, and what is still missing is said before anything is sent.
import { ask, swap, afterSwap, night } from '/static/js/fragments.js';

export const form = () => document.getElementById('deal');

const chosen = (f, name) => f.querySelector(`[name="${name}"]:checked`)?.value ?? '';
const nameAt = (f, seat) => f.querySelector(`.seat[data-seat="${seat}"]`)?.dataset.name ?? '';
const call = f => f.querySelector('[name=call]:checked');
const kind = f => /c-(one|two|mis|irish|loser|each|none)/.exec(call(f)?.className ?? '')?.[1] ?? '';

// ---- what was said ----

export const said = f => new URLSearchParams(new FormData(f));

// touched tells whether anything was filled in at all.
export const touched = f => !!f.querySelector('[name=call]:checked, [name=who]:checked, [name=tricks]:checked');

// missing names the first question that still wants an answer.
export function missing(f) {
	const k = kind(f);
	if (!k) return 'call';
	if (k === 'none') return '';
	if (k === 'irish' && (!chosen(f, 'bid') || !chosen(f, 'suit'))) return 'bid';
	const revoked = [...f.querySelectorAll('[name^=revokes-]:not(:disabled)')].some(i => +i.value > 0);
	if (k === 'each') return revoked || tricksOfAll(f) === 13 ? '' : 'each';
	if (k === 'loser') return chosen(f, 'who') || revoked ? '' : 'who';
	if (!chosen(f, 'who') || k === 'two' && !chosen(f, 'with')) return 'who';
	if (f.querySelector('[name=wrong]:checked') || k === 'mis' && chosen(f, 'forfeit')) return '';
	return chosen(f, 'tricks') ? '' : 'tricks';
}

const tricksOfAll = f => [...f.querySelectorAll('[name^=took-]:not(:disabled)')].reduce((sum, i) => sum + +i.value, 0);

// inWords is the deal as it is listed while it waits: "Deal 12: Solo, Ann, 7 tricks".
export function inWords(f) {
	const k = kind(f), parts = [call(f)?.dataset.name ?? ''];
	if (k === 'irish') parts.push(chosen(f, 'bid') + ' ' + chosen(f, 'suit'));
	if (k !== 'none' && k !== 'each') parts.push([nameAt(f, chosen(f, 'who')), k === 'two' && nameAt(f, chosen(f, 'with'))].filter(Boolean).join(' and '));
	if (!['none', 'each', 'loser'].includes(k) && chosen(f, 'tricks')) parts.push(chosen(f, 'tricks') + (chosen(f, 'tricks') === '1' ? ' trick' : ' tricks'));
	return `Deal ${f.elements.nth.value}: ${parts.filter(Boolean).join(', ')}`;
}

export function clear(f) {
	for (const input of f.querySelectorAll('input:is([type=radio],[type=checkbox])')) input.checked = input.name === 'forfeit' && !input.value;
	for (const input of f.querySelectorAll('input[type=number]')) { input.value = 0; delete input.dataset.touched; }
	for (const open of f.querySelectorAll('details[open]')) open.open = false;
	for (const gone of f.querySelectorAll('.says')) gone.remove();
	f.querySelector('#meanwhile')?.replaceChildren();
	tell();
}

// fill puts answers into the form that were given before.
export function fill(f, params) {
	for (const input of f.querySelectorAll('input:is([type=radio],[type=checkbox])')) input.checked = params.getAll(input.name).includes(input.value);
	for (const input of f.querySelectorAll('input[type=number]')) input.value = params.get(input.name) || 0;
	const mishaps = f.querySelector('#mishaps');
	if (mishaps?.querySelector('input:is([type=radio],[type=checkbox]):checked:not([value=""])') || [...f.querySelectorAll('#mishaps [type=number]')].some(i => +i.value)) mishaps.open = true;
	tell();
}

// seat says who deals a coming deal that the server has not been asked about yet: so many after the one it knows of.
export function seat(f, ahead) {
	const places = [...f.querySelectorAll('.seat')], n = places.length;
	const at = s => (s - 1 + 10 * n) % n + 1;
	const dealer = at(+f.dataset.dealer + ahead), rests = n === 5 ? at(dealer - 1) : 0;
	const auction = f.querySelector('#auction');
	if (auction) auction.hidden = ahead > 0; // the book says what is legal, and can't be asked just now
	f.elements.dealer.value = dealer;
	f.elements.nth.value = +f.dataset.nth + ahead;
	f.setAttribute('aria-label', `Deal ${f.elements.nth.value}`);
	f.querySelector('#felt').textContent = `Deal ${f.elements.nth.value}`;
	for (const place of f.querySelectorAll('[data-seat]')) {
		const s = +place.dataset.seat;
		if (place.matches('.seat')) place.classList.toggle('deals', s === dealer);
		place.classList.toggle('rests', s === rests);
		for (const input of place.querySelectorAll('input')) input.disabled = s === rests;
	}
	if (!ahead) return;
	const duty = (who, what) => { const li = document.createElement('li'), b = document.createElement('b'); b.textContent = who; li.append(b, ' ' + what); return li; };
	const list = [duty(nameAt(f, dealer), 'deals'), duty(nameAt(f, at(dealer - 1)), 'cuts'), duty(nameAt(f, at(dealer + 1)), 'leads')];
	if (rests) list.push(duty(nameAt(f, rests), 'rests'));
	f.querySelector('#duties').replaceChildren(...list, duty('', 'the rest when there is a connection'));
}

// ---- what it comes to ----

const known = new Map(); // what was asked → what it comes to, trick by trick
let asking;

const asked = f => { const p = said(f); for (const n of ['key', 'tricks', 'said', 'do', 'saw', 'sat', 'plays']) p.delete(n); return p.toString(); };

async function reckon(f) {
	const what = asked(f);
	if (!call(f) || known.has(what)) return show(f);
	show(f);
	asking?.abort();
	asking = new AbortController();
	try {
		const answer = await ask(`${f.dataset.preview}?${what}`, { signal: asking.signal });
		if (!answer.ok) throw answer.status;
		const all = document.createElement('div');
		all.innerHTML = await answer.text();
		if (known.size > 60) known.clear();
		known.set(what, new Map([...all.querySelectorAll('[data-tricks]')].map(p => [p.dataset.tricks, p])));
	} catch (e) {
		if (e?.name === 'AbortError') return;
		known.delete(what);
	}
	if (form()) show(form());
}

const questions = { call: 'What was called?', bid: 'How many were bid, and in what?', who: 'Who called it?', tricks: 'How many tricks?' };
const nextIs = f => {
	const m = missing(f), k = kind(f);
	if (m === 'who' && k === 'two') return chosen(f, 'who') ? `Who went along with ${nameAt(f, chosen(f, 'who'))}?` : 'Who proposed?';
	if (m === 'who' && k === 'loser') return f.querySelector('.if-loser').textContent;
	if (m === 'each') return tricksOfAll(f) ? `${tricksOfAll(f)} of the thirteen tricks so far` : 'How many tricks did each take?';
	if (m === 'tricks') return k === 'two' ? 'How many tricks did they take?' : `How many tricks did ${nameAt(f, chosen(f, 'who'))} take?`;
	return questions[m] ?? '';
};

// show puts the result for what is tapped now where it is seen, and heard.
function show(f) {
	const result = f.querySelector('#result'), m = missing(f);
	let says = '', bad = false;
	if (m) {
		if (touched(f)) { const ask = document.createElement('span'); ask.className = 'ask'; ask.textContent = nextIs(f); says = ask.outerHTML; }
	} else {
		const all = known.get(asked(f));
		const found = all && (all.get(chosen(f, 'tricks')) ?? all.get(''));
		if (found) { says = found.innerHTML; bad = 'wrong' in found.dataset; }
	}
	if (result.innerHTML !== says) result.innerHTML = says;
	result.classList.toggle('bad', bad);
}

// ---- how the questions are worded ----

const held = {}; // what was chosen before this tap
let last = 0;

// tell words the questions for what was tapped, and asks what it comes to.
export function tell() {
	const f = form();
	if (!f) return;
	f.classList.add('quick');
	const k = kind(f), who = nameAt(f, chosen(f, 'who'));
	f.querySelector('#took-by').textContent = k === 'two' || !who ? 'they' : who;
	const makes = k === 'irish' && chosen(f, 'bid') ? `${chosen(f, 'bid')} or more make it` : call(f)?.dataset.makes;
	f.querySelector('#makes').textContent = makes ? ` · ${makes}` : '';
	const two = f.querySelector('.if-two');
	two.textContent = who ? (chosen(f, 'with') ? 'The two who called' : `Who went along with ${who}?`) : 'Who proposed?';
	for (const c of f.querySelectorAll('.count')) c.classList.toggle('some', +c.querySelector('input').value > 0);
	for (const name of ['who', 'with', 'trumps']) held[name] = chosen(f, name);
	reckon(f);
}

document.addEventListener('change', event => {
	if (event.target.form?.id !== 'deal') return;
	if (event.target.type === 'number') count(event.target);
	if (event.target.name === 'who' && chosen(event.target.form, 'with') === event.target.value) event.target.form.querySelector('[name=with]:checked').checked = false;
	tell();
});

document.addEventListener('input', event => { if (event.target.form?.id === 'deal' && event.target.type === 'number') tell(); });

// A second tap takes back who proposed, who went along, or the suit. A double tap by mistake does not.
document.addEventListener('click', event => {
	const input = event.target, f = input.form;
	if (f?.id !== 'deal') return;
	if (input.matches('.count button')) return step(input);
	if (input.type !== 'radio' || !(input.name in held)) return;
	const again = held[input.name] === input.value && event.timeStamp - last > 350;
	last = event.timeStamp;
	if (!again || input.name === 'who' && kind(f) !== 'two') return;
	input.checked = false;
	const other = input.name === 'who' && f.querySelector('[name=with]:checked');
	if (other) other.checked = false;
	tell();
});

function step(button) {
	const input = button.parentElement.querySelector('input');
	button.matches('.more') ? input.stepUp() : input.stepDown();
	count(input);
	tell();
}

// Where everybody's tricks are asked, the last one follows from the others.
function count(input) {
	if (!input.name.startsWith('took-')) return;
	input.dataset.touched = 1;
	const all = [...input.form.querySelectorAll('[name^=took-]:not(:disabled)')], open = all.filter(i => !i.dataset.touched);
	if (open.length !== 1) return;
	open[0].value = Math.max(0, 13 - all.reduce((sum, i) => sum + (i === open[0] ? 0 : +i.value), 0));
}

// ---- the keyboard ----

// In a question a digit is an answer; two digits typed together are a number of tricks. Enter records, as in any form;
// Escape clears.
let typed = '', typedAt = 0, typedIn;
document.addEventListener('keydown', event => {
	const input = event.target, f = input.form;
	if (f?.id !== 'deal' || event.ctrlKey || event.metaKey || event.altKey || input.type === 'number') return;
	if (event.key === 'Escape') {
		clear(f);
	} else if (/^\d$/.test(event.key) && input.type === 'radio') {
		typed = event.timeStamp - typedAt < 700 && typedIn === input.name && ['tricks', 'bid'].includes(input.name) ? typed + event.key : event.key;
		[typedAt, typedIn] = [event.timeStamp, input.name];
		const all = [...f.querySelectorAll(`[name="${input.name}"]:not(:disabled)`)];
		const to = input.name === 'call' ? all[typed - 1] : all.find(i => i.value === String(+typed));
		if (!to) return;
		to.focus();
		to.checked = true;
		tell();
		event.preventDefault();
	}
});

// The misfortunes are seen when they are opened, from behind the bar with Record.
document.addEventListener('toggle', event => {
	if (event.target.id === 'mishaps' && event.target.open) event.target.scrollIntoView({ block: 'nearest' });
}, true);

// ---- the auction ----

// The calls tapped so far are kept on this device until the deal is recorded, so that a reload or a flat battery loses none.
const auctionPlace = () => 'ouverte.auction:' + night();
const auctionOf = f => ({ nth: f.elements.nth.value, table: `${f.elements.players.value} ${f.elements.dealer.value}`, calls: f.elements.said.value });
const kept = () => { try { return JSON.parse(localStorage.getItem(auctionPlace())); } catch { return null; } };
const keep = auction => {
	try {
		auction?.calls ? localStorage.setItem(auctionPlace(), JSON.stringify(auction)) : localStorage.removeItem(auctionPlace());
	} catch { /* no storage: the page alone has them */ }
};
export const forgetAuction = () => keep(null);

// dropAuction begins anew: what was called of one deal is said of no other.
export function dropAuction(f) {
	forgetAuction();
	if (!f?.elements.said) return;
	f.elements.said.value = '';
	follow(f, said(f));
}

let calling; // what is being asked about the auction

// follow asks what the calls so far come to, and shows it. It is false when nobody answered.
async function follow(f, params) {
	calling?.abort();
	const mine = calling = new AbortController();
	const answer = await ask(`${night()}/auction?${params}`, { signal: mine.signal }).catch(() => null);
	if (mine.signal.aborted) return true;
	if (!answer || answer.status >= 500) return false;
	await swap(await answer.text(), '#auction:outerMorph');
	return true;
}

async function bid(button) {
	const f = button.form, params = said(f);
	params.set('say', button.value);
	if (!await follow(f, params)) {
		f.querySelector('#result').textContent = 'No connection: the auction waits for it.';
		return;
	}
	keep(auctionOf(f));
	const contract = f.querySelector('#auction').dataset.contract;
	if (contract) fill(f, new URLSearchParams(contract));
	else tell();
	(f.querySelector('.say button') ?? f.querySelector(contract ? '[name=tricks]' : 'button')).focus({ preventScroll: true });
}

// resume takes up the auction this device had begun of the deal the page shows.
let resuming = false;
async function resume() {
	const f = form(), had = f?.elements.said && kept();
	if (!had || resuming) return;
	const now = auctionOf(f);
	if (now.calls || +had.nth > +now.nth) return; // it goes on already; or its deal isn't there just now, and may be put back
	if (had.nth !== now.nth || had.table !== now.table) return forgetAuction();
	const params = said(f);
	params.set('said', had.calls);
	resuming = true;
	const answered = await follow(f, params).finally(() => { resuming = false; });
	if (!answered) return;
	keep(auctionOf(f));
	const contract = f.querySelector('#auction').dataset.contract;
	if (contract && !touched(f)) fill(f, new URLSearchParams(contract));
}

document.addEventListener('submit', event => {
	if (event.target.id !== 'deal' || event.submitter?.name !== 'say') return;
	event.preventDefault();
	bid(event.submitter);
});

afterSwap(tell);
afterSwap(resume);
addEventListener('online', resume);

tell();
resume();
