import { Resolver } from 'node:dns/promises';
import { spf as verify } from 'mailauth/lib/spf/index.js';
import { describe, expect, test } from 'vitest';
import { spfResults } from '../../src/features/sending/sender-domains/spf-verdict.ts';
import type { Zone, ZoneRule } from '../harness/name-server.ts';
import { ADDRESS, checkWith, DOMAIN, HOST, server, spf, spfAt } from './domain-checks.ts';

const own = (record: string, more: Zone = {}): Record<string, ZoneRule> => ({
  ...server,
  [DOMAIN]: spf(record),
  ...more,
});
const V6 = '2606:2800:21f:cb07:6820:80da:af6b:8b2c';
const LONG_INCLUDE_CHAIN = Object.fromEntries(
  Array.from({ length: 11 }, (_, i) => [`a${i}.example`, { addresses: ['93.184.1.1'] }]),
);

describe('a record that allows the mail server', () => {
  test.each<[string, Zone]>([
    ['by its name', own(`v=spf1 a:${HOST} -all`)],
    ['by its address', own(`v=spf1 ip4:${ADDRESS} -all`)],
    ['by a network around it', own('v=spf1 ip4:93.184.0.0/16 -all')],
    ['in capitals', own(`V=SPF1 IP4:${ADDRESS} -ALL`)],
    [
      'as the domain itself',
      own('v=spf1 a -all', { [DOMAIN]: { ...spf('v=spf1 a -all'), addresses: [ADDRESS] } }),
    ],
    [
      'near the domain itself',
      own('', { [DOMAIN]: { ...spf('v=spf1 a/24 -all'), addresses: ['93.184.215.99'] } }),
    ],
    [
      'as one who takes its mail',
      own('', {
        [DOMAIN]: { ...spf('v=spf1 mx -all'), mailServers: ['mx.tea.example'] },
        'mx.tea.example': { addresses: [ADDRESS] },
      }),
    ],
    [
      'by including another',
      own('v=spf1 include:p.example -all', { 'p.example': spf(`v=spf1 ip4:${ADDRESS} -all`) }),
    ],
    [
      'by an include of an include',
      own('v=spf1 include:p.example -all', {
        'p.example': spf('v=spf1 include:q.example ?all'),
        'q.example': spf(`v=spf1 ip4:${ADDRESS} ~all`),
      }),
    ],
    ['by a redirect', own('v=spf1 redirect=p.example', { 'p.example': spf(`v=spf1 ip4:${ADDRESS} -all`) })],
    [
      'beside other texts',
      own('', { [DOMAIN]: { texts: ['hello', `v=spf1 ip4:${ADDRESS} -all`, 'v=spf10 all'] } }),
    ],
    ['in pieces', own(`v=spf1 ${'ip4:198.51.100.7 '.repeat(30)}ip4:${ADDRESS} -all`)],
    ['with a macro that cannot change it', own(`v=spf1 exists:%{i}.p.example ip4:${ADDRESS} -all`)],
    ['with modifiers of others', own(`v=spf1 exp=why.tea.example op=x ip4:${ADDRESS} -all`)],
    [
      'behind an alias',
      {
        ...own(`v=spf1 a:${HOST} -all`),
        [HOST]: { cname: 'real.tea.example' },
        'real.tea.example': { addresses: [ADDRESS] },
      },
    ],
  ])('%s', async (_way, zone) => {
    expect(await spfAt(zone)).toMatchObject({
      state: 'right',
      findings: [{ code: 'server_allowed', detail: HOST }],
      put: null,
    });
  });

  test('from each of its addresses, of both families', async () => {
    const both = { [HOST]: { addresses: [ADDRESS, V6] } };
    const half = await spfAt({ ...own(`v=spf1 ip4:${ADDRESS} -all`), ...both });
    expect(half).toMatchObject({
      state: 'wrong',
      findings: [{ code: 'server_allowed_in_part', detail: V6 }],
    });
    expect(half.put?.value).toBe(`v=spf1 a:${HOST} ip4:${ADDRESS} -all`);
    expect(await spfAt({ ...own(`v=spf1 a:${HOST} -all`), ...both })).toMatchObject({ state: 'right' });
  });

  test('proposes the include name of a provider for any of its servers', async () => {
    const zone = own('v=spf1 include:_spf.google.com ~all', {
      '_spf.google.com': spf('v=spf1 ip4:93.184.1.0/24 ~all'),
    });
    expect(await spfAt(zone, 'smtp.gmail.com')).toMatchObject({
      state: 'right',
      findings: [{ code: 'provider_allowed', detail: '_spf.google.com' }],
    });
    expect(await spfAt(own('v=spf1 mx -all'), 'SMTP.gmail.com')).toMatchObject({
      state: 'wrong',
      findings: [{ code: 'provider_missing' }],
      put: { name: DOMAIN, type: 'TXT', value: 'v=spf1 include:_spf.google.com mx -all' },
    });
  });
});

