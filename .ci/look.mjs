#!/usr/bin/env node
// The look is six sizes, six spaces and two weights (static/css/tokens.css). This finds any other font-size,
// font-weight, padding, margin or gap in the styles. Named exceptions: paper (pt, mm), axes of pictures,
// emblems, whose margin is part of their drawing, the reach of links beyond their row (calc(-1 * …)),
// hairlines, the room of the strip over the table's foot, and the wall and the television, which grow with
// the screen (em).
//
// It also finds rules for several selectors of which only some have :has(): engines that don't know it drop
// such a rule whole.
import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../static/css/', import.meta.url);
const pictures = new Set(['lines.css', 'coins.css', 'scoresheet.css']);
const walls = new Set(['evening.css', 'watch.css']);
const emblems = /\.face\b|\bsvg\b|\btext\b|\.tile\b|\.bowl\b/;
const length = /^(0|1px|auto|-?\d*\.?\d+(pt|mm|%|vh)|var\(--(s[1-6]|gap|strip)\)|env\([^)]*\)|inherit)$/;
const size = /^(var\(--t-(note|small|text|name|head|hero)\)|inherit|[\d.]+(pt|%))$/;
const found = [];

for (const name of readdirSync(folder).filter(n => n.endsWith('.css') && !pictures.has(n))) {
	const text = readFileSync(new URL(name, folder), 'utf8')
		.replace(/\/\*[^]*?\*\//g, comment => comment.replace(/[^\n]/g, ' '));
	let at = 0;
	for (const [rule, selector, body] of text.matchAll(/([^{};]+)\{([^{}]*)\}/g)) {
		at = text.indexOf(rule, at);
		const line = text.slice(0, at + rule.indexOf('{')).split('\n').length;
		const mixed = selector.split(/,(?![^(]*\))/).map(one => one.includes(':has('));
		if (mixed.includes(true) && mixed.includes(false) && !/@|^\s{2}/.test(selector.replace(/^\s*\n/, ''))) {
			found.push(`static/css/${name}:${line}: :has() beside selectors without it`);
		}
		for (const [, property, value] of body.matchAll(/([a-z-]+):\s*([^;]+);/g)) {
			const wrong = amiss(name, selector, property, value.trim());
			if (wrong) found.push(`static/css/${name}:${line}: ${wrong}`);
		}
	}
}

function amiss(name, selector, property, value) {
	if (selector.includes('@') || emblems.test(selector) || value.includes('clamp(')) return '';
	const wall = walls.has(name);
	if (property === 'font-weight' && !['400', '600', 'inherit'].includes(value) && !/^\d00 900$/.test(value)) {
		return `font-weight: ${value}`;
	}
	if (property === 'font-size' && !size.test(value) && !(wall && /em\b|var\(--wall\)|vh|px/.test(value))) {
		return `font-size: ${value}`;
	}
	const font = property === 'font' && value.match(/^(?:italic )?(?:(\d+) )?([^ /]+)/);
	if (font && value !== 'inherit') {
		if (font[1] && !['400', '600'].includes(font[1])) return `font: ${value}`;
		if (!size.test(font[2]) && !(wall && /em$/.test(font[2]))) return `font: ${value}`;
	}
	if (/^(padding|margin)(-[a-z-]+)?$|^(row-|column-)?gap$/.test(property)) {
		const plain = value.replace(/!important/, '').replace(/calc\(-1 \* (var\(--s\d\))\)/g, '$1').trim();
		const parts = plain.split(/\s+(?![^(]*\))/);
		const odd = parts.find(part => !length.test(part) && !(wall && /em$/.test(part)));
		if (odd) return `${property}: ${value}`;
	}
	return '';
}

if (found.length) {
	console.error(found.join('\n'));
	process.exit(1);
}
console.log('look: six sizes, six spaces, two weights');
