// Keeps the table on this device for when there is no network, where the browser allows it: over https, and
// on the machine itself. The service worker (sw.js) keeps the page as it is loaded; here it is kept up to
// date with the parts the server sends. And here the page says since when it has no news, whether it was
// opened without a network or lost it later.
import { form, touched } from '/static/js/deal.js';
import { anew } from '/static/js/listen.js';
import { unsent } from '/static/js/queue.js';
import { hook, shown, heard, away, knew } from '/static/js/follow.js';
import { sentence } from '/static/js/since.js';

const nights = 'ouverte-nights', here = location.pathname, root = document.documentElement;

// ---- the page is kept ----

let turn = Promise.resolve(); // what is kept is written one after another, by the worker, too (sw.js)

async function begin() {
	if (!navigator.serviceWorker || !form()) return;
	const first = !navigator.serviceWorker.controller || location.search; // or a page not to be kept as it is
	await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
	const { active } = await navigator.serviceWorker.ready;
	if (!first) return;
	const { port1, port2 } = new MessageChannel();
	const done = new Promise(then => { port1.onmessage = then; });
	active.postMessage({ page: here, outcomes: form()?.dataset.outcomes }, [port2]);
	await done;
}

// update puts the sheet and the form of an answer into the kept page.
async function update(text, at) {
	const kept = await caches.open(nights), had = await kept.match(here);
	const parts = had && parsed(text), sheet = parts?.getElementById('sheet'), f = parts?.getElementById('deal');
	if (!sheet) return;
	if (!f) return void await kept.delete(here); // the night is closed
	if (f.querySelector('.says, :checked:not([value=""])')) return; // of a deal that was refused
	f.querySelector('#meanwhile').replaceChildren();
	const page = parsed(await had.text()), older = page.getElementById('sheet');
	if (+older.dataset.version > +sheet.dataset.version) return;
	older.replaceWith(sheet);
	page.getElementById('deal').replaceWith(f);
	page.getElementById('away').textContent = sentence(at);
	page.documentElement.dataset.kept = at;
	const headers = new Headers(had.headers);
	headers.set('Ouverte-Kept', at);
	await kept.put(here, new Response('<!DOCTYPE html>' + page.documentElement.outerHTML, { headers }));
}

const parsed = text => new DOMParser().parseFromString(text, 'text/html');

// A browser that has no worker, or no room, does without.
const then = what => { turn = turn.then(what).catch(() => {}); };

// idle waits until the tap is drawn.
const idle = () => new Promise(go => (window.requestIdleCallback ?? setTimeout)(go, { timeout: 500 }));

let latest;
document.addEventListener('htmx:after:swap', event => {
	const text = event.detail.ctx.text;
	if (text === latest || !text?.includes('id="sheet"')) return;
	latest = text;
	const at = Date.now();
	if (navigator.serviceWorker) {
		then(() => idle().then(() => navigator.locks.request(nights, () => update(text, at))));
	}
	heard();
});

// ---- since when there is no news ----

// When this page, as it is, was last known to be the newest; kept for the next time it is opened.
const newsAt = here + '?news';
let noted = 0;
hook({
	fresh(at) {
		if (at - noted > 14000) note(at); // a write
		freshen();
	},
});

function note(at) {
	const says = `${shown()} ${at}`;
	noted = at;
	then(async () => {
		const kept = await caches.open(nights);
		if (await kept.match(here)) await kept.put(newsAt, new Response(says));
	});
}

// freshen loads a page that was opened without a network anew, once nothing on it waits.
let coming;
function freshen() {
	const waits = () => form() && touched(form()) || unsent();
	if (!root.dataset.kept || coming || waits()) return;
	coming = anew(() => !waits()).finally(() => { coming = undefined; });
}

// opened words the age of a kept page, by the note after it.
async function opened() {
	away();
	const [version, at] = (await (await caches.match(newsAt))?.text() ?? '').split(' ').map(Number);
	if (version === shown()) knew(at);
}

if (form()) {
	if (root.dataset.kept) then(opened);
	then(begin);
}
