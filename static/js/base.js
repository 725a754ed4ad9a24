// Every page. What is here only makes pages handier; each works without it.

// What a swap brings is drawn over what is there, so that nothing flickers and the focus stays. Whether a fold is open is the
// reader's business, but a sentence about what was refused must be seen. A form marked data-as-sent shows what the
// server made of it, even in the field that has the focus.
if (window.htmx) htmx.config.morphIgnore.push('open');
const seen = () => document.querySelector('main .says')?.scrollIntoView({ block: 'center' });
seen();
addEventListener('htmx:after:swap', () => {
	for (const fold of document.querySelectorAll('details:not([open])')) if (fold.querySelector('.says')) fold.open = true;
	for (const field of document.querySelectorAll('[data-as-sent] input:not([type=hidden])')) {
		if (field.type === 'checkbox' || field.type === 'radio') field.checked = field.defaultChecked;
		else field.value = field.defaultValue;
	}
	seen();
});

// A tap that found nobody at the other end is answered all the same. The table has its own way, and its own place, to say so.
const unreached = document.createElement('div');
unreached.className = 'notice unreached';
unreached.role = 'status';
addEventListener('htmx:error', event => {
	if (!event.detail?.ctx?.request || document.getElementById('notice')) return;
	document.querySelector('main').prepend(unreached);
	unreached.textContent = 'The book can’t be reached just now. Nothing here is lost: tap again when the network is back.';
});
addEventListener('htmx:after:swap', () => unreached.remove());

// The menu closes when one taps elsewhere or presses Escape. Without this file it closes by its own button.
addEventListener('click', event => {
	for (const menu of document.querySelectorAll('.bar details[open]')) if (!menu.contains(event.target)) menu.open = false;
});
addEventListener('keydown', event => {
	const menu = event.key === 'Escape' && document.querySelector('.bar details[open]');
	if (menu) { menu.open = false; menu.querySelector('summary').focus(); }
});

// Deals that could not be sent from the table are kept on this device; whatever page is open, they go out from there.
if (!document.querySelector('#night[data-night]')) try { if (localStorage.getItem('ouverte.waiting')) import('/static/js/queue.js'); } catch { /* no storage, nothing waits */ }
