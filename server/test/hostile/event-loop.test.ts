import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logFigure } from '../harness/log-figure.ts';
import { type Outstep, startOutstep, type TestKey } from '../harness/outstep.ts';
import { callStep } from '../harness/signed-step.ts';
import { sampled, sized } from '../harness/size.ts';
import { startTarget, type Target } from '../harness/target.ts';
import { callTool } from '../mcp/posts.ts';
import { hostileValues } from './inputs.ts';

/** Thread CPU time in one turn of the event loop; a loaded machine needs more for the same work. */
const BAR_MS = sized(100, 50);
/** The first run of any code compiles it. */
const TRIES = 4;

let outstep: Outstep;
let target: Target;
let key: TestKey;
let platformSecret = '';

beforeAll(async () => {
  target = await startTarget();
  const monitor = new URL('./longest-tick.ts', import.meta.url).pathname;
  outstep = await startOutstep({
    env: { OUTSTEP_OUTBOUND_ALLOW: '127.0.0.1', NODE_OPTIONS: `--import=${monitor}` },
  });
  key = await outstep.newKey(await outstep.newStore(), 'execute', { requestsPerMinute: 100_000 });
  const made = (await outstep.operator(key.storeId, 'create_platform_secret', {})) as { secret: string };
  platformSecret = made.secret;
});
afterAll(async () => {
  await outstep.close();
  await target.close();
});

/** The API's longest turn since the last call. */
async function longestTurn(): Promise<number> {
  const api = outstep.apis[0];
  const before = api?.output.length ?? 0;
  api?.child.kill('SIGUSR2');
  for (;;) {
    const line = api?.output.slice(before).find((each) => each.includes('longestTurnMs'));
    if (line !== undefined) return JSON.parse(line).longestTurnMs;
    await sleep(5);
  }
}

type Work = () => Promise<{ status: number }>;

const call = (method: string, path: string, body?: unknown) =>
  outstep.call(key, method, `/api/v1${path}`, body, { 'content-type': 'application/json' });

const asText = (value: unknown, most: number) =>
  (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, most);

/** Everything that may process a value, in an order in which it exists at each step. */
async function worksOn(value: unknown): Promise<Record<string, Work>> {
  const request = { url: `${target.origin}/`, body: value, headers: { 'Content-Type': 'text/plain' } };
  const { id } = (await call('POST', '/http-requests', { url: request.url })).body;
  const body = asText(value, 1_000_000);
  target.answer = (response) => response.end(body);
  // Variables may be up to a megabyte.
  const variables = { value: JSON.stringify(value).length < 900_000 ? value : asText(value, 450_000) };
  const layout = { name: 'Hostile', subject: 'Hello', language: 'en', body };
  return {
    'create a request': () => call('POST', '/http-requests', request),
    'change a request': () => call('PUT', `/http-requests/${id}`, { body: value, testVariables: variables }),
    'read a request': () => call('GET', `/http-requests/${id}`),
    'write a request back': async () =>
      call('PUT', `/http-requests/${id}`, {
        body: (await call('GET', `/http-requests/${id}`)).body.body,
        name: 'read',
      }),
    'list requests': () => call('GET', '/http-requests?limit=100'),
    'run a request': () => call('POST', `/http-requests/${id}/test`, {}),
    'run it with variables': () => call('POST', `/http-requests/${id}/test`, { variables }),
    'read its entry': async () => {
      const { items } = (await call('GET', '/history?limit=1')).body;
      return call('GET', `/history/${items[0]?.id}`);
    },
    'change it as a tool': async () => {
      const { isError } = await callTool(outstep, key, 'update_http_request', { id, body: value });
      return { status: isError ? 400 : 200 };
    },
    'create a layout': () => call('POST', '/email-templates', layout),
    'accept a step': () =>
      callStep(outstep.origin, key.storeId, platformSecret, 'http-request', {
        ...{ requestId: id, runId: crypto.randomUUID(), stepId: 'a' },
        variables,
      }),
  };
}

test(
  `no event-loop tick takes more than ${BAR_MS} ms of CPU for any input`,
  async () => {
    const slow: string[] = [];
    let longest = 0;
    let count = 0;
    for (const [name, make] of sampled(Object.entries(hostileValues), 16, 2)) {
      for (const [what, work] of Object.entries(await worksOn(make()))) {
        let turn = Number.POSITIVE_INFINITY;
        let status = 0;
        for (let tries = 0; tries < TRIES && turn > BAR_MS; tries++) {
          await longestTurn();
          ({ status } = await work());
          turn = Math.min(turn, await longestTurn());
        }
        count++;
        longest = Math.max(longest, turn);
        if (turn > BAR_MS) slow.push(`${what}, ${name}: ${turn.toFixed(0)} ms, ${status}`);
      }
    }
    logFigure(`longest of the turns of ${count} calls: ${longest.toFixed(0)} ms of CPU`);
    expect(slow).toEqual([]);
  },
  sized(300_000, 3_600_000),
);
