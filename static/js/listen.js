// Listening to a night: the server says which version it has now whenever something was written. Nobody listens while the
// page is hidden; shown again it starts anew, and the first thing it is told is where the night stands. A connection that
// breaks, or says nothing for long, is taken up again. A device that was turned out, or a link that was ended while nobody was
// there, has nothing more to be told: the page is loaded anew, and says so itself.
import { ask } from '/static/js/fragments.js';

const silence = 40000, pause = 3000;

export function listen(events, { news, there = () => {} }) {
	let source, watch, told = 0;

	function start() {
		stop();
		if (document.hidden) return;
		source = new EventSource(events);
		source.addEventListener('open', () => { beat(); there(); });
		source.addEventListener('beat', () => { beat(); news(told); }); // what could not be fetched when it was told of
		source.addEventListener('night', event => { beat(); news(told = +event.data); });
		source.addEventListener('over', () => { stop(); again(pause); anew(); });
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
			if ([403, 404, 410].includes(answer.status) && ours(answer)) await anew();
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

// ours says that an answer is our own word, no proxy's, and more than to try again later.
const ours = answer => answer.headers.has('X-Request-Id') && answer.status < 500 && answer.status !== 429;

// anew loads the page once more, if somebody is there to give it: else the browser would put its own page in the place of
// what is shown. It says whether it did. meanwhile is asked once more when the answer is there.
export async function anew(meanwhile = () => true) {
	try {
		const answer = await ask(location.href);
		if (!ours(answer) || !meanwhile()) return false;
		location.reload();
		return true;
	} catch {
		return false; // nobody there: the next event, beat or connection starts anew
	}
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
