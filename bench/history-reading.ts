import { configOf } from '../server/test/harness/history-rows.ts';
import { withClient } from '../server/test/harness/postgres.ts';
import { COMMON_WORD, orderName } from './history-load.ts';
import { quantile, timed } from './latency.ts';
import type { BenchStage } from './stage.ts';

const ROUNDS = 200;
const WARM_UP = 20;
/** Enough keys that none reaches its rate limit. */
const KEYS = 200;
const SINGLES = 100;
const SEARCH_BAR_MS = 50;

/** A history with an API process in front of it. */
export interface HistoryInstance {
  origin: string;
  keys: string[];
  storeId: string;
  ids: string[];
}

interface BenchQuery {
  name: string;
  /** The bar in milliseconds, if it is not that of a far page. */
  barMs?: number;
  path(side: HistoryInstance, round: number): string;
}

/** Queries against a small and a large history; the bar is on the ratio of their times. */
const GROWING: BenchQuery[] = [
  { name: 'first page', path: () => '/history' },
  { name: 'status', path: () => '/history?status=FAILED' },
  { name: 'action type', path: () => '/history?actionType=EMAIL' },
  { name: 'action type and status', path: () => '/history?actionType=HTTP_REQUEST&status=FAILED' },
  { name: 'configuration', path: ({ storeId }) => `/history?actionConfigId=${configOf(storeId, 3)}` },
  {
    name: 'configuration and status',
    path: ({ storeId }) => `/history?actionConfigId=${configOf(storeId, 3)}&status=SUCCESS`,
  },
  { name: 'single read', path: ({ ids }, round) => `/history/${ids[round % ids.length]}` },
  { name: 'stats of 365 days', path: () => '/stats?days=365' },
];

/** Pages that only a large history has; the bar is on their time in milliseconds. */
const FAR: BenchQuery[] = [
  { name: 'page 1000', path: () => '/history?page=1000' },
  { name: 'page 1000 of 100', path: () => '/history?page=1000&limit=100' },
  { name: 'page 1000 of 100, status', path: () => '/history?page=1000&limit=100&status=SUCCESS' },
  { name: 'page 1000 of 100, action type', path: () => '/history?page=1000&limit=100&actionType=EMAIL' },
  {
    name: 'page 1000, configuration',
    path: ({ storeId }) => `/history?page=1000&actionConfigId=${configOf(storeId, 3)}`,
  },
  {
    name: 'page 1000, action type and status',
    path: () => '/history?page=1000&actionType=EMAIL&status=FAILED',
  },
  { name: 'search for an order', barMs: SEARCH_BAR_MS, path: (_, round) => `/history?q=${orderName(round)}` },
  {
    name: 'search for an order and a common word',
    barMs: SEARCH_BAR_MS,
    path: (_, round) => `/history?q=${COMMON_WORD}+${orderName(round)}`,
  },
];

export async function openSide(stage: BenchStage, storeId: string): Promise<HistoryInstance> {
  const ids = await withClient(stage.url, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select id from (select id from executions where store_id = $1 order by id) all_ids order by hashtext(id::text) limit ${SINGLES}`,
      [storeId],
    );
    return rows.map(({ id }) => id);
  });
  return { origin: await stage.startApi(), keys: await stage.newKeys(storeId, 'read', KEYS), storeId, ids };
}

let asked = 0;
async function ask(side: HistoryInstance, { path }: BenchQuery, round: number) {
  const key = side.keys[asked++ % side.keys.length] as string;
  return timed(`${side.origin}/api/v1${path(side, round)}`, key);
}

/** A shorter run might not have that many entries, and an empty page proves nothing. */
async function hasRows(side: HistoryInstance, each: BenchQuery) {
  const { body } = await ask(side, each, 0);
  return JSON.parse(body).items.length > 0;
}

export interface ReadTimings {
  name: string;
  small: { p50: number; p99: number } | null;
  large: { p50: number; p99: number };
  barMs: number | undefined;
}

const summary = (ms: number[]) => ({ p50: quantile(ms, 0.5), p99: quantile(ms, 0.99) });

/**
 * Alternates between the small and the large history, one call at a time, so that a noisy machine affects
 * both.
 */
export async function readHistory(small: HistoryInstance, large: HistoryInstance): Promise<ReadTimings[]> {
  const far: BenchQuery[] = [];
  for (const each of FAR) if (await hasRows(large, each)) far.push(each);
  const times = new Map([...GROWING, ...far].map((each) => [each, { small: [], large: [] }])) as Map<
    BenchQuery,
    { small: number[]; large: number[] }
  >;
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    for (const [each, ms] of times) {
      const sides = [{ side: large, into: ms.large }];
      if (GROWING.includes(each)) sides.push({ side: small, into: ms.small });
      // The second side runs on a machine that the first one has warmed up.
      if (round % 2 === 0) sides.reverse();
      for (const { side, into } of sides) {
        const answer = await ask(side, each, round);
        if (round >= WARM_UP) into.push(answer.ms);
      }
    }
  }
  return [...times].map(([{ name, barMs }, ms]) => ({
    name,
    barMs,
    small: ms.small.length > 0 ? summary(ms.small) : null,
    large: summary(ms.large),
  }));
}
