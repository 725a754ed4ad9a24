// Two don't enter the same deal: this page tells the night's other devices while a deal is begun on it, and
// shows whose device has begun one. What is told goes by the stream there is; nothing is written down.
import { ask, afterSwap, night } from '/static/js/fragments.js';
import { form, touched, elsewhere } from '/static/js/deal.js';

const page = Math.random().toString(36).slice(2);
const again = 20000, lasts = 60000;
let begun = false, until;

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
afterSwap(look);
addEventListener('pagehide', () => { if (begun) tell(false); });
setInterval(() => { if (begun && !document.hidden) tell(true); }, again);

// enters shows who has begun a deal: { by, page }.
export function enters(who) {
	clearTimeout(until);
	elsewhere(who.page === page ? '' : who.by);
	if (who.by) until = setTimeout(elsewhere, lasts, '');
}
