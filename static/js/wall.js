// The wall of an evening at several tables. It only reads. On a screen as wide as a wall nothing scrolls: the
// type gets smaller until everything fits.
import { afterSwap } from '/static/js/fragments.js';
import '/static/js/follow.js';

const mine = document.getElementById('mine');

const wide = matchMedia('(min-width: 861px) and (orientation: landscape)');
function fit() {
	const looked = document.getElementById('looked'), { documentElement: all } = document;
	looked.style.fontSize = '';
	if (!wide.matches) return;
	const tall = () => looked.scrollHeight > looked.clientHeight || all.scrollHeight > innerHeight;
	let part = 100;
	while (part > 40 && tall()) looked.style.fontSize = `calc(var(--wall) * ${(part -= 3) / 100})`;
	// a little less still, so that larger letters find room
	if (part < 100) looked.style.fontSize = `calc(var(--wall) * ${(part - 2) / 100})`;
}

// own shows the line of whose phone this is, and where they sit next or what they pay at the end, above
// everything.
function own() {
	const player = mine.dataset.player, lines = mine.querySelector('ol');
	const of = where => document.querySelector(`#looked ${where} [data-player="${CSS.escape(player)}"]`);
	const line = of('.standing-all'), next = of('.moves')?.closest('li');
	const pays = [...document.querySelectorAll('#looked .last-payments [data-of]')]
		.filter(one => one.dataset.of.split(' ').includes(player));
	const copies = all => all.map(one => one.cloneNode(true));
	mine.hidden = !line;
	lines.replaceChildren(...copies([line, next].filter(Boolean)));
	mine.querySelector('ul').replaceChildren(...copies(pays));
}

function drawn() { own(); fit(); }
afterSwap(drawn);
addEventListener('resize', fit);
drawn();
