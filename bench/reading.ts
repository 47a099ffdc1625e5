import { fileURLToPath } from 'node:url';
import type { Request } from 'autocannon';
import { type Measured, measure, median } from './load.ts';
import type { Stage } from './stage.ts';

const CONNECTIONS = 32;
const SECONDS = 4;
const ROUNDS = 5;
/** Enough keys that no budget is met: a run that measures refusals proves nothing. */
const KEYS = 3000;

interface Contender {
  name: string;
  bar: number;
  origin: string;
  requests: Request[];
}

const toolCall = (id: string) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'get_http_request', arguments: { id } },
  });

/** Reading one HTTP request: over REST and as a tool call, beside a bare handler, in turns within one run. */
export async function benchReading(stage: Stage) {
  const storeId = await stage.newStore();
  const keys = await stage.newKeys(storeId, 'read', KEYS);
  const id = await stage.newHttpRequest(storeId);
  const bare = await stage.start(fileURLToPath(new URL('./bare-server.ts', import.meta.url)), []);
  const api = await stage.startApi();
  const headers = (key: string) => ({ authorization: `Bearer ${key}` });
  const contenders: Contender[] = [
    {
      name: 'bare',
      bar: 1,
      origin: bare,
      requests: keys.map((key) => ({
        method: 'GET',
        path: `/stores/${storeId}/http-requests/${id}`,
        headers: headers(key),
      })),
    },
    {
      name: 'GET /http-requests/:id',
      bar: 0.7,
      origin: api,
      requests: keys.map((key) => ({
        method: 'GET',
        path: `/api/v1/http-requests/${id}`,
        headers: headers(key),
      })),
    },
    {
      name: 'tools/call get_http_request',
      bar: 0.5,
      origin: api,
      requests: keys.map((key) => ({
        method: 'POST',
        path: '/api/mcp',
        headers: { ...headers(key), 'content-type': 'application/json' },
        body: toolCall(id),
      })),
    },
  ];
  for (const { origin, requests } of contenders)
    await measure({ origin, requests, seconds: 2, connections: CONNECTIONS });

  const rounds: Measured[][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const measured: Measured[] = [];
    for (const { origin, requests } of contenders) {
      measured.push(await measure({ origin, requests, seconds: SECONDS, connections: CONNECTIONS }));
    }
    rounds.push(measured);
  }
  return contenders.map(({ name, bar }, i) => {
    const mine = rounds.map((round) => round[i] as Measured);
    const total = mine.reduce((sum, each) => sum + each.total, 0);
    const refused = mine.reduce((sum, each) => sum + each.refused, 0);
    if (refused > total / 100) throw new Error(`${name}: ${refused} of ${total} refused by a budget`);
    const failed = mine.filter((each) => each.failed > 0);
    if (failed.length > 0) throw new Error(`${name}: answers failed: ${JSON.stringify(failed)}`);
    return {
      name,
      perSecond: Math.round(median(mine.map((each) => each.perSecond))),
      // Each round is a pair of neighbours in time, so the ratio survives a noisy machine better than the figures.
      ofBare: median(
        rounds.map((round) => (round[i] as Measured).perSecond / (round[0] as Measured).perSecond),
      ),
      bar,
      p50: median(mine.map((each) => each.p50)),
      p99: median(mine.map((each) => each.p99)),
    };
  });
}