describe('a record that does not allow it, with its replacement', () => {
  const repairedRecord = (rest: string) => `v=spf1 a:${HOST} ${rest}`;

  test.each<[string, Zone, string, string, string]>([
    ['none at all', server, 'missing', 'no_record', repairedRecord('~all')],
    ['others alone, strictly', own('v=spf1 mx -all'), 'wrong', 'server_refused', repairedRecord('mx -all')],
    ['others alone, mildly', own('v=spf1 mx ~all'), 'wrong', 'server_doubted', repairedRecord('mx ~all')],
    ['nothing of anybody', own('v=spf1 ?all'), 'wrong', 'server_unsaid', repairedRecord('?all')],
    [
      'an open end',
      own('v=spf1 ip4:198.51.100.1'),
      'wrong',
      'server_unsaid',
      repairedRecord('ip4:198.51.100.1 ~all'),
    ],
    [
      'a redirect',
      own('v=spf1 redirect=p.example', { 'p.example': spf('v=spf1 -all') }),
      'wrong',
      'server_refused',
      repairedRecord('redirect=p.example'),
    ],
    ['everybody', own('v=spf1 +all'), 'wrong', 'allows_everybody', repairedRecord('~all')],
    [
      'everybody in numbers',
      own('v=spf1 ip4:0.0.0.0/0 -all'),
      'wrong',
      'allows_everybody',
      repairedRecord('-all'),
    ],
    [
      'a refusal before',
      own(`v=spf1 -ip4:93.184.0.0/16 a:${HOST} ~all`),
      'wrong',
      'server_refused',
      repairedRecord('-ip4:93.184.0.0/16 ~all'),
    ],
    [
      'a macro',
      own('v=spf1 exists:%{i}._spf.p.example -all'),
      'unknown',
      'cannot_tell',
      repairedRecord('exists:%{i}._spf.p.example -all'),
    ],
    [
      'a macro as redirect',
      own('v=spf1 redirect=%{d}.p.example'),
      'unknown',
      'cannot_tell',
      repairedRecord('redirect=%{d}.p.example'),
    ],
    ['whoever says so', own('v=spf1 ptr -all'), 'unknown', 'cannot_tell', repairedRecord('ptr -all')],
  ])('%s', async (_what, zone, state, code, value) => {
    expect(await spfAt(zone)).toMatchObject({
      ...{ state, findings: [{ code }] },
      put: { name: DOMAIN, type: 'TXT', value },
    });
  });

  test('several records: proposes one with the terms of all, and the mildest ending', async () => {
    const checked = await spfAt({
      ...server,
      [DOMAIN]: spf(
        'v=spf1 include:p.example -all',
        'v=spf1 mx include:p.example ~all',
        'v=spf1 redirect=q.example',
      ),
    });
    expect(checked).toMatchObject({ state: 'wrong', findings: [{ code: 'several_records', detail: '3' }] });
    expect(checked.found).toHaveLength(3);
    expect(checked.put?.value).toBe(repairedRecord('include:p.example mx include:q.example ~all'));
  });

  test('a server in our own network: does not reveal its address, and proposes no record', async () => {
    const zone = { ...own('v=spf1 mx -all'), [HOST]: { addresses: ['10.1.2.3'] } };
    for (const host of [HOST, '10.1.2.3', '127.0.0.1', 'localhost', 'mail.internal', 'nowhere.example']) {
      const checked = await spfAt(zone, host);
      expect(checked).toMatchObject({
        state: 'unknown',
        put: null,
        findings: [{ code: 'server_has_no_address' }],
      });
      if (host === HOST) expect(JSON.stringify(checked)).not.toContain('10.1.2.3');
    }
  });

  test('proposes addresses instead of a name if no lookup is left', async () => {
    const full = `v=spf1 ${Object.keys(LONG_INCLUDE_CHAIN)
      .slice(0, 10)
      .map((name) => `a:${name}`)
      .join(' ')} -all`;
    const checked = await spfAt(own(full, LONG_INCLUDE_CHAIN));
    expect(checked.findings[0]?.code).toBe('server_refused');
    expect(checked.put?.value).toBe(`v=spf1 ip4:${ADDRESS} ${full.slice(7)}`);
    expect(await spfAt({ ...LONG_INCLUDE_CHAIN, ...own(checked.put?.value ?? '') })).toMatchObject({
      state: 'right',
    });
  });

  test('the proposed record passes once published', async () => {
    for (const record of [
      'v=spf1 mx -all',
      'v=spf1 -all',
      'v=spf1 redirect=p.example',
      'v=spf1 ptr ?all',
      'v=spf1 +all',
    ]) {
      const zone = own(record, { 'p.example': spf('v=spf1 -all') });
      const { put } = await spfAt(zone);
      expect(await spfAt({ ...zone, [DOMAIN]: spf(put?.value ?? '') }), record).toMatchObject({
        state: 'right',
      });
    }
  });
});

