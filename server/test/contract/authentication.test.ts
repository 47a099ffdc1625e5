import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatApiKey } from '../../src/kernel/api-key.ts';
import { keyAboutToExpire } from '../harness/expiring-key.ts';
import type { Outstep, TestKey } from '../harness/outstep.ts';
import { sharedOutstep } from '../harness/shared.ts';

let outstep: Outstep;
let storeId: string;
const keys = {} as Record<'read' | 'write' | 'execute', TestKey>;

beforeAll(async () => {
  outstep = await sharedOutstep();
  storeId = await outstep.newStore('Shop of keys');
  for (const level of ['read', 'write', 'execute'] as const)
    keys[level] = await outstep.newKey(storeId, level);
});
afterAll(() => outstep.close());

const withHeader = (authorization: string, path = '/api/v1/me') =>
  outstep.call(null, 'GET', path, undefined, { authorization });

const protectedCalls: [string, string][] = [
  ['GET', '/api/v1/me'],
  ['GET', '/api/v1/secrets'],
  ['GET', '/api/v1/smtp-configs'],
  ['GET', '/api/v1/senders'],
  ['GET', '/api/v1/http-requests'],
  ['POST', '/api/v1/http-requests'],
  ['GET', '/api/v1/http-requests/x'],
  ['PUT', '/api/v1/http-requests/x'],
  ['PATCH', '/api/v1/http-requests/x'],
  ['DELETE', '/api/v1/http-requests/x'],
  ['POST', '/api/mcp'],
];

describe('authentication', () => {
  test.each(protectedCalls)(
    '401 without a key: %s %s (spec: Authentication 1; Authentication 5; Status 401)',
    async (method, path) => {
      const answer = await outstep.call(null, method, path, method === 'POST' ? {} : undefined);
      expect(answer.status).toBe(401);
      expect(Object.keys(answer.body)).toEqual(['error']);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    },
  );

  test('200 without a key for the index, with any key (spec: Authentication 1; Endpoint GET /api/v1) (contract: Order of checks 6)', async () => {
    expect((await outstep.call(null, 'GET', '/api/v1')).status).toBe(200);
    expect((await withHeader('Bearer nonsense', '/api/v1')).status).toBe(200);
  });

  test.each([
    ['cut off', (key: string) => `Bearer ${key.slice(0, -1)}`],
    ['a wrong checksum', (key: string) => `Bearer ${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`],
    ['another prefix', (key: string) => `Bearer fax_${key.slice(4)}`],
  ])('401 for a malformed key: %s (spec: Authentication 5)', async (_name, spoil) => {
    const answer = await withHeader(spoil(keys.read.key));
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ error: 'malformed API key: check that you copied the whole key' });
  });

  test.each([
    ['no scheme', (key: string) => key],
    ['another scheme', (key: string) => `Basic ${key}`],
    ['two spaces', (key: string) => `Bearer  ${key}`],
    ['a tail', (key: string) => `Bearer ${key} x`],
    ['nothing', () => 'Bearer'],
  ])('401 for a malformed header explains the format: %s (spec: Authentication 5)', async (_name, spoil) => {
    const answer = await withHeader(spoil(keys.read.key));
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ error: 'malformed API key: send Authorization: Bearer <key>' });
  });

  test('401 for a well-formed key that does not exist (spec: Authentication 5)', async () => {
    const answer = await withHeader(`Bearer ${formatApiKey(outstep.core.runtime.randomBytes(32))}`);
    expect(answer).toMatchObject({
      status: 401,
      body: { error: 'unknown or revoked API key: check it or create a new one' },
    });
  });

  test('401 for a revoked key, identical to an unknown key (spec: Authentication 5; Status 401)', async () => {
    const key = await outstep.newKey(storeId, 'read');
    expect((await outstep.call(key, 'GET', '/api/v1/me')).status).toBe(200);
    await outstep.operator(storeId, 'revoke_key', { id: key.id });
    // How quickly a revocation takes effect is measured in the fault tests for keys.
    await expect
      .poll(async () => (await outstep.call(key, 'GET', '/api/v1/me')).text, {
        timeout: 10_000,
        interval: 50,
      })
      .toBe('{"error":"unknown or revoked API key: check it or create a new one"}');
  });

  test('401 for an expired key (spec: Authentication 5)', async () => {
    const { key, expiresAt } = await keyAboutToExpire(outstep, storeId, async (young, until) => {
      const { body } = await outstep.call(young, 'GET', '/api/v1/me');
      expect(body.key.expiresAt).toBe(until.toISOString());
    });
    await sleep(expiresAt.getTime() - Date.now() + 1);
    expect((await outstep.call(key, 'GET', '/api/v1/me')).status).toBe(401);
  });

  test('401 for a key in the query string: only the header counts (contract: Keys and budgets 1)', async () => {
    const answer = await outstep.call(
      null,
      'GET',
      `/api/v1/me?key=${keys.read.key}&api_key=${keys.read.key}`,
    );
    expect(answer.status).toBe(401);
  });

  test('401 for two Authorization headers (contract: Keys and budgets 1)', async () => {
    const { request } = await import('node:http');
    const url = new URL('/api/v1/me', outstep.origin);
    const status = await new Promise((resolve) => {
      const twice = [
        'Authorization',
        `Bearer ${keys.read.key}`,
        'Authorization',
        `Bearer ${keys.read.key}`,
        'Host',
        url.host,
      ];
      request(url, { headers: twice as never }, (response) => resolve(response.statusCode)).end();
    });
    expect(status).toBe(401);
  });

  test('200 with the scheme in any letter case', async () => {
    expect((await withHeader(`bEARER ${keys.read.key}`)).status).toBe(200);
  });
});

