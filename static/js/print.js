// The print button, where there is a script.
for (const button of document.querySelectorAll('[data-print]')) {
	button.hidden = false;
	button.addEventListener('click', () => print());
}
