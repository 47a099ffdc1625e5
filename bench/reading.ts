import { fileURLToPath } from 'node:url';
import type { Request } from 'autocannon';
import { withClient } from '../server/test/harness/postgres.ts';
import { between, spentBy } from './cpu.ts';
import { type Load, type Measured, measure, median } from './load.ts';
import type { Stage } from './stage.ts';

const CONNECTIONS = 32;
const SECONDS = 3;
const ROUNDS = 5;
/** By count: the same code goes half as fast again once it has answered a few thousand. */
const WARM_UP = 3000;
/** Enough keys that no budget is met: a run that measures refusals proves nothing. */
const KEYS = 3200;

interface Contender {
  name: string;
  bar: number;
  origin: string;
  requests: Request[];
}

/** With microseconds of CPU a request, by part of the installation. */
type Window = Measured & { cpu: Record<string, number> };

const toolCall = (id: string) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'get_http_request', arguments: { id } },
  });

async function contendersOn(stage: Stage): Promise<Contender[]> {
  const storeId = await stage.newStore();
  await withClient(stage.url, (client) =>
    client.query(`insert into store_limits (store_id, name, value) values ($1, 'keys', $2)`, [storeId, KEYS]),
  );
  const keys = await stage.newKeys(storeId, 'read', KEYS);
  const id = await stage.newHttpRequest(storeId);
  const bare = await stage.start(fileURLToPath(new URL('./bare-server.ts', import.meta.url)), []);
  const api = await stage.startApi();
  const withKeys = (request: Request) =>
    keys.map((key) => ({ ...request, headers: { ...request.headers, authorization: `Bearer ${key}` } }));
  return [
    {
      name: 'bare',
      bar: 1,
      origin: bare,
      requests: withKeys({ method: 'GET', path: `/stores/${storeId}/http-requests/${id}` }),
    },
    {
      name: 'GET /http-requests/:id',
      bar: 0.8,
      origin: api,
      requests: withKeys({ method: 'GET', path: `/api/v1/http-requests/${id}` }),
    },
    {
      name: 'tools/call get_http_request',
      bar: 0.75,
      origin: api,
      requests: withKeys({
        method: 'POST',
        path: '/api/mcp',
        headers: { 'content-type': 'application/json' },
        body: toolCall(id),
      }),
    },
  ];
}

/** Loads one contender after the other, and none of them with the same key too often. */
function loader(stage: Stage) {
  let sent = 0;
  return async ({ name, origin, requests }: Contender, until: Load['until']): Promise<Window> => {
    const before = spentBy(stage.pids(), 0);
    const window = await measure({ origin, requests, from: sent, connections: CONNECTIONS, until });
    const spent = between(before, spentBy(stage.pids(), 0));
    sent += window.total;
    const { refused, failed, total } = window;
    if (refused + failed > 0)
      throw new Error(`${name}: of ${total} answers ${refused} refused by a budget, ${failed} failed`);
    const cpu = Object.entries(spent).map(([part, seconds]) => [part, (seconds * 1e6) / total]);
    return { ...window, cpu: Object.fromEntries(cpu) };
  };
}

const PARTS = { API: 'API', PostgreSQL: 'PostgreSQL', Redis: 'Redis', load: 'load and target' };

function showCpu(contenders: readonly Contender[], rounds: readonly Window[][]): void {
  const rows = contenders.map(({ name }, i) => {
    const parts = Object.entries(PARTS).map(([title, part]) => [
      title,
      Math.round(median(rounds.map((round) => round[i]?.cpu[part] ?? 0))),
    ]);
    const ratios = rounds.map((round) => (round[i] as Window).perSecond / (round[0] as Window).perSecond);
    const spread = [Math.min(...ratios), Math.max(...ratios)].map((each) => each.toFixed(2)).join('–');
    return { name, ...Object.fromEntries(parts), 'of bare, each round': spread };
  });
  console.log('microseconds of CPU a request, the first column that of the process which answers:');
  console.table(rows);
}

/** Reading one HTTP request: over REST and as a tool call, beside a bare handler, in turns within one run. */
export async function benchReading(stage: Stage) {
  const contenders = await contendersOn(stage);
  const load = loader(stage);
  for (const contender of contenders) await load(contender, { amount: WARM_UP });
  const rounds: Window[][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const windows: Window[] = [];
    for (const contender of contenders) windows.push(await load(contender, { duration: SECONDS }));
    rounds.push(windows);
  }
  showCpu(contenders, rounds);
  return contenders.map(({ name, bar }, i) => {
    const mine = rounds.map((round) => round[i] as Window);
    return {
      name,
      perSecond: Math.round(median(mine.map((each) => each.perSecond))),
      // Each round is a pair of neighbours in time, so the ratio survives a noisy machine better than the figures.
      ofBare: median(rounds.map((round) => (round[i] as Window).perSecond / (round[0] as Window).perSecond)),
      bar,
      p50: median(mine.map((each) => each.p50)),
      p99: median(mine.map((each) => each.p99)),
    };
  });
}
