import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logFigure } from '../harness/log-figure.ts';
import { sampled } from '../harness/size.ts';
import { readableEndpoints, type SecretWorld, startSecretWorld } from './world.ts';

let world: SecretWorld;
beforeAll(async () => {
  world = await startSecretWorld();
});
afterAll(() => world?.close());

/** Without a repository or DNS records, these return nothing. */
const EMPTY = /github|repo|domain/;

const design = (text: string) => ({ blocks: [{ type: 'heading', text }] });
const ok = async (answer: Promise<{ status: number; text: string; body: { id: string } }>) => {
  const { status, text, body } = await answer;
  expect([200, 201, 204], text).toContain(status);
  return body;
};

/**
 * Places where a value itself is typed; references to secrets are in texts (emails.test.ts,
 * requests.test.ts).
 */
const credentialPlaces: Record<string, (value: string, origin: string) => Promise<unknown>> = {
  'user of a sender': (user) => addSender({ user, password: 'x' }),
  'password of a sender': (password) => addSender({ user: 'shop', password }),
  'address of the alert webhook': (value, origin) =>
    ok(world.app('PUT', '/alert-webhook', { url: `${origin}/alerts?key=${encodeURIComponent(value)}` })),
  'header of a request': (value) => runTyped({ headers: { 'X-Api-Key': value } }),
  'authorization of a request': (value) => runTyped({ headers: { authorization: `Bearer ${value}` } }),
  'login in the URL of a request': (value, origin) =>
    runTyped({ url: origin.replace('//', `//shop:${encodeURIComponent(value)}@`) }),
  'query of a request': (value, origin) =>
    runTyped({ url: `${origin}/?api_key=${encodeURIComponent(value)}` }),
  'body of a request': (value) => runTyped({ body: { order: { password: value } } }),
  'form of a request': (value) =>
    runTyped({
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `user=shop&password=${encodeURIComponent(value)}`,
    }),
  'test variable of a request': (value) =>
    runTyped({ body: '{{ variables.token }}', testVariables: { token: value } }),
  'variable of a workflow': async (token) => {
    const { id } = await ok(world.rest('POST', '/http-requests', request('{{ variables.token }}')));
    await world.readRun((await world.step(id, randomUUID(), { variables: { token } })).body.executionId);
  },
};

/** Places where a text refers to a secret, other than current layouts and requests. */
const referencePlaces: Record<string, (text: string) => Promise<unknown>> = {
  'an earlier version of a layout': async (text) => {
    const { id } = await newLayout({ subject: text, bodyDesign: design(text) });
    await ok(
      world.rest('PATCH', `/email-templates/${id}`, { subject: 'Later', bodyDesign: design('Later') }),
    );
  },
  'an earlier version of a request': async (text) => {
    const { id } = await ok(world.rest('POST', '/http-requests', request(text)));
    await ok(world.rest('PATCH', `/http-requests/${id}`, { body: 'Later' }));
  },
  'a layout in the trash': async (text) => {
    const { id } = await newLayout({ subject: text });
    await ok(world.rest('DELETE', `/email-templates/${id}`));
  },
  'a shared section and its version': async (text) => {
    const file = { name: 'blocks.json', bytes: Buffer.from(JSON.stringify(design(text).blocks)) };
    const fields = { kind: 'footer', name: randomUUID(), file };
    const { id } = (await world.outstep.operator(world.storeId, 'add_preset', fields)) as { id: string };
    await ok(world.app('PATCH', `/presets/${id}`, design(`${text}.`)));
  },
  // Last, because the newest layout is the one that is read.
  'a draft beside a translation': async (text) => {
    const { id } = await newLayout({ subject: text, bodyDesign: design(text) });
    const german = { subject: text, bodyDesign: design(text) };
    await ok(world.rest('PUT', `/email-templates/${id}/translations/de`, german));
    const languages = { en: { subject: text, previewText: text, bodyDesign: design(text) } };
    await ok(world.app('PUT', `/email-templates/${id}/draft`, { baseVersion: 2, languages }));
    const sent = await world.app('POST', '/mail-tests', { layout: id, to: PERSON, sender: 'capture' });
    await world.readRun(sent.body.executionId);
    await world.rest('POST', `/email-templates/${id}/preview`, {});
  },
};

const PERSON = 'anna@customer.example';
const addSender = (login: object) =>
  world.outstep.operator(world.storeId, 'add_smtp_sender', {
    ...{ name: randomUUID(), host: '127.0.0.1', port: 2525, from: 'shop@shop.example', security: 'none' },
    ...login,
  });
const request = (body: unknown) => ({ name: 'R', method: 'POST', url: `${world.target.origin}/`, body });
const newLayout = (fields: object) =>
  ok(world.rest('POST', '/email-templates', { name: 'Layout', ...fields }));

/** Runs the request in every way, against a target that echoes what it received. */
async function runTyped(fields: object) {
  const { id } = await ok(world.rest('POST', '/http-requests', { ...request('x'), ...fields }));
  await world.rest('POST', `/http-requests/${id}/test`, {});
  await world.tool('test_http_request', { id });
  await world.app('POST', `/http-requests/${id}/test`, {});
  await world.app('POST', `/http-requests/${id}/compare`, { description: 'Other' });
  await world.readRun((await world.step(id, randomUUID())).body.executionId);
  await ok(world.rest('PATCH', `/http-requests/${id}`, { name: 'Later' }));
}

const places = Object.keys({ ...credentialPlaces, ...referencePlaces }).length;

test.each([[places, readableEndpoints.length]])(
  'a value in %i places is in no response of %i reading routes and tools, and no search finds it (contract: Senders, secrets, files 1; Senders, secrets, files 3)',
  async () => {
    const { target, leaks, values } = world;
    target.answer = (response, { url, headers, body }) =>
      response.end(`${url}\n${JSON.stringify(headers)}\n${body}`);
    for (const [place, write] of Object.entries(credentialPlaces))
      await write(world.newCredential(place), target.origin);
    for (const [place, write] of Object.entries(referencePlaces))
      await write(`Text {{ secrets.${await world.newSecret(place)} }}`);
    const unread = await world.readEverything();
    for (const [path, body] of [
      ['/history/search', { email: PERSON }],
      ['/customers/export', { email: PERSON }],
    ] as const)
      expect((await world.app('POST', path, body)).status).toBe(200);
    expect(leaks).toEqual([]);
    // A route with an empty response would prove nothing.
    expect(unread.filter((path) => !EMPTY.test(path))).toEqual([]);
    const searched = sampled([...values.values()], 8).flatMap((value) => [value, value.slice(0, 12)]);
    expect(await world.searchEverything(searched)).toEqual([]);
    expect(leaks).toEqual([]);
    logFigure(
      `Secrets everywhere: ${world.figure()}; ${places} places × ${readableEndpoints.length} reading routes and tools`,
    );
  },
);
