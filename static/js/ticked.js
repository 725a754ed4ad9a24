// Settling up and balances: after a tap nothing has moved, and the focus is on the next thing to do.
// Where one tapped: which payment or debt, and which fold.
const rows = () => [...document.querySelectorAll('.pays li, .debts li')];
let tapped;
addEventListener('htmx:before:request', () => {
	const at = document.activeElement;
	tapped = { row: rows().findIndex(li => li.contains(at)), fold: at.closest('details[id]')?.id };
});
const place = at => at.row < 0 ? document.getElementById(at.fold) : rows()[at.row];
addEventListener('htmx:before:swap', () => {
	if (tapped) tapped.top = place(tapped)?.getBoundingClientRect().top;
});
addEventListener('htmx:after:swap', () => {
	const did = document.querySelector('.did');
	for (const fading of did?.getAnimations?.() ?? []) { fading.cancel(); fading.play(); }
	const was = tapped;
	const now = was && place(was)?.getBoundingClientRect().top;
	if (now !== undefined && was.top !== undefined) scrollBy({ top: now - was.top, behavior: 'instant' });
	if (!was || was.row < 0 && document.activeElement !== document.body) return;
	if (document.querySelector('#main .says')) return;
	const all = rows(), after = was.row < 0 ? [] : [...all.slice(was.row), ...all];
	const next = after.map(li => li.querySelector('.debts summary, .whole button')).find(Boolean) ??
		document.querySelector(was.fold ? `#${was.fold} > summary` : '#close') ??
		document.querySelector('.debts summary, #main a');
	next?.focus({ preventScroll: true });
});
addEventListener('htmx:finally:request', () => { tapped = undefined; });
