import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Http2ServerRequest, type IncomingHttpHeaders } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEngine } from '../../src/adapters/restate/engine.ts';
import { Registration } from '../../src/adapters/restate/registration.ts';
import { createEndpoint } from '../../src/surfaces/engine/endpoint.ts';
import { type EngineHandler, withKnownSignatures } from '../../src/surfaces/engine/known-signatures.ts';
import { createEngineServer, type EngineServer } from '../../src/surfaces/engine/sessions.ts';
import { startEngine, type TestEngine } from '../harness/engine.ts';

const SIGNED = 'x-restate-jwt-v1';

let engine: TestEngine;
let worker: EngineServer;
let url: string;
let runs = 0;
/** The last call that the engine made. */
let seen: { path: string; headers: IncomingHttpHeaders };

beforeAll(async () => {
  engine = await startEngine();
  const { handler } = createEndpoint({
    async run() {
      runs++;
    },
    push: async () => undefined,
    onError: () => undefined,
    identityKeys: [engine.process.identityKey],
  });
  worker = createEngineServer((request, response) => {
    if (request.headers[SIGNED]) seen = { path: request.url, headers: request.headers };
    handler(request, response);
  });
  worker.server.listen(0, '127.0.0.1');
  await once(worker.server, 'listening');
  url = `http://127.0.0.1:${(worker.server.address() as AddressInfo).port}`;
  const registration = new Registration({
    ...{ adminUrl: engine.process.adminUrl, url, release: 'test' },
    ...{ onChange: () => undefined, onError: (error: unknown) => console.error(error) },
  });
  await registration.start();
  registration.stop();
});
afterAll(async () => {
  worker?.drain();
  worker?.destroy();
  await engine?.close();
});

/** The status of a call with these headers, sent by someone other than the engine. */
async function statusOf(path: string, headers: IncomingHttpHeaders): Promise<number> {
  const session = connect(url);
  const own = Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':')));
  const stream = session.request({ ...own, ':method': 'POST', ':path': path });
  const [head] = await once(stream, 'response');
  session.destroy();
  return Number(head[':status']);
}

test('a worker accepts signed calls and rejects altered or unsigned ones', async () => {
  const client = createEngine(engine.process.ingressUrl, engine.process.adminUrl);
  const run = () => {
    const ids = { storeId: randomUUID(), executionId: randomUUID() };
    return client.run(
      { ...ids, position: 0, attempt: 1, generation: 0, lane: ids.storeId, slots: 8 },
      10_000,
    );
  };
  for (let i = 0; i < 20; i++) await run();
  expect(runs).toBe(20);
  const { path, headers } = seen;
  const token = String(headers[SIGNED]);
  expect(await statusOf(path, headers)).toBe(200);
  const [head, claims, signature = ''] = token.split('.');
  const otherSignature = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
  const later = JSON.parse(Buffer.from(String(claims), 'base64url').toString());
  later.exp += 3_600;
  const otherClaims = Buffer.from(JSON.stringify(later)).toString('base64url');
  for (const altered of [`${head}.${claims}.${otherSignature}`, `${head}.${otherClaims}.${signature}`, ''])
    for (let time = 0; time < 2; time++)
      expect(await statusOf(path, { ...headers, [SIGNED]: altered }), altered).toBe(401);
  const { [SIGNED]: _, ...unsigned } = headers;
  expect(await statusOf(path, unsigned)).toBe(401);
  expect(runs).toBe(20);
});

/** Stand-ins for both handlers, and how often each was called. */
function startHandlers(status: (request: Http2ServerRequest) => number) {
  const went = { checked: 0, unchecked: 0 };
  const createHandler =
    (name: keyof typeof went): EngineHandler =>
    (request, response) => {
      went[name]++;
      response.writeHead(name === 'checked' ? status(request) : 200);
    };
  return { went, checked: createHandler('checked'), unchecked: createHandler('unchecked') };
}

const call = (token: string | undefined, path = '/invoke/Lane/run') =>
  ({ url: path, headers: { [SIGNED]: token, 'x-restate-signature-scheme': 'v1' } }) as never;
const answer = () => ({ writeHead: () => undefined }) as never;

test('does not verify an accepted signature again for two seconds, for its own path only', () => {
  let now = 0;
  const { went, checked, unchecked } = startHandlers(() => 200);
  const handler = withKnownSignatures(checked, unchecked, () => now);
  for (let i = 0; i < 3; i++) handler(call('a'), answer());
  expect(went).toEqual({ checked: 1, unchecked: 2 });
  handler(call('a', '/invoke/Other/run'), answer());
  handler(call('b'), answer());
  handler(call(undefined), answer());
  handler(call(undefined), answer());
  expect(went).toEqual({ checked: 5, unchecked: 2 });
  now = 2_000;
  handler(call('a'), answer());
  expect(went).toEqual({ checked: 6, unchecked: 2 });
});

test('verifies a rejected signature each time, and caches only a few accepted ones', () => {
  const refused = startHandlers(() => 401);
  const strict = withKnownSignatures(refused.checked, refused.unchecked);
  for (let i = 0; i < 3; i++) strict(call('a'), answer());
  expect(refused.went).toEqual({ checked: 3, unchecked: 0 });
  const accepted = startHandlers(() => 200);
  const handler = withKnownSignatures(accepted.checked, accepted.unchecked);
  for (let i = 0; i < 65; i++) handler(call(`${i}`), answer());
  handler(call('0'), answer());
  handler(call('64'), answer());
  expect(accepted.went).toEqual({ checked: 66, unchecked: 1 });
});
