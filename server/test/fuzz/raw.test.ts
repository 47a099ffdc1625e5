import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Outstep, startOutstep, type TestKey } from '../harness/outstep.ts';
import { runCampaign } from './campaign.ts';
import { judgeRest } from './verdict.ts';

/** Requests that no client library sends: written byte by byte, and the answer is read the same way. */
const CASES = 300;
const PATIENCE_MS = 5000;

let outstep: Outstep;
let key: TestKey;

beforeAll(async () => {
  outstep = await startOutstep();
  key = await outstep.newKey(await outstep.newStore(), 'execute');
});
afterAll(() => outstep?.close());

function exchange(bytes: Buffer): Promise<string> {
  const { hostname, port } = new URL(outstep.origin);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    const done = () => {
      socket.destroy();
      resolve(Buffer.concat(chunks).toString('latin1'));
    };
    socket.setTimeout(PATIENCE_MS, done);
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', done);
    socket.on('close', done);
    socket.end(bytes);
  });
}

const lines = [
  'GET /api/v1/me HTTP/1.1',
  'GET /api/v1/me HTTP/1.0',
  'GET /api/v1/me HTTP/9.9',
  'GET  /api/v1/me HTTP/1.1',
  'get /api/v1/me HTTP/1.1',
  'GET /api/v1/\x00 HTTP/1.1',
  'GET /api/v1/\xff\xfe HTTP/1.1',
  'GET http://evil.example/api/v1/me HTTP/1.1',
  'OPTIONS * HTTP/1.1',
  'POST /api/v1/http-requests HTTP/1.1',
  `GET /api/v1/${'a'.repeat(20_000)} HTTP/1.1`,
  'NONSENSE /api/v1/me HTTP/1.1',
  '\x16\x03\x01\x02\x00',
  '',
];
const heads = [
  'Host: localhost',
  'Host: a\r\nHost: b',
  'Content-Length: 5',
  'Content-Length: 5\r\nContent-Length: 6',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked\r\nContent-Length: 3',
  'Transfer-Encoding: gzip',
  'Expect: nonsense',
  'Expect: 100-continue',
  'Upgrade: websocket\r\nConnection: Upgrade',
  'X-A: a\x00b',
  'X-A: a\nX-B: b',
  'X-A : b',
  ': b',
  'X-A',
  `X-A: ${'a'.repeat(20_000)}`,
  'Authorization: Bearer a\r\nAuthorization: Bearer b',
  '\xff: \xff',
];
const bodies = [
  '',
  '{}',
  '{"url"',
  '5\r\nabcde\r\n0\r\n\r\n',
  'zz\r\nabc',
  '\xff\xfe',
  'GET / HTTP/1.1\r\n\r\n',
];

const rawCase = fc.record({
  line: fc.constantFrom(...lines),
  heads: fc.array(
    fc.oneof(
      { weight: 1, arbitrary: fc.constant('Host: localhost') },
      { weight: 3, arbitrary: fc.constantFrom(...heads) },
    ),
    { maxLength: 3 },
  ),
  body: fc.constantFrom(...bodies),
  withKey: fc.boolean(),
});

/** All final answers; a `100 Continue` and answers to smuggled requests may be among them. */
function answersIn(text: string) {
  return text.split(/(?=HTTP\/1\.1 \d{3} )/).flatMap((part) => {
    const match = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n([\s\S]*)$/.exec(part);
    if (!match) return part === '' ? [] : [{ status: 999, headers: {}, text: part }];
    const headers = Object.fromEntries(
      (match[2] as string)
        .trim()
        .split('\r\n')
        .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
    );
    return match[1] === '100' ? [] : [{ status: Number(match[1]), headers, text: match[3] as string }];
  });
}

describe('malformed HTTP', () => {
  test('is answered with { error } and a request id, or not at all (spec: Errors: body)', async () => {
    let answered = 0;
    const report = await runCampaign({
      cases: CASES,
      arbitrary: rawCase,
      concurrency: 8,
      judge: async ({ line, heads: some, body, withKey }) => {
        const all = [...some, ...(withKey ? [`Authorization: Bearer ${key.key}`] : []), 'Connection: close'];
        const text = await exchange(Buffer.from(`${line}\r\n${all.join('\r\n')}\r\n\r\n${body}`, 'latin1'));
        const answers = answersIn(text);
        answered += answers.length > 0 ? 1 : 0;
        return answers.map((answer) => judgeRest('GET', answer)).find((wrong) => wrong !== null) ?? null;
      },
    });
    console.log(`Raw: seed ${report.seed}, ${report.ran} cases, ${answered} answered`);
    expect(report.failure).toBeNull();
    expect(answered).toBeGreaterThan(CASES / 2);
    expect(outstep.apis[0]?.child.exitCode).toBeNull();
    expect((await outstep.call(key, 'GET', '/api/v1/me')).status).toBe(200);
  });
});
