// Keeps the screen awake while the night is shown. Browsers allow it over https and on localhost only.
async function stay() {
	try { await navigator.wakeLock?.request('screen'); } catch { /* low battery, or not allowed */ }
}
document.addEventListener('visibilitychange', () => { if (!document.hidden) stay(); });
stay();
