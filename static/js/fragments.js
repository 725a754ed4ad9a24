// What the server sends after something happened goes into the page here. The parts are morphed in place, so that what
// is half entered, the focus and the scroll stay where they are; only what changed is drawn anew. The sheet goes first and
// is painted before the form is made ready: the new row is what everybody looks for.
const sheet = '#notice:outerMorph,#sheet:outerMorph', rest = '#deal:outerMorph';

// Whoever keeps something in step with the page asks to be told after each swap.
const after = [];
export const afterSwap = then => after.push(then);

const put = (text, only) => htmx.swap({ text, swap: 'none', selectOOB: only, sourceElement: document.body, hx: {} });

export async function swap(text, only) {
	if (only) {
		await put(text, only);
	} else {
		await put(text, sheet);
		await painted();
		await put(text, rest);
	}
	told();
}

// painted waits for the next picture; a hidden page has none, and is not waited for.
const painted = () => document.hidden || new Promise(then => {
	requestAnimationFrame(() => setTimeout(then));
	setTimeout(then, 100);
});

function told() { for (const then of after) then(); }

// Taking back and putting back go through htmx itself.
document.addEventListener('htmx:error', () => say('No connection: nothing was changed. Try again in a moment.', 'problem'));
document.addEventListener('htmx:after:swap', event => { if (event.detail.ctx.sourceElement !== document.body) told(); });

// ask fetches fragments. What it throws, or a status of 500 and above, means: nobody there, try again later.
export async function ask(url, options = {}, patience = 8000) {
	const gone = new AbortController(); // older browsers have no AbortSignal.timeout, or no any
	setTimeout(() => gone.abort(), patience);
	options.signal?.addEventListener('abort', () => gone.abort(), { once: true });
	return fetch(url, { ...options, signal: gone.signal, headers: { 'HX-Request': 'true', ...options.headers } });
}

export const night = () => document.getElementById('night')?.dataset.night;

// say puts a sentence where screen readers hear it.
export function say(sentence, kind = '') {
	const notice = document.getElementById('notice');
	if (!notice) return;
	notice.textContent = sentence;
	notice.className = 'justnow ' + kind;
}
