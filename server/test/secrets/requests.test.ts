import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logFigure } from '../harness/log-figure.ts';
import { sampled } from '../harness/size.ts';
import { acceptedForms, refusedForms } from './forms.ts';
import { blockPlaces } from './places.ts';
import { type SecretWorld, startSecretWorld } from './world.ts';

let world: SecretWorld;
beforeAll(async () => {
  world = await startSecretWorld();
  world.target.answer = (response, { url, headers, body }) =>
    response
      .setHeader('x-echo', String(headers['x-key'] ?? ''))
      .end(`${url}\n${JSON.stringify(headers)}\n${body}`);
});
afterAll(() => world?.close());

/** The places of a request that contain text. */
const requestPlaces: Record<string, (text: string, origin: string) => Record<string, unknown>> = {
  'url path': (text, origin) => ({ url: `${origin}/orders/${text}` }),
  'url query': (text, origin) => ({ url: `${origin}/?key=${text}` }),
  header: (text) => ({ headers: { 'x-key': text } }),
  authorization: (text) => ({ headers: { authorization: `Bearer ${text}` } }),
  'text body': (text) => ({ body: `Order ${text}` }),
  'JSON body': (text) => ({ body: { order: { note: `Note ${text}` } } }),
  'JSON list': (text) => ({ body: { notes: [`Note ${text}`] } }),
};

const cases = Object.keys(requestPlaces).flatMap((place) =>
  Object.keys(acceptedForms).map((form) => ({ place, form })),
);

test.each(sampled(cases, 3))(
  'a secret in the $place of a request, $form: the target gets it, and no response repeats it',
  async ({ place, form }) => {
    const { app, rest, tool, target, leaks } = world;
    const name = await world.newSecret(`${form} ${place}`);
    const text = acceptedForms[form]?.(name) ?? '';
    const own = requestPlaces[place]?.(text, target.origin);
    const made = await rest('POST', '/http-requests', {
      ...{ name: place, method: 'POST', url: `${target.origin}/`, ...own },
    });
    expect(made.status, made.text).toBe(201);
    const { id } = made.body;
    target.received.length = 0;
    await rest('POST', `/http-requests/${id}/test`, {});
    await tool('test_http_request', { id });
    await app('POST', `/http-requests/${id}/test`, {});
    await world.readRun((await world.step(id, randomUUID())).body.executionId);
    await app('POST', `/http-requests/${id}/compare`, { description: 'Other', body: `Other ${text}` });
    expect(leaks).toEqual([]);
    // Otherwise a request that was never sent would pass.
    expect(target.received).toHaveLength(4);
    expect(decodeURIComponent(JSON.stringify(target.received))).toContain(world.values.get(name));
  },
);

/** The URL parser takes part of each value for the host, or normalizes it. */
const hostValues: Record<string, { value: string; inErrors: string }> = {
  'a slash': { value: 'hunter2correcthorse/batterystaple/0123456789', inErrors: 'hunter2correcthorse' },
  digits: { value: '177077071', inErrors: '10.141.247.79' },
  'a port': { value: 'hunter3correcthorse:04711/batterystaple-0123456789', inErrors: '4711' },
};

test.each(Object.entries(hostValues))(
  'an error does not show the host that a secret with %s leads to (contract: Senders, secrets, files 3)',
  async (_, { value, inErrors }) => {
    const { app, rest, tool, outstep, storeId } = world;
    const name = `HOST_${Object.values(hostValues).findIndex((each) => each.value === value)}`;
    await outstep.operator(storeId, 'set_secret', { name, value });
    const made = await rest('POST', '/http-requests', {
      ...{ name, method: 'GET', url: `http://{{ secrets.${name} }}` },
    });
    expect(made.status, made.text).toBe(201);
    const { id } = made.body;
    const file = { filename: 'a.pdf', url: `https://{{ secrets.${name} }}` };
    const mail = { subject: 'File', bodyType: 'text', body: 'Hello', to: 'anna@customer.example' };
    const sent = await app('POST', '/mail-tests', { ...mail, sender: 'capture', attachments: [file] });
    const answers = [
      (await rest('POST', `/http-requests/${id}/test`, {})).text,
      (await tool('test_http_request', { id })).text,
      (await app('POST', `/http-requests/${id}/test`, {})).text,
      JSON.stringify(await world.readRun((await world.step(id, randomUUID())).body.executionId)),
      JSON.stringify(await world.readRun(sent.body.executionId)),
    ];
    for (const answer of answers) {
      expect(answer).toContain(`[secret:${name}] `);
      for (const part of [inErrors, ...value.split(/[/:]/)]) expect(answer).not.toContain(part);
    }
  },
);

/** Every text that takes Liquid, as the body of a write that creates a record with it. */
const layout = (fields: object) => ['/email-templates', { name: 'No', subject: 'No', ...fields }] as const;
const writes: Record<string, (text: string) => readonly [string, object]> = {
  subject: (subject) => layout({ bodyType: 'text', subject }),
  previewText: (previewText) => layout({ bodyType: 'text', previewText }),
  body: (body) => layout({ bodyType: 'text', body }),
  companyDetails: (companyDetails) => layout({ bodyType: 'text', marketingTexts: { companyDetails } }),
  filename: (filename) => layout({ bodyType: 'text', attachments: [{ filename, fileKey: world.fileKey }] }),
};
for (const { title, block } of blockPlaces)
  writes[title] = (text) => layout({ bodyDesign: { blocks: [block(text)] } });
for (const [place, fieldsOf] of Object.entries(requestPlaces))
  writes[`request ${place}`] = (text) => {
    const url = 'https://shop.example';
    return ['/http-requests', { name: 'No', method: 'POST', url, ...fieldsOf(text, url) }];
  };

test.each(Object.entries(writes).map(([place, write], turn) => ({ place, write, turn })))(
  'no filter, tag or comparison reveals a secret in $place (contract: Layouts 4)',
  async ({ place, write, turn }) => {
    const name = await world.newSecret(`refused ${place}`);
    for (const form of sampled(Object.keys(refusedForms), 6, turn)) {
      const answer = await world.rest('POST', ...write(refusedForms[form]?.(name) ?? ''));
      expect([form, answer.status], answer.text).toEqual([form, 400]);
    }
    expect(world.leaks).toEqual([]);
  },
);

test('no search on any surface matches a value or a part of it (contract: Lists 3)', async () => {
  for (const value of sampled([...world.values.values()], 20).slice(0, 5))
    expect(await world.searchEverything([value, value.slice(0, 12)])).toEqual([]);
});

test('no response to a read on any surface contains a value', async () => {
  const sent = await world.app('POST', '/mail-tests', {
    ...{ subject: 'Hello', bodyType: 'text', body: 'Hello', to: 'anna@customer.example' },
  });
  await world.readRun(sent.body.executionId);
  await world.readEverything();
  expect(world.leaks).toEqual([]);
  logFigure(`Secrets in requests, and refused forms: ${world.figure()}`);
});
