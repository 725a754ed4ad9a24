// Keeps the screen awake while the night is shown. Browsers allow it over https and on localhost only, and
// old ones nowhere: there the page says how the tablet's own settings do it.
async function stay() {
	try { await navigator.wakeLock?.request('screen'); } catch { /* low battery, or not allowed */ }
}
document.addEventListener('visibilitychange', () => { if (!document.hidden) stay(); });
if (!navigator.wakeLock) document.getElementById('plain')?.classList.remove('secure');
stay();
