// Looking on: what the table records, as much of it as fits.
import { afterSwap } from '/static/js/fragments.js';
import { typing } from '/static/js/fields.js';
import '/static/js/follow.js';

// On the wall nobody scrolls: it shows the newest deals that fit, and its last page in letters that do.
const wall = matchMedia('(min-width: 861px) and (orientation: landscape)');
const television = matchMedia('(min-width: 1280px) and (orientation: landscape)');
function fit() {
	const rows = [...document.querySelectorAll('#looked .sheet tbody tr')], { documentElement: all } = document;
	for (const row of rows) row.hidden = false;
	for (let high; wall.matches && rows.length > 1 && (high = all.scrollHeight) > innerHeight;) {
		const oldest = rows.pop();
		oldest.hidden = true;
		if (all.scrollHeight < high) continue;
		oldest.hidden = false; // what stands beside the sheet is higher
		break;
	}
	const ending = document.querySelector('.ending');
	if (!ending) return;
	ending.style.zoom = '';
	for (let part = 100; television.matches && part > 50 && all.scrollHeight > innerHeight;) {
		ending.style.zoom = `${part -= 4}%`;
	}
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
