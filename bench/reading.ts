import { fileURLToPath } from 'node:url';
import type { Request } from 'autocannon';
import { type ContestResult, type ContestRun, contest, printStandings, type Verdict } from './contest.ts';
import { cpuSpentBy } from './cpu.ts';
import { type LoadOptions, measure } from './load.ts';
import { type BenchStage, openStage } from './stage.ts';
import { WINDOWS } from './statistics.ts';

const CONNECTIONS = 32;
const SECONDS = 3;
/** A number of requests: the code gets half as fast again after a few thousand. */
const WARM_UP = 3000;
/** Enough keys that none reaches its rate limit, because a run that measures rejections proves nothing. */
const KEYS = 3200;

interface ReadLoad {
  name: string;
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

async function startReading(stage: BenchStage): Promise<ReadLoad[]> {
  const storeId = await stage.newStore();
  const keys = await stage.newKeys(storeId, 'read', KEYS);
  const id = await stage.newHttpRequest(storeId);
  const bare = await stage.start(fileURLToPath(new URL('./bare-server.ts', import.meta.url)), []);
  const api = await stage.startApi();
  const withKeys = (request: Request) =>
    keys.map((key) => ({ ...request, headers: { ...request.headers, authorization: `Bearer ${key}` } }));
  return [
    {
      name: 'bare',
      origin: bare,
      requests: withKeys({ method: 'GET', path: `/stores/${storeId}/http-requests/${id}` }),
    },
    {
      name: 'GET /http-requests/:id',
      origin: api,
      requests: withKeys({ method: 'GET', path: `/api/v1/http-requests/${id}` }),
    },
    {
      name: 'tools/call get_http_request',
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

/** Runs one load after another without using any key too often. */
function loader() {
  let sent = 0;
  return async ({ name, origin, requests }: ReadLoad, until: LoadOptions['until']): Promise<ContestRun> => {
    const measured = await measure({ origin, requests, from: sent, connections: CONNECTIONS, until });
    const { refused, failed, total, perSecond, p50, p99 } = measured;
    sent += total;
    if (refused + failed > 0)
      throw new Error(`${name}: of ${total} answers ${refused} refused by a budget, ${failed} failed`);
    return { done: total, seconds: total / perSecond, p50, p99 };
  };
}

/** Reading one HTTP request over REST and as a tool call, in turns with a bare handler within one run. */
export async function benchReading(rounds = WINDOWS): Promise<Verdict> {
  const stage = await openStage();
  try {
    const asking = await startReading(stage);
    const load = loader();
    const contenders = asking.map((each) => ({
      name: each.name,
      warmUp: () => load(each, { amount: WARM_UP }),
      run: () => load(each, { duration: SECONDS }),
    }));
    const { standings, doubts } = await contest(contenders, rounds, () => cpuSpentBy(stage.parts));
    console.log(`\nReading one HTTP request, one process each, ${CONNECTIONS} connections`);
    printStandings(standings, 'request');
    const [, rest, tool] = standings as [ContestResult, ContestResult, ContestResult];
    const bars = [
      { what: 'reading over REST, of bare', value: rest.rateOfFirst, atLeast: 0.8 },
      { what: 'reading as a tool, of bare', value: tool.rateOfFirst, atLeast: 0.75 },
    ];
    return { bars, doubts };
  } finally {
    await stage.close();
  }
}
