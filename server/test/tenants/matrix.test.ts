import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { levels } from '../../src/kernel/access-levels.ts';
import { operations } from '../../src/surfaces/operations.ts';
import { sampled } from '../harness/size.ts';
import { createProbes, namingProbes, type Probe, readingProbes, siblingsOf } from './probes.ts';
import { nounFor } from './record-kinds.ts';
import {
  expectInvisible,
  expectOnlyOwn,
  expectOwnWorks,
  expectReplayOnlyOwn,
  expectUntouched,
  writeToAnotherStore,
} from './rules.ts';
import { strangerCases } from './strangers.ts';
import { type Side, startWorld, type TenantWorld } from './world.ts';

const namingOperations = [...new Set(namingProbes.map(({ operation }) => operation))];

let world: TenantWorld;

beforeAll(async () => {
  world = await startWorld();
});

afterAll(() => world?.close());

test('covers every record kind, and rejects a path without a seeder', () => {
  const keyed = operations.filter(({ access }) => (levels as readonly string[]).includes(access));
  const probed = new Set(
    [...namingProbes, ...readingProbes, ...createProbes].map((probe) => probe.operation),
  );
  expect(keyed.filter((operation) => !probed.has(operation))).toEqual([]);
  expect(namingProbes.some(({ surface }) => surface === 'tool')).toBe(true);
  expect(() => nounFor('/unseeded-things/:id')).toThrow('no seeder for "unseeded-things"; add one');
});

test('every operation is called with every kind of foreign ID', () => {
  const kindsFor = (probes: Probe[]) => {
    const kinds = probes.flatMap((probe) => strangerCases(world, probe).map(({ kind }) => kind));
    return [...new Set(kinds.map((kind) => kind.slice(kind.indexOf(': ') + 2)))].sort();
  };
  const all = kindsFor(namingProbes);
  expect(all).toHaveLength(13);
  for (const operation of namingOperations)
    expect(kindsFor(namingProbes.filter((probe) => probe.operation === operation)), operation.name).toEqual(
      all,
    );
});

/** For each operation one of its routes with one of the tags; in the nightly check every route with both. */
const tagsFor = (probe: Probe) => {
  const ways = siblingsOf(probe).filter(({ surface }) => surface === 'rest');
  const turn = namingOperations.indexOf(probe.operation);
  return sampled(ways, ways.length, turn).includes(probe) ? sampled(['"r1"', '"r999"'], 2, turn) : [];
};

describe.each(namingProbes)('$title', (probe) => {
  test('finds and changes only its own records (spec: What the service does 7; Authentication 6; Status 404) (contract: Every answer 6)', async () => {
    await expectInvisible(world, probe);
  });

  // The foreign record is at revision 1, a random one has none: neither may be distinguishable.
  if (probe.surface === 'rest')
    test.each(tagsFor(probe))('reveals no more with If-Match %s', async (tag) => {
      await expectInvisible(world, probe, { 'if-match': tag }, false);
    });

  test('finds its own record', async () => {
    await expectOwnWorks(world, probe);
  });
});

describe('with few records', () => {
  let quiet: Side;
  let expectUndisturbed: Awaited<ReturnType<typeof writeToAnotherStore>>;

  beforeAll(async () => {
    quiet = await world.newSide('cedarwood');
    expectUndisturbed = await writeToAnotherStore(world, readingProbes, quiet);
  });

  describe.each(readingProbes)('$title', (probe) => {
    test("shows, finds and counts only the store's own records (spec: What the service does 7)", async () => {
      await expectOnlyOwn(world, probe, quiet);
    });

    test('answers the same regardless of another store’s records', async () => {
      await expectUndisturbed(probe);
    });
  });
});

describe.each(createProbes)('$title', (probe) => {
  test('writes only to its own store, whatever IDs are sent (spec: What the service does 7)', async () => {
    await expectUntouched(world, probe);
  });

  if (probe.surface === 'rest' && probe.method === 'POST')
    test('never replays a response of another store', async () => {
      await expectReplayOnlyOwn(world, probe);
    });
});

const commands = operations.filter(
  ({ command, input }) => command?.store === 'of-key' && 'id' in input.shape,
);

test.each(commands)("command $command.words finds no other store's record", async ({ name }) => {
  const before = await world.rows();
  const asOwn = world.outstep.operator(world.own.storeId, name, {
    ...{ id: world.other.key.id, level: 'read', allowedAddresses: '', recipientSearch: true },
  });
  await expect(asOwn).rejects.toMatchObject({ kind: 'not_found', message: 'not found' });
  expect(await world.rows()).toEqual(before);
});
