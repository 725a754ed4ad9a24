// Looking on: the page shows what the table records, as it is recorded. It only ever reads.
import { listen, keepUp } from '/static/js/listen.js';
import { ask, swap } from '/static/js/fragments.js';

const page = document.getElementById('watch');
const look = page?.dataset.watch;

const catchUp = keepUp(() => +(document.getElementById('looked')?.dataset.version ?? 0), async () => {
	const answer = await ask(`${look}/now`);
	if (!answer.ok) return false;
	await swap(await answer.text(), '#looked:outerMorph');
});

// From the closing on it shows the seal, and listens on: should the night be opened again, that seal holds no longer. A link that
// is over is told so, and reading the page anew says it.
if (look) listen(`${look}/events`, { news: catchUp });
