// Looking on: shows what the table records. It only reads.
import { listen, keepUp } from '/static/js/listen.js';
import { ask, swap, afterSwap } from '/static/js/fragments.js';
import { sinceWhen } from '/static/js/since.js';
import { typing } from '/static/js/fields.js';

const page = document.getElementById('watch');
const look = page?.dataset.watch;

// On the wall nobody scrolls: it shows the newest deals that fit.
const wall = matchMedia('(min-width: 861px) and (orientation: landscape)');
function fit() {
	const rows = [...document.querySelectorAll('#looked .sheet tbody tr')], { documentElement: all } = document;
	for (const row of rows) row.hidden = false;
	while (wall.matches && rows.length > 1 && all.scrollHeight > innerHeight) rows.pop().hidden = true;
}
afterSwap(fit);
addEventListener('resize', fit);
// A result that somebody is typing about may by now be an earlier one: it stays in sight.
afterSwap(() => {
	for (const fold of document.querySelectorAll('#me details')) if (typing(fold)) fold.open = true;
});
// #away takes a line while there is no news, #me where somebody can tap.
const above = new ResizeObserver(fit);
for (const e of document.querySelectorAll('#away, #me')) above.observe(e);
fit();

const shown = () => +(document.getElementById('looked')?.dataset.version ?? 0);
const { heard, lost } = sinceWhen(shown);
const catchUp = keepUp(shown, async () => {
	const answer = await ask(`${look}/now`);
	if (!answer.ok) return false;
	await swap(await answer.text(), '#me:outerMorph,#looked:outerMorph');
	heard();
});

// It listens on after the closing: if the night is opened again, the seal shown is no longer valid. Once the
// link has ended the page is reloaded and says so.
if (look) listen(`${look}/events`, { news: version => { heard(version); catchUp(version); }, lost });
