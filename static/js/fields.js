// changed: the field's value differs from the one the page came with.
const changed = field => {
	if (field.type === 'checkbox' || field.type === 'radio') return field.checked !== field.defaultChecked;
	if (field.tagName !== 'SELECT') return field.value !== field.defaultValue;
	const due = [...field.options].findIndex(o => o.defaultSelected);
	return field.selectedIndex !== Math.max(due, 0);
};

// typing: something on the page is half entered.
export const typing = page =>
	[...page.querySelectorAll('input:not([type=hidden]), select, textarea')].some(changed);
