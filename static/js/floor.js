// The first script of every page, and the only one an engine below the floor runs: there no script may take
// over half of what the plain forms do whole. :has() came with Safari 15.4, Chrome 105 and Firefox 121.
if (!window.CSS || !CSS.supports || !CSS.supports('selector(:has(a))')) {
	var policy = document.createElement('meta');
	policy.httpEquiv = 'Content-Security-Policy';
	policy.content = "script-src 'none'";
	document.head.appendChild(policy);
}
