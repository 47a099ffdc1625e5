import fc from 'fast-check';
import { convert } from 'html-to-text';
import { afterAll, describe, expect, test } from 'vitest';
import { fillMail, type MailSource, renderMail } from '../../src/features/rendering/mails/render-mail.ts';
import {
  htmlContainsLink,
  textContainsLink,
} from '../../src/features/rendering/mails/shown-address.rules.ts';
import type { Json, JsonObject } from '../../src/kernel/json.ts';
import { sized } from '../harness/size.ts';
import { type BodyMail, type Mail, Mails } from './mails.ts';

const mails = new Mails();
afterAll(() => mails.close());

const URL = 'https://mail.shop.example/unsubscribe/eyJhIjoxfQ.c2ln-_x';
const variables: JsonObject = { name: 'Anna', yes: true, list: [1, 2] };
type Footer = NonNullable<MailSource['footer']>;

const ctx = { storeId: 'store', randomBytes: (size: number) => Buffer.alloc(size, 7), renderer: mails.pool };

/** As one recipient gets it; `null` if the layout cannot be saved or rendered. */
async function mailOf(mail: (Mail | BodyMail) & { locale: string }, footer: Footer) {
  const compiled = await mails.compile(mail);
  if ('problems' in compiled) return null;
  const { locale } = mail;
  const source = { ...{ subject: 'News', previewText: '', compiled, locale, footer }, hasDownloads: false };
  const rendered = await renderMail(ctx, { ...source, bodyField: 'body' }, { variables, secrets: null });
  if ('problems' in rendered) return null;
  const { html, text } = fillMail(rendered.wire, rendered.secret, { unsubscribeUrl: URL, downloads: [] });
  return { html, text, mended: rendered.mended };
}

const HIDDEN = ['[hidden]', 'head', 'template', 'noscript', 'svg', 'details'];
const STYLES = ['display:none', 'opacity:0'].map((style) => `[style*="${style}"]`);

/** What another parser makes of the HTML: its text, with the addresses of links. */
function readBy(html: string): string {
  // Browsers also show what comes before or after a body.
  const all = html.replace(/<\/(?:body|html)>/gi, '').replace(/<(?:body|html)\b/gi, '<div');
  return convert(all, {
    wordwrap: false,
    selectors: [
      { selector: 'a', options: { linkBrackets: [' <', '> '] } },
      ...[...HIDDEN, ...STYLES].map((selector) => ({ selector, format: 'skip' })),
    ],
  });
}

const LIQUID = [
  '{{ unsubscribe_link }}',
  '{{ unsubscribe_url }}',
  '{{ unsubscribe_url | upcase }}',
  "{{ unsubscribe_url | append: 'x' }}",
  '{{ unsubscribe_link | truncate: 5 }}',
  '{% raw %}{{ unsubscribe_url }}{% endraw %}',
  "{% assign unsubscribe_url = '' %}",
  "{% assign unsubscribe_link = 'none' %}",
  '{% if variables.no %}{{ unsubscribe_link }}{% endif %}',
  '{% for each in variables.list %}{{ unsubscribe_link }}{% endfor %}',
  '{% break %}',
  '{{ variables.name }}',
  'Hello',
];
const HTML = [
  ...['<div>', '</div>', '<p>', '</p>', '<span style="display:none">', '</span>', '<br>', '<table><tr><td>'],
  ...['</td></tr></table>', '<div style="display:none">', '<div hidden>', '<template>', '</template>'],
  ...['<!-- {% if variables.no %}-->{% endif %}', '<!-- note -->', '<style>p{color:red}</style>'],
  ...['<a href="{{ unsubscribe_url }}">', '<a href="{{ unsubscribe_url }}"></a>', '</a>', '<noscript>'],
  ...[
    '<a href="{{ unsubscribe_url | append: \'x\' }}">Off</a>',
    '<html><head>',
    '</head>',
    '<body>',
    '</body>',
  ],
  ...['</html>', '<body style="display:none">', '<svg>', '<details>', '<img src="https://a.example/x.png">'],
  ...[
    '{% if variables.yes %}<div style="opacity:0">{% endif %}',
    '<!--[if mso]>{{ unsubscribe_link }}<![endif]-->',
  ],
];
const text = fc.array(fc.constantFrom(...LIQUID), { maxLength: 4 }).map((parts) => parts.join(' '));
const bodies = fc
  .array(fc.constantFrom(...HTML, ...LIQUID), { maxLength: 12 })
  .map((parts) => parts.join(''));
const block: fc.Arbitrary<Json> = fc.oneof(
  text.map((text) => ({ type: 'text', text })),
  bodies.map((html) => ({ type: 'html', html })),
  text.map((text) => ({ type: 'conditional', condition: 'variables.no', blocks: [{ type: 'text', text }] })),
  text.map((text) => ({ type: 'button', label: text, url: '{{ unsubscribe_url }}' })),
);
const designs = fc.record({
  blocks: fc.array(block, { maxLength: 4 }),
  footer: fc.record({ blocks: fc.array(block, { maxLength: 2 }) }),
});
/** Including those saved before such texts were rejected. */
const footers = fc.record({
  unsubscribeText: fc.oneof(text, bodies, fc.constant('')),
  unsubscribeLinkLabel: fc.constantFrom(
    '',
    ' ',
    '\u200b',
    '{{ variables.none }}',
    'Leave',
    '<!--',
    '{{ unsubscribe_url }}',
  ),
  companyDetails: fc.oneof(text, fc.constantFrom('', '<!--', '</body>', '<div hidden>')),
});
const locales = fc.constantFrom('en', 'de', 'ja', 'ar', 'pt-br', 'xx');

describe('every marketing email has its link in both parts (contract: Sending 13)', () => {
  const counts = { looked: 0, mended: 0 };

  async function checkFooterLink(mail: (Mail | BodyMail) & { locale: string }, footer: Footer) {
    const made = await mailOf(mail, footer);
    if (made === null) return;
    const { html, text, mended } = made;
    counts.looked++;
    counts.mended += mended.length > 0 ? 1 : 0;
    expect(htmlContainsLink(html, URL), html).toBe(true);
    expect(readBy(html), html).toContain(URL);
    expect(textContainsLink(text, URL), text).toBe(true);
  }

  test('text layouts', async () => {
    const property = fc.asyncProperty(bodies, footers, locales, (body, footer, locale) =>
      checkFooterLink({ body, locale, previewText: 'Look' }, footer),
    );
    const afterHidden = '<body style="display:none"></body></body>';
    const silent = { unsubscribeText: '', unsubscribeLinkLabel: '', companyDetails: '' };
    await fc.assert(property, { numRuns: sized(400, 4_000), examples: [[afterHidden, silent, 'en']] });
  });

  test('visual layouts', async () => {
    const property = fc.asyncProperty(designs, footers, locales, (design, footer, locale) =>
      checkFooterLink({ design: design as JsonObject, locale }, footer),
    );
    await fc.assert(property, { numRuns: sized(60, 500) });
  });

  // Otherwise the tests above would prove little.
  test('most cases were emails, some with their own link and some without', () => {
    const runs = sized(460, 4_500);
    expect(counts.looked).toBeGreaterThan(runs / 3);
    expect(counts.mended).toBeGreaterThan(counts.looked / 10);
    expect(counts.looked - counts.mended).toBeGreaterThan(counts.looked / 10);
  });
});
