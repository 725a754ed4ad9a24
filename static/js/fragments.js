// Swaps fragments from the server into the page. They are morphed, so half-entered fields, focus and scroll
// stay. The sheet is swapped and painted before the form: the new row is what everybody looks for.
const sheet = '#sheet:outerMorph', rest = '#deal:outerMorph,#notice:outerMorph';

// Functions registered with afterSwap run after every swap.
const after = [];
export const afterSwap = then => after.push(then);

const put = (text, only) =>
	htmx.swap({ text: whole(text), swap: 'none', selectOOB: only, sourceElement: document.body, hx: {} });

// whole puts into an answer what it left out, since this page has it. What isn't here any more went with a
// newer version, which the page fetches (follow.js).
function whole(text) {
	if (!text.includes('data-known')) return text;
	const answer = new DOMParser().parseFromString(text, 'text/html');
	for (const known of answer.querySelectorAll('[data-known]')) {
		const here = document.getElementById(known.id);
		known.replaceWith(...here ? [here.cloneNode(true)] : []);
	}
	return answer.body.innerHTML;
}

// Functions registered with beforeSwap get what is about to be swapped in, in the same frame.
export const beforeSwap = then => document.addEventListener('htmx:before:swap', event => {
	then(event.detail.ctx.text ?? '');
});

// meanwhile runs before the form comes anew, in the same frame.
export async function swap(text, only, meanwhile) {
	if (only) {
		await put(text, only);
	} else {
		await put(text, sheet);
		await painted();
		meanwhile?.();
		await put(text, rest);
	}
	told();
}

// painted waits for the next frame; a hidden page paints none.
export const painted = () => document.hidden || new Promise(then => {
	requestAnimationFrame(() => setTimeout(then));
	setTimeout(then, 100);
});

function told() { for (const then of after) then(); }

// Take back and put back are plain htmx requests.
document.addEventListener('htmx:error', () => {
	say('No connection: nothing was changed. Try again in a moment.', 'problem');
});
document.addEventListener('htmx:after:swap', event => {
	if (event.detail.ctx.sourceElement !== document.body) told();
});

// ask fetches a fragment. If it throws or answers 500 or more, the server can't be reached: try again later.
export async function ask(url, options = {}, patience = 8000) {
	const gone = new AbortController(); // older browsers lack AbortSignal.timeout or .any
	setTimeout(() => gone.abort(), patience);
	options.signal?.addEventListener('abort', () => gone.abort(), { once: true });
	const headers = { 'HX-Request': 'true', ...options.headers };
	return fetch(url, { ...options, signal: gone.signal, headers });
}

export const night = () => document.getElementById('night')?.dataset.follow;

// say writes to the notice, a live region that screen readers announce. On the table it stands in the bar,
// whose button belonged to what it said before.
export function say(sentence, kind = '') {
	const notice = document.getElementById('notice');
	if (!notice) return;
	notice.textContent = sentence;
	notice.className = 'justnow ' + kind;
	notice.closest('.strip')?.querySelector('.undo')?.remove();
}
