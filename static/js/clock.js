// Counts the round's clock down by the server's time, which comes with the page and with each beat of its
// stream. So a device whose own clock is wrong counts right, and one that slept.
import { afterSwap } from '/static/js/fragments.js';

const { time, kept } = document.documentElement.dataset;
let ahead = time && !kept ? time - Date.now() : 0;
const now = () => Date.now() + ahead;

export function serverTime(at) {
	ahead = at - Date.now();
	draw();
}

function draw() {
	for (const clock of document.querySelectorAll('[data-ends]')) {
		const { ends, last, length, early, called, up } = clock.dataset, left = Math.max(0, ends - now());
		if (called) {
			const says = !left ? up : now() < last ? early : called;
			if (clock.textContent !== says) clock.textContent = says;
			continue;
		}
		const seconds = Math.ceil(left / 1000), [count, after] = clock.children;
		count.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
		after.textContent = after.dataset.counts;
		const paper = clock.closest('form')?.style; // has a line for it
		paper?.setProperty('--run', `${100 - 100 * left / length}%`);
		paper?.setProperty('--last', `${100 - 100 * (ends - last) / length}%`);
	}
}

afterSwap(draw);
setInterval(draw, 1000);
draw();
