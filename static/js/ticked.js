// Settling up and balances: after a tap nothing has moved, and the focus is on the next thing to do.
// Where one tapped: which payment or debt, and which fold.
const rows = () => [...document.querySelectorAll('.pays li, .debts li')];
let tapped;
addEventListener('htmx:before:request', () => {
	const at = document.activeElement;
	tapped = { row: rows().findIndex(li => li.contains(at)), fold: at.closest('details[id]')?.id };
});
addEventListener('htmx:after:swap', () => {
	const did = document.querySelector('.did');
	for (const fading of did?.getAnimations?.() ?? []) { fading.cancel(); fading.play(); }
	if (!tapped || tapped.row < 0 && document.activeElement !== document.body) return;
	if (document.querySelector('#main .says')) return;
	const all = rows(), after = tapped.row < 0 ? [] : [...all.slice(tapped.row), ...all];
	const next = after.map(li => li.querySelector('.whole button')).find(Boolean) ??
		document.querySelector(tapped.fold ? `#${tapped.fold} > summary` : '#close') ??
		document.querySelector('.debts summary, #main a');
	next?.focus({ preventScroll: true });
});
