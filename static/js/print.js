// The book of years: a search that goes on until stopped, a calculation streamed in parts, and the print
// button. Without a script the pages have links instead.

// goOn replaces the line that says how far a search came by the next part, and goes on from there.
async function goOn(line) {
	const more = line.dataset.more.replace(/^\/deals\?/, '/deals/more?');
	const waiting = new AbortController();
	const link = line.querySelector('[data-go]'), stop = line.querySelector('[data-stop]');
	link.hidden = true;
	stop.hidden = false;
	stop.addEventListener('click', () => waiting.abort());
	try {
		const answer = await fetch(more, { signal: waiting.signal, headers: { 'HX-Request': 'true' } });
		if (!answer.ok) throw new Error(answer.statusText);
		const part = document.createElement('template');
		part.innerHTML = await answer.text();
		const next = part.content.querySelector('[data-auto]');
		line.replaceWith(part.content);
		if (next) goOn(next);
	} catch {
		link.hidden = false;
		stop.hidden = true;
	}
}
addEventListener('click', event => {
	const link = event.target.closest?.('[data-more] [data-go]');
	if (!link) return;
	event.preventDefault();
	goOn(link.closest('[data-more]'));
});
for (const line of document.querySelectorAll('[data-more][data-auto]')) goOn(line);

// A calculation streamed in parts.
for (const place of document.querySelectorAll('[data-stream]')) {
	if (!place.dataset.stream) continue;
	const answer = place.querySelector('[data-answer]'), stop = place.querySelector('[data-stop]');
	const stream = new EventSource(place.dataset.stream);
	const end = () => { stream.close(); stop.hidden = true; };
	stop.hidden = false;
	stop.addEventListener('click', end);
	stream.addEventListener('part', event => { answer.innerHTML = event.data; });
	stream.addEventListener('done', event => { answer.innerHTML = event.data; end(); });
	stream.addEventListener('error', end);
}

for (const button of document.querySelectorAll('[data-print]')) {
	button.hidden = false;
	button.addEventListener('click', () => print());
}
