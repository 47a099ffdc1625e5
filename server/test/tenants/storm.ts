import type { TestResponse } from '../harness/client.ts';
import type { TestKey } from '../harness/outstep.ts';
import { marksIn } from './rules.ts';
import type { Side, TenantWorld } from './world.ts';

/** Far below the 300 calls a key may make in a minute. */
const CALLS_PER_KEY = 125;
const IN_FLIGHT = 32;

export interface StormReport {
  calls: number;
  /** Responses that contained anything of the other store. */
  leaks: string[];
  /** Responses that differ from what the caller should get. */
  wrong: string[];
  overBudget: number;
}

interface Turn {
  world: TenantWorld;
  side: Side;
  other: Side;
  key: TestKey;
}

type StormAction = (turn: Turn) => Promise<{ answer: TestResponse; right: boolean }>;

const HTTP_REQUESTS = '/api/v1/http-requests';
const idOf = (side: Side) => side.records['http-requests']?.['id'] ?? '';

const readOwn: StormAction = async ({ world, side, key }) => {
  const answer = await world.call(key, 'GET', `${HTTP_REQUESTS}/${idOf(side)}`);
  return { answer, right: answer.status === 200 && answer.body.id === idOf(side) };
};

const readForeign: StormAction = async ({ world, other, key }) => {
  const answer = await world.call(key, 'GET', `${HTTP_REQUESTS}/${idOf(other)}`);
  return { answer, right: answer.status === 404 };
};

const list: StormAction = async ({ world, side, key }) => {
  const answer = await world.call(key, 'GET', `${HTTP_REQUESTS}?q=wood`);
  return { answer, right: answer.status === 200 && answer.body.items[0]?.id === idOf(side) };
};

const write: StormAction = async ({ world, side, key }) => {
  const change = { description: `Tells ${side.word} again` };
  const answer = await world.call(key, 'PATCH', `${HTTP_REQUESTS}/${idOf(side)}`, change);
  return { answer, right: answer.status === 200 && answer.body.id === idOf(side) };
};

const fail: StormAction = async ({ world, other, key }) => {
  const answer = await world.call(key, 'DELETE', `${HTTP_REQUESTS}/${idOf(other)}`);
  return { answer, right: answer.status === 404 };
};

const tool: StormAction = async ({ world, side, key }) => {
  const params = { name: 'get_http_request', arguments: { id: idOf(side) } };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  const answer = await world.call(key, 'POST', '/api/mcp', message, { 'content-type': 'application/json' });
  return { answer, right: answer.body?.result?.structuredContent?.id === idOf(side) };
};

/** Mostly reads, as in production; every kind meets every other across the two stores. */
const KINDS = [readOwn, list, readOwn, readForeign, tool, readOwn, readForeign, fail, readOwn, list, write];

/** Calls of both stores, interleaved, with every response checked. */
export async function storm(world: TenantWorld, calls: number): Promise<StormReport> {
  const sides = [world.own, world.other] as const;
  const keysEach = Math.ceil(calls / CALLS_PER_KEY / sides.length);
  const keys = await Promise.all(
    sides.map(async (side) => {
      const made: TestKey[] = [];
      for (let i = 0; i < keysEach; i++) made.push(await side.newKey());
      return made;
    }),
  );
  const report: StormReport = { calls: 0, leaks: [], wrong: [], overBudget: 0 };

  async function one(turn: number) {
    const own = turn % 2;
    const [side, other] = own === 0 ? sides : ([sides[1], sides[0]] as const);
    const key = keys[own]?.[(turn >> 1) % keysEach] as TestKey;
    const kind = KINDS[(turn >> 1) % KINDS.length] as StormAction;
    const { answer, right } = await kind({ world, side, other, key });
    report.calls++;
    if (answer.status === 429) report.overBudget++;
    else if (marksIn(answer.text, other).length > 0) report.leaks.push(`${kind.name}: ${answer.text}`);
    else if (!right) report.wrong.push(`${kind.name}: ${answer.status} ${answer.text}`);
  }

  let next = 0;
  const worker = async () => {
    while (next < calls) await one(next++);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  return report;
}
