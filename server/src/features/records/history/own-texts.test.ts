import { describe, expect, it } from 'vitest';
import { builtInTexts } from '../../library/settings/built-in-texts.rules.ts';
import { footerTextToHtml } from '../../rendering/mails/placeholders.rules.ts';
import { ownTextsOfMail } from '../../sending/mail-steps/own-texts-of-mail.ts';
import { NO_OWN_TEXTS, ownTexts, splitOwnTexts, withOwnTexts } from '../masking/own-texts.rules.ts';
import { createMasker, type SensitiveValues } from './masking.rules.ts';

const STORE = '0199d3a0-1111-7222-8333-444455556666';
const ctx = { baseUrl: 'https://mail.shop.example', storeId: STORE };
const KEY = 'f_7k2m9qx4t1vz8b3n5c6d0fgh1j.png';
const OTHER_KEY = 'f_4t1vz8b3n5c6d0fgh1j7k2m9qx.png';
const LOGO = `https://mail.shop.example/files/${STORE}/${KEY}`;
const DETAILS = [
  'Musterladen & Söhne GmbH',
  'Musterstraße 12, 10115 Berlin',
  'Tel. +49 30 901820, info@musterladen.example',
  'IBAN DE89 3704 0044 0532 0130 00',
].join('\n');

const footer = { unsubscribeText: '', unsubscribeLinkLabel: '', companyDetails: DETAILS };
const compiled = (html: string) => ({ html, text: '', warnings: [], attachments: [] }) as never;
const ownOf = (html = `<img src="${LOGO}">`, companyDetails = DETAILS) =>
  ownTextsOfMail(ctx, { compiled: compiled(html), footer: { ...footer, companyDetails } });

/** Masks twice: for storage, and again for reading. */
function shownTwice(html: string, own = ownOf(), knows: SensitiveValues = {}) {
  const stored = withOwnTexts(createMasker({ ...knows, own }).tree({ html }).value as { html: string }, own);
  const { mail, own: kept } = splitOwnTexts(stored);
  return (createMasker({ own: kept }).tree(mail).value as { html: string }).html;
}

describe('texts of the store itself', () => {
  it('remain readable in an email, when it is stored and when it is read (contract: History and stats 18)', () => {
    const html = `<p>Dear Anna Schmidt, Tel. +49 30 901821</p><img src="${LOGO}" alt=""><p>${footerTextToHtml(DETAILS)}</p>`;
    const shown = shownTwice(html);
    expect(shown).toContain(`src="${LOGO}"`);
    expect(shown).toContain(`<p>${footerTextToHtml(DETAILS)}</p>`);
    expect(shown).not.toContain('Schmidt');
    expect(shown).not.toContain('901821');
    expect(shownTwice(html, NO_OWN_TEXTS)).not.toContain(KEY);
  });

  it('include the literal parts of a text with Liquid, and nothing that a variable put there', () => {
    const own = ownOf('', 'Musterstraße 12 in Berlin · {{ variables.customer.note }} · Tel. +49 30 901820');
    const shown = shownTwice(
      '<p>Musterstraße 12 in Berlin · Ringstraße 7, +49 89 552290 · Tel. +49 30 901820</p>',
      own,
    );
    expect(shown).toMatch(/^<p>Musterstraße 12 in Berlin · .* · Tel\. \+49 30 901820<\/p>$/);
    expect(shown).not.toContain('Ringstraße');
    expect(shown).not.toContain('552290');
  });

  it.each(Object.entries(builtInTexts))('are not masked when built in for %s', (_locale, texts) => {
    for (const text of Object.values(texts)) expect(createMasker().text(text).value).toBe(text);
  });
});

