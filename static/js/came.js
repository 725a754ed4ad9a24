// A code on the keeper's page gives way to who came in by it. Codes last ten minutes, and so does the asking.
const codes = new Set(document.querySelectorAll('[data-came]'));
const papers = ['#let-in', '.devices'];

// arrived draws anew what the keeper's page says of devices, and keeps what somebody is at.
async function arrived() {
	const page = await fetch('/keeper').catch(() => null);
	if (page?.status !== 200) return;
	const fresh = new DOMParser().parseFromString(await page.text(), 'text/html');
	for (const css of papers) {
		const was = document.querySelector(css);
		if (css === '#let-in' || !was.contains(document.activeElement)) was.replaceWith(fresh.querySelector(css));
	}
}

async function ask() {
	for (const code of codes) {
		const answer = await fetch(code.dataset.came).catch(() => null);
		if (answer?.status !== 200) continue;
		codes.delete(code);
		if (code.closest('.keeper') && document.querySelectorAll('[data-came]').length === 1) await arrived();
		else code.innerHTML = await answer.text();
	}
	if (codes.size && performance.now() < 600000) setTimeout(ask, 2000);
}
ask();
