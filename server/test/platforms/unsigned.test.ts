import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { networkOf } from '../../src/adapters/people/limits.ts';
import { createFailedCalls } from '../../src/surfaces/workflow-platforms/failed-calls.ts';
import { MAX_BODIES } from '../../src/surfaces/workflow-platforms/refuse.ts';
import { type PlatformTestServer, signed, startPlatformServer } from './platform-server.ts';

const BODY = JSON.stringify({ runId: 'run-1', stepId: 'notify', requestId: 'r' });
const REFUSED = '{"error":"the signature is missing, malformed, expired or wrong"}';
const WRONG = `v1,${'A'.repeat(43)}=`;
const SHOPIFY = '/platforms/shopify-flow/http-request';

let testServer: PlatformTestServer;
let storeId: string;
let secret: string;
let port: number;
let clock = 0;
beforeAll(async () => {
  const failedCalls = createFailedCalls(networkOf, { now: () => clock });
  testServer = await startPlatformServer({ failedCalls });
  storeId = await testServer.outstep.newStore();
  secret = await testServer.newSecret(storeId);
  port = Number(new URL(await testServer.listen()).port);
});
afterAll(() => testServer?.close());

const generic = () => `/platforms/generic/${storeId}/http-request`;

/** The answer to a call that announces a body of 2 MB and sends none of it. */
async function answerBeforeBody(
  url: string,
  headers: Record<string, string>,
  bytes: number | null = 2_000_000,
): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  if (bytes !== null) lines.push(`content-length: ${bytes}\r\n`);
  socket.write(`POST ${url} HTTP/1.1\r\nhost: localhost\r\n${lines.join('')}\r\n`);
  const [answer] = (await once(socket, 'data', { signal: AbortSignal.timeout(5_000) })) as [Buffer];
  socket.destroy();
  return answer.toString();
}

describe('a call that cannot be signed is rejected before its body is read', () => {
  const good = () => signed(secret, BODY);
  test.each([
    ['no header', generic, () => ({})],
    ['no id', generic, () => ({ ...good(), 'webhook-id': '' })],
    ['a malformed signature', generic, () => ({ ...good(), 'webhook-signature': 'v1,nonsense' })],
    ['an expired one', generic, () => signed(secret, BODY, 'msg_1', new Date(Date.now() - 400_000))],
    ['no header, to Shopify Flow', () => SHOPIFY, () => ({})],
    ['a malformed signature, to Shopify Flow', () => SHOPIFY, () => ({ 'x-shopify-hmac-sha256': 'x' })],
    ['a webhook', () => '/platforms/shopify-flow/webhooks', () => ({})],
  ] as [string, () => string, () => Record<string, string>][])(
    '%s (contract: Workflow platforms 2)',
    async (_, url, headers) => {
      clock += 60_000;
      const answer = await answerBeforeBody(url(), headers());
      expect(answer).toMatch(/^HTTP\/1.1 401 /);
      expect(answer).toContain(REFUSED);
    },
  );
});

describe('failed calls count by address', () => {
  const send = (headers: Record<string, string>, url = generic()) =>
    testServer.send({ url, body: BODY, headers });
  const wrong = () => ({ ...signed(secret, BODY), 'webhook-signature': WRONG });
  const nobody = '/platforms/generic/0198c0de-0000-7000-8000-0000000000aa/http-request';

  test('429 after 60 calls, for any store and headers, without reading the body (contract: Workflow platforms 8)', async () => {
    clock += 7_200_000;
    const failing = [
      () => send({}),
      () => send(wrong()),
      () => send(wrong(), nobody),
      () => send({ 'x-shopify-hmac-sha256': WRONG.slice(3) }, SHOPIFY),
    ];
    for (let i = 0; i < 15; i++) {
      const answers = await Promise.all(failing.map((call) => call()));
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    }
    const over = await Promise.all([...failing.map((call) => call()), send(signed(secret, BODY))]);
    expect(over.map(({ status, text }) => ({ status, text }))).toEqual(
      over.map(() => ({
        status: 429,
        text: '{"error":"too many calls without a valid signature came from this address; retry in 1 s"}',
      })),
    );
    expect(over[0]?.headers).toMatchObject({
      'retry-after': '1',
      'x-error-code': 'too_many_failed_calls',
    });
    expect(await answerBeforeBody(generic(), wrong())).toMatch(/^HTTP\/1.1 429 /);
    clock += 1_000;
    expect((await send(signed(secret, BODY))).status).toBe(200);
  });

  test('an address with a signed call may fail 600 times', async () => {
    clock += 60_000;
    expect((await send(signed(secret, BODY))).status).toBe(200);
    for (let i = 0; i < 3; i++) {
      const answers = await Promise.all(Array.from({ length: 200 }, () => send(wrong())));
      expect(answers.filter(({ status }) => status !== 401)).toEqual([]);
    }
    // Malformed and large calls are rejected, and a body of unannounced size counts as large.
    expect((await send({})).status).toBe(429);
    expect(await answerBeforeBody(generic(), wrong())).toMatch(/^HTTP\/1.1 429 /);
    const chunked = { ...wrong(), 'transfer-encoding': 'chunked' };
    expect(await answerBeforeBody(generic(), chunked, null)).toMatch(/^HTTP\/1.1 429 /);
  });

  test('200 for signed steps from an address shared with a stranger, however often the stranger fails (contract: Workflow platforms 8)', async () => {
    clock += 120_000;
    expect((await send(signed(secret, BODY))).status).toBe(200);
    for (let i = 0; i < 4; i++) await Promise.all(Array.from({ length: 300 }, () => send({})));
    expect((await send({})).status).toBe(429);
    expect((await send(signed(secret, BODY))).status).toBe(200);
    expect((await send(wrong())).status).toBe(401);
    const large = JSON.stringify({ ...JSON.parse(BODY), variables: { text: 'x'.repeat(300_000) } });
    expect(
      (await testServer.send({ url: generic(), body: large, headers: signed(secret, large) })).status,
    ).toBe(429);
  });

  test('200 for a signed step while a stranger holds connections open without sending their bodies', async () => {
    clock += 120_000;
    expect((await send(signed(secret, BODY))).status).toBe(200);
    for (let i = 0; i < 4; i++) await Promise.all(Array.from({ length: 300 }, () => send({})));
    const lines = Object.entries(wrong()).map(([name, value]) => `${name}: ${value}\r\n`);
    let open = 0;
    const sockets = Array.from({ length: MAX_BODIES + 20 }, () => {
      const socket = connect(port, '127.0.0.1', () => open++);
      socket.on('error', () => {}).on('close', () => open--);
      socket.write(
        `POST ${generic()} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n${lines.join('')}\r\n`,
      );
      return socket;
    });
    await expect.poll(() => open).toBe(MAX_BODIES);
    const answer = await fetch(`http://127.0.0.1:${port}${generic()}`, {
      method: 'POST',
      headers: signed(secret, BODY),
      body: BODY,
    });
    expect(answer.status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });
});
