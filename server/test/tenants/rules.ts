import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { TestResponse } from '../harness/client.ts';
import type { Env } from '../harness/process.ts';
import { acceptsField, contentOf, fieldsFor, isNotFound, isReached, isRead, type Probe } from './probes.ts';
import { nounFor, nounOf, nouns } from './record-kinds.ts';
import { comparableResponse, resultsOfStrangers } from './strangers.ts';
import type { Side, TenantWorld } from './world.ts';

/** Values that only this side's records contain. */
const marksOf = (side: Side) => [
  side.word,
  side.word.toUpperCase(),
  side.storeId,
  // Names that both stores use (a language, a version number) identify neither.
  ...Object.entries(side.records).flatMap(([noun, record]) =>
    (nouns[noun]?.named ?? []).flatMap((member) => record[member] ?? []),
  ),
];

export const marksIn = (text: string, side: Side) => marksOf(side).filter((mark) => text.includes(mark));

/** Foreign, random and malformed IDs give identical responses, and no row is changed. */
export async function expectInvisible(world: TenantWorld, probe: Probe, headers: Env = {}, all = true) {
  const key = await world.own.newKey();
  const before = await world.rows();
  const found = await resultsOfStrangers(world, probe, { key, headers, all });
  const first = found[0]?.answer as TestResponse;
  for (const { kind, answer } of found) {
    expect({ kind, notFound: isNotFound(probe, answer), text: answer.text }).toMatchObject({
      kind,
      notFound: true,
    });
    expect({ kind, ...comparableResponse(answer) }).toEqual({ kind, ...comparableResponse(first) });
  }
  expect(found.length).toBeGreaterThanOrEqual(3);
  expect(await world.rows()).toEqual(before);
}

/** Without this, the rule above would also hold for a path that doesn't exist. */
export async function expectOwnWorks(world: TenantWorld, probe: Probe) {
  const record = world.own.records[nounOf(probe.path)] ?? {};
  const own = Object.fromEntries(probe.members.map((member) => [member, record[member]]));
  const answer = await probe.ask(world, await world.own.newKey(), { ...own, ...fieldsFor(probe) });
  expect(isReached(probe, answer), answer.text).toBe(true);
  // A changed or removed record is of no use to other probes, so seed another one.
  if (!isRead(probe)) await world.own.seed(nounOf(probe.path));
}

/** `side` has few records, so that all of them fit on a page. */
export async function expectOnlyOwn(world: TenantWorld, probe: Probe, { key, word }: Side) {
  const plain = await probe.ask(world, key, {});
  expect(isReached(probe, plain), plain.text).toBe(true);
  expect(marksIn(plain.text, world.other)).toEqual([]);
  if (!acceptsField(probe, 'page')) return;

  nounFor(probe.path);
  const page = contentOf(probe, plain);
  expect(page.items.length).toBeGreaterThan(0);
  expect(page.total).toBe(page.items.length);
  const past = await probe.ask(world, key, { page: 2 });
  expect(contentOf(probe, past)).toMatchObject({ items: [], total: page.total });
  if (!acceptsField(probe, 'q')) return;

  const foreign = await probe.ask(world, key, { q: world.other.word });
  expect(contentOf(probe, foreign)).toMatchObject({ items: [], total: 0, pages: 0 });
  const own = await probe.ask(world, key, { q: word });
  expect(contentOf(probe, own).total).toBeGreaterThan(0);
}

/** Members that change by themselves, with time or with the caller's own calls. */
const MOVING = new Set(['limits', 'lastUsedAt', 'time', 'to']);
const atRest = (value: unknown) =>
  JSON.parse(JSON.stringify(value ?? null, (name, member) => (MOVING.has(name) ? undefined : member)));

/**
 * Calls every probe, adds one record of every kind to another store, and returns a function that compares.
 */
export async function writeToAnotherStore(world: TenantWorld, probes: readonly Probe[], quiet: Side) {
  const ask = async (probe: Probe) => probe.ask(world, quiet.key, {});
  const before = new Map<Probe, TestResponse>();
  for (const probe of probes) before.set(probe, await ask(probe));
  for (const noun of Object.keys(nouns)) await world.other.seed(noun);
  return async function expectUndisturbed(probe: Probe) {
    const after = await ask(probe);
    expect(atRest(contentOf(probe, after))).toEqual(
      atRest(contentOf(probe, before.get(probe) as TestResponse)),
    );
    expect(after.status).toBe(200);
  };
}

export async function expectUntouched(world: TenantWorld, probe: Probe) {
  const { other, own } = world;
  const before = await world.rows(other.storeId);
  const foreign = other.records[nounOf(probe.path)] ?? {};
  const planted = { ...foreign, store_id: other.storeId, storeId: other.storeId, store: other.storeId };
  const key = await own.newKey();
  const answer = await probe.ask(world, key, { ...planted, ...fieldsFor(probe) });
  // Tools reject unknown members; REST ignores them.
  expect(isReached(probe, answer), answer.text).toBe(probe.surface === 'rest');
  expect(marksIn(answer.text, other)).toEqual([]);
  const plain = await probe.ask(world, key, fieldsFor(probe));
  expect(isReached(probe, plain), plain.text).toBe(true);
  expect(await world.rows(other.storeId)).toEqual(before);
}

export async function expectReplayOnlyOwn(world: TenantWorld, probe: Probe) {
  const headers = { 'idempotency-key': randomUUID() };
  const ask = (side: Side) => probe.ask(world, side.key, fieldsFor(probe), headers);
  const first = await ask(world.own);
  const foreign = await ask(world.other);
  const again = await ask(world.own);
  expect(foreign.headers.get('idempotency-replayed')).toBeNull();
  expect(foreign.status).toBe(first.status);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.text).toBe(first.text);
}