describe('a record that stops receivers', () => {
  const chain = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, i) => [
        `i${i}.example`,
        spf(`v=spf1 include:i${i + 1}.example -all`),
      ]),
    );

  test.each<[string, Zone, string, string]>([
    ['a word that is none', own('v=spf1 ipv4:93.184.215.14 -all'), 'unreadable', 'ipv4:93.184.215.14'],
    ['an address that is none', own('v=spf1 ip4:93.184.215 -all'), 'unreadable', 'ip4:93.184.215'],
    ['a network that is none', own('v=spf1 ip4:93.184.215.14/33 -all'), 'unreadable', 'ip4:93.184.215.14/33'],
    ['an IPv6 address as ip4', own(`v=spf1 ip4:${V6} -all`), 'unreadable', `ip4:${V6}`],
    ['a comma', own('v=spf1 a,mx -all'), 'unreadable', 'a,mx'],
    ['an include of nothing', own('v=spf1 include: -all'), 'unreadable', 'include:'],
    ['something after all', own('v=spf1 all:p.example'), 'unreadable', 'all:p.example'],
    [
      'two redirects',
      own('v=spf1 redirect=p.example redirect=q.example'),
      'unreadable',
      'redirect=q.example',
    ],
    [
      'an include without a record',
      own('v=spf1 include:p.example -all', { 'p.example': spf('hello') }),
      'include_without_record',
      'p.example',
    ],
    [
      'an include without a name',
      own('v=spf1 include:p.example -all'),
      'include_without_record',
      'p.example',
    ],
    [
      'an include of two',
      own('v=spf1 include:p.example -all', { 'p.example': spf('v=spf1 a', 'v=spf1 mx') }),
      'several_records',
      'p.example',
    ],
    ['itself', own(`v=spf1 include:${DOMAIN} -all`), 'loop', `${DOMAIN} → ${DOMAIN}`],
    [
      'one that leads back',
      own('v=spf1 include:p.example -all', {
        'p.example': spf('v=spf1 redirect=q.example'),
        'q.example': spf('v=spf1 include:p.example'),
      }),
      'loop',
      'p.example → q.example → p.example',
    ],
    [
      'eleven lookups side by side',
      own(
        `v=spf1 ${Object.keys(LONG_INCLUDE_CHAIN)
          .map((name) => `a:${name}`)
          .join(' ')} ip4:${ADDRESS} -all`,
        LONG_INCLUDE_CHAIN,
      ),
      'too_many_lookups',
      'a:a10.example',
    ],
    [
      'eleven lookups in a row',
      own('v=spf1 include:i0.example -all', chain(12)),
      'too_many_lookups',
      'include:i10.example',
    ],
    [
      'eleven lookups behind what lets it send',
      own(`v=spf1 ip4:${ADDRESS} include:i0.example -all`, chain(12)),
      'too_many_lookups',
      'include:i10.example',
    ],
    [
      'three lookups of nothing',
      own('v=spf1 a:x.example a:y.example a:z.example -all'),
      'too_many_empty_lookups',
      'z.example',
    ],
    [
      'eleven servers in one word',
      own('v=spf1 mx -all', {
        [DOMAIN]: { ...spf('v=spf1 mx -all'), mailServers: Object.keys(LONG_INCLUDE_CHAIN) },
        ...LONG_INCLUDE_CHAIN,
      }),
      'too_many_mail_servers',
      DOMAIN,
    ],
    ['far too much of it', own(`v=spf1 ${'ip4:198.51.100.7 '.repeat(1000)}-all`), 'too_long', DOMAIN],
  ])('%s', async (_what, zone, code, detail) => {
    expect(await spfAt(zone)).toMatchObject({ state: 'wrong', findings: [{ code, detail }], put: null });
  });

  test('allows ten lookups', async () => {
    const zone = own('v=spf1 include:i0.example -all', {
      ...chain(9),
      'i9.example': spf(`v=spf1 ip4:${ADDRESS} -all`),
    });
    expect(await spfAt(zone)).toMatchObject({ state: 'right' });
  });

  test("counts no void lookups for an address family that the host doesn't have", async () => {
    const zone = own(`v=spf1 a:a0.example a:a1.example a:a2.example ip6:${V6} -all`, {
      ...LONG_INCLUDE_CHAIN,
      [HOST]: { addresses: [V6] },
    });
    expect(await spfAt(zone)).toMatchObject({ state: 'right' });
  });
});

