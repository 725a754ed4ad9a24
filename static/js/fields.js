// What somebody is in the middle of: a field that says something else than the page came with.
const changed = field => {
	if (field.type === 'checkbox' || field.type === 'radio') return field.checked !== field.defaultChecked;
	if (field.tagName !== 'SELECT') return field.value !== field.defaultValue;
	const due = [...field.options].findIndex(o => o.defaultSelected);
	return field.selectedIndex !== Math.max(due, 0);
};

export const typing = page => [...page.querySelectorAll('input:not([type=hidden]), select, textarea')].some(changed);
