// The form of a deal. It works without this file. The script words the questions for the choices so far,
// shows the result in the frame of the last tap, and says what is missing before anything is sent.
import { ask, swap, beforeSwap, afterSwap, night } from '/static/js/fragments.js';
import { answersOf, covers, outcome, outcomesFor } from '/static/js/outcomes.js';

export const form = () => document.getElementById('deal');

const chosen = (f, name) => answersOf(f).get(name) ?? '';
const nameAt = (f, seat) => f.querySelector(`.seat[data-seat="${seat}"]`)?.dataset.name ?? '';
const call = f => f.querySelector('[name=void]:checked') ?? f.querySelector('[name=call]:checked');
const kind = f => /c-(one|two|mis|irish|loser|each|none)/.exec(call(f)?.className ?? '')?.[1] ?? '';

// ---- the choices ----

export const said = f => new URLSearchParams(new FormData(f));

// touched: something was filled in.
const first = ':is([name=call], [name=void], [name=who], [name=pair], [name=tricks]):checked';
export const touched = f => !!f.querySelector(first);

// missing returns the first question without an answer, or ''.
export function missing(f) {
	const k = kind(f);
	if (!k) return 'call';
	if (k === 'none') return '';
	if (k === 'irish' && !chosen(f, 'bid')) return 'bid';
	const revoked = [...f.querySelectorAll('[name^=revokes-]:not(:disabled)')].some(i => +i.value > 0);
	const wrong = !!f.querySelector('[name=wrong]:checked');
	if (k === 'each') return revoked || wrong || !untold(f).length && tricksOfAll(f) === 13 ? '' : 'each';
	if (k === 'loser') return chosen(f, 'who') || revoked || wrong ? '' : 'who';
	if (!chosen(f, 'who')) return 'who';
	if (wrong || k === 'mis' && chosen(f, 'forfeit')) return '';
	return chosen(f, 'tricks') ? '' : 'tricks';
}

// Where the tricks of each player are asked: how many are known, and whose are missing.
const tricksOfAll = f => [...f.querySelectorAll('[name^=took-]:checked')].reduce((sum, i) => sum + +i.value, 0);
const untold = f => [...f.querySelectorAll('.each:not(.rests)')].filter(e => !e.querySelector(':checked'));

// inWords is the deal as listed while it waits: "Deal 12: Solo, Ann, 7 tricks".
export function inWords(f) {
	const k = kind(f), parts = [call(f)?.dataset.name ?? ''], tricks = chosen(f, 'tricks');
	if (k === 'irish') parts.push(chosen(f, 'bid') + ' ' + chosen(f, 'suit'));
	if (k !== 'none' && k !== 'each') {
		const names = [nameAt(f, chosen(f, 'who')), k === 'two' && nameAt(f, chosen(f, 'with'))];
		parts.push(names.filter(Boolean).join(' and '));
	}
	if (tricks && !['none', 'each', 'loser'].includes(k)) {
		parts.push(tricks + (tricks === '1' ? ' trick' : ' tricks'));
	}
	return `Deal ${f.elements.nth.value}: ${parts.filter(Boolean).join(', ')}`;
}

export const ticks = 'input:is([type=radio],[type=checkbox])';

// empty clears the choices.
function empty(f) {
	for (const input of f.querySelectorAll(ticks)) input.checked = input.name === 'forfeit' && !input.value;
	for (const input of f.querySelectorAll('input[type=number]')) input.value = 0;
	for (const gone of f.querySelectorAll('.says')) gone.remove();
}

// Taps and the people they were for are one thing: a form for others, or for another round, comes empty. The
// server shows the old form's deal, and offers to record it where it belongs.
beforeSwap(text => {
	const f = form(), now = text.includes('id="deal"') && new DOMParser().parseFromString(text, 'text/html');
	if (f && now && ['players', 'round'].some(name =>
		now.querySelector(`#deal [name=${name}]`)?.value !== f.elements[name]?.value)) empty(f);
});

