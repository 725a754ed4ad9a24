// Searches the laws in place: hides sections without the word and marks it in the others. Where none has it
// nothing is hidden: what is like it the server finds.
const find = document.querySelector('[data-find]');
const laws = [...document.querySelectorAll('[data-law]')];
const found = document.querySelector('[data-found]');

// plain drops accents and case: "misere" finds "misère".
const plain = text => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

// places finds word in the plain form of text and returns each match as [from, to) in the letters of text
// itself.
function places(text, word) {
	const flat = [...text].map(letter => plain(letter) || ' ');
	const all = [];
	let joined = '', at = [];
	flat.forEach((letter, i) => { for (const _ of letter) at.push(i); joined += letter; });
	for (let i = joined.indexOf(word); i >= 0; i = joined.indexOf(word, i + word.length)) {
		all.push([at[i], at[i + word.length - 1] + 1]);
	}
	return all;
}

function unmark() {
	for (const mark of document.querySelectorAll('[data-law] mark')) {
		const parent = mark.parentNode;
		mark.replaceWith(...mark.childNodes);
		parent.normalize();
	}
}

function mark(section, word) {
	const texts = [], walk = document.createTreeWalker(section, NodeFilter.SHOW_TEXT);
	while (walk.nextNode()) texts.push(walk.currentNode);
	let n = 0;
	for (const text of texts) {
		const letters = [...text.data];
		for (const [from, to] of places(text.data, word).reverse()) {
			const start = letters.slice(0, from).join('').length, end = letters.slice(0, to).join('').length;
			const range = new Range();
			range.setStart(text, start);
			range.setEnd(text, end);
			range.surroundContents(document.createElement('mark'));
			n++;
		}
	}
	return n;
}

function search(typed) {
	unmark();
	const word = plain(typed.trim());
	let hits = 0;
	const counts = laws.map(section => word.length > 1 ? mark(section, word) : 0);
	const any = counts.some(n => n > 0);
	for (const [i, section] of laws.entries()) {
		const n = counts[i];
		section.hidden = any && n === 0;
		const link = document.querySelector(`.contents nav a[href="#${section.id}"]`);
		if (link) link.hidden = section.hidden;
		hits += n;
	}
	found.textContent = word.length < 2 ? '' : hits === 0 ? 'Not word for word in the laws' :
		hits === 1 ? 'Once' : `${hits} times`;
}

if (find) {
	const input = find.querySelector('input');
	input.addEventListener('input', () => search(input.value));
	// What was found is shown on this page: Enter goes there.
	find.addEventListener('submit', event => {
		event.preventDefault();
		const at = document.querySelector('#found:not(:empty), [data-law] mark');
		at?.scrollIntoView({ block: at.matches('mark') ? 'center' : 'start' });
	});
	input.addEventListener('keydown', event => {
		if (event.key === 'Escape') {
			input.value = '';
			input.dispatchEvent(new Event('input', { bubbles: true }));
		}
	});
	// A link into a hidden section ends the search first.
	document.addEventListener('click', event => {
		const link = event.target.closest('a[href*="#"]');
		if (!link || !document.getElementById(link.hash.slice(1))?.closest('[hidden]')) return;
		input.value = '';
		search('');
	});
}

const print = document.querySelector('[data-print]');
if (print) {
	print.hidden = false;
	print.addEventListener('click', () => window.print());
}
