// The wall of an evening at several tables. It only reads. On a screen as wide as a wall nothing scrolls:
// while you play, rows and columns make room; of the payments and of the end, the type gets smaller until all
// fits.
import { afterSwap } from '/static/js/fragments.js';
import '/static/js/follow.js';

const wide = matchMedia('(min-width: 60.01em) and (orientation: landscape)');
function fit() {
	const looked = document.getElementById('looked');
	looked.style.fontSize = '';
	if (!wide.matches || !looked.querySelector('.podium, .pays')) return;
	let part = 100;
	while (part > 40 && looked.scrollHeight > looked.clientHeight) {
		looked.style.fontSize = `calc(var(--wall) * ${(part -= 3) / 100})`;
	}
	// a little less still, so that larger letters find room
	if (part < 100) looked.style.fontSize = `calc(var(--wall) * ${(part - 2) / 100})`;
}
afterSwap(fit);
addEventListener('resize', fit);
fit();
