import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Outstep } from '../harness/outstep.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { Browser } from './browser.ts';

let outstep: Outstep;
beforeAll(async () => {
  outstep = await sharedOutstep();
});
afterAll(() => outstep?.close());

const UNSAFE = 'must not contain control characters';
const refusedNames: [unknown, string][] = [
  [undefined, 'required'],
  [null, 'required'],
  ['', 'required'],
  ['  \u00a0 ', 'required'],
  [['Ada'], 'required'],
  ['x'.repeat(201), 'at most 200 characters'],
  ['x'.repeat(60_000), 'at most 200 characters'],
  ['Ada\nLovelace', UNSAFE],
  ['Ada\u007f\u0085Lovelace', UNSAFE],
  ['Ada\u2028Lovelace', UNSAFE],
  ...Array.from('\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069').map(
    (sign): [string, string] => [`Ada ${sign}moc.elpmaxe`, UNSAFE],
  ),
  ['Ada\u0000', 'must not contain NUL or broken Unicode'],
  ['Ada\ud83d', 'must not contain NUL or broken Unicode'],
];
const takenNames = ['Ada', 'x'.repeat(200), '👩‍💻'.repeat(60), 'می‌خواهم', 'Zoë O’Neill-García 王芳', 'عائشة'];

test('400 for a name that the rule rejects, at sign-up and afterward (contract: The app 21)', async () => {
  const browser = new Browser(outstep);
  await browser.signUp('Sonja');
  for (const [name, reason] of refusedNames) {
    const stranger = new Browser(outstep);
    for (const answer of [
      await stranger.send('POST', '/app/auth/sign-up/email', { name, email: 'x@example.com', password: 'y' }),
      await browser.send('POST', '/app/auth/update-user', { name }),
    ])
      expect([name, answer.status, answer.body.error]).toEqual([name, 400, `name: ${reason}`]);
  }
  expect((await browser.send('GET', '/app/api/session')).body.person.name).toBe('Sonja');
});

test('200 for names of people, trimming surrounding whitespace', async () => {
  const browser = new Browser(outstep);
  await browser.signUp('Thea');
  for (const name of takenNames) {
    const answer = await browser.send('POST', '/app/auth/update-user', { name: ` ${name} ` });
    expect([name, answer.status]).toEqual([name, 200]);
    expect((await browser.send('GET', '/app/api/session')).body.person.name).toBe(name);
  }
});

test('400 for an image, an address and anything else that is not a name (contract: The app 21)', async () => {
  const browser = new Browser(outstep);
  await browser.signUp('Uta');
  const images = ['javascript:alert(1)', 'https://example.com/a.png', 'x'.repeat(60_000), '', null];
  for (const image of images) {
    for (const fields of [{ image }, { image, name: 'Other' }])
      expect(await browser.send('POST', '/app/auth/update-user', fields)).toMatchObject({
        status: 400,
        body: { error: 'image: cannot be set' },
      });
    // It is never stored at sign-up either.
    const email = `image-${String(image).length}@example.com`;
    const other = new Browser(outstep);
    await other.signUp('Vroni', { email, image } as Record<string, string>);
    expect((await other.send('GET', '/app/auth/get-session')).body.user.image).toBe(null);
  }
  for (const fields of [{ email: 'other@example.com' }, { twoFactorEnabled: true }])
    expect((await browser.send('POST', '/app/auth/update-user', { name: 'Other', ...fields })).status).toBe(
      400,
    );
  const members = { emailVerified: true, id: 'x', suspended_at: null, createdAt: '2020-01-01T00:00:00Z' };
  const { user: before } = (await browser.send('GET', '/app/auth/get-session')).body;
  expect((await browser.send('POST', '/app/auth/update-user', { name: 'Ute', ...members })).status).toBe(200);
  const { user: after } = (await browser.send('GET', '/app/auth/get-session')).body;
  expect(after).toEqual({ ...before, name: 'Ute', updatedAt: expect.any(String) });
});

test('400 for the name of a passkey that the rule rejects (contract: The app 21)', async () => {
  const browser = new Browser(outstep);
  await browser.signUp('Wenke');
  for (const name of ['x'.repeat(60_000), 'Laptop\u202e', ''])
    expect(
      (await browser.send('POST', '/app/auth/passkey/verify-registration', { response: {}, name })).body
        .error,
    ).toMatch(/^name: /);
});
