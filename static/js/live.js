// The table follows what other devices record, and keeps what is half entered on it.
import { hook, catchUp, shown } from '/static/js/follow.js';
import { swap, painted } from '/static/js/fragments.js';
import { form, said, touched } from '/static/js/deal.js';
import { pump, busy, whenBehind } from '/static/js/queue.js';

function asks() {
	const f = form(), calls = f?.elements.said?.value, half = new URLSearchParams();
	if (f && (calls || touched(f))) {
		half.set('had', f.elements.nth.value);
		half.set('half', said(f));
	}
	if (calls) half.set('said', calls);
	if (/[?&]on=/.test(location.search)) half.set('on', 'on'); // the table plays on after its round
	return `?${half}`;
}

// put swaps what came from elsewhere. Who has scrolled down past the form and the newest rows reads on in the
// same place: browsers scroll by what has grown above at different times, or not at all, so the page does.
// Between two frames WebKit, which doesn't, may measure without the sizes of containers.
async function put(text, only, stale) {
	await painted();
	if (stale()) return;
	const sheet = () => document.getElementById('sheet').getBoundingClientRect();
	const gone = '#deal, #sheet thead, #sheet tr.new';
	const past = [...document.querySelectorAll(gone)].every(e => e.getBoundingClientRect().bottom < 0);
	const was = sheet().bottom, page = document.documentElement.style;
	const stay = () => scrollBy({ top: sheet().bottom - was, behavior: 'instant' });
	if (past) page.overflowAnchor = 'none';
	await swap(text, only);
	if (!past) return;
	if (CSS.supports('overflow-anchor', 'none')) stay();
	await painted();
	stay();
	page.overflowAnchor = '';
}

hook({ busy, asks, put, there: pump });
whenBehind(() => catchUp(shown() + 1));
