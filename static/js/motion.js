// What moves when a deal is recorded, here or elsewhere: a new row comes and the others make way, the
// dealer's button appears at the next seat, the money goes from seat to seat. Nothing moves for those who
// asked for less, and nothing that is tapped moves for anybody.

const less = matchMedia('(prefers-reduced-motion: reduce)');
const sheet = '#sheet tbody tr, #sheet .foot, #sheet .looked-up, #first';
const button = () => document.querySelector('.seat.deals .disc');
const seatOf = disc => disc?.closest('.seat').dataset.seat;

const where = e => e.getBoundingClientRect();
const middle = r => [r.x + r.width / 2, r.y + r.height / 2];

let before; // how it looked before the swap under way

addEventListener('htmx:before:swap', () => {
	if (less.matches) return;
	before = {
		blocks: new Map([...document.querySelectorAll(sheet)].map(e => [e, where(e).y])),
		rows: new Set([...document.querySelectorAll('#sheet tbody tr')].map(row => row.id)),
		dealer: seatOf(button()),
	};
});

addEventListener('htmx:after:swap', () => {
	if (!before) return;
	const was = before;
	before = undefined;
	for (const [block, y] of was.blocks) {
		slides.get(block)?.cancel(); // on its way still, it goes on from where it is seen
		const by = block.isConnected ? y - where(block).y : 0;
		if (by) slides.set(block, block.animate([{ transform: `translateY(${by}px)` }, {}],
			{ duration: 320, easing: 'ease-in-out' }));
	}
	if (seatOf(button()) !== was.dealer) button()?.animate([{ opacity: 0, scale: .5 }, {}], 400);
	const row = document.querySelector('#sheet tr.new');
	if (!row || was.rows.has(row.id)) return; // after a take-back it stood there before
	row.animate([{ opacity: 0 }, { opacity: 0, offset: .5 }, {}], { duration: 480 });
	pay(row);
});

const slides = new WeakMap();

// pay sends coins from the seats that lose to those that win, as the new row has it.
function pay(row) {
	const names = [...document.querySelectorAll('#sheet thead tr:first-child th')].slice(1);
	const seats = side => [...row.querySelectorAll('td')].flatMap((td, i) => {
		const name = td.classList.contains(side) && names[i].textContent;
		return [...document.querySelectorAll('.seat')].filter(s => s.dataset.name === name);
	});
	for (const [i, from] of seats('l').entries()) {
		for (const to of seats('w')) coin(middle(where(from)), middle(where(to)), i * 60);
	}
}

// coin is no part of the form, which comes anew while it moves.
function coin([x, y], [toX, toY], delay) {
	const c = document.createElement('i');
	c.className = 'flies';
	c.ariaHidden = 'true';
	document.body.append(c);
	c.animate([
		{ transform: `translate(${x}px, ${y}px)`, opacity: 0 },
		{ opacity: 1, offset: .2 },
		{ opacity: 1, offset: .8 },
		{ transform: `translate(${toX}px, ${toY}px)`, opacity: 0 },
	], { duration: 900, delay, easing: 'ease-in-out', fill: 'both' }).finished.finally(() => c.remove());
}
