// The form of a set of house rules: htmx sends it on every change.
if (window.htmx) document.documentElement.classList.add('live'); // hides the button: htmx sends every change

// An answer to less than what stands there by now would put back the old words.
addEventListener('input', event => event.target.closest('form')?.dispatchEvent(new Event('htmx:abort')));
