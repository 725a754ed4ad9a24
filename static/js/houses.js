// The form of a set of house rules: the calls can be reordered by dragging their names. Buttons do the same
// without a script. htmx sends the form on every change.
let held = null;

function ladder() { return document.querySelector('[data-ladder]'); }

document.documentElement.classList.add('dragging-possible');
if (window.htmx) document.documentElement.classList.add('live'); // hides the button: htmx sends every change

// An answer to less than what stands there by now would put back the old words.
addEventListener('input', event => event.target.closest('form')?.dispatchEvent(new Event('htmx:abort')));

addEventListener('pointerdown', event => {
	const handle = event.target.closest?.('[data-handle]');
	if (!handle || event.button !== 0) return;
	held = { line: handle.closest('li'), y: event.clientY, moved: false };
	handle.setPointerCapture(event.pointerId);
});

addEventListener('pointermove', event => {
	if (!held) return;
	const { line } = held;
	let shift = event.clientY - held.y;
	if (Math.abs(shift) > 6) line.classList.add('held');
	if (!line.classList.contains('held')) return;
	const next = line.nextElementSibling, before = line.previousElementSibling;
	if (next && shift > next.offsetHeight / 2) {
		held.y += next.offsetHeight;
		next.after(line);
		held.moved = true;
	} else if (before && -shift > before.offsetHeight / 2) {
		held.y -= before.offsetHeight;
		before.before(line);
		held.moved = true;
	}
	shift = event.clientY - held.y;
	line.style.translate = `0 ${shift}px`;
});

function drop() {
	if (!held) return;
	const { line, moved } = held;
	held = null;
	line.classList.remove('held');
	line.style.translate = '';
	// The order of the lines is the rank of the calls: have htmx send the form.
	if (moved) ladder().dispatchEvent(new Event('input', { bubbles: true }));
}
addEventListener('pointerup', drop);
addEventListener('pointercancel', drop);
