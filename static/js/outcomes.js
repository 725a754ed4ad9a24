// What each deal at this table comes to, mishaps apart. The server settles them all and sends them once, as
// web/outcomes.go says; here they are only looked up, so a tap tells the result also without a network. The
// address of a form's outcomes changes with the table, so they hold for every deal of it, waiting ones too.
import { ask } from '/static/js/fragments.js';

const tables = new Map(); // address → outcomes, or a promise of them

// outcomesFor fetches the outcomes of a form, unless they are here. It returns whether something came.
export async function outcomesFor(f) {
	const address = f.dataset.outcomes;
	if (!address || tables.has(address)) return false;
	const coming = fetched(address).catch(() => null);
	tables.set(address, coming);
	const table = await coming;
	if (table) tables.set(address, table);
	else tables.delete(address); // asked for again with the next tap
	return !!table;
}

async function fetched(address) {
	const answer = await ask(address);
	return answer.ok ? answer.json() : null;
}

// answersOf are the answers on a form, by the names the outcomes have: a pair is who proposed and who went
// along, a bid its tricks and its suit.
export function answersOf(f) {
	const answers = new FormData(f);
	if (answers.get('void')) answers.set('call', 'void');
	const [who, then] = (answers.get('pair') ?? '').split('-');
	if (answers.get('call') === 'prop') {
		const pair = f.querySelector('[name=pair]:checked')?.closest('.eldest');
		const turned = pair?.querySelector('[name=turned]').checked;
		answers.set('who', (turned ? then : who) ?? '');
		answers.set('with', (turned ? who : then) ?? '');
	}
	const [, bid, suit] = /^(\d+)(\D+)$/.exec(answers.get('bid')) ?? [];
	if (bid) { answers.set('bid', bid); answers.set('suit', suit); }
	return answers;
}

// covers: the outcomes have this deal, once all is answered. Otherwise it takes the server to tell.
export const covers = f => !!called(f, answersOf(f));

// called finds the outcomes of the call on a form, unless something went wrong in the deal.
function called(f, answers) {
	const table = tables.get(f.dataset.outcomes);
	const call = table?.players === answers.get('players') && table.calls[answers.get('call')];
	const filled = ([name, value]) => +value > 0 && call.apart?.includes(name.replace(/-\d$/, ''));
	return call && ![...answers].some(filled) && { table, call };
}

// outcome is what the answers on a form come to: headline, money, and whether such a deal is refused.
export function outcome(f) {
	const answers = answersOf(f), here = called(f, answers);
	if (!here) return undefined;
	const { table, call } = here;
	let found = call.found;
	for (const asked of call.asks ?? []) {
		if (typeof found === 'number') break;
		found = found?.[asked === 'turn' ? (answers.get('nth') - 1) % table.turns : answers.get(asked) ?? '0'];
	}
	const [head, money, wrong] = table.says[found] ?? [];
	return head && { head, money, wrong: !!wrong };
}
