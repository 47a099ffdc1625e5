import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampled, sized } from '../harness/size.ts';
import { type Pooler, pooledEnv, startPooler } from './pooler.ts';
import { makingProbes, namingProbes, readingProbes } from './probes.ts';
import { expectInvisible, expectOnlyOwn, expectOwnWorks, expectUntouched } from './rules.ts';
import { storm } from './storm.ts';
import { startWorld, type World } from './world.ts';

/** Isolation itself is proven probe by probe in `matrix.test.ts`; here the pooler stands between. */
const ONE_OF = 8;
const CALLS = sized(1_000, 10_000);

let pooler: Pooler;
let world: World;

beforeAll(async () => {
  pooler = await startPooler();
  world = await startWorld((plain) => pooledEnv(pooler, plain));
});

afterAll(async () => {
  await world?.close();
  await pooler?.stop();
});

describe('through a transaction pooler', () => {
  test.each(sampled(namingProbes, ONE_OF))(
    '$title finds no record but the own (spec: What the service does 7; Authentication 6; Status 404)',
    async (probe) => {
      await expectInvisible(world, probe);
      await expectOwnWorks(world, probe);
    },
  );

  test.each(sampled(readingProbes, ONE_OF))(
    '$title shows own records alone (spec: What the service does 7)',
    async (probe) => {
      await expectOnlyOwn(world, probe);
    },
  );

  test.each(sampled(makingProbes, ONE_OF))('$title writes to the own store alone', async (probe) => {
    await expectUntouched(world, probe);
  });

  test(`${CALLS} mixed calls of two stores leak nothing (spec: What the service does 7)`, async () => {
    const { calls, leaks, wrong, overBudget } = await storm(world, CALLS);
    expect(leaks).toEqual([]);
    expect(wrong).toEqual([]);
    expect(overBudget / calls).toBeLessThanOrEqual(0.01);
    expect(calls).toBe(CALLS);
  });
});
