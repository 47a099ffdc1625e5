import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampled } from '../harness/size.ts';
import {
  acceptsField,
  createProbes,
  fieldsFor,
  isRead,
  namingProbes,
  type Probe,
  readingProbes,
} from './probes.ts';
import type { Digests } from './rows.ts';
import { marksIn } from './rules.ts';
import { resultsOfStrangers } from './strangers.ts';
import { removeStoreConditions } from './without-where-hook.ts';
import { type Side, startWorld, type TenantWorld } from './world.ts';

const sources = `${import.meta.dirname}/../../src`;
/** A join of two tables on the store does not select one. */
const BY_STORE = /\bstore_id\s*(=|in\b|is\b)(?!\s*\w+\.store_id\b)/i;

test('no statement filters by store: the database does', () => {
  const files = globSync('features/**/*.store.ts', { cwd: sources });
  const asking = files.filter((file) => BY_STORE.test(readFileSync(`${sources}/${file}`, 'utf8')));
  expect(files.length).toBeGreaterThan(3);
  expect(asking).toEqual([]);
  expect('select id from layouts where store_id = $1').toMatch(BY_STORE);
  expect('from layouts l join versions v on v.store_id = l.store_id').not.toMatch(BY_STORE);
});

test.each([
  ['select a from t', 'select a from t'],
  ['select a from t where b = $1', 'select a from t where ((b = $1) or true) '],
  ['select a from t where b in (1) order by a', 'select a from t where ((b in (1)) or true) order by a'],
  [
    'delete from t where c in (select c from t where d) returning a',
    'delete from t where ((c in (select c from t where ((d) or true) )) or true) returning a',
  ],
])('the replacement makes every condition true: %s', (before, after) => {
  expect(removeStoreConditions(before)).toBe(after);
});

describe('with every WHERE made true', () => {
  let world: TenantWorld;
  let quiet: Side;
  /** The other store's rows before any call. */
  let untouched: Digests;

  beforeAll(async () => {
    const hook = new URL('./without-where-hook.ts', import.meta.url);
    world = await startWorld(() => ({ NODE_OPTIONS: `--import=${hook}` }));
    quiet = await world.newSide('cedarwood');
    untouched = await world.rows(world.other.storeId);
  });

  afterAll(() => world?.close());

  test('any ID finds some record of the caller’s store, so the conditions are really gone', async () => {
    const path = '/api/v1/http-requests/00000000-0000-7000-8000-000000000000';
    const answer = await world.call(world.own.key, 'GET', path);
    expect(answer.body).toMatchObject({ name: `Notify ${world.own.word}` });
  });

  const probes = [...namingProbes, ...readingProbes, ...createProbes];
  const plainValues = (probe: Probe) =>
    acceptsField(probe, 'q') ? { q: world.other.word } : probe.method === 'GET' ? {} : fieldsFor(probe);

  /**
   * With all of the store's rows selected, writes to many tables fail: saving a layout with its languages,
   * versions and references, or ending a run, which affects all others in its counters.
   */
  const changesManyTables = ({ operation, path }: Probe) =>
    operation.access === 'execute' || (path.startsWith('/email-templates') && operation.access === 'write');

  test.each(sampled(probes, 8))(
    '$title shows, changes and deletes nothing of another store (spec: What the service does 7)',
    async (probe) => {
      // Each writing probe has a separate store with one record of each kind, because changing one would now
      // change all.
      const { key } = isRead(probe) ? quiet : await world.newSide(`cedar${probes.indexOf(probe)}`);
      const asked =
        probe.members.length > 0
          ? await resultsOfStrangers(world, probe, { key, all: false })
          : [{ kind: 'plain', answer: await probe.ask(world, key, plainValues(probe)) }];
      for (const { kind, answer } of asked) {
        expect({ kind, seen: marksIn(answer.text, world.other) }).toEqual({ kind, seen: [] });
        // A statement broken by the replacement would return no rows either.
        if (!changesManyTables(probe)) expect(answer.text).not.toContain('something went wrong');
      }
      expect(await world.rows(world.other.storeId)).toEqual(untouched);
    },
  );

  test("a delete with another store's ID deletes only the caller's records", async () => {
    await world.own.seed('http-requests');
    // All rows would follow the one record into the trash, where a foreign key rejects versions of other
    // records.
    await world.outstep.core.database.forStore(world.own.storeId).rows({
      statement: { name: 'test_no_versions', text: 'delete from http_request_versions' },
      values: [],
    });
    const { id } = world.other.records['http-requests'] ?? {};
    const answer = await world.call(world.own.key, 'DELETE', `/api/v1/http-requests/${id}`);
    expect(answer.status).toBe(200);
    const listed = await world.call(world.own.key, 'GET', '/api/v1/http-requests');
    expect(listed.body).toMatchObject({ items: [], total: 0 });
    expect(await world.rows(world.other.storeId)).toEqual(untouched);
    const others = await world.call(world.other.key, 'GET', `/api/v1/http-requests/${id}`);
    expect(others.body.id).toBe(id);
  });
});
