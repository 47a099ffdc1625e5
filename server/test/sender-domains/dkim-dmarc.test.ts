import { describe, expect, test } from 'vitest';
import { domainsAbove } from '../../src/features/sending/sender-domains/dmarc-record.rules.ts';
import type { Zone } from '../harness/name-server.ts';
import { DOMAIN, dkimAt, dmarcAt } from './domain-checks.ts';

describe('DKIM', () => {
  const publicKey = `MIIB${'aZ09+/'.repeat(60)}AQAB`;
  const record = `outstep._domainkey.${DOMAIN}`;
  const key = { record, value: `v=DKIM1; k=rsa; p=${publicKey}`, publicKey };
  const at = (...texts: string[]): Zone => ({ [record]: { texts } });

  test('no key: no check, and no record to publish before one is created', async () => {
    expect(await dkimAt({}, null)).toEqual({
      ...{ state: 'missing', name: `_domainkey.${DOMAIN}`, found: [], hasKey: false, put: null },
      findings: [{ code: 'no_key', detail: '' }],
    });
  });

  test.each<[string, string, string]>([
    ['as we give it', key.value, 'key_published'],
    ['without what goes without saying', `p=${publicKey}`, 'key_published'],
    [
      'with blanks and in another order',
      ` k = rsa ;p= ${publicKey.slice(0, 90)} ${publicKey.slice(90)} ; v=DKIM1;`,
      'key_published',
    ],
    ['with tags of others', `v=DKIM1; h=sha1:sha256; s=email; n=hello; x=y; p=${publicKey}`, 'key_published'],
    ['on trial', `v=DKIM1; t=y:s; p=${publicKey}`, 'testing'],
  ])('valid: %s', async (_how, text, code) => {
    expect(await dkimAt(at(text), key)).toMatchObject({
      state: 'right',
      name: record,
      findings: [{ code }],
      put: null,
    });
  });

  test('valid behind an alias', async () => {
    const zone: Zone = { [record]: { cname: 'k.p.example' }, 'k.p.example': { texts: [key.value] } };
    expect(await dkimAt(zone, key)).toMatchObject({ state: 'right' });
  });

  test.each<[string, Zone, string, string, string]>([
    ['no record', {}, 'missing', 'no_record', ''],
    ['a name without texts', { [record]: { addresses: ['93.184.1.1'] } }, 'missing', 'no_record', ''],
    ['another key', at(`v=DKIM1; p=${publicKey.replace('a', 'b')}`), 'wrong', 'other_key', ''],
    ['half of the key', at(`v=DKIM1; p=${publicKey.slice(0, 200)}`), 'wrong', 'other_key', ''],
    ['a key taken back', at('v=DKIM1; p='), 'wrong', 'revoked', ''],
    ['another kind of key', at(`v=DKIM1; k=ed25519; p=${publicKey}`), 'wrong', 'other_kind', 'k=ed25519'],
    ['another version', at(`v=DKIM2; p=${publicKey}`), 'wrong', 'other_kind', 'v=DKIM2'],
    ['another hash', at(`h=sha1; p=${publicKey}`), 'wrong', 'other_kind', 'h=sha1'],
    ['for something else', at(`s=tlsrpt; p=${publicKey}`), 'wrong', 'other_kind', 's=tlsrpt'],
    ['something else', at('hello'), 'wrong', 'unreadable', ''],
    ['in quotes', at(`"${key.value}"`), 'wrong', 'unreadable', ''],
    ['two', at(key.value, `p=${publicKey}`), 'wrong', 'several_records', '2'],
    ['nobody who answers', { [record]: { fails: 'server failure' } }, 'unknown', 'no_answer', record],
  ])('%s, with the record to publish', async (_what, zone, state, code, detail) => {
    expect(await dkimAt(zone, key)).toMatchObject({
      ...{ state, hasKey: true, findings: [{ code, detail }] },
      put: { name: record, type: 'TXT', value: key.value },
    });
  });
});