describe('the exemption of own texts still hides (contract: History and stats 18)', () => {
  const customer = (value: string, kind: 'email' | 'street' | 'phone'): SensitiveValues => ({
    personal: [{ kind, value }],
  });

  it.each([
    ['email', 'info@musterladen.example'],
    ['street', 'Musterstraße 12'],
    ['phone', '+49 30 901820'],
  ] as const)('a customer’s %s that is also the store’s', (kind, value) => {
    const shown = shownTwice(
      `<p>${value}</p><p>${footerTextToHtml(DETAILS)}</p>`,
      ownOf(),
      customer(value, kind),
    );
    expect(shown).not.toContain(value);
    // The other lines belong to the store only.
    expect(shown).toContain('Musterladen &amp; Söhne GmbH');
    expect(shown).toContain('IBAN DE89 3704 0044 0532 0130 00');
  });

  it('a secret that the footer repeats', () => {
    const details = `${DETAILS}\nLogin winter-voucher-4711`;
    const html = `<p>${footerTextToHtml(details)}</p>`;
    const shown = shownTwice(html, ownOf('', details), { secrets: [['CODE', 'winter-voucher-4711']] });
    expect(shown).toContain('Login [secret:CODE]');
    expect(shown).not.toContain('winter-voucher');
  });

  it.each([
    'Password: hunter2x99',
    'API sk_live_8Xh2Qm5TzR9wKp3Lv6N',
    'https://shop.example/?token=hunter2x99',
    'https://anna:hunter2x99@shop.example',
    'k9Qz7LmW2xT8vB4nR6yP1sD3fG5h',
  ])('a credential in the footer: %s', (line) => {
    const details = `${DETAILS}\n${line}`;
    const shown = shownTwice(`<p>${footerTextToHtml(details)}</p>`, ownOf('', details));
    expect(shown).not.toContain(line);
    expect(shown).not.toMatch(/hunter2x99|8Xh2Qm5|k9Qz7LmW/);
    expect(shown).toContain('Musterstraße 12, 10115 Berlin');
  });

  it.each([
    ['another host', LOGO.replace('https://mail.', 'https://mail.shop.example.evil.'), OTHER_KEY],
    ['a host that begins like ours', LOGO.replace('.example/', '.example.evil/'), OTHER_KEY],
    ['a login before another host', LOGO.replace('.example/', '.example@evil.example/'), OTHER_KEY],
    ['another store', LOGO.replace('1111', '2222'), OTHER_KEY],
    ['a key that no layout has written', LOGO, OTHER_KEY],
    ['more than the key', LOGO, `${KEY.replace('.png', '')}k9qz7lmw2xt8vb4nr6yp`],
  ])('a token in a link with %s', (_how, link, key) => {
    const text = link.replace(KEY, key);
    const own = ownOf(`<img src="${LOGO}">{{ variables.picture }}`);
    expect(shownTwice(`<img src="${text}">`, own)).not.toContain(key);
  });

  it.each([
    `${LOGO}?email=anna.schmidt@customer.example`,
    `${LOGO}?token=k9Qz7LmW2xT8vB4nR6yP1sD3fG5h`,
    `${LOGO}#k9Qz7LmW2xT8vB4nR6yP1sD3fG5h`,
    `${LOGO}/../../Ringstraße 7, 80331 München`,
  ])('anything after a link: %s', (text) => {
    const shown = shownTwice(`<img src="${text}">`);
    expect(shown).not.toMatch(/anna\.schmidt|k9Qz7LmW|Ringstraße 7/);
  });

  it('a link that only Liquid completes', () => {
    const own = ownOf(`<img src="https://mail.shop.example/files/${STORE}/{{ variables.key }}">`);
    expect(own.links).toEqual([]);
    expect(shownTwice(`<img src="${LOGO}">`, own)).not.toContain(KEY);
  });

  it.each([
    ['a longer number', 'Tel. +49 30 901820, info@musterladen.example', '+49 30 9018204711'],
    ['a longer address', 'info@musterladen.example', 'meine-info@musterladen.example'],
    ['a part of an address', '@customer.example', 'anna@customer.example'],
    ['a longer street', 'Musterstraße 12', 'Musterstraße 124'],
  ])('%s that only contains an own text', (_what, details, text) => {
    expect(shownTwice(`<p>Dear customer, ${text}</p>`, ownOf('', details))).not.toContain(text);
  });

  it('values claimed as own texts by the stored response of a target', () => {
    const stored = { body: 'x', ownTexts: { links: 'no list', texts: [1, { a: 2 }, 'info@a.example'] } };
    expect(splitOwnTexts(stored)).toEqual({
      mail: { body: 'x' },
      own: { links: [], texts: ['info@a.example'] },
    });
    expect(splitOwnTexts({ ownTexts: null, html: '' })).toEqual({ mail: { html: '' }, own: NO_OWN_TEXTS });
    expect(splitOwnTexts(null)).toEqual({ mail: null, own: NO_OWN_TEXTS });
  });

  it('own texts beyond the search limit', () => {
    const many = Array.from({ length: 500 }, (_, i) => `anna${i}@customer.example`);
    expect(ownTexts(many, many).texts.length).toBeLessThanOrEqual(60);
  });
});
