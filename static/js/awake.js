// The tablet on the table stays awake while the night is on the screen, where the browser allows it (it does so over
// https, and on the machine itself).
async function stay() {
	try { await navigator.wakeLock?.request('screen'); } catch { /* low battery, or not allowed: so be it */ }
}
document.addEventListener('visibilitychange', () => { if (!document.hidden) stay(); });
stay();
