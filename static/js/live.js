// The table follows what other devices record, and keeps what is half entered on it.
import { table, catchUp, shown } from '/static/js/follow.js';
import { enters } from '/static/js/entering.js';
import { form, touched } from '/static/js/deal.js';
import { pump, busy, whenBehind } from '/static/js/queue.js';

function asks() {
	const f = form(), calls = f?.elements.said?.value, half = new URLSearchParams();
	if (f && (calls || touched(f))) half.set('had', f.elements.nth.value);
	if (calls) half.set('said', calls);
	return `?${half}`;
}

Object.assign(table, { busy, asks, enters, there: pump });
whenBehind(() => catchUp(shown() + 1));
