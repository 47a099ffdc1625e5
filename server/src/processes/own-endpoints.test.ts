import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { ownEndpoints } from './own-endpoints.ts';

const endpointsWith = (env: Record<string, string>) =>
  new Set(
    ownEndpoints(readConfig({ OUTSTEP_MASTER_KEY: Buffer.alloc(32).toString('base64'), ...env })).map(
      ({ host, port }) => `${host} ${port}`,
    ),
  );

test('lists API, worker, engine, PostgreSQL and Redis of an installation on one machine', () => {
  expect(endpointsWith({})).toEqual(
    new Set([
      ...['127.0.0.1 3000', '127.0.0.1 9080', '127.0.0.1 8080', '127.0.0.1 9070', '127.0.0.1 5122'],
      ...['localhost 5432', 'localhost 6379'],
    ]),
  );
});

test('lists services elsewhere by their URLs, with every port of the engine', () => {
  const found = endpointsWith({
    ...{
      HOST: '0.0.0.0',
      PORT: '8000',
      OUTSTEP_METRICS_HOST: '0.0.0.0',
      OUTSTEP_METRICS_PORT: '9464',
      OUTSTEP_WORKER_METRICS_PORT: '9465',
    },
    ...{ RESTATE_INGRESS_URL: 'https://engine.internal', RESTATE_ADMIN_URL: 'http://[fd00::7]:9070' },
    ...{
      OUTSTEP_WORKER_URL: 'http://worker.internal:9080',
      REDIS_URL: 'rediss://:p%40w@cache.internal:6390/1',
    },
    DATABASE_URL: 'postgres://user:hunter2@db-pool.internal:6543/outstep',
    DATABASE_ADMIN_URL: 'postgres://owner@db.internal/outstep',
  });
  for (const endpoint of [
    ...['0.0.0.0 8000', '0.0.0.0 9080', '0.0.0.0 9464', '0.0.0.0 9465', 'engine.internal 443'],
    ...[
      'engine.internal 8080',
      'engine.internal 9070',
      'engine.internal 5122',
      'fd00::7 9070',
      'fd00::7 5122',
    ],
    ...['worker.internal 9080', 'cache.internal 6390', 'db-pool.internal 6543', 'db.internal 5432'],
  ])
    expect(found, endpoint).toContain(endpoint);
});

test('treats a database behind a socket as one on this machine', () => {
  for (const url of ['postgres:///outstep?host=/run/postgresql', 'postgres://%2Frun%2Fpostgresql/outstep'])
    expect(endpointsWith({ DATABASE_URL: url }), url).toContain('127.0.0.1 5432');
});

test('finds PostgreSQL like its driver does: a login without a host, a port in the query', () => {
  for (const [url, endpoint] of [
    ['postgres://outstep:pw@/outstep?host=/run/postgresql&port=7654', '127.0.0.1 7654'],
    ['postgres://outstep@/outstep?port=7654', '127.0.0.1 7654'],
    ['postgres://outstep@db.internal:5432/outstep?port=7654', 'db.internal 7654'],
    ['postgres://outstep@proxy.internal/outstep?host=db.internal&port=7654', 'db.internal 7654'],
  ] as const)
    expect(endpointsWith({ DATABASE_URL: url }), url).toContain(endpoint);
});

test('a system-assigned port is never an own endpoint', () => {
  expect(
    [...endpointsWith({ PORT: '0', OUTSTEP_WORKER_PORT: '0' })].filter((each) => / 0$/.test(each)),
  ).toEqual([]);
});
