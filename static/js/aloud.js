// Says aloud the last thing done at the table, by any device, and who deals next: with the browser's own
// voice, where somebody here switched it on. A tap or a key silences it.
const place = 'ouverte.aloud', saidOf = 'ouverte.aloud:' + location.pathname;
const button = document.getElementById('aloud');
const voice = window.speechSynthesis;

let on = false;
try {
	on = localStorage.getItem(place) === 'on';
} catch { /* no storage: as long as the page is open */ }

const sheet = () => document.getElementById('sheet');
const done = () => Number(sheet()?.dataset.done ?? 0);

// A deal put right here was put right on another page: the last sentence is kept until the table comes back.
let last = done();
try {
	last = Number(sessionStorage.getItem(saidOf) ?? last);
} catch { /* no storage: what is done on other pages isn't said */ }

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
		if (on) say(sheet()?.dataset.aloud ?? button.querySelector('b').textContent);
	});
	const tell = () => {
		if (on && done() > last) say(sheet().dataset.aloud);
		last = done();
		try {
			sessionStorage.setItem(saidOf, last);
		} catch { /* as above */ }
	};
	tell();
	addEventListener('htmx:after:swap', tell);
	const hush = () => voice.cancel(); // also what waits to be said
	for (const tap of ['pointerdown', 'keydown']) addEventListener(tap, hush, { capture: true });
}
