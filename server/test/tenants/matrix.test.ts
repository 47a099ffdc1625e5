import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { levels } from '../../src/kernel/access-levels.ts';
import { operations } from '../../src/surfaces/operations.ts';
import { sampled } from '../harness/size.ts';
import { nounFor } from './nouns.ts';
import { makingProbes, namingProbes, readingProbes } from './probes.ts';
import {
  expectInvisible,
  expectOnlyOwn,
  expectOwnWorks,
  expectReplayOnlyOwn,
  expectUndisturbed,
  expectUntouched,
} from './rules.ts';
import { startWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});

afterAll(() => world?.close());

test('covers what there is, and refuses a path without a seeder', () => {
  const keyed = operations.filter(({ access }) => (levels as readonly string[]).includes(access));
  const probed = new Set(
    [...namingProbes, ...readingProbes, ...makingProbes].map((probe) => probe.operation),
  );
  expect(keyed.filter((operation) => !probed.has(operation))).toEqual([]);
  expect(namingProbes.some(({ surface }) => surface === 'tool')).toBe(true);
  expect(() => nounFor('/unseeded-things/:id')).toThrow('no seeder for "unseeded-things"; add one');
});

describe.each(namingProbes)('$title', (probe) => {
  test('finds and changes no record but the own (spec: What the service does 7; Authentication 6; Status 404)', async () => {
    await expectInvisible(world, probe);
  });

  // The foreign record is at revision 1, a random one at none: neither may be told from the other.
  if (probe.surface === 'rest')
    test.each(sampled(['"r1"', '"r999"'], 2, namingProbes.indexOf(probe)))(
      'is as blind with If-Match %s',
      async (tag) => {
        await expectInvisible(world, probe, { 'if-match': tag }, false);
      },
    );

  test('finds the own record', async () => {
    await expectOwnWorks(world, probe);
  });
});

describe.each(readingProbes)('$title', (probe) => {
  test("shows, finds and counts the store's own records alone (spec: What the service does 7)", async () => {
    await expectOnlyOwn(world, probe);
  });

  test('answers the same whatever another store has', async () => {
    await expectUndisturbed(world, probe);
  });
});

describe.each(makingProbes)('$title', (probe) => {
  test('writes to the own store alone, whatever ids are sent along (spec: What the service does 7)', async () => {
    await expectUntouched(world, probe);
  });

  if (probe.surface === 'rest' && probe.method === 'POST')
    test('replays no answer of another store', async () => {
      await expectReplayOnlyOwn(world, probe);
    });
});

const commands = operations.filter(
  ({ command, input }) => command?.store === 'of-key' && 'id' in input.shape,
);

test.each(commands)("command $command.words finds no other store's record", async ({ name }) => {
  const before = await world.rows();
  const asOwn = world.outstep.operator(world.own.storeId, name, { id: world.other.key.id, level: 'read' });
  await expect(asOwn).rejects.toMatchObject({ code: 'not_found', message: 'not found' });
  expect(await world.rows()).toEqual(before);
});
