import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertMember } from '../../src/features/access/people/members.store.ts';
import type { Role } from '../../src/kernel/access-levels.ts';
import { Browser } from '../app/browser.ts';
import { type MailStack, sharedMailStack } from './mail-stack.ts';

let testStack: MailStack;
let editor: Browser;
let layout: string;

async function person(role: Role): Promise<Browser> {
  const browser = new Browser(testStack.outstep);
  const { body } = await browser.signUp(`${role}-${randomUUID()}`);
  const { storeId, outstep } = testStack;
  await insertMember(outstep.core.database.forStore(storeId), storeId, body.user.id, role);
  return browser;
}

const design = (html: string, testVariables?: object) => ({
  blocks: [{ type: 'text', html }],
  ...(testVariables && { testVariables }),
});

beforeAll(async () => {
  testStack = await sharedMailStack();
  editor = await person('editor');
  layout = await testStack.layout({
    ...{ name: 'Welcome', subject: 'Saved for {{ variables.name }}' },
    bodyDesign: design('<p>Saved words</p>', { name: 'Tess' }),
  });
  await testStack.translation(layout, 'de', {
    subject: 'Gespeichert für {{ variables.name }}',
    bodyDesign: design('<p>Gespeicherte Worte</p>', { name: 'Uwe' }),
  });
});
afterAll(() => testStack?.close());

const someone = () => `anna-${randomUUID().slice(0, 8)}@customer.example`;

const ask = (fields: object, who = editor) =>
  who.send('POST', `/app/api/stores/${testStack.storeId}/mail-tests`, fields);

/** Sends a test; returns the email and its history entry. */
async function sent(fields: object) {
  const to = someone();
  const answer = await ask({ to, ...fields });
  if (answer.status !== 200) throw new Error(answer.text);
  const entry = await testStack.ended(answer.body.executionId);
  const [mail] = await testStack.mailsTo(to);
  return { entry, mail };
}

test('sends unsaved content in its language with the given variables (contract: Sending 12)', async () => {
  const { entry, mail } = await sent({
    ...{ layout, locale: 'de', variables: { name: 'Vera' } },
    ...{ subject: 'Neu für {{ variables.name }}', bodyDesign: design('<p>Neue Worte</p>') },
  });
  expect(entry).toMatchObject({
    ...{ status: 'SUCCESS', trigger: 'test', locale: 'de' },
    ...{ actionConfigId: layout, actionConfigName: 'Welcome' },
  });
  expect(mail?.subject).toBe('Neu für Vera');
  expect(mail?.text).toContain('Neue Worte');
  // None of it is saved.
  const { body } = await testStack.outstep.call(
    testStack.key,
    'GET',
    `/api/v1/email-templates/${layout}/translations/de`,
  );
  expect(body.subject).toBe('Gespeichert für {{ variables.name }}');
});

test('uses the test variables of the shown language by default, saved or not (contract: Sending 12)', async () => {
  expect((await sent({ layout, locale: 'de' })).mail?.subject).toBe('Gespeichert für Uwe');
  expect((await sent({ layout })).mail?.subject).toBe('Saved for Tess');
  const written = { bodyDesign: design('<p>New</p>', { name: 'Wim' }) };
  expect((await sent({ layout, locale: 'de', ...written })).mail?.subject).toBe('Gespeichert für Wim');
  const given = await testStack.operate('test_mail', { layout, to: someone(), locale: 'de' });
  const { request } = await testStack.ended(given['executionId'] as unknown as string);
  expect(request).toMatchObject({ subject: 'Gespeichert für Uwe' });
});

test('sends a layout that was never saved, text or visual', async () => {
  const { entry, mail } = await sent({
    ...{ subject: 'First try', bodyType: 'text', body: '<p>Hallo {{ variables.a }}</p>', locale: 'pt-BR' },
    variables: { a: 'Bo' },
  });
  expect(entry).toMatchObject({
    ...{ status: 'SUCCESS', trigger: 'test', locale: 'pt-br' },
    ...{ actionConfigId: null, actionConfigName: 'First try' },
  });
  expect(mail?.html).toContain('Hallo Bo');
  const marketing = await sent({
    ...{ name: 'News', category: 'marketing', subject: 'Our news', bodyDesign: design('<p>New</p>') },
    marketingTexts: { companyDetails: 'Tea & Co., Springfield' },
  });
  expect(marketing.entry).toMatchObject({ status: 'SUCCESS', actionConfigName: 'News' });
  expect(marketing.mail?.text).toContain('Tea & Co., Springfield');
  expect(marketing.mail?.headers.get('list')).toBeDefined();
});

