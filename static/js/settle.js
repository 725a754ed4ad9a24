// Settling up: the page follows the night. While something is half entered the
// page stays as it is and lists at its top what happened; it is updated as soon as nothing is.
import { listen, keepUp } from '/static/js/listen.js';
import { ask, swap } from '/static/js/fragments.js';
import { typing } from '/static/js/fields.js';
import '/static/js/share.js';

const page = () => document.getElementById('settle');
const version = text => +(/data-version="(\d+)"/.exec(text)?.[1] ?? 0);
const had = () => +(page()?.dataset.version ?? 0);
let said = 0; // the version of the list at the top
// midway: something is half entered, a refused form included.
const midway = () => typing(page()) || !!page().querySelector('form .says');

const catchUp = keepUp(() => Math.max(had(), said), async () => {
	const half = midway(), from = had();
	const whole = location.pathname + location.search.replace(/([?&])did=[a-z]+/, '$1');
	const answer = await ask(half ? `${page().dataset.night}/news?had=${from}` : whole);
	if (!answer.ok) return false;
	const text = await answer.text();
	if (midway() !== half || had() !== from) return 'later'; // the page changed meanwhile
	if (half) {
		document.getElementById('news').innerHTML = text;
		said = version(text);
	} else if (version(text) > from) {
		await swap(text, '#settle:outerMorph');
	}
});

// look updates a page that listed what is new, once nothing is half entered.
function look() {
	if (said <= had() || midway()) return;
	said = 0;
	catchUp(0);
}

if (page()) {
	listen(`${page().dataset.night}/events`, { news: newest => { look(); catchUp(newest); } });
	for (const what of ['input', 'change']) addEventListener(what, look);
}
