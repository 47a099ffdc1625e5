import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logFigure } from '../harness/log-figure.ts';
import { sized } from '../harness/size.ts';
import { startSmtpServer } from '../harness/smtp-server.ts';
import { acceptedForms, LeakDetector, newValue } from './forms.ts';
import { blockPlaces } from './places.ts';
import { type SecretWorld, startSecretWorld } from './world.ts';

let world: SecretWorld;
beforeAll(async () => {
  world = await startSecretWorld();
});
afterAll(() => world?.close());

const ATTRIBUTES = /href|title|url|alt|thumbnail$/;

type Fields = Record<string, unknown>;
type Write = (place: string) => Promise<string>;

/** A marketing email of a text layout with a secret in every field. */
async function textLayout(write: Write): Promise<{ fields: Fields; german: Fields }> {
  const { fileKey } = world;
  return {
    fields: {
      ...{ bodyType: 'text', category: 'marketing' },
      subject: `Subject ${await write('subject')}`,
      previewText: `Preview ${await write('previewText')}`,
      body: `<p>${await write('body')}</p><a href="https://shop.example/?a=${await write('href')}" title="${await write('title')}">Link</a>`,
      marketingTexts: {
        unsubscribeText: `Leave ${await write('unsubscribeText')} {{ unsubscribe_link }}`,
        unsubscribeLinkLabel: `Label ${await write('unsubscribeLinkLabel')}`,
        companyDetails: `Company ${await write('companyDetails')}`,
      },
      attachments: [{ filename: `${await write('filename')}.txt`, fileKey }],
    },
    german: {
      subject: `Betreff ${await write('translated subject')}`,
      body: `<p>${await write('translated body')}</p>`,
    },
  };
}

/** A design with a secret in every text of every kind of block, and in shared sections. */
async function designLayout(write: Write): Promise<{ fields: Fields; german: Fields }> {
  const { fileKey, outstep, storeId } = world;
  const shared: Record<string, string> = {};
  for (const kind of ['header', 'footer', 'part']) {
    const blocks = [{ type: 'heading', text: `Shared ${await write(`shared ${kind}`)}` }];
    const file = { name: 'blocks.json', bytes: Buffer.from(JSON.stringify(blocks)) };
    const made = await outstep.operator(storeId, 'add_preset', { kind, name: randomUUID(), file });
    shared[kind] = (made as { id: string }).id;
  }
  const blocks: Fields[] = [{ type: 'part', preset: shared['part'] }];
  for (const { title, block } of blockPlaces.filter((place) => place.title !== 'attachment.url')) {
    const { url, ...rest } = block(await write(title));
    blocks.push({ ...rest, ...(title === 'attachment.filename' ? { fileKey } : { url }) });
  }
  const inside = [{ type: 'heading', text: `Inside ${await write('inside a condition')}` }];
  blocks.push({ type: 'conditional', if: 'true', blocks: inside });
  const bodyDesign = { blocks, header: { preset: shared['header'] }, footer: { preset: shared['footer'] } };
  return { fields: { subject: 'Design', bodyDesign }, german: { subject: 'Entwurf', bodyDesign } };
}

/** An execution's emails in the test inbox, as text. */
async function capturedBy(executionId: string): Promise<string> {
  const entry = await world.readRun(executionId);
  expect(entry, String(entry['error'])).toMatchObject({ status: 'SUCCESS', captured: true });
  const list = await world.app('GET', '/captured-mails?limit=100');
  const mails = (list.body.items as { id: string; executionId: string }[]).filter(
    (mail) => mail.executionId === executionId,
  );
  const whole = await Promise.all(mails.map(({ id }) => world.app('GET', `/captured-mails/${id}`)));
  return whole.map(({ text }) => text).join('\n');
}

/** A design takes seconds: in the regular check each kind in one form, in the nightly one in all. */
const cases = sized(['plain'], Object.keys(acceptedForms)).flatMap((form) =>
  Object.entries({ 'a text layout': textLayout, 'a design': designLayout }).map(([kind, layout]) => ({
    ...{ form, kind, layout },
  })),
);