describe('key levels', () => {
  const body = { url: 'https://example.com/' };

  test('403 for a write with a read key, 201 with write and execute (spec: Authentication 3; Authentication 5; Status 403; Key level read; Key level write)', async () => {
    const refused = await outstep.call(keys.read, 'POST', '/api/v1/http-requests', body);
    expect(refused.status).toBe(403);
    expect(refused.body).toEqual({ error: 'this key has level read; this call requires level write' });
    for (const key of [keys.write, keys.execute]) {
      expect((await outstep.call(key, 'POST', '/api/v1/http-requests', body)).status).toBe(201);
    }
  });

  test('403 takes precedence over malformed JSON and missing records (spec: Status 403)', async () => {
    expect((await outstep.call(keys.read, 'POST', '/api/v1/http-requests', '{')).status).toBe(403);
    expect((await outstep.call(keys.read, 'DELETE', '/api/v1/http-requests/none')).status).toBe(403);
  });

  test('200 for every read with every level: levels are cumulative (spec: Authentication 3; Key level execute)', async () => {
    for (const key of Object.values(keys)) {
      for (const path of ['/me', '/secrets', '/smtp-configs', '/senders', '/http-requests']) {
        expect((await outstep.call(key, 'GET', `/api/v1${path}`)).status).toBe(200);
      }
    }
  });

  test('GET /me returns what a key can do (spec: Authentication 7; Endpoint GET /api/v1/me) (contract: Index and identity 2; Every answer 1)', async () => {
    const { body: me } = await outstep.call(keys.write, 'GET', '/api/v1/me');
    expect(me).toEqual({
      store: { id: storeId, name: 'Shop of keys' },
      key: {
        id: keys.write.id,
        name: 'write key',
        prefix: keys.write.key.slice(0, 8),
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        expiresAt: null,
        lastUsedAt: null,
      },
      level: 'write',
      can: ['read', 'write'],
      limits: {
        requests: {
          limit: 300,
          windowSeconds: 60,
          remaining: expect.any(Number),
          resetsAt: expect.any(String),
        },
        execute: { limit: 60, windowSeconds: 3600, remaining: 60, resetsAt: expect.any(String) },
      },
    });
  });

  test('keys start with fak_ (spec: Authentication 2)', () => {
    expect(keys.read.key).toMatch(/^fak_[0-9A-Za-z]{49}$/);
  });
});