export function clear(f) {
	empty(f);
	for (const open of f.querySelectorAll('details[open]')) open.open = false;
	f.querySelector('#meanwhile')?.replaceChildren();
	tell();
}

// fill restores answers given before.
export function fill(f, params) {
	for (const input of f.querySelectorAll(ticks)) {
		input.checked = !input.disabled && params.getAll(input.name).includes(input.value);
	}
	for (const input of f.querySelectorAll('input[type=number]')) input.value = params.get(input.name) || 0;
	if (params.get('call') === 'void') f.elements.void.checked = true; // waited since a release without the box
	const [who, then] = ['who', 'with'].map(name => +params.get(name));
	const pair = f.querySelector(`#pair-${Math.min(who, then)}-${Math.max(who, then)}:not(:disabled)`);
	if (pair && params.get('call') === 'prop') {
		pair.checked = true;
		const only = pair.closest('.eldest')?.querySelector('[name=turned]');
		if (only) only.checked = pair.value !== `${who}-${then}`;
	}
	const mishaps = f.querySelector('#mishaps'), counts = [...f.querySelectorAll('#mishaps [type=number]')];
	const ticked = mishaps?.querySelector(ticks + ':checked:not([value=""])');
	if (ticked || counts.some(i => +i.value)) mishaps.open = true;
	tell();
}

// seat sets the form to the deal that comes ahead deals after the one the page came with. Offline it lists
// only the duties that need no server.
export function seat(f, ahead) {
	const places = [...f.querySelectorAll('.seat')], n = places.length;
	const at = s => (s - 1 + 10 * n) % n + 1;
	const dealer = at(+f.dataset.dealer + ahead);
	const auction = f.querySelector('#auction');
	if (auction) auction.hidden = ahead > 0; // only the server knows which calls are legal
	f.elements.dealer.value = dealer;
	f.elements.nth.value = +f.dataset.nth + ahead;
	f.setAttribute('aria-label', `Deal ${f.elements.nth.value}`);
	const without = document.createElement('small');
	if (ahead) without.textContent = ahead > 1 ? `${ahead} deals wait` : 'one deal waits';
	f.querySelector('#felt').replaceChildren(`Deal ${f.elements.nth.value}`, without);
	dealt(f, dealer);
	for (const place of f.querySelectorAll('[data-not-each]')) { // royal, where this deal has no trumps
		const input = place.querySelector('input');
		place.hidden = input.disabled = f.elements.nth.value % place.dataset.notEach === 0;
		if (input.disabled) input.checked = false;
	}
	f.querySelector('.again')?.toggleAttribute('hidden', ahead > 0);
	for (const told of f.querySelectorAll('#duties .news')) told.hidden = ahead > 0; // it counts none that waits
	if (!ahead) return;
	f.querySelector('#duties .deals .name').textContent = nameAt(f, dealer);
	f.querySelector('#duties .leads .name').textContent = nameAt(f, at(dealer + 1));
	const cuts = nameAt(f, at(dealer - 1));
	f.querySelector('#duties .rest').textContent = `${cuts} cuts. More once there is a connection.`;
}

