import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { personalValuesOf } from '../../src/features/records/history/masking.rules.ts';
import { logFigure } from '../harness/log-figure.ts';
import type { TestKey } from '../harness/outstep.ts';
import { sharedTestStack } from '../harness/shared.ts';
import { sized } from '../harness/size.ts';
import { eventually, type TestStack } from '../harness/test-stack.ts';
import { isSmall, places } from '../masking/answers.ts';
import { type Encoder, encoders } from '../masking/encoders.ts';
import { allTexts, isLongEnoughToFind, pieceOf, readableIn } from '../masking/recognize.ts';
import { names, secrets } from '../masking/values.ts';

let testStack: TestStack;
let executor: TestKey;

beforeAll(async () => {
  testStack = await sharedTestStack();
  executor = await testStack.outstep.newKey(testStack.storeId, 'execute');
});
afterAll(() => testStack?.close());

/** The number of secrets, and of names, in each call. */
const AT_ONCE = sized(3, 7);
/** Cases per key: each runs twice with it, and a key may run sixty requests an hour. */
const PER_KEY = 25;

interface KnownPerson {
  secrets: string[];
  names: string[];
}

/**
 * Different for each case, the same in each run, and free of our own words. Places with little room get short
 * ones.
 */
function valuesOf(seed: number, place: string, ours: string): KnownPerson {
  const few = { seed, numRuns: AT_ONCE };
  const isFitting = (value: string) => !isSmall(place) || value.length <= 30;
  return {
    secrets: fc.sample(secrets.filter(isFitting), few),
    names: fc.sample(
      names.filter((name) => personalValuesOf({ customer: { name } }).length > 0 && !readableIn(ours, name)),
      few,
    ),
  };
}

/**
 * Longer secrets are not used in names: the start of one doesn't count as a piece of it, and its words may be
 * another's.
 */
const LONGEST_CALLED = 100;

const tool = async (key: TestKey, name: string, args: object) => {
  const params = { name, arguments: args };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  return (
    await testStack.outstep.call(key, 'POST', '/api/mcp', message, { 'content-type': 'application/json' })
  ).body;
};

/**
 * Everything that anyone sees of one request: run over REST, as a tool and as a step, and read in history.
 */
async function everything(key: TestKey, id: string, known: KnownPerson): Promise<unknown[]> {
  const call = (path: string, body?: object) =>
    testStack.outstep.call(key, body ? 'POST' : 'GET', `/api/v1${path}`, body);
  const variables = { customers: known.names.map((name) => ({ name })) };
  const [secret = '', name = ''] = [known.secrets[0], known.names[0]];
  const seen = secret.length > LONGEST_CALLED ? '' : secret.replace(/\p{C}/gu, '');
  const called = `${seen} ${name} ${randomUUID()}`;
  const rest = await call(`/http-requests/${id}/test`, { variables });
  const byTool = await tool(key, 'test_http_request', { id, variables });
  const step = await testStack.step(id, called, { variables, stepId: called, workflow: called });
  const { executionId } = step.body;
  await eventually(
    async () => (await call(`/history/${executionId}`)).body.status,
    (status) => status !== 'PENDING',
  );
  return [
    ...[rest.body, byTool, step.body],
    (await call(`/history/${executionId}`)).body,
    (await call(`/history/${rest.headers.get('x-execution-id') ?? ''}`)).body,
    await tool(key, 'get_history_entry', { id: executionId }),
    (await call('/history?limit=3')).body,
    (await call(`/http-requests/${id}/reach`)).body,
  ];
}

/** Each place with a few encodings, which differ by place; in the nightly check with all of them. */
const cases = Object.keys(places).flatMap((place, i) => {
  const hows = Object.keys(encoders);
  const few = [hows[(i * 7 + 3) % hows.length]] as string[];
  return sized(few, hows).map((how) => ({ place, how }));
});

/** Every third value is truncated, as an echo limit would do. */
const echoOf = (value: string, i: number, encoder: Encoder) => {
  const given = i % 3 === 2 ? pieceOf(value, 0.3, i % 2 === 0) : value;
  return isLongEnoughToFind(encoder, given) ? encoder.encode(given) : [];
};

test(
  'masks secrets and names everywhere in responses: REST, tools, steps and history (contract: History and stats 13; History and stats 14)',
  async () => {
    const slots = Array.from({ length: AT_ONCE }, (_, i) => `S${i}`);
    const id = await testStack.newRequest({
      url: `${testStack.target.origin}/`,
      body: slots.map((name) => `{{ secrets.${name} }}`).join(' '),
    });
    const readable: string[] = [];
    const count = { secrets: 0, names: 0 };
    const setSecrets = async (values: readonly string[]) => {
      for (const [at, value] of values.entries())
        await testStack.outstep.operator(testStack.storeId, 'set_secret', { name: slots[at], value });
    };
    await setSecrets(slots.map(() => randomUUID()));
    testStack.target.answer = (response) => response.end('ok');
    const ours = allTexts(await everything(executor, id, { secrets: [], names: [] }));
    let key: TestKey | undefined;
    for (const [i, { place, how }] of cases.entries()) {
      if (!key || i % PER_KEY === 0) key = await testStack.outstep.newKey(testStack.storeId, 'execute');
      const known = valuesOf(i, place, ours);
      await setSecrets(known.secrets);
      const encoder = encoders[how] as Encoder;
      // Names are masked as a whole: a piece of one may be an ordinary word.
      const texts = [
        ...known.secrets.flatMap((value, at) => echoOf(value, at, encoder)),
        ...known.names.flatMap((name) => echoOf(name, 0, encoder)),
      ];
      testStack.target.answer = (response) => places[place]?.(response, texts);
      const seen = allTexts(await everything(key, id, known));
      for (const kind of ['secrets', 'names'] as const)
        for (const value of known[kind]) {
          count[kind]++;
          const found = readableIn(seen, value);
          if (found) readable.push(`${JSON.stringify(value)} in ${place} as ${how}, read as ${found}`);
        }
    }
    logFigure(
      `${readable.length} of ${count.secrets} secrets and ${count.names} names came back, in ${cases.length} calls of each kind`,
    );
    expect(readable).toEqual([]);
    expect(testStack.target.received.length).toBe(3 * (1 + cases.length));
    expect(testStack.target.received.every(({ body }) => body !== '')).toBe(true);
  },
  sized(300_000, 3_600_000),
);

test('treats a header inside a body as a literal credential (contract: HTTP requests 5)', async () => {
  const id = await testStack.newRequest({ body: { text: 'Authorization: Bearer correct-horse' } });
  const saved = (await testStack.outstep.call(testStack.key, 'GET', `/api/v1/http-requests/${id}`)).body;
  expect(saved.body).toEqual({ text: 'Authorization: Bearer ********' });
  testStack.target.answer = (response, { body }) => response.end(body);
  const { body } = await testStack.outstep.call(executor, 'POST', `/api/v1/http-requests/${id}/test`, {
    variables: { order: 1 },
  });
  expect(testStack.target.received.at(-1)?.body).toContain('correct-horse');
  expect(JSON.stringify(body)).not.toContain('correct-horse');
});
