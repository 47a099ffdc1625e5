import { beginExecution } from '../../src/features/records/history/record-execution.store.ts';
import { type Level, levels } from '../../src/kernel/access-levels.ts';
import { createFile } from '../harness/layouts.ts';
import { type Outstep, startOutstep, type TestKey } from '../harness/outstep.ts';
import { sized } from '../harness/size.ts';

const STORES = sized(5, 20);
/** Enough keys that none comes near 300 calls in 60 s at any speed that one machine reaches. */
const KEYS_A_STORE: Record<Level, number> = { read: 3, write: 4, execute: 14 };
const RECORDS_A_STORE = 6;
const MAX_RECORDS = 40;

/** No key here may run a request: a call to a made-up address would still be a real call. */
const granted: Record<Level, Level> = { read: 'read', write: 'write', execute: 'write' };

/** Hostile texts are subject to the product's own limits, not to the longer ones of other tests. */
const withoutExtraPatience = { OUTSTEP_RENDER_PATIENCE_MS: '' };

const NOUNS = ['history', 'file', 'layout', 'request'] as const;
type Noun = (typeof NOUNS)[number];

/** The noun in a path or in the name of a tool. */
function nounOf(meant: string): Noun {
  if (meant.includes('history')) return 'history';
  if (meant.includes('file')) return 'file';
  if (meant.includes('http')) return 'request';
  return /draft|email|template|translation|version/.test(meant) ? 'layout' : 'request';
}

/** Stores with keys and records, which are handed out in turn. */
export class Population {
  readonly outstep: Outstep;
  readonly #keys: Record<Level, TestKey[]> = { read: [], write: [], execute: [] };
  readonly #turn: Record<Level, number> = { read: 0, write: 0, execute: 0 };
  readonly #records = new Map<string, string[]>();

  private constructor(outstep: Outstep) {
    this.outstep = outstep;
  }

  static async start(processes: number): Promise<Population> {
    const population = new Population(await startOutstep({ processes, env: withoutExtraPatience }));
    const perStore: TestKey[][] = await Promise.all(
      Array.from({ length: STORES }, () => population.#addStore()),
    );
    // Interleaved by store, so that no store works alone.
    const most = Math.max(...perStore.map((keys) => keys.length));
    for (let i = 0; i < most; i++)
      for (const keys of perStore) {
        const key = keys[i] as TestKey & { level: Level };
        population.#keys[key.level].push(key);
      }
    return population;
  }

  async #addStore() {
    const { outstep } = this;
    const storeId = await outstep.newStore('Fuzzed store');
    await outstep.operator(storeId, 'set_secret', { name: 'TOKEN', value: 'a secret value' });
    const keys: (TestKey & { level: Level })[] = [];
    for (const level of levels)
      for (let i = 0; i < KEYS_A_STORE[level]; i++)
        keys.push({ ...(await outstep.newKey(storeId, granted[level], { recipientSearch: true })), level });
    const writer = keys.find(({ level }) => level === 'execute') as TestKey;
    for (let i = 0; i < RECORDS_A_STORE; i++) {
      const headers = { Authorization: `Bearer sk_live_${'0123456789abcdef'.repeat(2)}` };
      const made = await outstep.call(writer, 'POST', '/api/v1/http-requests', {
        url: 'https://example.com/?token=0123456789abcdef0123456789',
        headers,
      });
      this.born(storeId, 'request', made.body.id);
      await this.#layout(storeId, writer);
      this.born(storeId, 'file', await createFile(outstep.core, storeId));
    }
    this.born(storeId, 'history', await this.#execution(storeId));
    return keys;
  }

  async #layout(storeId: string, writer: TestKey) {
    const path = '/api/v1/email-templates';
    const made = await this.outstep.call(writer, 'POST', path, { name: 'Fuzzed', subject: 'Fuzzed' });
    await this.outstep.call(writer, 'PUT', `${path}/${made.body.id}/translations/de`, {
      subject: 'Verfuzzt',
    });
    this.born(storeId, path, made.body.id);
  }

  async #execution(storeId: string): Promise<string> {
    const { database, runtime } = this.outstep.core;
    const id = runtime.newId();
    await beginExecution(database.forStore(storeId), {
      storeId,
      id,
      actionType: 'HTTP_REQUEST',
      actionConfigId: null,
      actionConfigName: 'Fuzzed request',
      trigger: 'test',
      createdAt: runtime.now(),
    });
    return id;
  }

  keyOf(level: Level): TestKey {
    const keys = this.#keys[level];
    return keys[this.#turn[level]++ % keys.length] as TestKey;
  }

  /** A record of the store, of the kind that a path or a tool names; a random ID when none are left. */
  recordOf(storeId: string, meant: string): string {
    const records = this.#recordsOf(storeId, nounOf(meant));
    return records[this.#turn.execute % Math.max(1, records.length)] ?? this.outstep.core.runtime.newId();
  }

  born(storeId: string, meant: string, id: unknown) {
    if (typeof id !== 'string') return;
    const records = this.#recordsOf(storeId, nounOf(meant));
    records.push(id);
    if (records.length > MAX_RECORDS) records.shift();
  }

  died(storeId: string, id: string) {
    for (const noun of NOUNS) {
      const records = this.#recordsOf(storeId, noun);
      const at = records.indexOf(id);
      if (at >= 0) records.splice(at, 1);
    }
  }

  #recordsOf(storeId: string, noun: Noun): string[] {
    const name = `${storeId} ${noun}`;
    const known = this.#records.get(name) ?? [];
    this.#records.set(name, known);
    return known;
  }
}