describe('DMARC', () => {
  const of = (domain: string, ...texts: string[]): Zone => ({ [`_dmarc.${domain}`]: { texts } });
  const put = { name: `_dmarc.${DOMAIN}`, type: 'TXT', value: 'v=DMARC1; p=none' };

  test.each<[string, string, string, string]>([
    ['v=DMARC1; p=none', 'none', 'relaxed', 'relaxed'],
    ['v=DMARC1;p=QUARANTINE;adkim=s', 'quarantine', 'relaxed', 'strict'],
    ['v=DMARC1; rua=mailto:a@tea.example; p=reject; aspf=s; sp=none; x=y', 'reject', 'strict', 'relaxed'],
  ])('valid: %s', async (text, policy, spf, dkim) => {
    expect(await dmarcAt(of(DOMAIN, 'hello', text))).toEqual({
      ...{ state: 'right', name: `_dmarc.${DOMAIN}`, found: ['hello', text], put: null, policy },
      ...{ findings: [{ code: `policy_${policy}`, detail: '' }], alignment: { spf, dkim } },
    });
  });

  test.each<[string, Zone, string, string]>([
    ['none', {}, 'missing', 'no_record'],
    ['something else', of(DOMAIN, 'hello'), 'missing', 'no_record'],
    ['in small letters', of(DOMAIN, 'v=dmarc1; p=none'), 'wrong', 'unreadable'],
    ['the version last', of(DOMAIN, 'p=none; v=DMARC1'), 'wrong', 'unreadable'],
    ['no list of tags', of(DOMAIN, 'v=DMARC1; reject'), 'wrong', 'unreadable'],
    ['two', of(DOMAIN, 'v=DMARC1; p=none', 'v=DMARC1; p=reject'), 'wrong', 'several_records'],
    ['no policy', of(DOMAIN, 'v=DMARC1; rua=mailto:a@tea.example'), 'wrong', 'no_policy'],
    ['a policy that is none', of(DOMAIN, 'v=DMARC1; p=refuse'), 'wrong', 'unknown_policy'],
  ])('%s, with a record to start with', async (_what, zone, state, code) => {
    expect(await dmarcAt(zone)).toMatchObject({ state, findings: [{ code }], policy: null, put });
  });

  test('warns of a policy that rejects every email while neither SPF nor DKIM passes', async () => {
    const zone = of(DOMAIN, 'v=DMARC1; p=reject');
    const codes = async (spf: 'wrong' | 'right' | 'unknown', dkim: 'missing' | 'right') => {
      const { state, findings } = await dmarcAt(zone, DOMAIN, { spf, dkim });
      return [state, ...findings.map(({ code }) => code)];
    };
    expect(await codes('wrong', 'missing')).toEqual(['wrong', 'nothing_passes', 'policy_reject']);
    expect(await codes('wrong', 'right')).toEqual(['right', 'policy_reject']);
    expect(await codes('right', 'missing')).toEqual(['right', 'policy_reject']);
    expect(await codes('unknown', 'missing')).toEqual(['right', 'policy_reject']);
    const mild = await dmarcAt(of(DOMAIN, 'v=DMARC1; p=none'), DOMAIN, { spf: 'wrong', dkim: 'missing' });
    expect(mild.state).toBe('right');
  });

  describe('of a parent domain', () => {
    const BELOW = 'mail.shop.tea.example';
    const from = (domain: string, policy: string) => ({
      ...{ state: 'right', name: `_dmarc.${domain}`, policy },
      findings: [{ code: `policy_${policy}` }, { code: 'inherited', detail: domain }],
    });

    test('the topmost one with a record, with its policy for subdomains', async () => {
      const top = of(DOMAIN, 'v=DMARC1; p=reject; sp=quarantine');
      expect(await dmarcAt(top, BELOW)).toMatchObject(from(DOMAIN, 'quarantine'));
      const between = of('shop.tea.example', 'v=DMARC1; p=none');
      expect(await dmarcAt({ ...top, ...between }, BELOW)).toMatchObject(from(DOMAIN, 'quarantine'));
      expect(await dmarcAt({ ...top, ...of(BELOW, 'v=DMARC1; p=none') }, BELOW)).toMatchObject({
        ...{ name: `_dmarc.${BELOW}`, policy: 'none' },
      });
    });

    test('no further than one that declares itself the top', async () => {
      const zone = {
        ...of('shop.tea.example', 'v=DMARC1; p=none; psd=n'),
        ...of(DOMAIN, 'v=DMARC1; p=reject'),
      };
      expect(await dmarcAt(zone, BELOW)).toMatchObject(from('shop.tea.example', 'none'));
    });

    test('directly below a public suffix, else the suffix itself', async () => {
      const registry = of('example', 'v=DMARC1; p=reject; psd=y');
      expect(await dmarcAt({ ...registry, ...of(DOMAIN, 'v=DMARC1; p=none') }, BELOW)).toMatchObject(
        from(DOMAIN, 'none'),
      );
      // `_dmarc.example` has a dot, so it can be queried.
      expect(await dmarcAt(registry, BELOW)).toMatchObject(from('example', 'reject'));
    });

    test('skips one with two records', async () => {
      const zone = {
        ...of('shop.tea.example', 'v=DMARC1; p=none', 'v=DMARC1; p=none'),
        ...of(DOMAIN, 'v=DMARC1; p=reject'),
      };
      expect(await dmarcAt(zone, BELOW)).toMatchObject(from(DOMAIN, 'reject'));
    });

    test('inconclusive if a parent domain does not answer, unless a domain below it has a record', async () => {
      const silent: Zone = { '_dmarc.example': { fails: 'server failure' } };
      expect(await dmarcAt(silent, BELOW)).toMatchObject({
        ...{ state: 'unknown', findings: [{ code: 'no_answer', detail: '_dmarc.example' }], put: null },
      });
      expect(await dmarcAt({ ...silent, ...of(DOMAIN, 'v=DMARC1; p=none') }, BELOW)).toMatchObject(
        from(DOMAIN, 'none'),
      );
    });

    test('at most eight queries, whatever the length of the name', () => {
      expect(domainsAbove('a.b.c')).toEqual(['b.c', 'c']);
      expect(domainsAbove('a.b.c.d.e.f.g.h')).toEqual([
        'b.c.d.e.f.g.h',
        'c.d.e.f.g.h',
        'd.e.f.g.h',
        'e.f.g.h',
        'f.g.h',
        'g.h',
        'h',
      ]);
      expect(domainsAbove('z.y.x.a.b.c.d.e.f.g')).toHaveLength(7);
    });
  });

  test('shows hostile texts as text, truncated', async () => {
    const checked = await dmarcAt(
      of(DOMAIN, `v=DMARC1; p=<script>${'\u202E'.repeat(2000)}`, '\u0007'.repeat(70)),
    );
    expect(checked).toMatchObject({ state: 'wrong', findings: [{ code: 'unknown_policy' }] });
    expect(JSON.stringify(checked)).not.toMatch(/\u202E|\\u00/);
    expect(JSON.stringify(checked).length).toBeLessThan(4000);
  });
});
