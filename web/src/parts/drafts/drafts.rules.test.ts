import { expect, test } from 'vitest';
import { draftToOffer, type LocalDraft, lockName, MAX_AGE_MS } from './drafts.rules.ts';

const now = Date.parse('2026-11-16T12:00:00Z');

const draft = (id: string, at = now - 1000): LocalDraft => ({
  ...{ id, at, person: 'p', store: 's', record: 'layouts/1/en', revision: '3', text: '{}' },
});

const offer = (drafts: LocalDraft[], held: string[] = []) =>
  draftToOffer(drafts, { own: 'mine', held: new Set(held.map(lockName)), now });

test('offers the newest draft that is not open elsewhere', () => {
  expect(offer([draft('a', now - 9000), draft('b', now - 5000)]).offer?.id).toBe('b');
  expect(offer([])).toEqual({ offer: null, isOpenElsewhere: false });
});

test('does not offer a tab its own draft', () => {
  expect(offer([draft('mine')])).toEqual({ offer: null, isOpenElsewhere: false });
});

test('does not offer a draft open in another tab, but reports it', () => {
  expect(offer([draft('a')], ['a'])).toEqual({ offer: null, isOpenElsewhere: true });
  const both = offer([draft('a', now - 9000), draft('b')], ['b']);
  expect([both.offer?.id, both.isOpenElsewhere]).toEqual(['a', true]);
});

test('does not offer drafts older than thirty days', () => {
  expect(offer([draft('old', now - MAX_AGE_MS)]).offer).toBeNull();
  expect(offer([draft('old', now - MAX_AGE_MS + 1)]).offer?.id).toBe('old');
});
