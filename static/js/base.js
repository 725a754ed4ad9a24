// Runs on every page. Every page works without it.

// A swap morphs the page, so nothing flickers and the focus stays. It leaves open folds open, opens one that
// holds a refusal, and scrolls to that. A form marked data-as-sent shows the server's values even in the
// field that has the focus, which a morph leaves alone.
if (window.htmx) htmx.config.morphIgnore.push('open');
const seen = () => document.querySelector('main .says')?.scrollIntoView({ block: 'center' });
seen();
addEventListener('htmx:after:swap', () => {
	for (const fold of document.querySelectorAll('details:not([open])')) {
		if (fold.querySelector('.says')) fold.open = true;
	}
	for (const field of document.querySelectorAll('[data-as-sent] input:not([type=hidden])')) {
		if (field.type === 'checkbox' || field.type === 'radio') field.checked = field.defaultChecked;
		else field.value = field.defaultValue;
	}
	seen();
});

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
		'The book can’t be reached just now. Nothing here is lost: tap again when the network is back.';
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

// A field with few letters counts them.
addEventListener('input', event => {
	const letters = event.target.parentElement?.querySelector('.letters');
	if (letters) letters.textContent = `${event.target.value.length} of ${event.target.maxLength} letters`;
});
