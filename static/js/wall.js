// The wall of an evening at several tables. It only reads. On a screen as wide as a wall nothing scrolls and
// letters keep their size all night: of a list that is too long for its place it shows as many as fit, and
// turns to the next after a while.
import { afterSwap } from '/static/js/fragments.js';
import '/static/js/follow.js';

const wide = matchMedia('(min-width: 60.01em) and (orientation: landscape)');
let turn = 0; // counts on; all lists turn together

// listed are those of a list that the style sheet shows.
function listed(list) {
	const all = [...list.children];
	for (const one of all) one.hidden = false;
	return all.filter(one => one.getClientRects().length);
}

// show leaves one page of so many.
const show = (all, page, many) => all.forEach((one, i) => { one.hidden = Math.floor(i / many) !== page; });

// fitting is how many at a time fit, divided evenly, with their rows and columns set.
function fitting(list, all) {
	const most = +list.dataset.turns, fits = () => list.scrollHeight <= list.clientHeight + 1 &&
		(most === 1 || list.scrollWidth <= list.clientWidth + 1);
	// people stand below one another where each has room, four tables in a square
	const high = list.clientHeight / parseFloat(getComputedStyle(list).fontSize) / 3.4;
	const abreast = many => most === 2 && many <= high ? 1 : Math.min(most, many === 4 ? 2 : many);
	for (let pages = 1; ; pages++) {
		const many = Math.ceil(all.length / pages), columns = abreast(many);
		list.style.setProperty('--columns', columns);
		list.style.setProperty('--rows', Math.ceil(many / columns));
		let whole = true;
		for (let page = 0; whole && page < pages; page++) {
			show(all, page, many);
			whole = fits();
		}
		if (whole || many <= 1) return many;
	}
}

function fit() {
	const own = document.getElementById('me')?.dataset.own;
	for (const one of document.querySelectorAll('#looked [data-player]')) {
		if (one.dataset.player === own) one.classList.add('own');
	}
	for (const list of document.querySelectorAll('#looked [data-turns]')) {
		const all = listed(list), many = wide.matches ? fitting(list, all) : all.length;
		const pages = Math.ceil(all.length / many) || 1, page = turn % pages;
		show(all, page, many);
		const head = list.closest('section')?.querySelector('header')?.dataset;
		if (head && pages > 1) head.page = `${page + 1} of ${pages}`;
		else delete head?.page;
	}
}

afterSwap(fit);
addEventListener('resize', fit);
document.fonts.ready.then(fit);
setInterval(() => { turn++; fit(); }, 10000);
fit();