test.each(cases)(
  'secrets in $kind, $form: captured, previewed and recorded by name (contract: Test inbox 8)',
  async ({ form, kind, layout }) => {
    const { app, rest, tool, leaks } = world;
    const names: string[] = [];
    const { fields, german } = await layout(async (place) => {
      const name = await world.newSecret(`${form} ${place}`);
      names.push(name);
      // Tags cannot contain a secret inside an attribute, so it stands alone there.
      const own = ATTRIBUTES.test(place) ? acceptedForms['plain'] : acceptedForms[form];
      return own?.(name) ?? '';
    });
    const made = await rest('POST', '/email-templates', { name: `${kind}, ${form}`, ...fields });
    expect(made.status, made.text).toBe(201);
    const { id } = made.body;
    const translated = await rest('PUT', `/email-templates/${id}/translations/de`, german);
    expect(translated.status, translated.text).toBe(201);
    let captured = '';
    for (const locale of sized(['de'], ['en', 'de'])) {
      const to = `anna-${randomUUID()}@customer.example`;
      captured += await capturedBy(await world.send(id, { to: [to], locale }));
      captured += await capturedBy(
        (await app('POST', '/mail-tests', { layout: id, to, locale })).body.executionId,
      );
      expect((await rest('POST', `/email-templates/${id}/preview`, { locale })).status).toBe(200);
      await tool('preview_email_template', { id, locale });
    }
    const unsaved = { ...fields, to: 'anna@customer.example', sender: 'capture' };
    captured += await capturedBy((await app('POST', '/mail-tests', unsaved)).body.executionId);
    const { attachments: _attachments, ...previewed } = fields;
    const preview = await rest('POST', '/email-templates/preview', previewed);
    expect(preview.status, preview.text).toBe(200);
    expect(leaks).toEqual([]);
    // Otherwise a place that is never rendered would pass.
    expect(names.filter((name) => !captured.includes(`[secret:${name}]`))).toEqual([]);
  },
);

test('a secret in the address or name of a file is not revealed when the file cannot be fetched', async () => {
  const [address, name] = [await world.newSecret('file address'), await world.newSecret('file name')];
  const file = { filename: `{{ secrets.${name} }}.pdf`, url: `https://127.0.0.1:1/{{ secrets.${address} }}` };
  for (const fields of [
    { bodyType: 'text', body: '<p>Hello</p>', attachments: [file] },
    { bodyDesign: { blocks: [{ type: 'attachment', ...file }] } },
  ]) {
    const sent = { ...fields, subject: 'File', to: 'anna@customer.example', sender: 'capture' };
    const entry = await world.readRun((await world.app('POST', '/mail-tests', sent)).body.executionId);
    expect(entry['error']).toContain(`attachment "[secret:${name}].pdf" could not be fetched`);
  }
  expect(world.leaks).toEqual([]);
});

test('no response to a read on any surface contains a value', async () => {
  await world.newRequest();
  await world.readEverything();
  expect(world.leaks).toEqual([]);
  logFigure(`Secrets in emails: ${world.figure()}`);
});

test('an email sent through a mail server contains the value, and history its name', async () => {
  const { app, newSecret, detector, leaks, fileKey, outstep, storeId } = world;
  const smtp = await startSmtpServer();
  const name = await newSecret('delivered');
  const written = `{{ secrets.${name} }}`;
  const sender = { name: 'Shop', host: '127.0.0.1', port: smtp.port, security: 'none' };
  const { id } = (await outstep.operator(storeId, 'add_smtp_sender', {
    ...{ ...sender, from: 'shop@shop.example' },
  })) as { id: string };
  const sent = await app('POST', '/mail-tests', {
    ...{
      subject: `Code ${written}`,
      bodyType: 'text',
      body: `<p>${written}</p>`,
      to: 'anna@customer.example',
    },
    ...{ sender: id, attachments: [{ filename: `${written}.txt`, fileKey }] },
  });
  expect(await world.readRun(sent.body.executionId)).toMatchObject({
    status: 'SUCCESS',
    request: { subject: `Code [secret:${name}]`, files: [`[secret:${name}].txt`] },
  });
  expect(detector.in(smtp.messages.map(({ raw }) => raw.toString()).join('\n'))).toEqual([name]);
  expect(leaks).toEqual([]);
  await smtp.close();
});

test('the search for leaks finds a value however it is written', () => {
  const value = newValue();
  const own = new LeakDetector();
  own.add('X', value);
  const base64 = Buffer.from(`Order ${value} is ready`).toString('base64');
  for (const text of [
    ...[
      value,
      value.toUpperCase(),
      encodeURIComponent(value),
      JSON.stringify({ value }),
      [...value].join('-'),
    ],
    ...[
      value.slice(0, 12),
      value.slice(-12),
      Buffer.from(value).toString('hex'),
      [...value].reverse().join(''),
    ],
    ...[
      base64,
      `${base64.slice(0, 30)}\\r\\n${base64.slice(30)}`,
      `${value.slice(0, 5)}=\r\n${value.slice(5)}`,
    ],
  ])
    expect(own.in(text), text).toEqual(['X']);
  expect(own.in(newValue())).toEqual([]);
});
