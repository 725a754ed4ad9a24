// Every page that follows a night or a meeting does it here. An element says what: data-follow has the
// address below which the events and the news are; data-parts the ids of what is fetched anew, from data-now
// or from the page's own address. Without parts the page reloads. A page with something half entered stays as
// it is where it has a place for news, and lists there what happened.
import { listen, keepUp, anew } from '/static/js/listen.js';
import { ask, swap, afterSwap } from '/static/js/fragments.js';
import { sinceWhen } from '/static/js/since.js';
import { typing } from '/static/js/fields.js';

const page = () => document.querySelector('[data-follow]'), news = () => document.getElementById('news');
const { follow, now, answer: answered, parts: ids } = page()?.dataset ?? {};
const parts = ids?.split(' ').map(id => '#' + id);

// What a page adds by hook: it is busy while its own deal is on its way, asks with what is half entered, is
// told when it is the newest (fresh) and when the server is there, and puts a fragment in its place.
const own = { busy: () => false, asks: () => '', fresh() {}, there() {}, put: swap };
export const hook = more => Object.assign(own, more);

const version = text => +(/data-version="(\d+)"/.exec(text)?.[1] ?? 0);
export const shown = () => +((parts ? document.querySelector(parts[0]) : page())?.dataset.version ?? 0);
let said = 0; // the version of the list of news
let newest = shown(); // that was ever on the page

// The answer to a POST can't be reloaded, and a form that was tapped, in the bar too, is about to be sent.
let tapped = answered !== undefined;
if (!parts) {
	for (const what of ['click', 'input', 'change']) {
		document.addEventListener(what, event => { if (event.target.closest('form')) tapped = true; });
	}
}
const refused = () => !!parts && !!page().querySelector('form .says');
const midway = () => !!news() && (tapped || typing(page()) || refused());

export const { heard, lost, away, knew } = sinceWhen(() => Math.max(shown(), said), at => own.fresh(at),
	+document.documentElement.dataset.kept || Date.now());

// A page that reloads says afterwards what happened.
const place = 'ouverte.news';
function keep(text) {
	try {
		if (text) sessionStorage.setItem(place, text);
		else sessionStorage.removeItem(place);
	} catch { /* no storage: the page alone shows it */ }
}
function kept() {
	try {
		return sessionStorage.getItem(place);
	} catch {
		return null;
	}
}
const meanwhile = news() && kept();
if (meanwhile) {
	keep('');
	const line = document.createElement('div');
	line.className = 'unseen';
	line.innerHTML = meanwhile;
	setTimeout(() => news().append(line));
}

// shown again without the notice of our own change
const here = () => location.pathname + location.search.replace(/([?&])did=[a-z]+/, '$1');

export const catchUp = keepUp(() => Math.max(shown(), said), async () => {
	if (own.busy()) { // its answer brings the page up to date
		await new Promise(then => setTimeout(then, 60));
		return 'later';
	}
	const half = midway(), from = shown();
	if (!half && !parts) {
		const answer = await ask(`${follow}/news?had=${from}`);
		if (answer.ok) keep(await answer.text());
		if (!await anew(() => !midway())) {
			keep('');
			return midway() ? 'later' : false;
		}
		said = Infinity;
		return;
	}
	const answer = await ask(half ? `${follow}/news?half=on&had=${from}` : (now ?? here()) + own.asks());
	if (!answer.ok) return false;
	const text = await answer.text();
	if (midway() !== half) return 'later';
	if (half) {
		news().innerHTML = text;
		said = version(text);
		document.dispatchEvent(new Event('ouverte:news'));
	} else {
		// A part that isn't there any more: this is another page now, such as that of a closed night.
		const gone = parts.some(id => document.querySelector(id) && !text.includes(`id="${id.slice(1)}"`));
		if (gone) return anew();
		const stale = () => version(text) <= shown(); // the answer to a tap of our own was faster
		if (stale()) return;
		await own.put(text, parts.map(id => id + ':outerMorph').join(), stale);
	}
	heard();
});

// look fetches the news that was only listed, once nothing is half entered.
function look() {
	if (!parts || said <= shown() || midway()) return;
	said = 0;
	catchUp(shown() + 1);
}

if (follow) {
	listen(`${follow}/events`, {
		news(newest) { heard(newest); look(); catchUp(newest); },
		there: () => own.there(),
		lost,
	});
	for (const what of ['input', 'change']) addEventListener(what, look);
	afterSwap(() => {
		heard(); // the answer to a tap of our own is news, too
		newest = Math.max(newest, shown());
		if (shown() < newest && !midway()) catchUp(newest); // and may be older than what the stream brought
	});
}
