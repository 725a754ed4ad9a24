// Two don't enter the same deal: this page tells the night's other devices while a deal is begun on it, and
// shows whose device has begun one. What is told goes by the stream there is; nothing is written down.
import { ask, afterSwap, night } from '/static/js/fragments.js';
import { form, touched, elsewhere } from '/static/js/deal.js';

const page = Math.random().toString(36).slice(2);
const again = 20000, lasts = 60000;
let begun = false, until, shown;

function tell(is) {
	begun = is;
	const body = new URLSearchParams({ page, ...(is && { begun: 'true' }) });
	ask(`${night()}/entering`, { method: 'POST', body, keepalive: true }).catch(() => { /* told again */ });
}

function look() {
	const f = form(), is = !!f && touched(f);
	if (is !== begun) tell(is);
}

document.addEventListener('change', look);
document.addEventListener('click', () => setTimeout(look));
document.addEventListener('keyup', look); // digits and Escape change the deal without an event of its own
afterSwap(look);
addEventListener('pagehide', () => { if (begun) tell(false); });
setInterval(() => { if (begun && !document.hidden) tell(true); }, again);

// enters shows whose page besides this one has begun a deal: { by, page } each, who spoke last comes last.
// The one that is shown stays until it stops.
export function enters(all) {
	clearTimeout(until);
	const others = all.filter(one => one.page !== page);
	const other = others.find(one => one.page === shown) ?? others.at(-1);
	shown = other?.page;
	elsewhere(other?.by ?? '');
	if (other) until = setTimeout(elsewhere, lasts, '');
}
