import { withClient } from '../server/test/harness/postgres.ts';
import { quantile, timed } from './latency.ts';
import { loadLayouts, PER_STORE, storeOf } from './layouts-load.ts';
import { type BenchStage, openStage } from './stage.ts';

const LARGE = 1_000_000;
const SMALL = 1_000;
const IN_ONE_STORE = 20_000;
/** Stores to query in turn, so that the reads are not all of one store's pages. */
const REQUESTED_STORES = 50;
const ROUNDS = 100;
const WARM_UP = 10;
const MANY_BAR = 1.3;
const ONE_STORE_BAR = 1.5;
const SEARCH_BAR_MS = 50;

interface StoreUnderLoad {
  keys: string[];
  ids: string[];
}

/** Some stores behind one API process. */
interface LayoutInstance {
  origin: string;
  stores: StoreUnderLoad[];
}

interface BenchRequest {
  name: string;
  path(store: StoreUnderLoad, round: number): string;
  change?(round: number): object;
}

const one = ({ ids }: StoreUnderLoad, round: number) => `/${ids[round % ids.length]}`;

const CASES: BenchRequest[] = [
  { name: 'list', path: () => '' },
  { name: 'list by category', path: () => '?category=transactional' },
  { name: 'get', path: one },
  // Reads the end of the list, so that the whole list is scanned.
  { name: 'search', path: () => '?q=number%201&limit=10' },
  { name: 'search in vain', path: () => '?q=nowhere' },
  { name: 'save', path: one, change: (round) => ({ previewText: `Thank you ${round}` }) },
];
const SEARCHES = ['search', 'search in vain'];

async function measureStore(stage: BenchStage, number: number, keys: number): Promise<StoreUnderLoad> {
  const rows = await withClient(
    stage.url,
    async (client) =>
      (
        await client.query<{ store_id: string; id: string }>(
          `select store_id, id from layouts where store_id = ${storeOf(number)} order by id limit 100`,
        )
      ).rows,
  );
  const storeId = rows[0]?.store_id ?? '';
  return { keys: await stage.newKeys(storeId, 'write', keys), ids: rows.map(({ id }) => id) };
}

/** Stores spread evenly over all of them. */
async function someStores(stage: BenchStage, layouts: number): Promise<StoreUnderLoad[]> {
  const stores = Math.floor(layouts / PER_STORE);
  const found: StoreUnderLoad[] = [];
  for (let i = 0; i < REQUESTED_STORES; i++)
    found.push(await measureStore(stage, 1 + Math.floor((i * stores) / REQUESTED_STORES), 2));
  return found;
}

async function loaded(stages: BenchStage[], size: number, inOneStore: number): Promise<BenchStage> {
  const stage = await openStage();
  stages.push(stage);
  const started = performance.now();
  await loadLayouts(stage, size, inOneStore);
  console.log(`${size + inOneStore} layouts loaded in ${Math.round((performance.now() - started) / 1000)} s`);
  return stage;
}

function ask({ origin, stores }: LayoutInstance, { path, change }: BenchRequest, round: number) {
  const store = stores[round % stores.length] as StoreUnderLoad;
  const turn = Math.floor(round / stores.length);
  const key = store.keys[turn % store.keys.length] as string;
  return timed(`${origin}/api/v1/email-templates${path(store, turn)}`, key, change?.(round));
}

type Times = Map<BenchRequest, number[][]>;

/** Alternates between all sides, one call at a time, so that a noisy machine affects all of them. */
async function measured(sides: LayoutInstance[]): Promise<Times> {
  const times: Times = new Map(CASES.map((each) => [each, sides.map(() => [])]));
  for (let round = 0; round < WARM_UP + ROUNDS; round++)
    for (const [each, ms] of times)
      for (let i = 0; i < sides.length; i++) {
        // Rotates which side goes first, because each side affects the state of the machine.
        const at = (i + round) % sides.length;
        const answer = await ask(sides[at] as LayoutInstance, each, round);
        if (round >= WARM_UP) ms[at]?.push(answer.ms);
      }
  return times;
}

/** p50 and p99 with few layouts, with many stores and with one large store, and whether the bars are met. */
function judged(times: Times) {
  return [...times].map(([{ name }, ms]) => {
    const [small = 0, many = 0, inOne = 0] = ms.map((each) => quantile(each, 0.5));
    const p99 = ms.map((each) => Number(quantile(each, 0.99).toFixed(1)));
    const isSearch = SEARCHES.includes(name);
    const met =
      many / small <= MANY_BAR && (isSearch ? inOne <= SEARCH_BAR_MS : inOne / small <= ONE_STORE_BAR);
    return { name, small, many, inOne, p99, isSearch, met };
  });
}

const rounded2 = (value: number) => Number(value.toFixed(2));

async function measure(stages: BenchStage[], size: number): Promise<string[]> {
  const small = await loaded(stages, SMALL, 0);
  const large = await loaded(stages, size, IN_ONE_STORE);
  const [smallApi, largeApi] = [await small.startApi(), await large.startApi()];
  const results = judged(
    await measured([
      { origin: smallApi, stores: await someStores(small, SMALL) },
      { origin: largeApi, stores: await someStores(large, size) },
      { origin: largeApi, stores: [await measureStore(large, 0, 50)] },
    ]),
  );
  console.log(`\nLayouts: p50 in ms, ${PER_STORE} in a store, and ${IN_ONE_STORE} in one store`);
  console.table(
    results.map(({ name, small, many, inOne, p99, isSearch, met }) => ({
      name,
      [`of ${SMALL}`]: rounded2(small),
      [`of ${size}`]: rounded2(many),
      ratio: rounded2(many / small),
      bar: MANY_BAR,
      [`${IN_ONE_STORE} in one`]: rounded2(inOne),
      'ratio ': rounded2(inOne / small),
      'bar ': isSearch ? `${SEARCH_BAR_MS} ms` : ONE_STORE_BAR,
      p99: p99.join(' / '),
      met,
    })),
  );
  return results.filter(({ met }) => !met).map(({ name }) => `layouts: ${name}`);
}

/** Compares the cost of lists, reads, searches and saves with many layouts to their cost with few. */
export async function benchLayouts(size = LARGE): Promise<string[]> {
  const stages: BenchStage[] = [];
  const closeAll = () => Promise.all(stages.splice(0).map((stage) => stage.close()));
  const leave = () => void closeAll().finally(() => process.exit(1));
  // Don't leave gigabytes behind when the run is interrupted.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, leave);
  try {
    return await measure(stages, size);
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, leave);
    await closeAll();
  }
}