describe('names that do not answer', () => {
  test.each<[string, Zone, string]>([
    ['of the domain', { ...server, [DOMAIN]: { fails: 'server failure' } }, DOMAIN],
    ['of the domain, which refuses', { ...server, [DOMAIN]: { fails: 'refused' } }, DOMAIN],
    ['of the mail server', { ...own('v=spf1 mx -all'), [HOST]: { fails: 'server failure' } }, HOST],
    [
      'of an include',
      own('v=spf1 include:p.example -all', { 'p.example': { fails: 'server failure' } }),
      'p.example',
    ],
    ['of a host', own('v=spf1 a:p.example -all', { 'p.example': { fails: 'server failure' } }), 'p.example'],
  ])('%s: inconclusive', async (_whose, zone, detail) => {
    expect(await spfAt(zone)).toMatchObject({
      state: 'unknown',
      findings: [{ code: 'no_answer', detail }],
      put: null,
    });
  });

  test('an endless chain ends in time with a finding', async () => {
    const zone = { ...server, [DOMAIN]: null };
    const quick = { questionMs: 100 };
    expect(await spfAt(zone, HOST, quick)).toMatchObject({
      state: 'unknown',
      findings: [{ code: 'no_answer' }],
    });
    // A name server that is always slow is no longer queried.
    const slow = own('v=spf1 include:p.example -all', { 'p.example': null });
    expect(await spfAt(slow, HOST, { questionMs: 60_000, lookMs: 300 })).toMatchObject({
      state: 'unknown',
      findings: [{ code: 'no_answer', detail: 'p.example' }],
    });
  });
});

test('truncates hostile texts, shows them as text and proposes none of them', async () => {
  const records = [
    `v=spf1 include:${'x'.repeat(60_000)} -all`,
    'v=spf1 <img src=x onerror=alert(1)> -all',
    'v=spf1 include:../../etc/passwd -all',
    'v=spf1 include:localhost -all',
    'v=spf1 include:\u202Emoc.live -all',
    'v=spf1 exp=\u0000\u0007\u202Ehidden -all',
    `v=spf1 ${'%{d}'.repeat(500)}`,
  ];
  for (const record of records) {
    const checked = await spfAt(own(record));
    expect(checked, record.slice(0, 60)).toMatchObject({ state: 'wrong', put: null });
    expect(JSON.stringify(checked).length).toBeLessThan(2500);
    expect(JSON.stringify(checked)).not.toMatch(/\u202E|\\u00/);
  }
  const many = Object.fromEntries([
    [DOMAIN, spf(...Array.from({ length: 200 }, (_, i) => `v=spf1 ip4:198.51.100.${i}`))],
  ]);
  expect((await spfAt({ ...server, ...many })).found.length).toBeLessThanOrEqual(10);
});

