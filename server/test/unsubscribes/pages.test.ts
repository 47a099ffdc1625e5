import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addUnsubscribe } from '../../src/features/sending/unsubscribes/change-unsubscribes.ts';
import { findUnsubscribed } from '../../src/features/sending/unsubscribes/find-unsubscribed.ts';
import type { Outstep } from '../harness/outstep.ts';
import type { Env } from '../harness/process.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { rowsOf } from '../tenants/rows.ts';
import { bitFlips, linkFor, sendingContext } from './mailing.ts';

let outstep: Outstep;
let storeId: string;
let next = 0;

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const ONE_CLICK = 'List-Unsubscribe=One-Click';

beforeAll(async () => {
  outstep = await sharedOutstep();
  storeId = await outstep.newStore('Tea & <b>Biscuits</b>');
});
afterAll(() => outstep?.close());

const ask = (method: string, path: string, body?: string, headers: Env = {}) =>
  outstep.call(null, method, path, body, headers);
const ctx = () => sendingContext(outstep, storeId);
const isUnsubscribed = async (address: string) => (await findUnsubscribed(ctx(), [address])).has(address);

/** Someone who has received an email. */
async function recipient(locale = 'en') {
  const address = `reader${next++}@example.com`;
  return { address, path: await linkFor(outstep, storeId, { address, locale }) };
}

/** A response without what changes from one to the next. */
const seen = ({ status, headers, text }: Awaited<ReturnType<typeof ask>>) => {
  const rest = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
  return { status, headers: rest, text };
};

describe('the page', () => {
  test('has no script and no cookie, and is not framed, cached or indexed', async () => {
    const { path } = await recipient();
    const { status, headers, text } = await ask('GET', path);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex, nofollow',
    });
    expect(headers.get('set-cookie')).toBeNull();
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
    );
    expect(text).not.toMatch(/<script|<img|<link|\son\w+=|javascript:|http/i);
  });

  test('names the store, as text, and as much of the address as its owner needs', async () => {
    const { path } = await recipient();
    const { text } = await ask('GET', path);
    expect(text).toContain('<bdi>Tea &amp; &lt;b&gt;Biscuits&lt;/b&gt;</bdi>');
    expect(text).toContain('<bdi>re******@example.com</bdi>');
    expect(text).not.toContain('reader');
    expect(text).toContain('<button name="unsubscribe" value="1">Unsubscribe</button>');
  });

  test.each([
    ['de-at', 'de', 'ltr', 'Abmelden'],
    ['zh-hant-hk', 'zh-tw', 'ltr', '取消訂閱'],
    ['ar', 'ar', 'rtl', 'إلغاء الاشتراك'],
    ['fa-ir', 'fa', 'rtl', 'لغو اشتراک'],
    ['tlh', 'en', 'ltr', 'Unsubscribe'],
  ])('uses the language of the email, %s', async (locale, lang, dir, button) => {
    const { path } = await recipient(locale);
    // The browser's language doesn't override the language of the email.
    const { text } = await ask('GET', path, undefined, { 'accept-language': 'fr' });
    expect(text).toContain(`<html lang="${lang}" dir="${dir}">`);
    expect(text).toContain(`>${button}</button>`);
  });

  test('GET and HEAD a thousand times change nothing (contract: Unsubscribing and erasing 1)', async () => {
    const { path, address } = await recipient();
    const url = outstep.env['DATABASE_URL'] as string;
    const before = await rowsOf(url, storeId);
    for (let i = 0; i < 1000; i += 20) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => ask(n % 2 ? 'GET' : 'HEAD', `${path}?unsubscribe=1&undo=1`)),
      );
      expect(answers.every(({ status }) => status === 200)).toBe(true);
    }
    expect(await rowsOf(url, storeId)).toEqual(before);
    expect(await isUnsubscribed(address)).toBe(false);
  });

  test('is the same whether or not the address is known', async () => {
    const { path, address } = await recipient();
    const unknown = [seen(await ask('GET', path)), seen(await ask('POST', path, ONE_CLICK))];
    await addUnsubscribe(ctx(), address, 'app');
    expect([seen(await ask('GET', path)), seen(await ask('POST', path, ONE_CLICK))]).toEqual(unknown);
  });

  test('405 for every other method', async () => {
    const { path } = await recipient();
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const answer = await ask(method, path);
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    }
  });
});

