import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addFile } from '../harness/files.ts';
import { storeTexts } from '../harness/layouts.ts';
import type { TestKey } from '../harness/outstep.ts';
import { addressesOf, BASE_URL, type MailStack, sharedMailStack } from './mail-stack.ts';

let testStack: MailStack;
beforeAll(async () => {
  testStack = await sharedMailStack();
  await storeTexts(testStack.outstep.core, testStack.storeId, {
    companyDetails: 'Shop Ltd\nRoad 1',
    'companyDetails.de': 'Shop GmbH',
    unsubscribeLinkLabel: 'Leave the list',
  });
});
afterAll(() => testStack?.close());

/** Addresses that no other test uses. */
const someone = (name = 'anna') => `${name}-${randomUUID().slice(0, 8)}@customer.example`;
const several = (count: number) => Array.from({ length: count }, () => someone());
const run = () => randomUUID();
const unsubscribe = (email: string) => testStack.operate('add_unsubscribe', { email });
const NEWS = {
  bodyType: 'text',
  category: 'marketing',
  subject: 'News for {{ variables.name }}',
  body: '<p>Hello {{ variables.name }}</p><p><a href="{{ unsubscribe_url }}">here</a> or {{ unsubscribe_link }}</p>',
};
const linkIn = (text: string | undefined) =>
  /https:\/\/mail\.shop\.example\/unsubscribe\/[^\s"<>)]+/.exec(String(text))?.[0] as string;

test('null for every optional member of a step is the same as omitting it (contract: Fields 4)', async () => {
  const anna = someone();
  const layoutId = await testStack.layout({ bodyType: 'text', subject: 'Hello', body: '<p>Hello</p>' });
  const entry = await testStack.send(layoutId, run(), {
    to: [{ name: null, address: anna }],
    ...{ cc: null, bcc: null, replyTo: null, senderId: null },
    ...{ locale: null, workflow: null, variables: null },
  });
  expect(entry).toMatchObject({ status: 'SUCCESS', locale: 'en' });
  expect(await testStack.mailsTo(anna)).toMatchObject([{ subject: 'Hello' }]);
});

describe('a transactional layout', () => {
  const RECEIPT = {
    bodyType: 'text',
    subject: 'Order {{ variables.order }}',
    body: '<p>Thanks for {{ variables.order }}</p><p>[{{ unsubscribe_url }}{{ unsubscribe_link }}]</p>',
    marketingTexts: { companyDetails: 'Only in marketing mail' },
  };

  test('goes unchanged to every recipient, also to unsubscribed ones (spec: What the service does 9; What the service does 10; marketingTexts 3)', async () => {
    const [anna, bo, cy, dee] = several(4) as [string, string, string, string];
    await unsubscribe(anna);
    const entry = await testStack.send(await testStack.layout(RECEIPT), run(), {
      to: [{ name: 'Anna Ölm', address: anna }, bo],
      cc: [cy],
      bcc: [dee],
      replyTo: 'help@shop.example',
      variables: { order: '№ 7' },
    });
    expect(entry).toMatchObject({ status: 'SUCCESS', actionType: 'EMAIL', locale: 'en', attempts: 1 });
    const taken = [anna, bo, cy, dee].map((address) => testStack.takenFor(address));
    expect(taken.map((each) => each.length)).toEqual([1, 1, 1, 1]);
    expect(new Set(taken.map(([message]) => message?.to.length))).toEqual(new Set([1]));
    const mails = await testStack.mailsTo(anna, bo, cy, dee);
    for (const mail of mails) {
      expect(mail.subject).toBe('Order № 7');
      expect(addressesOf(mail.to)).toEqual([anna, bo]);
      expect(addressesOf(mail.cc)).toEqual([cy]);
      expect(addressesOf(mail.replyTo)).toEqual(['help@shop.example']);
      expect(mail.bcc).toBeUndefined();
      expect(mail.html).toContain('[]');
      expect(`${mail.html}${mail.text}`).not.toContain('Only in marketing mail');
      expect(mail.headers.has('list')).toBe(false);
    }
    expect(new Set(mails.map(({ html, text, messageId }) => `${html}${text}${messageId}`)).size).toBe(1);
  });

  test('history shows subject and text, and no address in clear text', async () => {
    const anna = someone('annabella');
    const layout = await testStack.layout({ ...RECEIPT, body: '<p>Dear {{ variables.customer.email }}</p>' });
    const entry = await testStack.send(layout, run(), {
      to: [{ name: 'Annabella Quux', address: anna }],
      variables: { order: '7', customer: { email: anna, first_name: 'Annabella' } },
    });
    expect(entry).toMatchObject({
      recipients: [`an******@customer.example`],
      request: { subject: 'Order 7', text: expect.stringContaining('Dear') },
    });
    expect(JSON.stringify(entry)).not.toContain(anna);
    expect(JSON.stringify(entry)).not.toContain('Quux');
  });

  test('a missing variable is empty, and history names it', async () => {
    const anna = someone();
    const entry = await testStack.send(await testStack.layout(RECEIPT), run(), { to: [anna] });
    expect(entry.timeline).toContainEqual({
      at: expect.any(String),
      event: 'missing variables',
      detail: 'variables.order',
    });
    expect((await testStack.mailsTo(anna))[0]?.subject).toBe('Order');
  });

  test('empty variables are warnings: with their places, in the list, by a filter and in stats (contract: History and stats 12)', async () => {
    const layout = await testStack.layout({
      ...RECEIPT,
      body: '<p>{{ variables.order }} {{ variables.parcel.id }}</p><p>{{ variables.note | default: "–" }}</p>',
      attachments: [{ filename: 'a.txt', url: 'https://127.0.0.1:9/{{ variables.parcel.id }}' }],
    });
    const plain = await testStack.layout({ ...RECEIPT, subject: 'Hi', body: '<p>Hi</p>' });
    await testStack.translation(layout, 'de', { subject: 'Nr. {{ variables.order }}', attachments: [] });
    const { outstep, key } = testStack;
    const before = (await outstep.call(key, 'GET', '/api/v1/stats')).body.warned;
    const fine = await testStack.send(plain, run(), { to: [someone()] });
    const entry = await testStack.send(layout, run(), { to: [someone()], locale: 'de' });
    expect(fine).toMatchObject({ warningCount: 0, warnings: [] });
    expect(entry).toMatchObject({
      status: 'SUCCESS',
      warningCount: 2,
      warnings: [
        { path: 'variables.order', where: ['subject', 'body'] },
        { path: 'variables.parcel.id', where: ['body'] },
      ],
    });
    const list = async (query: string) =>
      (await outstep.call(key, 'GET', `/api/v1/history?${query}`)).body as {
        items: { id: string; warningCount: number; warnings?: unknown }[];
        total: number;
      };
    const { items, total } = await list(`actionConfigId=${layout}&warnings=true&status=SUCCESS`);
    expect([total, items.map(({ id, warningCount }) => [id, warningCount])]).toEqual([1, [[entry.id, 2]]]);
    expect(items[0]).not.toHaveProperty('warnings');
    expect((await list(`actionConfigId=${plain}&warnings=true`)).total).toBe(0);
    expect((await outstep.call(key, 'GET', '/api/v1/stats')).body.warned).toBe(before + 1);
  });

  test('sends nothing without a required variable or with a blank subject (contract: Sending 14; Layouts 12)', async () => {
    const [anna, used] = [someone(), await testStack.quotaUsed()];
    const needs = await testStack.layout({ ...RECEIPT, requiredVariables: ['order', 'parcel.id'] });
    const failed = await testStack.send(needs, run(), { to: [anna], variables: { order: '7' } });
    expect(failed).toMatchObject({
      status: 'FAILED',
      error: 'the step did not send parcel.id, which the layout requires',
    });
    const blank = await testStack.layout({ ...RECEIPT, subject: '{{ variables.title }} \u200b' });
    const empty = await testStack.send(blank, run(), { to: [anna], variables: { order: '7' } });
    expect(empty).toMatchObject({
      status: 'FAILED',
      error: 'the subject is empty with the variables of this step',
    });
    expect([testStack.takenFor(anna).length, await testStack.quotaUsed()]).toEqual([0, used]);
    const variables = { order: '7', parcel: { id: 1 }, title: 'Hi' };
    expect((await testStack.send(needs, run(), { to: [anna], variables })).status).toBe('SUCCESS');
    expect((await testStack.send(blank, run(), { to: [anna], variables })).status).toBe('SUCCESS');
  });

  test('sends to an international domain once, in ASCII and without surrounding spaces (contract: Fields 9)', async () => {
    const name = `eva-${randomUUID().slice(0, 8)}`;
    const entry = await testStack.send(await testStack.layout(RECEIPT), run(), {
      to: [` ${name}@bücher.example `],
      cc: [`${name}@xn--bcher-kva.example`],
    });
    expect(entry).toMatchObject({ status: 'SUCCESS' });
    // The tests' server decodes the domain.
    const taken = testStack.takenFor(`${name}@bücher.example`);
    expect(taken).toHaveLength(1);
    expect(String(taken[0]?.raw)).toContain(`To: ${name}@xn--bcher-kva.example`);
    const refused = await testStack.post(await testStack.layout(RECEIPT), run(), {
      to: ['jürgen@example.com'],
    });
    expect(refused).toMatchObject({ status: 400 });
    expect(JSON.stringify(refused.body)).toContain('use only ASCII characters before the @');
  });

  test('reports which variables recent steps sent', async () => {
    const layout = await testStack.layout({
      ...RECEIPT,
      subject: '{{ variables.order }} {{ variables.never }}',
    });
    const asked = async () => {
      const { body } = await testStack.outstep.call(
        testStack.key,
        'GET',
        `/api/v1/email-templates/${layout}/variables`,
      );
      return Object.fromEntries(
        body.items.map((each: { path: string; sentRecently: boolean }) => [each.path, each.sentRecently]),
      );
    };
    expect(await asked()).toEqual({ 'variables.order': null, 'variables.never': null });
    await testStack.send(layout, run(), { to: [someone()], variables: { order: 1 } });
    expect(await asked()).toEqual({ 'variables.order': true, 'variables.never': false });
  });
});

describe('a marketing layout', () => {
  test('is one message for each To recipient, with a separate working link (spec: What the service does 9c; What the service does 10)', async () => {
    const to = several(3);
    const layout = await testStack.layout(NEWS);
    const entry = await testStack.send(layout, run(), { to, variables: { name: 'you' } });
    expect(entry.status).toBe('SUCCESS');
    const mails = await testStack.mailsTo(...to);
    expect(mails.map((mail) => addressesOf(mail.to))).toEqual(to.map((address) => [address]));
    const links = mails.map(({ text }) => linkIn(text));
    expect(new Set(links).size).toBe(3);
    for (const [i, mail] of mails.entries()) {
      const link = links[i] as string;
      expect(link.startsWith(`${BASE_URL}/unsubscribe/`)).toBe(true);
      expect(mail.html).toContain(`href="${link}"`);
      const raw = testStack
        .takenFor(to[i] as string)[0]
        ?.raw.toString()
        .replace(/\r\n[ \t]+/g, ' ');
      expect(raw).toContain(`List-Unsubscribe: <${link}>\r\n`);
      expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
      for (const other of links.filter((each) => each !== link)) expect(raw).not.toContain(other);
    }
    const answer = await testStack.open(links[0] as string, {
      method: 'POST',
      body: 'List-Unsubscribe=One-Click',
    });
    expect(answer.status).toBe(200);
    await testStack.send(layout, run(), { to, variables: { name: 'again' } });
    expect(to.map((address) => testStack.takenFor(address).length)).toEqual([1, 2, 2]);
  });

  test('skips unsubscribed recipients in any spelling of the address (spec: What the service does 9a)', async () => {
    const [anna, bo] = several(2) as [string, string];
    await unsubscribe(anna);
    const entry = await testStack.send(await testStack.layout(NEWS), run(), { to: [anna.toUpperCase(), bo] });
    expect(entry).toMatchObject({ status: 'SUCCESS', attempts: 1 });
    expect(entry.timeline.map(({ event }) => event)).toContain('skipped');
    expect(testStack.smtp.recipients.map((each) => each.toLowerCase())).not.toContain(anna);
    expect(testStack.takenFor(bo)).toHaveLength(1);
  });

  test('is skipped when all To recipients unsubscribed: nothing sent, no quota used, no stats (spec: What the service does 9b)', async () => {
    const to = several(2);
    for (const address of to) await unsubscribe(address);
    const [used, rate] = [await testStack.quotaUsed(), await successRate()];
    const entry = await testStack.send(await testStack.layout(NEWS), run(), { to, cc: [someone()] });
    expect(entry).toMatchObject({ status: 'SKIPPED', error: null });
    expect(testStack.smtp.recipients.filter((each) => to.includes(each))).toEqual([]);
    expect(await testStack.quotaUsed()).toBe(used);
    expect(await successRate()).toBe(rate);
  });
  const successRate = async () =>
    (await testStack.outstep.call(testStack.key, 'GET', '/api/v1/stats')).body.successRate as number;

  test('goes to 20 recipients, and to none of 21 (spec: What the service does 9c; Limit: Unsubscribe links per step)', async () => {
    const layout = await testStack.layout(NEWS);
    const to = several(21);
    const refused = await testStack.send(layout, run(), { to });
    expect(refused).toMatchObject({
      status: 'FAILED',
      error: 'marketing emails can have at most 20 recipients per step; this step has 21',
    });
    expect(to.flatMap((address) => testStack.takenFor(address))).toEqual([]);
    expect(await testStack.send(layout, run(), { to: to.slice(1) })).toMatchObject({ status: 'SUCCESS' });
    expect(to.map((address) => testStack.takenFor(address).length)).toEqual([0, ...Array(20).fill(1)]);
    // A sender has two connections by default.
    expect(testStack.smtp.connections.most).toBe(2);
    const links = (await testStack.mailsTo(...to)).map(({ text }) => linkIn(text));
    expect(new Set(links).size).toBe(20);
  });

  test('sends nothing to Cc and Bcc, and records it in history (contract: Sending 3)', async () => {
    const [anna, bo, cy] = several(3) as [string, string, string];
    const entry = await testStack.send(await testStack.layout(NEWS), run(), {
      to: [anna],
      cc: [bo],
      bcc: [cy],
    });
    expect(entry.status).toBe('SUCCESS');
    expect(entry.timeline.map(({ event }) => event)).toContain('left out');
    expect([...testStack.takenFor(bo), ...testStack.takenFor(cy)]).toEqual([]);
    expect((await testStack.mailsTo(anna))[0]?.cc).toBeUndefined();
  });

  test('ends with the unsubscribe sentence and the company details, field by field from language over layout over settings (spec: What the service does 9d; marketingTexts 1; marketingTexts 2; Translation: marketingTexts) (contract: Sending 4)', async () => {
    const layout = await testStack.layout({
      ...NEWS,
      body: '<p>Hello</p>',
      marketingTexts: { unsubscribeText: 'Enough? {{ unsubscribe_link }}' },
    });
    await testStack.translation(layout, 'de', {
      subject: 'Neues',
      body: '<p>Hallo</p>',
      marketingTexts: { unsubscribeLinkLabel: 'Abmelden!' },
    });
    const [anna, bo, cy] = several(3) as [string, string, string];
    await testStack.send(layout, run(), { to: [anna] });
    await testStack.send(layout, run(), { to: [bo], locale: 'de' });
    await testStack.send(await testStack.layout({ ...NEWS, body: '<p>Hi</p>', defaultLocale: 'de' }), run(), {
      to: [cy],
    });
    const [english, german, plain] = await testStack.mailsTo(anna, bo, cy);
    const ending = (text: string | undefined) =>
      String(text)
        .trim()
        .replace(/https:\S+/g, 'LINK');
    expect(ending(english?.text)).toMatch(/Enough\? Leave the list: LINK\n\nShop Ltd\nRoad 1$/);
    expect(ending(german?.text)).toMatch(/Enough\? Abmelden!: LINK\n\nShop GmbH$/);
    expect(ending(plain?.text)).toMatch(/Hi\n\n(?!Enough)[^\n]+Leave the list: LINK[^\n]*\n\nShop GmbH$/);
    const at = (words: string) => String(english?.html).indexOf(words);
    expect(at('Hello')).toBeLessThan(at('Enough?'));
    expect(at('Enough?')).toBeLessThan(at('Shop Ltd<br>Road 1'));
  });
});

describe('a marketing layout that hides its footer', () => {
  const HIDES = { ...NEWS, body: '<body><p>Hello</p><div style="display:none">', defaultLocale: 'de' };

  test('shows the built-in sentence, and the timeline notes it (contract: Sending 13)', async () => {
    const layout = await testStack.layout(HIDES);
    const anna = someone();
    const entry = await testStack.send(layout, run(), { to: [anna] });
    expect(entry.timeline).toContainEqual(
      expect.objectContaining({
        event: 'unsubscribe link added',
        detail: 'the HTML had no unsubscribe link; the default unsubscribe text was added',
      }),
    );
    const [mail] = await testStack.mailsTo(anna);
    const html = String(mail?.html);
    expect(html.indexOf('Sie möchten diese E-Mails nicht mehr erhalten?')).toBeLessThan(
      html.indexOf('Hello'),
    );
    const link = linkIn(html);
    expect(link).toBe(linkIn(mail?.text));
    expect((await testStack.open(link)).status).toBe(200);
  });

  test('is previewed with a warning (contract: Sending 13)', async () => {
    const layout = await testStack.layout(HIDES);
    const { outstep, key } = testStack;
    const { body } = await outstep.call(key, 'POST', `/api/v1/email-templates/${layout}/preview`, {});
    expect(body.warnings).toContainEqual(expect.stringContaining('had no unsubscribe link'));
  });
});

describe('the language', () => {
  test('exact, then base, then a region, then the layout itself; history names it (spec: Translations 2) (contract: Sending 2)', async () => {
    const layout = await testStack.layout({ bodyType: 'text', subject: 'en', body: 'x' });
    for (const locale of ['de', 'pt-br', 'fr-ca', 'fr']) {
      await testStack.translation(layout, locale, { subject: locale, body: 'x' });
    }
    const sent = async (locale?: string) => {
      const to = someone();
      const entry = await testStack.send(layout, run(), {
        to: [to],
        ...(locale !== undefined && { locale }),
      });
      const [mail] = await testStack.mailsTo(to);
      return [
        mail?.subject,
        entry['locale'],
        entry.timeline.find(({ event }) => event === 'language')?.detail,
      ];
    };
    expect(await sent('FR_ca')).toEqual(['fr-ca', 'fr-ca', 'fr-ca, as requested (FR_ca)']);
    expect(await sent('de-AT')).toEqual(['de', 'de', 'de, the base language of the requested one (de-AT)']);
    expect(await sent('pt')).toEqual([
      'pt-br',
      'pt-br',
      'pt-br, another region of the requested language (pt)',
    ]);
    expect(await sent('ja')).toEqual(['en', 'en', 'en, the main language of the layout (ja)']);
    expect(await sent()).toEqual(['en', 'en', 'en, the main language of the layout']);
    // Workflow platforms send what somebody typed.
    expect(await sent(' de\n')).toEqual(['de', 'de', 'de, as requested (de)']);
    expect(await sent(' ')).toEqual(['en', 'en', 'en, the main language of the layout']);
  });
});

describe('missing records', () => {
  test('an unknown, foreign or malformed layout or sender ID fails the step with a plain sentence (contract: Sending 1)', async () => {
    const layout = await testStack.layout(NEWS);
    const elsewhere = await testStack.outstep.newStore();
    const foreign = await testStack.outstep.operator(elsewhere, 'add_smtp_sender', {
      ...{ name: 'x', host: '127.0.0.1', port: testStack.smtp.port, from: 'a@b.example', security: 'none' },
    });
    const unknown = '0198c0de-0000-7000-8000-000000000000';
    for (const id of ['no-id', unknown]) {
      expect(await testStack.send(id, run(), { to: [someone()] })).toMatchObject({
        status: 'FAILED',
        error: 'the layout of this step does not exist; choose another one in the workflow',
        actionConfigId: null,
      });
    }
    for (const senderId of ['no-id', unknown, (foreign as { id: string }).id]) {
      expect(await testStack.send(layout, run(), { to: [someone()], senderId })).toMatchObject({
        status: 'FAILED',
        error: 'the sender of this step does not exist; choose another one in the workflow',
      });
    }
  });

  test('a layout that steps use can be deleted; they fail until they use another (spec: What the service does 11)', async () => {
    const [layout, other] = [await testStack.layout(NEWS), await testStack.layout(NEWS)];
    const to = [someone()];
    expect(await testStack.send(layout, run(), { to })).toMatchObject({ status: 'SUCCESS' });
    const gone = await testStack.outstep.call(testStack.key, 'DELETE', `/api/v1/email-templates/${layout}`);
    expect(gone.body).toMatchObject({ deleted: true, warning: expect.stringContaining('1') });
    expect(await testStack.send(layout, run(), { to })).toMatchObject({
      status: 'FAILED',
      error: 'the layout of this step does not exist; choose another one in the workflow',
    });
    expect(await testStack.send(other, run(), { to })).toMatchObject({ status: 'SUCCESS' });
  });

  test('a key sees layouts, senders, secret names, files, requests, history and stats of its own store (spec: What the service does 1)', async () => {
    const layout = await testStack.layout(NEWS);
    const { id } = await testStack.send(layout, run(), { to: [someone()] });
    await testStack.operate('set_secret', { name: 'API_TOKEN', value: 'x' });
    await testStack.newRequest();
    await addFile(testStack.outstep, testStack.storeId, 'own.txt', Buffer.from('own'));
    await testStack.translation(layout, 'de', { subject: 'Neues', body: 'x' });
    const stranger = await testStack.outstep.newKey(await testStack.outstep.newStore(), 'execute');
    for (const path of ['email-templates', 'smtp-configs', 'secrets', 'files', 'http-requests', 'history']) {
      const own = await testStack.outstep.call(testStack.key, 'GET', `/api/v1/${path}`);
      expect(own.body.items.length, path).toBeGreaterThan(0);
      const foreign = await testStack.outstep.call(stranger, 'GET', `/api/v1/${path}`);
      expect(foreign.body.items, path).toEqual([]);
    }
    const totals = async (key: TestKey) =>
      (await testStack.outstep.call(key, 'GET', '/api/v1/stats')).body.totals.total;
    expect(await totals(testStack.key)).toBeGreaterThan(0);
    expect(await totals(stranger)).toBe(0);
    const own = `email-templates/${layout}`;
    for (const path of [own, `${own}/translations/de`, `${own}/versions/1`, `history/${id}`]) {
      expect((await testStack.outstep.call(testStack.key, 'GET', `/api/v1/${path}`)).status, path).toBe(200);
      expect((await testStack.outstep.call(stranger, 'GET', `/api/v1/${path}`)).status, path).toBe(404);
    }
  });
});

describe('hostile text', () => {
  test.each([
    ['two addresses', 'a@x.example, b@x.example'],
    ['a group', 'friends: a@x.example, b@x.example;'],
    ['quotes', '"a@x.example, b"@x.example'],
    ['a display form', 'Anna <a@x.example>'],
    ['a line end', 'a@x.example\r\nBcc: b@x.example'],
    ['another line end', 'a@x.example\u2028b@x.example'],
    ['a blank', 'a @x.example'],
  ])('400 for a recipient with %s, wherever it is', async (_, address) => {
    const layout = await testStack.layout({ ...NEWS, name: 'Refused' });
    const whole = { to: ['ok@x.example'] };
    for (const fields of [
      { to: [address] },
      { to: [{ name: 'A', address }] },
      { ...whole, cc: [address] },
      { ...whole, bcc: [address] },
      { ...whole, replyTo: address },
    ]) {
      const answer = await testStack.post(layout, run(), fields);
      expect(answer.status).toBe(400);
      expect(answer.body.error).toContain('must be a single email address');
    }
    expect(testStack.smtp.recipients.filter((each) => each.endsWith('@x.example'))).toEqual([]);
  });

  test('line ends in subject, names, variables and file names add no header and no recipient', async () => {
    const evil =
      'x\r\nBcc: evil@x.example\r\n\r\nX\u2028Injected: 1\u2029\u0085y\n.\r\nRCPT TO:<evil@x.example>';
    const anna = someone();
    const key = await addFile(testStack.outstep, testStack.storeId, 'terms.txt', Buffer.from('words'));
    const layout = await testStack.layout({
      bodyType: 'text',
      subject: 'S {{ variables.evil }}',
      previewText: '{{ variables.evil }}',
      body: '<p>{{ variables.evil }}</p>',
      attachments: [{ filename: '{{ variables.evil }}.txt', fileKey: key }],
    });
    const before = testStack.smtp.recipients.length;
    const entry = await testStack.send(layout, run(), {
      to: [{ name: evil, address: anna }],
      replyTo: { name: evil, address: 'help@shop.example' },
      locale: evil.slice(0, 90),
      variables: { evil },
    });
    expect(entry.status).toBe('SUCCESS');
    expect(testStack.smtp.recipients.slice(before)).toEqual([anna]);
    const [mail] = await testStack.mailsTo(anna);
    const names = mail?.headerLines.map(({ key: name }) => name);
    expect(names?.filter((name) => /bcc|injected|^x/.test(name))).toEqual([]);
    expect(new Set(names).size).toBe(names?.length);
    expect(mail?.bcc).toBeUndefined();
    expect(addressesOf(mail?.to)).toEqual([anna]);
    expect(mail?.subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    expect(mail?.attachments).toHaveLength(1);
    expect(mail?.attachments[0]?.filename).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    expect(mail?.attachments[0]?.content.toString()).toBe('words');
  });
});

describe('the quota', () => {
  test('is used by sent messages, returned for others, and fails steps once it is used up (contract: Sending 7)', async () => {
    const layout = await testStack.layout({ ...NEWS, category: 'transactional' });
    const used = await testStack.quotaUsed();
    await testStack.operate('set_settings', { settings: [`quota=${used + 2}`] });
    try {
      const refused = someone('refused');
      testStack.smtp.behaves.message = (recipient) => (recipient === refused ? '554 5.7.1 no' : null);
      expect(await testStack.send(layout, run(), { to: [refused] })).toMatchObject({ status: 'FAILED' });
      expect(await testStack.quotaUsed()).toBe(used);
      const to = several(3);
      const entry = await testStack.send(layout, run(), { to });
      expect(entry).toMatchObject({
        status: 'FAILED',
        error:
          '1 of 3 emails failed or are unconfirmed (1 failed): the monthly email quota is used up; ask the operator for more',
      });
      expect(to.flatMap((address) => testStack.takenFor(address))).toHaveLength(2);
      expect(await testStack.quotaUsed()).toBe(used + 2);
    } finally {
      testStack.smtp.behaves = {};
      await testStack.operate('set_settings', { settings: ['quota='] });
    }
  });

  test('concurrent steps, some with room for all their messages and some for a few, use exactly the quota', async () => {
    const layout = await testStack.layout({ ...NEWS, category: 'transactional' });
    const used = await testStack.quotaUsed();
    await testStack.operate('set_settings', { settings: [`quota=${used + 10}`] });
    try {
      const steps = Array.from({ length: 4 }, () => several(3));
      const entries = await Promise.all(steps.map((to) => testStack.send(layout, run(), { to })));
      expect(steps.flat().flatMap((address) => testStack.takenFor(address))).toHaveLength(10);
      expect(entries.filter(({ error }) => error?.includes('quota is used up')).length).toBeGreaterThan(0);
      expect(await testStack.quotaUsed()).toBe(used + 10);
    } finally {
      await testStack.operate('set_settings', { settings: ['quota='] });
    }
  });
});

test("the guide's commands work as written", async () => {
  const guide = await readFile(new URL('../../../docs/guides/sending.md', import.meta.url), 'utf8');
  const blocks = [...guide.matchAll(/```sh\n(.*?)```/gs)].map((match) => match[1] as string);
  const script = blocks.filter((block) => !block.includes('LAYOUT=…')).join('echo; echo ---;\n');
  const layout = await testStack.layout({
    bodyType: 'text',
    subject: 'Order {{ variables.order.id }}',
    body: 'x',
  });
  await testStack.translation(layout, 'de', { subject: 'Bestellung {{ variables.order.id }}', body: 'x' });
  const failed = await testStack.send(layout, run(), { to: [someone()], senderId: randomUUID() });
  const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
  const shell = `outstep() { '${process.execPath}' '${main}' "$@"; }\n${script}`;
  const env = {
    ...{ ...testStack.outstep.env, PATH: process.env['PATH'], URL: testStack.outstep.origin },
    ...{ STORE: testStack.storeId, SECRET: testStack.secret, LAYOUT: layout, EXECUTION: failed.id },
  };
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', shell], { env });
  const [sent = '', dkim = '', mailed = '', replayed = ''] = stdout.split('---\n');
  expect(sent).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(JSON.parse(dkim)).toMatchObject({ record: 'outstep._domainkey.shop.example', type: 'TXT' });
  await testStack.ended(JSON.parse(mailed).executionId);
  const mails = await testStack.mailsTo('anna@customer.example');
  expect(mails.map(({ subject }) => subject)).toEqual(['Bestellung 1001', 'Order']);
  expect(JSON.parse(replayed)).toMatchObject({ executionId: expect.not.stringContaining(failed.id) });
});