test('limits lookups in a branching tree', async () => {
  // Ten includes, each with ten mail servers: the most that a hostile domain can make of the rules.
  const branches = Array.from({ length: 10 }, (_, i) => `b${i}.example`);
  const zone = own(`v=spf1 ${branches.map((name) => `mx:${name}`).join(' ')} -all`);
  for (const name of branches) {
    zone[name] = { mailServers: Array.from({ length: 10 }, (_, i) => `m${i}.${name}`) };
    for (let i = 0; i < 10; i++) zone[`m${i}.${name}`] = { addresses: ['93.184.1.1'] };
  }
  const asked = await checkWith(zone, async (dns, names) => {
    await spfResults(dns, DOMAIN, ADDRESS).catch(() => null);
    await spfResults(dns, DOMAIN, V6).catch(() => null);
    return names.questions.length;
  });
  expect(asked).toBeLessThanOrEqual(150);
});

test('agrees with an independent verifier on every kind of term', async () => {
  const zone: Zone = {
    'p.example': {
      ...spf('v=spf1 ip4:93.184.1.0/24 -all'),
      addresses: ['93.184.2.2', V6],
      mailServers: ['m.example'],
    },
    'm.example': { addresses: ['93.184.3.3', '2606:2800:21f:1::1'] },
    'q.example': spf('v=spf1 ?include:p.example a:m.example/28 ~all'),
  };
  const terms = [
    'ip4:93.184.1.1',
    'ip4:93.184.0.0/22',
    `ip6:${V6}`,
    'ip6:2606:2800::/32',
    'a:p.example',
    'a:p.example/24//64',
    'a:p.example//40',
    'mx:p.example',
    'mx:p.example/23',
    'include:p.example',
    '-include:p.example',
    '~a:m.example',
    'include:q.example',
    '-ip4:93.184.3.0/24',
    'exists:p.example',
    'exists:none.example',
    '?mx:p.example/16',
    'redirect=p.example',
    'redirect=q.example',
    'all',
    '-all',
    '~all',
  ];
  const addresses = [
    '93.184.1.1',
    '93.184.2.200',
    '93.184.3.3',
    '93.184.3.14',
    V6,
    '2606:2800:21f:1::2',
    '1.1.1.1',
  ];
  const records = terms.flatMap((one, i) =>
    terms.filter((_, j) => (i + j) % 3 === 0).map((two) => `v=spf1 ${one} ${two}`),
  );
  const wrong: string[] = [];
  const mine = async (record: string, address: string) => {
    const dns = { [DOMAIN]: spf(record), ...zone };
    return checkWith(dns, (reader, names) => compare(record, address, reader, names.port));
  };
  async function compare(
    record: string,
    address: string,
    reader: Parameters<typeof spfResults>[0],
    port: number,
  ) {
    const resolver = new Resolver();
    resolver.setServers([`127.0.0.1:${port}`]);
    const ours = await spfResults(reader, DOMAIN, address).then(
      (results) => [...results].join(),
      () => 'permerror',
    );
    const theirs = await verify({
      ...{ sender: `a@${DOMAIN}`, ip: address, helo: HOST, mta: 'mx.example' },
      resolver: (name: string, type: string) => resolver.resolve(name, type as 'A'),
    });
    if (ours !== theirs.status.result)
      wrong.push(`${record} for ${address}: ${ours}, not ${theirs.status.result}`);
  }
  for (const [i, record] of records.entries()) await mine(record, addresses[i % addresses.length] as string);
  expect(records.length).toBeGreaterThan(100);
  expect(wrong).toEqual([]);
});
