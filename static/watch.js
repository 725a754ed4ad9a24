// Looking on: the page shows what the table records, as it is recorded. It only ever reads.
import { listen, keepUp } from '/static/listen.js';
import { ask, swap } from '/static/fragments.js';

const page = document.getElementById('watch');
const look = page?.dataset.watch;

const catchUp = keepUp(() => +(document.getElementById('looked')?.dataset.version ?? 0), async () => {
	const answer = await ask(`${look}/now`);
	if (!answer.ok) return false;
	await swap(await answer.text(), '#looked:outerMorph');
});

// The link was ended at the table: reading the page anew says so.
if (look) listen(`${look}/events`, { news: catchUp, over: () => location.reload() });
