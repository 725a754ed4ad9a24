// A picture as a PNG, shared where the device can, else saved. Without a script it is a link to the drawing
// itself. Where words go with it, the link to what it shows may be added to them.
import '/static/js/share.js';

// png paints the drawing, which comes from our own address, so that the canvas may be read.
async function png(href) {
	const drawing = new Image();
	drawing.src = href;
	await drawing.decode();
	const canvas = Object.assign(document.createElement('canvas'), { width: 1080, height: 1350 });
	canvas.getContext('2d').drawImage(drawing, 0, 0, 1080, 1350);
	return new Promise((done, failed) => {
		canvas.toBlob(blob => blob ? done(blob) : failed(new Error('no picture')), 'image/png');
	});
}

// It is painted as soon as its link is there, since a device shares only just after a tap: on phones the page
// turns into the last one.
let painted, of;
function paint() {
	const href = document.getElementById('picture')?.href;
	if (href && href !== of) painted = png(of = href).catch(() => null);
}
paint();
addEventListener('htmx:after:swap', paint);

addEventListener('click', async event => {
	const link = event.target.closest('#picture'), says = document.getElementById('picture-says');
	if (!link) return;
	event.preventDefault();
	says.textContent = '';
	const picture = await painted;
	if (!picture) return location.assign(link.href);
	const name = link.dataset.name, file = new File([picture], name.replace(/[^\p{L}\p{N}]+/gu, '-') + '.png', {
		type: 'image/png',
	});
	try {
		const text = link.hasAttribute('data-words') ? document.getElementById('handon').value : undefined;
		if (navigator.canShare?.({ files: [file] })) {
			return await navigator.share({ files: [file], title: name, text });
		}
	} catch (why) {
		if (why.name === 'AbortError') return;
	}
	const save = document.createElement('a');
	save.href = URL.createObjectURL(file);
	save.download = file.name;
	save.click();
	setTimeout(() => URL.revokeObjectURL(save.href), 60000);
	says.textContent = 'The picture is in your downloads.';
});

const tick = document.getElementById('with-link'), words = document.getElementById('handon');
if (tick) tick.hidden = false;
tick?.addEventListener('change', ({ target }) => {
	words.value = words.defaultValue + (target.checked ? '\n' + target.value : '');
});
