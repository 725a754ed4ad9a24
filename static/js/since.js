// Says since when a page has no news of its night, where it has a place for that.
export function sentence(since) {
	const then = new Date(since), time = { hour: '2-digit', minute: '2-digit' };
	const today = then.toDateString() === new Date().toDateString();
	return `No news since ${then.toLocaleString('en-GB', today ? time : { weekday: 'long', ...time })}.`;
}

const label = () => document.getElementById('away');

// sinceWhen follows when a page was last known to be the newest. shown returns the version of the night on
// it. fresh runs with the time whenever it is the newest. news is when it was made.
export function sinceWhen(shown, fresh = () => {}, news = Date.now()) {
	let told = 0, wait;

	function away() {
		const says = sentence(news);
		if (label().textContent !== says) label().textContent = says;
	}

	// heard: a server told the version of the night. Where the page shows an older one, it is to be fetched, and
	// unless that comes soon the page says so.
	function heard(version = told) {
		told = Math.max(told, version);
		if (told > shown()) return lost();
		clearTimeout(wait);
		wait = undefined;
		news = Date.now();
		label().textContent = '';
		fresh(news);
	}

	// lost: nobody answers. Now and then a server only starts again, so the page says it a little later, and
	// soon where it has been silent for a while already.
	function lost() {
		wait ??= setTimeout(away, Date.now() - news > 8000 ? 1000 : 5000);
	}

	// knew: it was the newest at that time too. Where the label was taken away meanwhile, there is news.
	function knew(at) {
		if (!label().textContent) return;
		news = Math.max(news, at);
		away();
	}

	// Shown again after a while, it is old until a server says otherwise.
	const again = () => { if (!document.hidden && Date.now() - news > 60000) away(); };
	document.addEventListener('visibilitychange', again);
	addEventListener('pageshow', again);
	return { heard, lost, away, knew };
}
