// The last page of an evening: its picture and the words for a message, and what is ticked there.
import '/static/js/picture.js';

// On a phone the rounds of a club, longer than all else, are folded; on paper they aren't.
const rounds = document.querySelector('.rounds details');
if (innerWidth <= 600) rounds?.removeAttribute('open');
addEventListener('beforeprint', () => rounds?.setAttribute('open', ''));

// What is marked as paid is where it was when the page comes back, and the focus is on the next.
const rows = () => [...document.querySelectorAll('.last-payments li')];
const place = 'ouverte.ticked';
addEventListener('submit', ({ target }) => {
	const row = rows().findIndex(li => li.contains(target));
	try {
		if (row < 0) return;
		const { top } = rows()[row].getBoundingClientRect();
		sessionStorage.setItem(place, [location.pathname, row, top, Date.now()]);
	} catch { /* no storage: the page comes back at its top */ }
});
try {
	const [path, row, top, when] = (sessionStorage.getItem(place) ?? '').split(',');
	sessionStorage.removeItem(place);
	const ticked = path === location.pathname && Date.now() - when < 10000 && rows()[row];
	if (ticked) {
		const next = [...rows().slice(row), ...rows()].map(li => li.querySelector('form button')).find(Boolean);
		scrollBy({ top: ticked.getBoundingClientRect().top - top, behavior: 'instant' });
		next?.focus({ preventScroll: true });
	}
} catch { /* the same */ }
