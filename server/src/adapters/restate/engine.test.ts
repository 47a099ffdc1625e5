import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { slotOf } from '../../kernel/engine.ts';
import { identityKey } from './identity-key.ts';

const work = (tail: string, generation = 0) => ({
  storeId: '0198c0de-0000-7000-8000-000000000001',
  executionId: `0198c0de-0000-7000-8000-${tail}`,
  position: 0,
  attempt: 1,
  generation,
  lane: 'store:1',
  slots: 8,
});

test('spreads work over the slots of its lane, and a resubmission uses another slot', () => {
  const tails = Array.from({ length: 800 }, (_, i) =>
    (i * 2654435761).toString(16).padStart(12, '0').slice(-12),
  );
  const used = Map.groupBy(tails, (tail) => slotOf(work(tail)));
  expect([...used.keys()].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  for (const each of used.values()) expect(each.length).toBeGreaterThan(50);
  expect(slotOf(work('000000000000', 1))).not.toBe(slotOf(work('000000000000', 0)));
});

test('creates the key of an engine once, private to its owner, and returns its public half', () => {
  const folder = mkdtempSync(join(tmpdir(), 'outstep-identity-'));
  try {
    const file = join(folder, 'identity.pem');
    const first = identityKey(file);
    expect(first.publicKey).toMatch(/^publickeyv1_[1-9A-HJ-NP-Za-km-z]{43,44}$/);
    expect(identityKey(file)).toEqual(first);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
