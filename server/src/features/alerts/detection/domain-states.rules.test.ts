import { expect, test } from 'vitest';
import type { CheckState } from '../../sending/sender-domains/sender-domains.schema.ts';
import { type DomainStates, nextDomainStates } from './domain-states.rules.ts';

const at = { domain: 'tea.example', host: 'smtp.tea.example' };
const check = (spf: CheckState, dkim: CheckState, dmarc: CheckState, codes: string[] = []) =>
  ({
    ...{ spf: { state: spf }, dkim: { state: dkim } },
    dmarc: { state: dmarc, findings: codes.map((code) => ({ code, detail: '' })) },
  }) as unknown as Parameters<typeof nextDomainStates>[2];

const all = nextDomainStates(null, at, check('right', 'right', 'right')).states;
const next = (before: DomainStates | null, ...checked: Parameters<typeof check>) =>
  nextDomainStates(before, at, check(...checked));

test('reports a record that stopped being valid once', () => {
  const broken = next(all, 'right', 'missing', 'right');
  expect(broken).toEqual({ states: { ...at, right: ['spf', 'dmarc'], broken: ['dkim'] }, broke: ['dkim'] });
  expect(next(broken.states, 'right', 'wrong', 'right').broke).toEqual([]);
  expect(next(broken.states, 'right', 'right', 'right').states).toEqual(all);
});

test('does not report a record that was never valid; a missing answer changes nothing', () => {
  expect(next(null, 'missing', 'wrong', 'missing')).toEqual({
    ...{ states: { ...at, right: [], broken: [] }, broke: [] },
  });
  expect(next(all, 'unknown', 'unknown', 'unknown')).toEqual({ states: all, broke: [] });
  const broken = next(all, 'wrong', 'right', 'right').states;
  expect(next(broken, 'unknown', 'right', 'right').states.broken).toEqual(['spf']);
});

test('reports a policy that nothing passes as the records that break it', () => {
  expect(next(all, 'wrong', 'missing', 'wrong', ['nothing_passes']).broke).toEqual(['spf', 'dkim']);
});

test('starts over for another domain or server', () => {
  const before = { ...all, host: 'elsewhere.example' };
  expect(next(before, 'wrong', 'wrong', 'wrong').broke).toEqual([]);
});
