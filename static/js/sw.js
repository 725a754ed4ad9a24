// The service worker of the table. It keeps the files of the program and the page of an open night, and opens
// that page when no server answers. What it hands out then says in its head since when there is no news, so
// an old page is never taken for a new one. It keeps only pages the server marks with Ouverte-Keep, and
// answers for no other address. web/worker.go puts version and files before this text.

const files = 'ouverte-files-' + program.version, nights = 'ouverte-nights';
const patience = 4000; // then the kept page is shown while the server may still be answering
const longest = 3 * 24 * 3600e3; // no page is kept longer

addEventListener('install', event => {
	event.waitUntil(caches.open(files).then(cache => cache.addAll(program.files)).then(() => skipWaiting()));
});

addEventListener('activate', event => {
	event.waitUntil(clients.claim().then(() => Promise.race([renewed(), late()])));
});

// alone does one thing after another with the kept pages, as the pages themselves do (kept.js).
const alone = what => navigator.locks.request(nights, what);

const late = () => new Promise(then => setTimeout(then, patience));

// renewed fetches the kept pages anew for a new version of the program, and then drops the files of the old
// one.
async function renewed() {
	const older = (await caches.keys()).filter(name => name.startsWith('ouverte-files-') && name !== files);
	if (!older.length) return;
	const cache = await caches.open(nights);
	try {
		for (const { url } of await cache.keys()) {
			const { pathname, search } = new URL(url);
			if (search) await cache.delete(url);
			else await fetched(pathname);
		}
	} catch {
		return; // no server
	}
	for (const name of older) await caches.delete(name);
}

// fetched has the page kept as the server gives it now.
async function fetched(path) {
	const asked = Date.now();
	await keep(path, await fetch(path), asked);
}

// A page that was loaded before there was a worker asks to be kept. A message says when that is done.
addEventListener('message', event => event.waitUntil((async () => {
	const { page, outcomes } = event.data;
	try {
		await fetched(page);
		if (outcomes) await found(outcomes);
	} catch { /* no server: the page is kept when it is loaded next */ }
	event.ports[0].postMessage('done');
})()));

addEventListener('fetch', event => {
	const { request } = event, { origin, pathname } = new URL(request.url);
	if (request.method !== 'GET' || origin !== location.origin) return;
	if (pathname.startsWith('/static/')) {
		event.respondWith(caches.match(request, { ignoreVary: true }).then(kept => kept ?? fetch(request)));
	} else if (/^\/nights\/\d+\/outcomes$/.test(pathname)) {
		event.respondWith(found(request.url));
	} else if (request.mode === 'navigate' && /^\/nights\/\d+$/.test(pathname)) {
		event.respondWith(visited(event, () => opened(pathname)));
	} else if (request.mode === 'navigate' && ['/', '/table'].includes(pathname)) {
		event.respondWith(visited(event, latest));
	}
});

// visited asks the server for a page, and where it doesn't answer gives what is kept.
async function visited(event, kept) {
	const { request } = event, { pathname, search } = new URL(request.url), asked = Date.now();
	const coming = fetch(request).then(answer => [answer, answer.clone()]);
	event.waitUntil(coming.then(([, copy]) => search ? turnedOut(copy) : keep(pathname, copy, asked), () => {}));
	const answer = await Promise.race([coming.then(([first]) => first, () => null), late()]);
	if (answer && (answer.status < 400 || answer.status < 500 && ours(answer))) return answer;
	return await kept() ?? coming.then(([first]) => first);
}

// ours: the program answers, and not a proxy in front of it.
const ours = answer => answer.headers.has('X-Request-Id');

// keep stores the page of an open night, and drops what the server doesn't give to be kept any more. A page
// may have heard of more since this one was asked for.
async function keep(path, answer, asked) {
	await sweep();
	if (!ours(answer) || await turnedOut(answer)) return;
	if (answer.status >= 500 || [408, 421, 429].includes(answer.status)) return;
	if (!answer.ok || !answer.headers.has('Ouverte-Keep')) {
		return alone(() => dropped(path));
	}
	const headers = new Headers(answer.headers);
	for (const name of ['Vary', 'Content-Encoding', 'Content-Length']) headers.delete(name);
	headers.set('Ouverte-Kept', Date.now());
	const text = (await answer.text()).replace('<html ', `<html data-kept="${Date.now()}" `);
	const label = `$&No news since ${hour()}.`;
	await alone(async () => {
		const cache = await caches.open(nights), kept = await cache.match(path);
		const heard = kept?.headers.get('Ouverte-Kept') > asked;
		if (heard && version(await kept.text()) > version(text)) return;
		await cache.put(path, new Response(text.replace('<p id="away" role="status">', label), { headers }));
	});
}

const version = text => +(/ id="sheet"[^>]* data-version="(\d+)"/.exec(text)?.[1] ?? 0);

async function dropped(path) {
	const cache = await caches.open(nights);
	for (const part of ['', '/outcomes']) await cache.delete(path + part, { ignoreSearch: true });
}

const time = { weekday: 'long', hour: '2-digit', minute: '2-digit' };
const hour = () => new Date().toLocaleString('en-GB', time);

// turnedOut forgets everything once this device may not look on any more.
async function turnedOut(answer) {
	if (answer.status !== 403 || !ours(answer)) return false;
	return alone(() => caches.delete(nights)).then(() => true);
}

// opened gives the kept page of a night.
async function opened(path) {
	const cache = await caches.open(nights), kept = await cache.match(path);
	if (!kept || Date.now() - kept.headers.get('Ouverte-Kept') < longest) return kept;
	await dropped(path);
	return undefined;
}

// sweep drops what has been kept for too long.
async function sweep() {
	const cache = await caches.open(nights);
	for (const { url } of await cache.keys()) {
		const { pathname, search } = new URL(url);
		if (!search) await opened(pathname);
	}
}

// latest leads to the table that was kept last.
async function latest() {
	const cache = await caches.open(nights);
	let last = 0, path;
	for (const { url } of await cache.keys()) {
		const kept = new URL(url).search ? null : await opened(new URL(url).pathname);
		const when = +(kept?.headers.get('Ouverte-Kept') ?? 0);
		if (when > last) [last, path] = [when, new URL(url).pathname];
	}
	return path && Response.redirect(path);
}

// found gives the outcomes of a table: they never change, and another table has another address.
async function found(address) {
	const cache = await caches.open(nights), kept = await cache.match(address);
	if (kept) return kept;
	const answer = await fetch(address);
	if (!await turnedOut(answer) && answer.ok) {
		await cache.delete(address, { ignoreSearch: true });
		await cache.put(address, answer.clone());
	}
	return answer;
}
