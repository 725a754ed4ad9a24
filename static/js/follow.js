// Pages of a night other than the table: each reloads when something is recorded elsewhere. One with
// something half entered stays as it is and lists at its top what happened.
import { listen, keepUp, anew } from '/static/js/listen.js';
import { ask } from '/static/js/fragments.js';
import { sinceWhen } from '/static/js/since.js';
import { typing } from '/static/js/fields.js';

const main = document.getElementById('main'), news = document.getElementById('news');
const came = +main.dataset.version;
let shown = came, tapped = 'answer' in main.dataset; // the answer to a POST can't be reloaded
for (const what of ['click', 'input', 'change']) {
	main.addEventListener(what, event => { if (event.target.closest('form')) tapped = true; });
}

const idle = () => !tapped && !typing(main);

const catchUp = keepUp(() => shown, async () => {
	if (idle()) {
		if (!await anew(idle)) return idle() ? false : 'later'; // no server, or something was begun meanwhile
		shown = Infinity;
		return;
	}
	const answer = await ask(`${main.dataset.night}/news?had=${came}`);
	if (!answer.ok) return false;
	news.innerHTML = await answer.text();
	shown = +news.querySelector('[data-version]').dataset.version;
	heard();
	document.dispatchEvent(new Event('ouverte:news'));
});

const { heard, lost } = sinceWhen(() => shown);
listen(`${main.dataset.night}/events`, { news: version => { heard(version); catchUp(version); }, lost });
