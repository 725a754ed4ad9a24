// A penalty's sentence: its words follow what is tapped and typed below it.
const at = '#penalty';
const value = (form, name) => form.elements[name]?.value.trim();

function tell() {
	const form = document.querySelector(at);
	if (!form) return;
	const told = (name, ask) => form.querySelector(`[name=${name}]:checked + span`)?.textContent ?? ask;
	const words = {
		by: told('by', 'Who'),
		as: told('as', 'pays'),
		stake: value(form, 'amount') || value(form, 'stake') || 'how much',
		to: told('to', 'to whom'),
		for: `for ${[value(form, 'for'), value(form, 'reason')].filter(Boolean).join(': ') || 'what'}`,
	};
	form.querySelector('.save .gold').classList.toggle('yet', !value(form, 'by') || words.stake === 'how much');
	for (const word of form.querySelectorAll('[data-word]')) word.textContent = words[word.dataset.word];
}

document.addEventListener('input', event => {
	const form = event.target.closest?.(at);
	if (!form) return;
	if (event.target.name === 'amount') form.querySelector('[name=stake][value=""]').checked = true;
	if (event.target.name === 'stake' && event.target.value) form.elements.amount.value = '';
	tell();
});
document.addEventListener('ouverte:news', tell);
tell();
