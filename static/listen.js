// Listening to a night: the server says which version it has now whenever something was written. Nobody listens while the
// page is hidden; shown again it starts anew, and the first thing it is told is where the night stands. A connection that
// breaks, or says nothing for long, is taken up again. A device that was turned out, or a link that was ended while nobody was
// there, has nothing more to be told: the page is loaded anew, and says so itself.
const silence = 40000, pause = 3000;

export function listen(events, { news, there = () => {}, over = () => {} }) {
	let source, watch, ended = false;

	function start() {
		stop();
		if (ended || document.hidden) return;
		source = new EventSource(events);
		source.addEventListener('open', () => { beat(); there(); });
		source.addEventListener('beat', beat);
		source.addEventListener('night', event => { beat(); news(+event.data); });
		source.addEventListener('over', () => { ended = true; stop(); over(); });
		source.addEventListener('error', () => { if (source?.readyState === EventSource.CLOSED) refused(); });
		beat();
	}

	function stop() {
		source?.close();
		source = undefined;
		clearTimeout(watch);
	}

	// refused finds out why there is no stream: an EventSource doesn't tell.
	async function refused() {
		again(pause);
		const enough = new AbortController();
		try {
			const answer = await fetch(events, { signal: enough.signal });
			if ([403, 404].includes(answer.status) && answer.headers.has('X-Request-Id')) location.reload(); // our own word, no proxy's
		} catch {
			// nobody there: it is tried again anyway
		} finally {
			enough.abort();
		}
	}

	function again(after) { clearTimeout(watch); watch = setTimeout(start, after); }

	// A connection that says nothing for long is dead, whatever it believes itself.
	function beat() { again(silence); }

	document.addEventListener('visibilitychange', () => document.hidden ? stop() : start());
	addEventListener('pageshow', event => { if (event.persisted) start(); });
	addEventListener('pagehide', stop);
	addEventListener('online', start);
	start();
}

// keepUp gives a function that fetches what a page shows anew whenever it is behind the version it is told of. shown says
// which version the page has; fetchNow brings it up to date: false when it couldn't, 'later' when it should be asked again.
export function keepUp(shown, fetchNow) {
	let asking = false, wanted = 0;
	return async version => {
		wanted = Math.max(wanted, version);
		if (asking) return;
		asking = true;
		try {
			while (wanted > shown()) {
				const before = shown(), went = await fetchNow();
				if (went === false || went !== 'later' && shown() <= before) break;
			}
		} catch {
			// nobody there: the next event, or being shown again, starts anew
		} finally {
			asking = false;
		}
	};
}
