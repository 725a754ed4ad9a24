// Says each recorded deal aloud, whichever device recorded it, and who deals next: with the browser's own
// voice, where somebody here switched it on. A tap or a key silences it.
const place = 'ouverte.aloud';
const button = document.getElementById('aloud');
const voice = window.speechSynthesis;

let on = false;
try {
	on = localStorage.getItem(place) === 'on';
} catch { /* no storage: as long as the page is open */ }

const newest = () => document.querySelector('#sheet tr.new[data-aloud]');
const nth = () => Number(newest()?.dataset.nth ?? 0);
let last = nth(); // a deal taken back isn't said, nor is the one before it

function say(words) {
	const speech = new SpeechSynthesisUtterance(words);
	speech.lang = 'en-GB';
	voice.cancel();
	voice.speak(speech);
}

if (voice) {
	const label = () => { button.ariaChecked = on; };
	button?.classList.remove('to-come');
	if (button) label();
	button?.addEventListener('click', () => {
		on = !on;
		try {
			if (on) localStorage.setItem(place, 'on');
			else localStorage.removeItem(place);
		} catch { /* not remembered */ }
		label();
		if (on) say(newest()?.dataset.aloud ?? button.querySelector('b').textContent);
	});
	addEventListener('htmx:after:swap', () => {
		const now = nth();
		if (on && now > last) say(newest().dataset.aloud);
		last = now;
	});
	const hush = () => voice.cancel(); // also what waits to be said
	for (const tap of ['pointerdown', 'keydown']) addEventListener(tap, hush, { capture: true });
}
