import pg from 'pg';
import { call } from '../harness/client.ts';
import { type GitHub, startGitHub } from '../harness/github/github.ts';
import { type Outstep, startOutstep, type TestKey } from '../harness/outstep.ts';
import { type Env, startApi } from '../harness/process.ts';
import { startTarget } from '../harness/target.ts';
import { nouns } from './record-kinds.ts';
import { type Digests, rowDigests } from './rows.ts';

/** A store with one record of every kind. */
export interface Side {
  storeId: string;
  word: string;
  key: TestKey;
  /** The members that name its newest record of each kind. */
  records: Record<string, Record<string, string>>;
  /** Creates one more record of a kind. */
  seed(noun: string): Promise<Record<string, string>>;
  /** A key without any spent budget. */
  newKey(): Promise<TestKey>;
}

/** Two stores with records of the same shape behind one API. */
export interface TenantWorld {
  outstep: Outstep;
  origin: string;
  own: Side;
  other: Side;
  newSide(word: string): Promise<Side>;
  /** The same stores behind another API. */
  through(origin: string): TenantWorld;
  call(key: TestKey, method: string, path: string, body?: unknown, headers?: Env): ReturnType<typeof call>;
  /** Digests of all rows, or of one store's, as the database's owner sees them. */
  rows(storeId?: string): Promise<Digests>;
  close(): Promise<void>;
}

/** The external services that stores use. */
interface ExternalServices {
  target: string;
  github: GitHub;
}

async function newSide(
  outstep: Outstep,
  origin: string,
  outside: ExternalServices,
  word: string,
): Promise<Side> {
  const storeId = await outstep.newStore(`Shop ${word}`);
  const newKey = () => outstep.newKey(storeId, 'execute', { recipientSearch: true });
  const counts = new Map<string, number>();
  const side: Side = {
    storeId,
    word,
    key: await newKey(),
    records: {},
    newKey,
    async seed(noun) {
      const count = counts.get(noun) ?? 0;
      counts.set(noun, count + 1);
      const key = await newKey();
      const record = await nouns[noun]?.seed({
        storeId,
        key,
        word,
        count,
        operator: outstep.operator,
        core: outstep.core,
        ...outside,
        call: (method, path, body) => call(origin, key.key, method, path, body),
      });
      side.records[noun] = record ?? {};
      return side.records[noun];
    },
  };
  for (const noun of Object.keys(nouns)) await side.seed(noun);
  return side;
}

const withCalls = (world: Omit<TenantWorld, 'call' | 'through'>): TenantWorld => ({
  ...world,
  call: (key, method, path, body, headers) => call(world.origin, key.key, method, path, body, headers),
  through: (origin) => withCalls({ ...world, origin }),
});

/** `envOf` changes the API process's environment; the test itself keeps the direct address. */
export async function startWorld(envOf: (plain: Env) => Env = () => ({})): Promise<TenantWorld> {
  const github = await startGitHub();
  const outstep = await startOutstep({
    processes: 0,
    env: { OUTSTEP_OUTBOUND_ALLOW: '127.0.0.1', GITHUB_API_URL: github.url },
  });
  const target = await startTarget();
  const outside = { target: target.origin, github };
  const owner = new pg.Client({ connectionString: outstep.env['DATABASE_URL'] });
  async function close() {
    await owner.end();
    await outstep.close();
    await target.close();
    await github.close();
  }
  try {
    await owner.connect();
    const api = await startApi({ ...outstep.env, ...envOf(outstep.env) });
    outstep.apis.push(api);
    const { origin } = api;
    const own = await newSide(outstep, origin, outside, 'alderwood');
    const other = await newSide(outstep, origin, outside, 'birchwood');
    const world = {
      outstep,
      origin,
      own,
      other,
      newSide: (word: string) => newSide(outstep, origin, outside, word),
      rows: await rowDigests(owner),
      close,
    };
    return withCalls(world);
  } catch (error) {
    await close();
    throw error;
  }
}
