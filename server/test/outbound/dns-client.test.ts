import { expect, test } from 'vitest';
import { createDnsClient } from '../../src/adapters/outbound/dns-client.ts';
import { checkWith } from '../sender-domains/domain-checks.ts';

const zone = {
  'tea.example': { texts: ['één', 'two '.repeat(100)], mailServers: ['mx.tea.example'] },
  'mx.tea.example': { addresses: ['93.184.215.14', '10.0.0.1', '2606:2800:21f::1', 'fd00::1'] },
  'broken.example': { fails: 'server failure' as const },
};
const found = (...records: string[]) => ({ state: 'found', records });

test('returns whole TXT records, names of mail servers, and public addresses only', async () => {
  await checkWith(zone, async (dns) => {
    expect(await dns.texts('tea.example')).toEqual(found('één', 'two '.repeat(100)));
    expect(await dns.mailServers('TEA.example')).toEqual(found('mx.tea.example'));
    expect(await dns.addresses('mx.tea.example', 4)).toEqual(found('93.184.215.14'));
    expect(await dns.addresses('mx.tea.example', 6)).toEqual(found('2606:2800:21f::1'));
    expect(await dns.addresses('93.184.215.14', 4)).toEqual(found('93.184.215.14'));
    expect(await dns.addresses('93.184.215.14', 6)).toEqual({ state: 'none' });
    expect(await dns.addresses('127.0.0.1', 4)).toEqual(found());
  });
});

test('distinguishes an empty answer from no answer', async () => {
  await checkWith(zone, async (dns) => {
    expect(await dns.texts('nowhere.example')).toEqual({ state: 'none' });
    expect(await dns.texts('mx.tea.example')).toEqual({ state: 'none' });
    expect(await dns.texts('broken.example')).toEqual({ state: 'unknown' });
  });
});

test('queries each name once, and no invalid or private names', async () => {
  await checkWith(zone, async (dns, { questions }) => {
    await Promise.all([dns.texts('tea.example'), dns.texts('Tea.Example')]);
    await dns.texts('tea.example');
    expect(questions).toEqual(['TXT tea.example']);
    for (const name of [
      '',
      '.',
      'localhost',
      'db.internal',
      'a..b',
      'a b.example',
      `${'x'.repeat(64)}.example`,
      '1.2.3.4',
    ])
      expect(await dns.texts(name), name).toEqual({ state: 'none' });
    expect(questions).toEqual(['TXT tea.example']);
  });
});

test('limits the number of queries', async () => {
  await checkWith(zone, async (dns, { questions }) => {
    const answers = [];
    for (let i = 0; i < 200; i++) answers.push(await dns.texts(`n${i}.example`));
    expect(answers[0]).toEqual({ state: 'none' });
    expect(answers[199]).toEqual({ state: 'unknown' });
    expect(questions.length).toBeLessThanOrEqual(150);
  });
});

test('allows three concurrent checks per store', async () => {
  const client = createDnsClient({ servers: ['127.0.0.1:9'] });
  const gate = Promise.withResolvers<void>();
  const waiting = [1, 2, 3].map(() => client.look('one', () => gate.promise.then(() => 'done')));
  expect(await client.look('one', async () => 'done')).toBeNull();
  expect(await client.look('other', async () => 'done')).toBe('done');
  gate.resolve();
  expect(await Promise.all(waiting)).toEqual(['done', 'done', 'done']);
  expect(await client.look('one', async () => 'done')).toBe('done');
});
