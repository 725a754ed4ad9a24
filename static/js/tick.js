// A short tick when a deal of this device is recorded: by vibration where the device has one, unless people
// asked for less; by ear where somebody here switched it on.
const place = 'ouverte.sound';
const less = matchMedia('(prefers-reduced-motion: reduce)');
const remembers = () => {
	try {
		return localStorage.getItem(place) === 'on';
	} catch {
		return false; // no storage: as long as the page is open
	}
};
let sounds = remembers(), ear;

export function tick() {
	if (!less.matches) navigator.vibrate?.(15);
	if (sounds) knock();
}

function knock() {
	ear ??= new AudioContext();
	const tone = ear.createOscillator(), loud = ear.createGain(), now = ear.currentTime;
	tone.frequency.value = 660;
	loud.gain.setValueAtTime(.2, now);
	loud.gain.exponentialRampToValueAtTime(.001, now + .12);
	tone.connect(loud).connect(ear.destination);
	tone.start(now);
	tone.stop(now + .13);
}

const button = document.getElementById('sound');
function label() {
	button.classList.remove('to-come');
	button.ariaChecked = sounds;
}
button?.addEventListener('click', () => {
	sounds = !sounds;
	try {
		if (sounds) localStorage.setItem(place, 'on');
		else localStorage.removeItem(place);
	} catch { /* not remembered */ }
	label();
	if (sounds) knock();
});
if (button) label();