// dealt redraws the seats and the pairs for a dealer; at a table of five another player rests too. A pair
// that is chosen stays as it was said.
export function dealt(f, dealer) {
	const n = f.querySelectorAll('.seat').length, at = s => (s - 1 + 10 * n) % n + 1;
	const rests = n === 5 ? at(dealer - 1) : 0;
	for (const place of f.querySelectorAll('[data-seat]')) {
		const s = +place.dataset.seat;
		if (place.matches('.seat')) {
			place.classList.toggle('deals', s === dealer);
			place.classList.toggle('leads', s === at(dealer + 1));
		}
		place.classList.toggle('rests', s === rests);
		for (const input of place.querySelectorAll('input, button')) {
			if (input.disabled = s === rests) input.checked = false;
		}
	}
	for (const pair of f.querySelectorAll('.pair')) {
		const input = pair.querySelector('input'), speaks = s => at(+s - dealer);
		const was = input.value.split('-'), two = [...was].sort((a, b) => speaks(a) - speaks(b));
		pair.classList.toggle('eldest', was.includes(String(at(dealer + 1))));
		pair.classList.toggle('rests', input.disabled = two.includes(String(rests)));
		if (input.disabled) input.checked = false;
		pair.querySelector('.eldest-hand').textContent = nameAt(f, at(dealer + 1));
		if (input.checked) continue;
		input.value = two.join('-');
		input.setAttribute('aria-label', two.map(s => nameAt(f, s)).join(' and '));
		for (const s of two) { // who proposed stands first
			for (const e of pair.querySelectorAll(`[data-of="${s}"]`)) e.parentElement.append(e);
		}
	}
}

// ---- what it comes to ----

// Mishaps are settled by the server, a request for each.
const known = new Map(); // request → result element by number of tricks
let asking, unanswered; // the last request no server answered

// asked is the request for all results of the form: the number of tricks is left out, so one answer has all
// 14.
function asked(f) {
	const p = said(f);
	for (const n of ['key', 'tricks', 'said', 'do', 'saw', 'sat', 'plays', 'late']) p.delete(n);
	return p.toString();
}

async function reckon(f) {
	const what = asked(f);
	show(f);
	if (await outcomesFor(f) && form()) show(form());
	if (!call(f) || known.has(what) || covers(f) && (missing(f) || outcome(f))) return;
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
		unanswered = what;
	}
	if (form()) show(form());
}

const questions = {
	call: 'What was called?',
	bid: 'What was the bid?',
	who: 'Who called it?',
	pair: 'Which two?',
	tricks: 'How many tricks?',
};
const nextIs = f => {
	const m = missing(f), k = kind(f), who = nameAt(f, chosen(f, 'who')), taken = tricksOfAll(f);
	if (m === 'who' && k === 'two') return questions.pair;
	if (m === 'who' && k === 'loser') return f.querySelector('.if-loser').textContent;
	if (m === 'each') return taken ? `${taken} of the thirteen tricks so far` : 'How many tricks did each take?';
	if (m === 'tricks') return `How many tricks did ${k === 'two' ? 'they' : who} take?`;
	return questions[m] ?? '';
};

const follows = 'No connection: you see the money once it is back.';

function element(tag, text, style) {
	const e = document.createElement(tag);
	e.textContent = text;
	if (style) e.className = style;
	return e.outerHTML;
}

// lightUp shows which question is still open when Record is tapped: it is marked and scrolled to, and said.
export function lightUp(f, question) {
	const asked = f.querySelector(`#ask-${question}`), result = f.querySelector('#result');
	dim(f);
	f.classList.add('asks');
	asked.classList.add('missing');
	const shown = i => i.getClientRects().length > 0 && getComputedStyle(i).visibility === 'visible';
	const open = [...asked.querySelectorAll('input:not(:disabled):not(:checked)')].find(shown);
	open?.focus({ preventScroll: true });
	asked.scrollIntoView({ block: 'nearest' });
	result.replaceChildren(); // said again, it is read out again
	requestAnimationFrame(() => {
		if (f.classList.contains('asks')) result.innerHTML = element('strong', `Not recorded yet. ${nextIs(f)}`);
	});
}

function dim(f) {
	f.classList.remove('asks');
	f.querySelector('.missing')?.classList.remove('missing');
}

