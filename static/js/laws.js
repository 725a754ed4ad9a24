// The laws fold into chapters: all are open but on a phone, and one that is led to opens.
if (matchMedia('(min-width: 481px)').matches) {
	for (const chapter of document.querySelectorAll('details.law')) chapter.open = true;
}

function unfold() {
	const at = document.getElementById(decodeURIComponent(location.hash.slice(1)));
	const chapter = at && at.closest('details.law');
	if (!chapter) return;
	chapter.open = true;
	at.scrollIntoView();
}
unfold();
addEventListener('hashchange', unfold);