describe('POST', () => {
  const multipart =
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';

  test.each<[string, string | undefined, Env]>([
    ['the button', 'unsubscribe=1', FORM],
    ['one-click as a form', ONE_CLICK, FORM],
    ['one-click as a form of parts', multipart, { 'content-type': 'multipart/form-data; boundary=x' }],
    ['one-click as plain text', ONE_CLICK, { 'content-type': 'text/plain' }],
    ['one-click as what it is not', ONE_CLICK, { 'content-type': 'application/json' }],
    ['one-click as nothing in particular', ONE_CLICK, { 'content-type': 'nonsense' }],
    ['one-click with a word too many', `${ONE_CLICK}&undo=1`, FORM],
    ['no body', undefined, {}],
  ])(
    'by %s unsubscribes: 200, no redirect, no cookie (contract: Unsubscribing and erasing 1)',
    async (_, body, headers) => {
      const { path, address } = await recipient();
      const answer = await ask('POST', path, body, headers);
      expect(answer.status).toBe(200);
      expect([answer.headers.get('location'), answer.headers.get('set-cookie')]).toEqual([null, null]);
      expect(answer.text).toContain('You are unsubscribed');
      expect(answer.text).toContain('name="undo"');
      expect(await isUnsubscribed(address)).toBe(true);
    },
  );

  test('a repeat changes nothing and shows the same page', async () => {
    const { path } = await recipient();
    const first = seen(await ask('POST', path, ONE_CLICK, FORM));
    const url = outstep.env['DATABASE_URL'] as string;
    const rows = await rowsOf(url, storeId);
    const again = await Promise.all(Array.from({ length: 10 }, () => ask('POST', path, ONE_CLICK, FORM)));
    for (const answer of again) expect(seen(answer)).toEqual(first);
    expect(await rowsOf(url, storeId)).toEqual(rows);
  });

  test('undo subscribes again, idempotently', async () => {
    const { path, address } = await recipient();
    await ask('POST', path, 'unsubscribe=1', FORM);
    for (const _ of [1, 2]) {
      const undone = await ask('POST', path, 'undo=1', FORM);
      expect(undone.status).toBe(200);
      expect(undone.text).toContain('You are subscribed again');
      expect(await isUnsubscribed(address)).toBe(false);
    }
    await ask('POST', path, 'unsubscribe=1', FORM);
    expect(await isUnsubscribed(address)).toBe(true);
  });

  test('413 for a body that no email program sends', async () => {
    const { path, address } = await recipient();
    expect((await ask('POST', path, 'x'.repeat(70_000), FORM)).status).toBe(413);
    expect(await isUnsubscribed(address)).toBe(false);
  });
});

describe('an invalid link', () => {
  const random = () => outstep.core.runtime.newId();

  test('404 with the same page, whatever is wrong with it, changing nothing', async () => {
    const { path, address } = await recipient();
    const [, , store = '', execution = '', token = ''] = path.split('/');
    const broken = [
      `/unsubscribe/${store}/${execution}/${token.slice(0, -1)}`,
      `/unsubscribe/${store}/${random()}/${token}`,
      `/unsubscribe/${await outstep.newStore()}/${execution}/${token}`,
      `/unsubscribe/${random()}/${execution}/${token}`,
      `/unsubscribe/${store}/${execution}/x`,
      '/unsubscribe/x/y/z',
    ];
    const pages = [];
    for (const each of broken)
      pages.push(seen(await ask('GET', each)), seen(await ask('POST', each, ONE_CLICK, FORM)));
    expect(pages[0]?.status).toBe(404);
    expect(pages[0]?.text).toContain('This link does not work');
    expect(pages[0]?.text).not.toContain('<form');
    for (const page of pages) expect(page).toEqual(pages[0]);
    expect(await isUnsubscribed(address)).toBe(false);
  });

  test('404 for a POST with any bit of the token changed, or truncated anywhere', async () => {
    const { path, address } = await recipient();
    const end = path.lastIndexOf('/') + 1;
    const [before, token] = [path.slice(0, end), path.slice(end)];
    const cuts = Array.from({ length: token.length - 1 }, (_, n) => token.slice(0, n + 1));
    const tokens = [...bitFlips(token), ...cuts].map(encodeURIComponent);
    for (let i = 0; i < tokens.length; i += 20) {
      const batch = tokens.slice(i, i + 20);
      const answers = await Promise.all(batch.map((each) => ask('POST', before + each, ONE_CLICK, FORM)));
      expect(answers.map(({ status }) => status)).toEqual(batch.map(() => 404));
    }
    expect(tokens.length).toBe(token.length * 9 - 1);
    expect(await isUnsubscribed(address)).toBe(false);
  });

  test('404 with the same page for a truncated address', async () => {
    const { path } = await recipient();
    const [, , store = '', execution = ''] = path.split('/');
    for (const each of ['/unsubscribe/x', `/unsubscribe/${store}`, `/unsubscribe/${store}/${execution}/`]) {
      const answer = await ask('GET', each);
      expect([each, answer.status]).toEqual([each, 404]);
      expect(answer.text).toContain('This link does not work');
    }
  });

  test("404 in the browser's language, because no other is known", async () => {
    const answer = await ask('GET', '/unsubscribe/x/y/z', undefined, {
      'accept-language': 'tlh, en;q=0.2, de-CH;q=0.9, ar;q=0',
    });
    expect(answer.text).toContain('<html lang="de" dir="ltr">');
    expect(answer.text).toContain('Dieser Link funktioniert nicht');
  });
});

test('a preview link shows a preview notice', async () => {
  const answer = await ask('GET', '/unsubscribe/preview');
  expect(answer.status).toBe(200);
  expect(answer.text).toContain('This is a preview');
  expect(answer.text).not.toContain('<form');
  expect((await ask('POST', '/unsubscribe/preview', ONE_CLICK, FORM)).status).toBe(405);
});

test('the log of a visit contains neither the address nor the link', async () => {
  const { path, address } = await recipient();
  await ask('POST', path, ONE_CLICK, FORM);
  const logged = outstep.apis.flatMap(({ output }) => output).join('\n');
  expect(logged).toContain('/unsubscribe/:storeId/:executionId/:token');
  expect(logged).not.toContain(path.split('/').at(-1));
  expect(logged).not.toContain(address);
});
