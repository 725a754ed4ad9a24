// Runs on every page. Every page works without it.

// A swap morphs the page, so nothing flickers and the focus stays. It leaves open folds open, opens one that
// holds a refusal, and scrolls to that. A form marked data-as-sent shows the server's values even in the
// field that has the focus, which a morph leaves alone; a name typed on since it was sent stays.
if (window.htmx) htmx.config.morphIgnore.push('open');
const seen = () => document.querySelector('main .says')?.scrollIntoView({ block: 'center' });
seen();
// The tapped element stays below the finger, whatever comes above it.
let under = null;
addEventListener('htmx:before:swap', ({ detail: { ctx } }) => {
	const e = ctx.request?.submitter ?? ctx.sourceElement;
	under = { e, y: e.getBoundingClientRect().y };
});
addEventListener('htmx:after:swap', () => {
	const { e, y } = under ?? {};
	if (e?.isConnected && e.getClientRects().length) scrollBy(0, e.getBoundingClientRect().y - y);
	for (const fold of document.querySelectorAll('details:not([open])')) {
		if (fold.querySelector('.says')) fold.open = true;
	}
	for (const field of document.querySelectorAll('[data-as-sent] input:not([type=hidden])')) {
		const { value, defaultValue } = field, sent = asked?.fields.get(field) ?? value;
		if (field.type === 'checkbox' || field.type === 'radio') field.checked = field.defaultChecked;
		else if (value === sent) field.value = defaultValue;
		else if (field.name === 'newname') typedOn(field, defaultValue, sent);
	}
	if (e !== document.body) { // the answer to a form
		for (const one of document.querySelectorAll('[data-as-sent] option')) one.selected = one.defaultSelected;
	}
	seen();
});

// Such a form holds all that was chosen so far: what is tapped before the answer to the tap before has come
// waits for it, so that nothing chosen is lost. The same tap once more does nothing. Where an answer is a
// refusal, or none comes, what waited is dropped: people saw something else when they tapped it.
let asked = null; // the request under way, the tap it answers, and what the fields held
const waiting = [];
const holding = 'form[data-as-sent][hx-boost]'; // there is one at most
const tapOf = by => by.name + '=' + by.value;
function typedOn(field, start, sent) {
	const rest = field.value.startsWith(sent) ? field.value.slice(sent.length) : field.value;
	field.value = [start, rest].filter(Boolean).join(', ');
}
addEventListener('htmx:before:request', ({ detail: { ctx } }) => {
	const by = ctx.request.submitter ?? ctx.sourceElement;
	if (!by.form?.matches(holding) || ctx.request.method !== 'GET') return;
	asked = { ctx, tap: tapOf(by), fields: new Map([...by.form.elements].map(f => [f, f.value])) };
});
addEventListener('htmx:finally:request', ({ detail: { ctx } }) => {
	if (ctx !== asked?.ctx) return;
	if (ctx.status !== 'swapped' || ctx.response.status >= 400) waiting.length = 0;
	const typed = document.querySelector(holding)?.elements.newname, sent = asked.fields.get(typed);
	if (ctx.status !== 'swapped' && typed && typed.value !== sent) typedOn(typed, sent, sent);
	setTimeout(function next() {
		asked = null;
		const tap = waiting.shift();
		tap?.again();
		if (tap && !asked) next(); // it asked nothing
	});
});
for (const what of ['submit', 'change']) addEventListener(what, event => {
	const by = event.submitter ?? event.target, { name, value, checked, form } = by, tap = tapOf(by);
	if (!asked || !form?.matches(holding) || what === 'change' && !by.matches('[hx-get]')) return;
	event.preventDefault();
	event.stopImmediatePropagation();
	const typed = form.elements.newname, before = waiting.at(-1) ?? asked;
	if (tap === 'do=name') {
		if (typed.value === asked.fields.get(typed)) return;
		typed.value += ', '; // the next name may be typed on
		if (before.tap === tap && before !== asked) return;
	} else if (before.tap === tap && !value.startsWith('first:')) {
		return;
	}
	waiting.push({ tap, again() {
		const now = [...document.querySelector(holding)?.elements ?? []]
			.find(field => field.name === name && (field.value === value || field === by));
		if (!now) return;
		if (what === 'change') {
			now.checked = checked;
			return now.dispatchEvent(new Event(what, { bubbles: true }));
		}
		const field = now.form.elements.newname, all = field?.value;
		if (tap === 'do=name') field.value = all.slice(0, all.lastIndexOf(', ') + 2); // no name half typed
		now.form.requestSubmit(now);
		if (field) field.value = all;
	} });
}, true);

// A fold that a link leads to is open.
const led = document.getElementById(location.hash.slice(1));
if (led?.matches('details')) led.open = true;

// A request that reached no server says so at the top of the page; the table (#notice) has its own place for
// it.
const unreached = document.createElement('div');
unreached.className = 'paper row notice unreached';
unreached.role = 'status';
addEventListener('htmx:error', event => {
	if (!event.detail?.ctx?.request || document.getElementById('notice')) return;
	document.querySelector('main').prepend(unreached);
	unreached.textContent =
		'Ouverte can’t reach the book just now. Nothing is lost: tap again when the network is back.';
});
addEventListener('htmx:after:swap', () => unreached.remove());

// The menu also closes on a tap elsewhere and on Escape.
addEventListener('click', event => {
	for (const menu of document.querySelectorAll('.bar details[open]')) {
		if (!menu.contains(event.target)) menu.open = false;
	}
});
addEventListener('keydown', event => {
	const menu = event.key === 'Escape' && document.querySelector('.bar details[open]');
	if (menu) { menu.open = false; menu.querySelector('summary').focus(); }
});

// Deals waiting on this device go out from any page, not from the table alone.
try {
	const table = document.querySelector('#night[data-follow]');
	if (!table && localStorage.getItem('ouverte.waiting')) import('/static/js/queue.js');
} catch { /* no storage, nothing waits */ }

// A field with few letters counts them; a code is its letters and digits.
addEventListener('input', event => {
	const code = event.target.name === 'code' && event.target.value.replace(/[^a-z0-9]/gi, '');
	if (code && code !== event.target.value) event.target.value = code;
	const letters = event.target.parentElement?.querySelector('.letters');
	if (letters) letters.textContent = `${event.target.value.length} of ${event.target.maxLength} letters`;
});
