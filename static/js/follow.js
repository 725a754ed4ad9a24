// The pages of a night beside the table: what is recorded elsewhere is shown on them at once. A page with something half
// entered stays as it is, and says at its top what happened meanwhile.
import { listen, keepUp, anew } from '/static/js/listen.js';
import { ask } from '/static/js/fragments.js';
import { typing } from '/static/js/fields.js';

const main = document.getElementById('main'), news = document.getElementById('news'), came = +main.dataset.version;
let shown = came, tapped = 'answer' in main.dataset; // an answer to a form isn't asked for again
for (const what of ['click', 'input', 'change']) main.addEventListener(what, event => { if (event.target.closest('form')) tapped = true; });

const idle = () => !tapped && !typing(main);

const catchUp = keepUp(() => shown, async () => {
	if (idle()) {
		if (!await anew(idle)) return idle() ? false : 'later'; // nobody there, or something was begun meanwhile
		shown = Infinity;
		return;
	}
	const answer = await ask(`${main.dataset.night}/news?had=${came}`);
	if (!answer.ok) return false;
	news.innerHTML = await answer.text();
	shown = +news.querySelector('[data-version]').dataset.version;
	document.dispatchEvent(new Event('ouverte:news'));
});

listen(`${main.dataset.night}/events`, { news: catchUp });
