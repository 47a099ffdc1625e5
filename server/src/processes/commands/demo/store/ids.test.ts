import { createHash, randomUUIDv7 } from 'node:crypto';
import { expect, test } from 'vitest';
import { isUuid } from '../../../../kernel/id.ts';
import { demoStoreId, idAt, isDemoStore } from './ids.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest();
const NOW = Date.UTC(2026, 10, 18, 16);

test('an ID sorts by its time and is a UUIDv7', () => {
  const id = idAt(NOW, '0123456789abcdef0123');
  expect(isUuid(id)).toBe(true);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(NOW);
  expect(idAt(NOW + 1, '0'.repeat(20)) > id).toBe(true);
});

test('recognizes a demo store by its ID, and no other store', () => {
  const id = demoStoreId(NOW, sha256);
  expect(isDemoStore(id, sha256)).toBe(true);
  expect(demoStoreId(NOW + 1, sha256)).not.toBe(id);
  const last = id.at(-1) === '0' ? '1' : '0';
  expect(isDemoStore(id.slice(0, -1) + last, sha256)).toBe(false);
  for (let times = 0; times < 1_000; times++) expect(isDemoStore(randomUUIDv7(), sha256)).toBe(false);
});
