// The keys beside a paper sheet’s lines type what stands for them: a call begins a line, the rest goes on.
const keys = document.getElementById('keys'), lines = document.getElementById('lines');
keys.addEventListener('click', event => {
	const { line, types } = event.target.closest('button')?.dataset ?? {};
	const text = line ?? types;
	if (!text) return;
	const at = lines.selectionEnd, before = lines.value.slice(0, at);
	const joint = before === '' || before.endsWith('\n') ? '' : line ? '\n' : ' ';
	lines.setRangeText(joint + text, at, at, 'end');
	lines.scrollTop = lines.scrollHeight;
	lines.dispatchEvent(new Event('input', { bubbles: true }));
});