test.each([
  ['Liquid that does not parse', { subject: '{{ variables.a' }, /^subject: Liquid: /],
  [
    'a fault in the design',
    { bodyDesign: { blocks: [{ type: 'heading' }] } },
    /^bodyDesign\.blocks\[0\]\.text: /,
  ],
  [
    'a file that is not there',
    { bodyDesign: { blocks: [{ type: 'image', fileKey: `${randomUUID()}.png`, alt: 'x' }] } },
    /unknown file/,
  ],
  [
    'a preset that is not there',
    { bodyDesign: { blocks: [], header: { preset: randomUUID() } } },
    /unknown preset/,
  ],
  ['the other kind of body', { body: '<p></p>' }, /^body: only for text layouts$/],
  ['an empty subject', { subject: ' ' }, /^subject: required$/],
  ['an address that is none', { to: 'nobody' }, /^to(\.address)?: must be a single email address/],
  ['a language that is none', { locale: 'no language' }, /^locale: must be a language code/],
])(
  '400 for %s, as when saving, and nothing is recorded (contract: Sending 12)',
  async (_what, fields, said) => {
    const before = await total();
    const answer = await ask({ layout, to: someone(), ...fields });
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(said)]);
    expect(await total()).toBe(before);
  },
);

const total = async () =>
  (await testStack.outstep.call(testStack.key, 'GET', '/api/v1/history?limit=1')).body.total as number;

test('400 for content without a subject or a layout, 404 for a missing layout', async () => {
  expect(await ask({ to: someone(), bodyDesign: design('<p></p>') })).toMatchObject({
    status: 400,
    body: { error: 'subject: required' },
  });
  expect((await ask({ to: someone(), layout: randomUUID() })).status).toBe(404);
});

test('403 for a viewer; a key has no such route (contract: Sending 12)', async () => {
  const viewer = await person('viewer');
  expect((await ask({ layout, to: someone() }, viewer)).status).toBe(403);
  const keyed = await testStack.outstep.call(testStack.key, 'POST', '/api/v1/mail-tests', {
    layout,
    to: someone(),
  });
  expect(keyed.status).toBe(404);
});

test('a rejected recipient, a used-up quota and a missing sender fail with a sentence and are in history', async () => {
  const to = someone();
  testStack.smtp.behaves.rcpt = '550 5.1.1 no such user';
  const refused = await ask({ layout, to, subject: 'Unsaved' });
  testStack.smtp.behaves = {};
  expect(refused.body.status).toBe('FAILED');
  expect(refused.body.error).toMatch(/no such user/);
  const again = await ask({ layout, to, subject: 'Unsaved' });
  expect(again.body).toMatchObject({ status: 'FAILED' });
  expect(again.body.error).toMatch(/permanently rejected/);

  await testStack.operate('set_settings', { settings: ['quota=1'] });
  const overQuota = await ask({ layout, to: someone(), subject: 'Unsaved' });
  expect(overQuota.body.status).toBe('FAILED');
  expect(overQuota.body.error).toMatch(/quota is used up/);
  await testStack.operate('set_settings', { settings: ['quota='] });

  // A store that never had a sender captures emails; one that has lost its last sender doesn't.
  const bare = await editor.createStore('Bare');
  const server = { name: 'Gone', host: 'smtp.example.com', port: 587, from: 'shop@example.com' };
  const added = await editor.send('POST', `/app/api/stores/${bare}/smtp-configs`, server);
  await editor.send('DELETE', `/app/api/stores/${bare}/smtp-configs/${added.body.id}`);
  const path = `/app/api/stores/${bare}/mail-tests`;
  const nobody = await editor.send('POST', path, { to, subject: 'S', bodyType: 'text', body: '<p>B</p>' });
  expect(nobody.body).toMatchObject({
    status: 'FAILED',
    error: 'the store has no sender; add one on the Senders page',
  });
  const entry = await editor.send('GET', `/app/api/stores/${bare}/history/${nobody.body.executionId}`);
  expect(entry.body).toMatchObject({ trigger: 'test', status: 'FAILED', actionConfigName: 'S' });
});
