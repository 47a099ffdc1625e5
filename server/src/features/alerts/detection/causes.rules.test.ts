import { describe, expect, test } from 'vitest';
import { batchesOf, causeOf, fixedHost, MAX_CAUSES, type SignalRow } from './causes.rules.ts';

const at = new Date('2026-11-17T09:00:00Z');
const signal = (fields: Partial<SignalRow>): SignalRow => ({
  ...{ minute: at, source: 'HTTP_REQUEST', reason: 'answered', detail: '404', configId: 'request' },
  ...{ senderId: null, count: 1, firstId: 'a', lastId: 'b', firstAt: at, lastAt: at, ...fields },
});
const hosts = new Map([
  ['request', 'erp.example'],
  ['other', 'erp.example'],
]);
const causes = (...fields: Partial<SignalRow>[]) =>
  new Set(fields.map((each) => causeOf(signal(each), hosts).cause)).size;

describe('grouping failures by cause', () => {
  test('a target that is down in several ways, for several requests', () => {
    const down = [
      { detail: '5xx' },
      { reason: 'unreachable', detail: '' },
      { reason: 'bad_answer', detail: '', configId: 'other' },
    ] as const;
    expect(causes(...down)).toBe(1);
    expect(causes(...down, { detail: '404' }, { detail: '401' })).toBe(3);
    expect(causes({ detail: '5xx' }, { detail: '5xx', configId: 'elsewhere' })).toBe(2);
  });

  test('groups by sender, by layout for content errors, and by missing secret', () => {
    const mail = { source: 'EMAIL', detail: '', senderId: 'sender' } as const;
    const refused = { ...mail, reason: 'login_refused' } as const;
    expect(causes({ ...refused, configId: 'a' }, { ...refused, configId: 'b' })).toBe(1);
    expect(causes(refused, { ...refused, senderId: 'another' })).toBe(2);
    const broken = { ...mail, reason: 'content' } as const;
    expect(causes({ ...broken, configId: 'a' }, { ...broken, configId: 'b' })).toBe(2);
    const missing = { reason: 'secret_missing', detail: 'KEY' } as const;
    expect(causes(missing, { ...missing, configId: 'other' })).toBe(1);
    expect(causes(missing, { ...missing, detail: 'OTHER' })).toBe(2);
  });

  test('the last unit of the quota, and an email that exceeds it', () => {
    const used = { source: 'quota', reason: 'quota', detail: '100', configId: null } as const;
    expect(causes(used, { source: 'EMAIL', reason: 'quota', detail: '', senderId: 'sender' })).toBe(1);
  });
});

test.each([
  ['https://erp.example/orders/{{ variables.id }}', 'erp.example'],
  ['https://user:pass@ERP.example:8443?x', 'erp.example:8443'],
  ['https://{{ variables.shop }}.example/', null],
  ['https://********', null],
  ['{{ variables.url }}', null],
])('the host of %s is %s', (url, host) => expect(fixedHost(url)).toBe(host));

test('combines causes beyond the limit into one and keeps known causes', () => {
  const many = Array.from({ length: 200 }, (_, i) =>
    signal({ reason: 'secret_missing', detail: `S${i}`, count: 2 }),
  );
  const batches = batchesOf(many, hosts, new Set(['HTTP_REQUEST/secret_missing/S199/']));
  expect(batches).toHaveLength(MAX_CAUSES + 1);
  expect(batches.find(({ reason }) => reason === 'many')?.count).toBe(2 * (200 - MAX_CAUSES));
  expect(batches.some(({ detail }) => detail === 'S199')).toBe(true);
});
