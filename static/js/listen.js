// Listens to the events of a night: the server sends its version at once and after every write. A hidden page
// closes its connection and opens a new one when shown. A connection that breaks is replaced, and one that is
// silent for 9 s, since not every browser notices a broken one. Where too many listen already, the refusal
// has the version, and the page asks again when the refusal says. When the device was turned out or the link
// ended, the page is reloaded and says so itself.
import { ask } from '/static/js/fragments.js';
import { serverTime } from '/static/js/clock.js';

const { book } = document.documentElement.dataset; // which file the page was drawn from
const silence = 9000, pause = 3000; // the server's beat is 4 s (web/live)

export function listen(events, { news, there = () => {}, lost = () => {} }) {
	let source, watch, told = 0;

	function start() {
		stop();
		if (document.hidden) return;
		source = new EventSource(events);
		source.addEventListener('open', () => { beat(); there(); });
		source.addEventListener('beat', event => {
			beat();
			serverTime(+event.data);
			news(told); // retries what could not be fetched
		});
		source.addEventListener('night', event => {
			beat();
			if (event.lastEventId && event.lastEventId !== book) return void otherBook(); // a copy was put back
			news(told = +event.data);
		});
		source.addEventListener('over', () => { stop(); again(pause); anew(); });
		source.addEventListener('error', () => {
			lost();
			if (source?.readyState === EventSource.CLOSED) return refused();
			stop(); // browsers differ in how, and whether, they try again
			again(pause);
		});
		beat();
	}

	function stop() {
		source?.close();
		source = undefined;
		clearTimeout(watch);
	}

	// refused asks for the stream by fetch, since an EventSource hides the status.
	async function refused() {
		again(pause);
		const enough = new AbortController();
		try {
			const answer = await fetch(events, { signal: enough.signal });
			if (answer.status === 404 && ours(answer)) await otherBook();
			if ([403, 410].includes(answer.status) && ours(answer)) await anew();
			const version = answer.headers.get('Ouverte-Version');
			if (version) {
				again(answer.headers.get('Retry-After') * 1000);
				there();
				news(told = +version);
			}
		} catch {
			// no server: again() retries
		} finally {
			enough.abort();
		}
	}

	function again(after) { clearTimeout(watch); watch = setTimeout(start, after); }

	// beat postpones the replacement of a silent connection.
	function beat() {
		clearTimeout(watch);
		watch = setTimeout(() => { lost(); start(); }, silence);
	}

	document.addEventListener('visibilitychange', () => document.hidden ? stop() : start());
	addEventListener('pageshow', event => { if (event.persisted) start(); });
	addEventListener('pagehide', stop);
	for (const what of ['online', 'offline']) addEventListener(what, start); // this machine answers offline, too
	start();
}

// otherBook saves what is half filled in, before the page of a night that isn't in the book, or may be
// another, loads anew.
function otherBook() {
	document.dispatchEvent(new Event('ouverte:book'));
	return anew();
}

// ours: the answer is the program's, not a proxy's, and not a temporary failure.
const ours = answer => answer.headers.has('X-Request-Id') && answer.status < 500 && answer.status !== 429;

// anew reloads the page if the server answers; otherwise the browser would replace it with its error page. It
// returns whether it did. meanwhile is asked again after the answer and can still prevent the reload.
export async function anew(meanwhile = () => true) {
	try {
		const answer = await ask(location.href);
		if (!ours(answer) || !meanwhile()) return false;
		location.reload();
		return true;
	} catch {
		return false; // no server: the next event, beat or connection retries
	}
}

// keepUp returns a function of a version that brings the page up to it, one fetch at a time. shown returns
// the page's version. fetchNow updates the page; it returns false when it can't, 'later' to be called again.
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
			// no server: the next event, or being shown again, retries
		} finally {
			asking = false;
		}
	};
}