// show writes the result, or the next question, into #result.
function show(f) {
	if (f.classList.contains('asks')) return;
	const result = f.querySelector('#result'), m = missing(f);
	let says = '', bad = false;
	if (m) {
		if (touched(f)) says = element('span', nextIs(f), 'ask');
	} else if (outcome(f)) {
		const { head, money, wrong } = outcome(f);
		says = element('strong', head) + element('span', money);
		bad = wrong;
	} else {
		const all = known.get(asked(f));
		const found = all && (all.get(chosen(f, 'tricks')) ?? all.get(''));
		if (found) { says = found.innerHTML; bad = 'wrong' in found.dataset; }
		else if (unanswered === asked(f)) says = element('strong', inWords(f)) + element('span', follows);
	}
	if (result.innerHTML !== says) result.innerHTML = says;
	result.classList.toggle('bad', bad);
	f.querySelector('.record').classList.toggle('yet', m !== '' || bad);
}

// ---- how the questions are worded ----

const held = {}; // the answers before this tap, by question
let last = 0;

// hold lets the questions an auction answers wait while it is followed, and marks the seat that speaks.
function hold(f) {
	const auction = f.querySelector('.bidding:not([hidden])');
	const waits = !!auction && !f.querySelector('#skip').checked && !call(f);
	f.classList.toggle('waits', waits);
	for (const q of f.querySelectorAll('.ask-who, .ask-tricks, .ask-trumps')) q.inert = waits;
	for (const place of f.querySelectorAll('.seat')) {
		place.classList.toggle('speaks', waits && place.dataset.seat === auction.dataset.speaks);
	}
}

// tell words the questions for the choices, and asks the server for the result.
export function tell() {
	const f = form();
	if (!f) return;
	f.classList.add('quick');
	dim(f);
	const k = kind(f), who = nameAt(f, chosen(f, 'who'));
	f.querySelector('#took-by').textContent = k === 'two' || !who ? 'they' : who;
	const bid = k === 'irish' && chosen(f, 'bid');
	const makes = bid ? `${bid} or more make it` : call(f)?.dataset.makes;
	f.querySelector('#makes').textContent = makes ? ` · ${makes}` : '';
	const target = bid ? parseInt(bid) : +(call(f)?.dataset.target ?? -1);
	f.querySelectorAll('.ask-tricks .k').forEach((k, n) =>
		k.classList.toggle('makes', target >= 0 && (target ? n >= target : n === 0)));
	const laws = f.querySelector('#mishaps .laws');
	if (laws) { // they needn't ask which call it was
		const to = new URL(laws.href);
		if (/one|two|mis|irish/.test(k)) to.searchParams.set('call', call(f).value);
		else to.searchParams.delete('call');
		laws.href = to;
	}
	for (const b of f.querySelectorAll('#duties [data-who]')) b.textContent = who || b.dataset.who;
	for (const c of f.querySelectorAll('.count')) {
		c.classList.toggle('some', +c.querySelector('input').value > 0);
	}
	for (const name of ['pair', 'trumps']) held[name] = chosen(f, name);
	hold(f);
	reckon(f);
}

document.addEventListener('change', event => {
	const input = event.target, f = input.form;
	if (f?.id !== 'deal') return;
	if (input.name.startsWith('took-')) rest(f);
	const other = { call: '[name=void]', void: '[name=call]:checked' }[input.name];
	if (other && input.checked && f.querySelector(other)) f.querySelector(other).checked = false;
	tell();
});

document.addEventListener('input', event => {
	if (event.target.form?.id === 'deal' && event.target.type === 'number') tell();
});

// The same call and caller as last time.
document.addEventListener('click', event => {
	const again = event.target.closest?.('.again');
	if (!again) return;
	event.preventDefault();
	fill(form(), new URL(again.href).searchParams);
	form().querySelector('[name=tricks]').focus({ preventScroll: true });
});

// A second tap withdraws the pair or the suit. A double tap by mistake does not.
document.addEventListener('click', event => {
	const input = event.target, f = input.form;
	if (f?.id !== 'deal') return;
	if (input.matches('.count button')) return step(input);
	if (input.matches('.clear')) { event.preventDefault(); return clear(f); }
	if (input.matches('.back')) return shut(f);
	if (input.type !== 'radio' || !(input.name in held)) return;
	const again = held[input.name] === input.value && event.timeStamp - last > 350;
	last = event.timeStamp;
	if (!again) return;
	input.checked = false;
	tell();
});

