// The last page of an evening: its picture as a PNG, shared where the device can, else saved; the words for a
// message. Without a script the picture is a link to the drawing itself.
import '/static/js/share.js';

// On a phone the rounds of a club, longer than all else, are folded; on paper they aren't.
const rounds = document.querySelector('.rounds details');
if (innerWidth <= 600) rounds?.removeAttribute('open');
addEventListener('beforeprint', () => rounds?.setAttribute('open', ''));

// png paints the drawing, which comes from our own address, so that the canvas may be read.
async function png(href) {
	const drawing = new Image();
	drawing.src = href;
	await drawing.decode();
	const canvas = Object.assign(document.createElement('canvas'), { width: 1200, height: 1500 });
	canvas.getContext('2d').drawImage(drawing, 0, 0, 1200, 1500);
	return new Promise((done, failed) => {
		canvas.toBlob(blob => blob ? done(blob) : failed(new Error('no picture')), 'image/png');
	});
}

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

// It is painted as soon as its link is there, since a device shares only just after a tap: on phones the page
// turns into the last one.
let painted, of;
function paint() {
	const href = document.getElementById('picture')?.href;
	if (href && href !== of) painted = png(of = href).catch(() => null);
}
paint();
addEventListener('htmx:after:swap', paint);

addEventListener('click', async event => {
	const link = event.target.closest('#picture'), says = document.getElementById('picture-says');
	if (!link) return;
	event.preventDefault();
	says.textContent = '';
	const picture = await painted;
	if (!picture) return location.assign(link.href);
	const name = link.dataset.name, file = new File([picture], name.replace(/[^\p{L}\p{N}]+/gu, '-') + '.png', {
		type: 'image/png',
	});
	try {
		if (navigator.canShare?.({ files: [file] })) return await navigator.share({ files: [file], title: name });
	} catch (why) {
		if (why.name === 'AbortError') return;
	}
	const save = document.createElement('a');
	save.href = URL.createObjectURL(file);
	save.download = file.name;
	save.click();
	setTimeout(() => URL.revokeObjectURL(save.href), 60000);
	says.textContent = 'The picture is among your downloads.';
});
