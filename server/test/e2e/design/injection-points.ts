import type { JsonObject } from '../../../src/kernel/json.ts';
import { MUG } from '../../design/layouts.ts';

/** Marks around a text, to find it again in the page. */
const begin = (i: number) => `⟦${i}⟧`;
const end = (i: number) => `⟦/${i}⟧`;

type PlaceKind = 'text' | 'attribute' | 'url';

interface InjectionPlace {
  name: string;
  kind: PlaceKind;
  block(text: string): object;
}

const place = (name: string, kind: PlaceKind, block: (text: string) => object): InjectionPlace => ({
  name,
  kind,
  block,
});

/** Every place where a text may occur. */
export const places: readonly InjectionPlace[] = [
  place('heading', 'text', (text) => ({ type: 'heading', text })),
  place('paragraph', 'text', (text) => ({ type: 'text', html: `<p>a <b>${text}</b></p>` })),
  place('list', 'text', (text) => ({ type: 'text', html: `<ul><li>${text}</li></ul>` })),
  place('table cell', 'text', (text) => ({ type: 'html', html: `<table><tr><td>${text}</td></tr></table>` })),
  place('title', 'attribute', (text) => ({ type: 'text', html: `<span title="${text}">a</span>` })),
  place('link', 'url', (text) => ({ type: 'text', html: `<a href="https://x.test/${text}">a</a>` })),
  place('image alt', 'attribute', (alt) => ({ type: 'image', fileKey: MUG, alt })),
  place('image link', 'url', (text) => ({ type: 'image', fileKey: MUG, href: `https://x.test/${text}` })),
  place('image', 'url', (text) => ({ type: 'image', url: `https://x.test/${text}` })),
  place('logo alt', 'attribute', (alt) => ({ type: 'logo', alt })),
  place('button', 'text', (label) => ({ type: 'button', label, url: 'https://x.test' })),
  place('button link', 'url', (text) => ({ type: 'button', label: 'a', url: `https://x.test/${text}` })),
  place('menu', 'text', (label) => ({ type: 'menu', items: [{ label, url: 'https://x.test' }] })),
  place('menu link', 'url', (text) => ({
    type: 'menu',
    items: [{ label: 'a', url: `https://x.test/${text}` }],
  })),
  place('social link', 'url', (text) => ({
    type: 'social',
    items: [{ network: 'x', url: `https://x.test/${text}` }],
  })),
  place('video alt', 'attribute', (alt) => ({
    type: 'video',
    url: 'https://x.test',
    fileKey: MUG,
    alt,
    playIcon: false,
  })),
  place('video link', 'url', (text) => ({
    type: 'video',
    url: `https://x.test/${text}`,
    fileKey: MUG,
    playIcon: false,
  })),
  place('summary label', 'text', (label) => ({ type: 'summary', rows: [{ label, value: 'a' }] })),
  place('summary value', 'text', (value) => ({ type: 'summary', rows: [{ label: 'a', value }] })),
  place('coupon code', 'text', (code) => ({ type: 'coupon', code })),
  place('coupon label', 'text', (label) => ({ type: 'coupon', code: 'a', label })),
  place('in a column', 'text', (text) => ({
    type: 'columns',
    columns: [{ blocks: [] }, { blocks: [{ type: 'heading', text }] }],
  })),
  place('in a condition', 'text', (text) => ({
    type: 'conditional',
    if: 'true',
    blocks: [{ type: 'heading', text }],
  })),
  place('in a loop', 'text', (text) => ({
    type: 'loop',
    source: '(1..1)',
    blocks: [{ type: 'heading', text }],
  })),
];

/** A design with the text in every place; `NAME` in it becomes a name that is unique to the place. */
export function inEveryPlace(text: string): { design: JsonObject; previewText: string } {
  const marked = (i: number) => begin(i) + text.replaceAll('NAME', `n${i}`) + end(i);
  const blocks = places.map((each, i) => each.block(marked(i)) as JsonObject);
  const footer = { blocks: [{ type: 'text', html: marked(places.length) }] };
  return { design: { blocks, footer }, previewText: marked(places.length + 1) };
}

export const placeNames = [...places.map(({ name }) => name), 'footer', 'preview text'];
export const kindOf = (i: number): PlaceKind => places[i]?.kind ?? 'text';

interface BodyPlace {
  name: string;
  kind: PlaceKind;
  html(text: string): string;
}

/** Places in someone's own HTML. */
export const bodyPlaces: readonly BodyPlace[] = [
  { name: 'paragraph', kind: 'text', html: (text) => `<p>a <b>${text}</b></p>` },
  { name: 'cell', kind: 'text', html: (text) => `<table><tr><td>${text}</td></tr></table>` },
  { name: 'title', kind: 'attribute', html: (text) => `<i title="${text}">a</i>` },
  { name: 'title in single quotes', kind: 'attribute', html: (text) => `<i title='${text}'>a</i>` },
  {
    name: 'alt',
    kind: 'attribute',
    html: (text) => `<img src="https://mail.test/files/mug.png" alt="${text}">`,
  },
  { name: 'link', kind: 'url', html: (text) => `<a href="https://x.test/${text}">a</a>` },
];

/** Bodies with the text in every place, as a fragment and as a whole page. */
export function bodiesWith(text: string): string[] {
  const marked = (i: number) => begin(i) + text.replaceAll('NAME', `n${i}`) + end(i);
  const html = bodyPlaces.map((each, i) => each.html(marked(i))).join('\n');
  return [html, `<!DOCTYPE html>\n<html>\n<head><title>x</title></head>\n<body>${html}</body>\n</html>`];
}

/** The text between the marks of the first place, in plain text. */
export const firstIn = (plain: string) => plain.split(begin(0))[1]?.split(end(0))[0];
