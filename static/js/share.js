// The words for a message, shared, copied or printed: its buttons are shown where the browser can do it.
const can = { share: () => navigator.share, copy: () => true, print: () => window.print };
function offer() {
	for (const [id, there] of Object.entries(can)) {
		const b = document.getElementById(id);
		if (b) b.hidden = !there();
	}
}
offer();
addEventListener('htmx:after:swap', offer);

// copied copies the text and returns whether it could. Over plain http there is no clipboard, only
// execCommand.
async function copied(text) {
	try {
		await navigator.clipboard.writeText(text.value);
		return true;
	} catch { /* none, or not allowed */ }
	mark(text);
	return document.execCommand('copy');
}

function mark(text) {
	text.focus({ preventScroll: true });
	text.setSelectionRange(0, text.value.length);
}

addEventListener('beforeprint', () => {
	for (const d of document.querySelectorAll('.debts > details')) d.open = true;
});

addEventListener('click', async event => {
	const button = event.target.closest('#share, #copy, #print'), text = document.getElementById('handon');
	if (button?.id === 'print') window.print();
	if (!button || !text) return;
	const tell = document.getElementById('byhand');
	tell.textContent = '';
	try {
		if (button.id === 'share') await navigator.share({ title: text.dataset.title, text: text.value });
		if (button.id === 'copy') {
			if (!await copied(text)) throw new Error('not allowed');
			button.textContent = 'Copied';
			tell.textContent = 'Copied. Paste it where you like.';
			button.focus({ preventScroll: true });
		}
	} catch (why) {
		if (why.name === 'AbortError') return;
		text.classList.remove('unseen');
		mark(text);
		tell.textContent = 'This browser can’t copy for you. The words are marked: copy them yourself.';
	}
});