// shut closes the panel of what went wrong, and says whether it was open.
function shut(f) {
	const panel = f.querySelector('#mishaps[open]');
	if (panel) panel.open = false;
	panel?.querySelector('summary').focus({ preventScroll: true });
	return !!panel;
}

function step(button) {
	const input = button.parentElement.querySelector('input');
	button.matches('.more') ? input.stepUp() : input.stepDown();
	tell();
}

// rest fills in the last number, which follows from the others.
function rest(f) {
	const open = untold(f), left = 13 - tricksOfAll(f);
	if (open.length === 1 && left >= 0) open[0].querySelectorAll('input')[left].checked = true;
}

// ---- the keyboard ----

// A digit answers the question that has the focus. One that another may follow, as the 1 of 10, waits for it
// a moment, so that nothing else is announced first; any other key ends the wait. Enter records, as in any
// form; Escape clears.
let typed = '', waits, choose;
document.addEventListener('keydown', event => {
	const input = event.target, f = input.form, digit = /^\d$/.test(event.key);
	if (f?.id !== 'deal' || event.ctrlKey || event.metaKey || event.altKey || input.type === 'number') return;
	clearTimeout(waits);
	if (waits && !digit) choose();
	if (event.key === 'Escape') {
		if (!shut(f)) clear(f);
	} else if (digit && input.type === 'radio') {
		event.preventDefault();
		typed += event.key;
		const all = [...f.querySelectorAll(`[name="${input.name}"]:not(:disabled)`)];
		const listed = /^(call|pair|bid)$/.test(input.name), last = listed ? all.length : all.length - 1;
		const to = listed ? all[typed - 1] : all.find(i => i.value === String(+typed));
		choose = () => {
			typed = '';
			waits = 0;
			if (!to) return;
			to.focus();
			to.checked = true;
			tell();
		};
		if (+typed && typed * 10 <= last) waits = setTimeout(choose, 500);
		else choose();
	}
});

// ---- the auction ----

// The calls so far are kept in localStorage until the deal is recorded, so a reload or a flat battery loses
// none.
const auctionPlace = () => 'ouverte.auction:' + night();
const auctionOf = f => ({
	nth: f.elements.nth.value,
	table: `${f.elements.players.value} ${f.elements.dealer.value}`,
	calls: f.elements.said.value,
});
function kept() {
	try {
		return JSON.parse(localStorage.getItem(auctionPlace()));
	} catch {
		return null;
	}
}
function keep(auction) {
	try {
		if (auction?.calls) localStorage.setItem(auctionPlace(), JSON.stringify(auction));
		else localStorage.removeItem(auctionPlace());
	} catch { /* no storage: the page alone has them */ }
}
export const forgetAuction = () => keep(null);

// dropAuction starts the auction again, for another deal.
export function dropAuction(f) {
	forgetAuction();
	if (!f?.elements.said) return;
	f.elements.said.value = '';
	follow(f, said(f));
}

let calling; // the auction request under way

// follow asks the server about the calls so far and shows the answer. It returns false if no server answered.
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
		f.querySelector('#result').textContent = 'No connection: wait for it, or skip the auction.';
		return;
	}
	keep(auctionOf(f));
	const contract = f.querySelector('#auction').dataset.contract;
	if (contract) fill(f, new URLSearchParams(contract));
	else tell();
	const next = f.querySelector('.say button') ?? f.querySelector(contract ? '[name=tricks]' : 'button');
	next.focus({ preventScroll: true });
}

// resume restores the auction this device began for the deal on the page.
let resuming = false;
async function resume() {
	const f = form(), had = f?.elements.said && kept();
	if (!had || resuming) return;
	const now = auctionOf(f);
	if (now.calls || +had.nth > +now.nth) return; // already restored; or its deal was taken back and may return
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
