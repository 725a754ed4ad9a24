// A code on the keeper's page gives way to who came in by it. Codes last ten minutes, and so does the asking.
const codes = new Set(document.querySelectorAll('[data-came]'));
async function ask() {
	for (const code of codes) {
		const answer = await fetch(code.dataset.came).catch(() => null);
		if (answer?.status !== 200) continue;
		code.innerHTML = await answer.text();
		codes.delete(code);
	}
	if (codes.size && performance.now() < 600000) setTimeout(ask, 2000);
}
ask();
