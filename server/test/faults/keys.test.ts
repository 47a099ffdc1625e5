import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../harness/client.ts';
import { keyAboutToExpire } from '../harness/expiring-key.ts';
import { type Outstep, startOutstep, type TestKey } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';
import { runOutstep, startApi } from '../harness/process.ts';
import { retryRound } from '../harness/retry-rounds.ts';
import { sized } from '../harness/size.ts';

const PROCESSES = sized(2, 4);
const POLL_MS = 20;
const SOON_MS = 1000;
const GIVE_UP_MS = 5000;

type Me = Awaited<ReturnType<typeof call>>;

describe(`keys with ${PROCESSES} processes`, () => {
  let outstep: Outstep;
  let storeId: string;
  const me = (origin: string, { key }: TestKey) => call(origin, key, 'GET', '/api/v1/me');
  const everywhere = (key: TestKey) => Promise.all(outstep.apis.map(({ origin }) => me(origin, key)));

  beforeAll(async () => {
    outstep = await startOutstep({ processes: PROCESSES, env: { OUTSTEP_DATABASE_CONNECTIONS: '4' } });
    storeId = await outstep.newStore();
  });
  afterAll(() => outstep?.close());

  /**
   * Queries every process until its answer is new; returns when, counted from now, the last call with the old
   * answer was sent. Not when that answer arrived, because a slow response is no evidence about the keys.
   */
  async function lastOldCall(key: TestKey, isNew: (answer: Me) => boolean): Promise<number> {
    const from = performance.now();
    const watch = async (origin: string) => {
      let last = 0;
      for (;;) {
        const sent = performance.now() - from;
        if (isNew(await me(origin, key))) return last;
        last = sent;
        if (sent > GIVE_UP_MS) return sent;
        await sleep(POLL_MS);
      }
    };
    return Math.max(...(await Promise.all(outstep.apis.map(({ origin }) => watch(origin)))));
  }

  /** Changes a new key in each round, and watches it until every process has applied the change. */
  async function changedKey(
    level: 'read' | 'write' | 'execute',
    change: (key: TestKey) => Promise<unknown>,
    isNew: (answer: Me) => boolean,
  ): Promise<TestKey> {
    const { key, ms } = await retryRound(
      async () => {
        const known = await knownKey(level);
        await change(known);
        return { key: known, ms: await lastOldCall(known, isNew) };
      },
      (round) => round.ms < SOON_MS,
    );
    expect(ms).toBeLessThan(SOON_MS);
    return key;
  }

  /** A key that every process has in its cache. */
  async function knownKey(level: 'read' | 'write' | 'execute'): Promise<TestKey> {
    const key = await outstep.newKey(storeId, level);
    for (let round = 0; round < 2; round++)
      for (const answer of await everywhere(key)) expect(answer.body.level).toBe(level);
    return key;
  }

  const isRefused = (answer: Me) => answer.status === 401;

  const revoke = (key: TestKey) => outstep.operator(storeId, 'revoke_key', { id: key.id });

  test('a revoked key is rejected by all of them within a second (spec: Authentication 5)', async () => {
    const key = await changedKey('execute', revoke, isRefused);
    await sleep(SOON_MS);
    for (const answer of await everywhere(key)) {
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({ error: 'unknown or revoked API key: check it or create a new one' });
    }
  });

  test('a key revoked on the command line is rejected within a second too (spec: Authentication 5; Status 401)', async () => {
    const byCommand = async ({ id }: TestKey) => {
      const { code, stdout } = await runOutstep(outstep.env, ['key', 'revoke', '--id', id, '--json']);
      expect({ code, said: JSON.parse(stdout) }).toEqual({ code: 0, said: { id, revoked: true } });
    };
    await changedKey('read', byCommand, isRefused);
  });

  test.each([
    ['read', 'write', 201],
    ['write', 'read', 403],
  ] as const)(
    'a level changed from %s to %s holds in all of them within a second (spec: Authentication 3; Authentication 7)',
    async (before, after, status) => {
      const change = ({ id }: TestKey) => outstep.operator(storeId, 'set_key_level', { id, level: after });
      const key = await changedKey(before, change, ({ body }) => body.level === after);
      const answers = await Promise.all(
        outstep.apis.map(({ origin }) =>
          call(origin, key.key, 'POST', '/api/v1/http-requests', { url: 'https://example.com' }),
        ),
      );
      expect(answers.map((answer) => answer.status)).toEqual(Array(PROCESSES).fill(status));
    },
  );

  test('revoking one key does not affect the others of its store', async () => {
    const stays = await knownKey('read');
    await changedKey('read', revoke, isRefused);
    for (const answer of await everywhere(stays)) expect(answer.status).toBe(200);
  });

  test('an expired key is rejected from that moment on, without any action', async () => {
    const { key, expiresAt } = await keyAboutToExpire(outstep, storeId, async (young) => {
      for (const answer of await everywhere(young)) expect(answer.status).toBe(200);
    });
    await sleep(expiresAt.getTime() - Date.now() + 1);
    for (const answer of await everywhere(key)) {
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({ error: 'expired API key; create a new one' });
    }
  });

  test('last use is stored once a process has ended, and shown from then on', async () => {
    const api = await startApi(outstep.env);
    const key = await outstep.newKey(storeId, 'read');
    const recorded = () =>
      withClient(outstep.env['DATABASE_URL'] as string, async (client) => {
        const { rows } = await client.query('select last_used_at from api_keys where id = $1', [key.id]);
        return rows[0].last_used_at as Date | null;
      });
    const before = Date.now();
    expect((await me(api.origin, key)).body.key.lastUsedAt).toBeNull();
    const after = Date.now();
    expect(await recorded()).toBeNull();
    expect(await api.stop()).toBe(0);
    const at = (await recorded())?.getTime() ?? 0;
    expect(at).toBeGreaterThanOrEqual(before);
    expect(at).toBeLessThanOrEqual(after);
    const shown = (await me(outstep.origin, key)).body.key.lastUsedAt;
    expect(shown).toBe(new Date(at).toISOString());
  });
});
